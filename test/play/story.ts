/**
 * Plays stories. A `.story` file begins with its promise. A story is a title and lines of steps. A step is a verb with
 * its words; its result follows `->`.
 *
 *   order 1 signed -> new; claim -> 1      two steps
 *   order 1 & order 2 -> new new           begin at one moment
 *   3x order $n -> 3 new                   repeats, with a number of its own, and counts equal results
 *   +1m                                    time passes
 *
 * A step that cannot do what it says, and a word that no verb reads, are errors.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts "180d-1ms" to milliseconds. */
export function toMs(text: string): number {
  if (!/^([+-]?[\d.]+(ms|[smhd]))+$/.test(text)) throw new Error(`"${text}" is not a time.`)
  const parts = [...text.matchAll(/([+-]?)([\d.]+)(ms|[smhd])/g)]
  return parts.reduce((sum, [, sign, count, unit = '']) => {
    return sum + (sign === '-' ? -1 : 1) * Number(count) * (UNITS[unit] ?? 0)
  }, 0)
}

/** Converts milliseconds to "1h11m". */
export function toTime(ms: number): string {
  let rest = Math.round(Math.abs(ms))
  const parts = Object.entries(UNITS)
    .reverse()
    .map(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count > 0 ? `${count}${unit}` : ''
    })
  return (ms < 0 ? '-' : '') + (parts.join('') || '0s')
}

/** The words of a step. A verb takes them; a word that is left is an error. */
export class Words {
  private readonly words: string[]
  constructor(text: string) {
    this.words = text.split(/\s+/).filter(Boolean)
  }
  /** Takes the first word without `=`. */
  next(): string | undefined {
    return this.take((word) => !word.includes('='))
  }
  must(): string {
    const word = this.next()
    if (word === undefined) throw new Error('a word is missing.')
    return word
  }
  /** Takes all words without `=`. */
  rest(): string[] {
    const all: string[] = []
    for (let word = this.next(); word !== undefined; word = this.next()) all.push(word)
    return all
  }
  has(flag: string): boolean {
    return this.take((word) => word === flag) !== undefined
  }
  /** Takes the value of `name=value`. */
  get(name: string): string | undefined {
    return this.take((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
  }
  getMs(name: string): number | undefined {
    const text = this.get(name)
    return text === undefined ? undefined : toMs(text)
  }
  check() {
    if (this.words.length > 0) throw new Error(`no verb reads "${this.words.join(' ')}".`)
  }
  private take(isWanted: (word: string) => boolean): string | undefined {
    const place = this.words.findIndex(isWanted)
    return place < 0 ? undefined : this.words.splice(place, 1)[0]
  }
}

export type Verbs = Record<string, (words: Words) => unknown>

/** Counts equal results: "3 new, 1 full". */
export function toTally(results: string[]): string {
  const counts = new Map<string, number>()
  for (const each of results) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].map(([result, count]) => `${count} ${result}`).join(', ')
}

/** @returns the story with the result that each step really had */
export async function playAll(story: string[], verbs: Verbs): Promise<string[]> {
  let count = 0

  /** Calls the verb without a wait before it, so that steps of one moment begin together. */
  function act(text: string): Promise<unknown> {
    const words = new Words(/^[+-]/.test(text) ? `pass ${text}` : text)
    const verb = words.must()
    const run = verbs[verb]
    if (!run) return Promise.reject(new Error(`there is no verb "${verb}".`))
    return new Promise((resolve) => resolve(run(words))).then((result) => {
      words.check()
      return result
    })
  }

  async function playStep(text: string): Promise<string> {
    const [, times, single = ''] = /^(?:(\d+)x )?(.*)$/.exec(text) ?? []
    if (times === undefined)
      return (await Promise.all(single.split(' & ').map(act))).map(toText).filter(Boolean).join(' ')
    const results: string[] = []
    for (let time = 0; time < Number(times); time += 1) {
      count += 1
      results.push(toText(await act(single.replaceAll('$n', `n${count}`))))
    }
    return toTally(results)
  }

  const toText = (result: unknown) => (result === undefined ? '' : String(result))

  /** A step without a result is shown as it is, unless it fails. */
  async function show(step: string): Promise<string> {
    const [text = '', result] = step.split(/ ->(?: |$)/)
    const really = await playStep(text).catch((error: Error) => `error: ${error.message}`)
    return result === undefined && !really.startsWith('error: ') ? step : `${text} -> ${really}`.trimEnd()
  }

  const played: string[] = []
  for (const line of story) {
    const steps: string[] = []
    for (const step of line.split('; ')) steps.push(await show(step))
    played.push(steps.join('; '))
  }
  return played
}

/** Tests the stories of a folder. With `STORIES=write`, writes the results into the stories instead. */
export function testStories(folder: URL, names: RegExp, play: (story: string[]) => Promise<string[]>) {
  for (const name of readdirSync(folder).filter((each) => names.test(each) && each.endsWith('.story'))) {
    const file = new URL(name, folder)
    const [promise = '', ...blocks] = readFileSync(file, 'utf8').trimEnd().split(/\n\n+/)
    describe(`${name.replace('.story', '')}: ${promise.replace(/^# /, '')}`, () => {
      test.each(blocks.map((block) => [block.split('\n')[0]?.slice(3), block] as const))(
        '%s',
        async (_title, block) => {
          const [title = '', ...story] = block.split('\n')
          const played = [title, ...(await play(story))].join('\n')
          if (process.env.STORIES !== 'write') return expect(played).toBe(block)
          writeFileSync(
            file,
            readFileSync(file, 'utf8').replace(block, () => played),
          )
        },
      )
    })
  }
}
