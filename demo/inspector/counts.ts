/** Counts events for the chart: the gap between its lines is what waits or was not delivered. Duplicates need no delivery. Pure. */
import type { View } from './view/index.js'

type Counted = Pick<View, 'at' | 'stage' | 'takenAt'>

/** How far back the chart goes. */
export const SPAN_MS = 300_000

/**
 * Seconds since 1970, then how many events there were to deliver by then, and how many the API had taken.
 * Both counts begin with the first event there was: what is older than the span is in where the lines begin.
 */
export function toCounts(events: Counted[], nowMs: number): [number[], number[], number[]] {
  const begun = events.filter(isToDeliver).map(({ at }) => at)
  const taken = events.flatMap(({ takenAt }) => takenAt ?? [])
  const fromMs = nowMs - SPAN_MS
  const changes = [...begun, ...taken].filter((at) => at > fromMs && at < nowMs)
  const times = [...new Set([fromMs, ...changes, nowMs])].sort((one, other) => one - other)
  const countBy = (moments: number[]) => times.map((time) => moments.filter((at) => at <= time).length)
  return [times.map((time) => time / 1_000), countBy(begun), countBy(taken)]
}

/** The chart in words: "4 orders and sign-ups to deliver, 2 taken by the API, 1 under way, 1 not delivered. 3 more reported before." */
export function toChartSentence(events: Counted[]): string {
  const toDeliver = events.filter(isToDeliver)
  const taken = toDeliver.filter(({ stage }) => stage === 'api').length
  const ended = toDeliver.filter(({ stage }) => stage === 'dead' || stage === 'refused').length
  const underWay = toDeliver.length - taken - ended
  const before = events.length - toDeliver.length
  const parts = [
    `${toDeliver.length === 1 ? '1 order or sign-up' : `${toDeliver.length} orders and sign-ups`} to deliver, ${taken} taken by the API`,
    ...(underWay > 0 ? [`${underWay} under way`] : []),
    ...(ended > 0 ? [`${ended} not delivered`] : []),
  ]
  return `${parts.join(', ')}.${before > 0 ? ` ${before} more reported before.` : ''}`
}

const isToDeliver = ({ stage }: Counted) => stage !== 'duplicate'
