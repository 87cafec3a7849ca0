/** Sums and lines for the page, of the counts of each hour. Pure. */
import type { HourOf } from '../../queue/hours.js'
import { SERIES, type Series } from '../history.js'

const HOUR_MS = 3_600_000
const SPANS = { '24h': 24, '7d': 168 } as const
export type Span = keyof typeof SPANS

export const isSpan = (text: string | undefined): text is Span => text !== undefined && text in SPANS

/** The first hour of a span that ends now. */
export const toSinceMs = (span: Span, nowMs: number) => (Math.floor(nowMs / HOUR_MS) - SPANS[span] + 1) * HOUR_MS

/** Lines of a chart: for each hour, oldest first, one value of each series. */
export interface Lines {
  /** When each hour began, in seconds since 1970. */
  hours: number[]
  series: Record<Series, number[]>
}

export function toLines(rows: HourOf[], span: Span, nowMs: number): Lines {
  const sinceMs = toSinceMs(span, nowMs)
  const hours = Array.from({ length: SPANS[span] }, (_, index) => (sinceMs + index * HOUR_MS) / 1_000)
  const series = Object.fromEntries(SERIES.map((name) => [name, hours.map(() => 0)])) as Lines['series'] // of all names
  for (const { fromMs, name, value } of rows) {
    const line = series[toSeries(name)]
    const index = (fromMs - sinceMs) / HOUR_MS
    if (line?.[index] !== undefined) line[index] += value
  }
  return { hours, series }
}

const REFUSED = 'refused '
const toSeries = (name: string) => (name.startsWith(REFUSED) ? 'refused' : name) as Series // or none

export const toSum = (values: number[]) => values.reduce((sum, value) => sum + value, 0)

/** Refused requests by code, the most frequent first. */
export function toRefusals(rows: HourOf[]): { code: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const { name, value } of rows) {
    if (name.startsWith(REFUSED))
      counts.set(name.slice(REFUSED.length), (counts.get(name.slice(REFUSED.length)) ?? 0) + value)
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count)
}
