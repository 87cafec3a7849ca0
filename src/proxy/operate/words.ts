/** Formats numbers, times and ids for commands, the operator's page and alerts. */

export const toNumber = (value: number) => value.toLocaleString('en')

/** "1 event", "2,000 events" */
export const toCount = (count: number, noun: string) => `${toNumber(count)} ${noun}${count === 1 ? '' : 's'}`

/** 1999 is "19.99", in any currency. */
export const toMoney = (cents: number) => (cents / 100).toFixed(2)

export const toPercent = (share: number) => `${(100 * share).toFixed(share === 1 ? 0 : 1)} %`

/** "2026-11-22 14:07:03 UTC": the log and the page have the same clock. */
export const toTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const SECONDS = { day: 86_400, hour: 3_600, minute: 60, second: 1 }

/** "3 hours", in the largest unit that fits. */
export function toAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  const [unit, size] = Object.entries(SECONDS).find(([, each]) => seconds >= each) ?? ['second', 1]
  return toCount(Math.floor(seconds / size), unit)
}

/** The pattern of an event's id; hono takes it as part of a path. */
export const ID = '[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}'
export const UUID = new RegExp(`^${ID}$`)

export const toSum = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
