/** Sums and lines for the page. Pure. */
import { DAY, HOUR_MS, type Hours, toSum, WEEK } from '../hours.js'

/** What the charts show. */
const SERIES = ['accepted', 'duplicate', 'delivered', 'dead', 'refused', 'waiting', 'oldest'] as const
type Series = (typeof SERIES)[number]

const SPANS = { '24h': DAY, '7d': WEEK }
export type Span = keyof typeof SPANS

/** The span of that name, else a day. */
export const toSpan = (text?: string): Span => (text === '7d' ? '7d' : '24h')

/** Lines of a chart: for each hour, oldest first, one value of each series. */
export interface Lines {
  /** When each hour began, in seconds since 1970. */
  hours: number[]
  series: Record<Series, number[]>
}

export function toLines(hours: Hours, span: Span): Lines {
  const shown = Array.from({ length: SPANS[span] }, (_, index) => hours.now - SPANS[span] + 1 + index)
  const toRefused = (hour: number) => toSum(hours.sums('refused ', 1, hours.now - hour).map(({ count }) => count))
  const read = (name: Series) => (name === 'refused' ? shown.map(toRefused) : hours.list(name, SPANS[span]))
  const series = Object.fromEntries(SERIES.map((name) => [name, read(name)])) as Lines['series'] // of all names
  return { hours: shown.map((hour) => (hour * HOUR_MS) / 1_000), series }
}

/** Kinds together: how many there are of each reason. */
export function sumByReason<Reason>(rows: { reason: Reason; count: number }[] = []): [reason: Reason, count: number][] {
  const sums = new Map<Reason, number>()
  for (const { reason, count } of rows) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return [...sums]
}
