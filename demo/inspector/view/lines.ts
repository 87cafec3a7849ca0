/** Words for lists and numbers. */

export const toTimes = (times: number) => (times === 1 ? 'once' : `${times} times`)

export const toCount = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

export const listOf = (names: string[]): string => [...new Set(names)].join(', ')

/** Equal lines that follow each other become one. */
export function count(lines: string[]): string[] {
  const runs: { line: string; times: number }[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last?.line === line) last.times += 1
    else runs.push({ line, times: 1 })
  }
  return runs.map(({ line, times }) => (times === 1 ? line : `${line} (${times} times)`))
}

/** The first two and the last. */
export const shorten = (lines: string[]): string[] =>
  lines.length <= 4 ? lines : [...lines.slice(0, 2), `… ${lines.length - 3} more`, ...lines.slice(-1)]

export const toJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? ''

export const toSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
