/** Counts by hour and by name. Pure. */
import type { HourCount } from '../queue/index.js'

export const HOUR_MS = 3_600_000

/** A day and a week, in hours. */
export const DAY = 24
export const WEEK = 7 * DAY

export type Hours = ReturnType<typeof createHours>

export function createHours(counts: HourCount[], nowMs: number) {
  const now = Math.floor(nowMs / HOUR_MS)
  const byName = new Map<string, Map<number, number>>()
  let first = now

  for (const { name, fromMs, value } of counts) {
    const hour = fromMs / HOUR_MS
    const hours = byName.get(name) ?? new Map<number, number>()
    byName.set(name, hours.set(hour, value))
    first = Math.min(first, hour)
  }

  const get = (name: string, hour: number) => byName.get(name)?.get(hour) ?? 0
  /** Counts of each hour, oldest first. @param most how many hours @param last the latest of them, counted from 1970 */
  const list = (name: string, most: number, last = now) =>
    Array.from({ length: most }, (_, index) => get(name, last - most + 1 + index))
  /** @param back how many hours ago the last of them is */
  const sum = (name: string, most: number, back = 0) => toSum(list(name, most, now - back))
  return {
    /** The hour that it is now, counted from 1970. */
    now,
    /** In milliseconds since 1970. */
    nowMs,
    /** The first hour with a count. */
    first,
    list,
    sum,
    /** Sums of the names with this beginning, the largest first. The beginning is cut off. */
    sums: (beginning: string, most: number, back?: number) =>
      [...byName.keys()]
        .filter((name) => name.startsWith(beginning))
        .map((name) => ({ name: name.slice(beginning.length), count: sum(name, most, back) }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count),
  }
}

export const toSum = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
