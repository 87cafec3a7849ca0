/** Numbers and times as operators read them, in commands, on their page and in alerts. */

export const toNumber = (value: number) => value.toLocaleString('en')

/** "1 event", "2,000 events" */
export const toCount = (count: number, noun: string) => `${toNumber(count)} ${noun}${count === 1 ? '' : 's'}`

export const toPercent = (share: number) => `${(100 * share).toFixed(share === 1 ? 0 : 1)} %`

/** "2026-11-22 14:07:03 UTC": the log and the page have the same clock. */
export const toTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const UNITS = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** "3 hours", in the largest unit that fits. */
export function toAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, 'second']
  return toCount(Math.floor(seconds / size), unit)
}
