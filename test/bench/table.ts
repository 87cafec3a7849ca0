/** The visits in two tables of medians, milliseconds at full and at a quarter of the speed. */
import type { Delivery } from './delivery.js'
import { toBrotliBytes } from './scripts.js'
import type { Subject } from './subjects.js'
import type { Visit } from './visit.js'

/** What is known of one subject. */
export interface SubjectResult {
  subject: Subject
  sentAtOnce: boolean
  bodyBytes: number
  /** By how many times the processor was slowed down. */
  visits: { 1: Visit[]; 4: Visit[] }
}

/** What the README has of one subject: found by the name of its start-up, or of its call. */
export function toKept(
  results: SubjectResult[],
  scripts: Map<string, string>,
  deliveries: Delivery[],
  isQuick: boolean,
) {
  return deliveries.map((delivery) => {
    const result = results.find(({ subject: { loads, name } }) => [loads, name].includes(delivery.name))
    if (!result) throw new Error(`${delivery.name} was not measured.`)
    const { script = '', loads } = result.subject
    const brotli = script ? toBrotliBytes(scripts.get(script) ?? '') : 0
    if (isQuick) return { ...delivery, brotli }
    return {
      ...delivery,
      brotli,
      ...(loads && { startUp: medians(result.visits, ({ startUp }) => startUp?.untilIdle ?? []) }),
      firstCall: medians(result.visits, ({ calls }) => calls.slice(0, 1)),
    }
  })
}

export function printDeliveries(deliveries: Delivery[]) {
  const situations = Object.keys(deliveries[0]?.delivered ?? {})
  const rows = deliveries.map(({ name, requestsBefore, delivered }) => [
    name,
    `${requestsBefore}`,
    ...Object.values(delivered).map(({ rounds, delivered, doubled }) => `${delivered}/${rounds}, ${doubled}`),
  ])
  print(['delivered, doubled', 'requests', ...situations], rows, 18)
}

export function printStartUps(results: SubjectResult[], scripts: Map<string, string>, stub: string) {
  const rows = results
    .filter(({ subject }) => subject.loads)
    .map(({ subject: { loads = '', script = '' }, visits }) => {
      const times = (part: 'evaluation' | 'untilIdle') => medians(visits, ({ startUp }) => startUp?.[part] ?? [])
      return [loads, `${toBrotliBytes(scripts.get(script) ?? '')}`, ...times('evaluation'), ...times('untilIdle')]
    })
  print(
    ['start-up', 'brotli', 'evaluated', '4x', 'until idle', '4x'],
    [...rows, ['the inline stub', `${toBrotliBytes(stub)}`]],
  )
}

export function printCalls(results: SubjectResult[]) {
  const callers = results.filter(({ subject }) => subject.report)
  const timesOf = ({ visits }: SubjectResult) => [
    medians(visits, ({ calls }) => calls.slice(0, 1)),
    medians(visits, ({ calls }) => calls.slice(1)),
  ]
  const bare = callers.find(({ subject }) => !subject.script)
  const bareTimes = bare ? timesOf(bare) : []
  const rows = callers.map((result) => {
    const toRatio = (time: number, which: number, speed: number) =>
      result.sentAtOnce ? `${(time / (bareTimes[which]?.[speed] ?? Number.NaN)).toFixed(2)}x` : ''
    const times = timesOf(result).flatMap((pair, which) =>
      pair.flatMap((time, speed) => [time, toRatio(time, which, speed)]),
    )
    return [result.subject.name + (result.sentAtOnce ? '' : ' *'), `${result.bodyBytes}`, ...times]
  })
  print(['call, 50 items', 'body', 'first', 'ratio', '4x', 'ratio', 'later', 'ratio', '4x', 'ratio'], rows)
  console.log(
    'first: the first call on its page. ratio: to the bare fetch of the body that ringup sends, ready as text.',
  )
  console.log('*: sends only after the call has returned, so there is nothing to compare.')
}

function medians(visits: SubjectResult['visits'], read: (visit: Visit) => number | number[]): [number, number] {
  const toMedian = (each: Visit[]) => median(each.flatMap(read))
  return [toMedian(visits[1]), toMedian(visits[4])]
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (lower === undefined || upper === undefined) throw new Error('There is nothing measured to take the median of.')
  return (lower + upper) / 2
}

function print(headings: string[], rows: (string | number)[][], width = 11) {
  const toCell = (value: string | number) => (typeof value === 'string' ? value : value.toFixed(2))
  for (const [name = '', ...cells] of [headings, ...rows]) {
    console.log(toCell(name).padEnd(40) + cells.map((cell) => toCell(cell).padStart(width)).join(''))
  }
  console.log()
}
