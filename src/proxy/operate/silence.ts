/**
 * Decides whether a shop is silent for longer than usual at this hour of this weekday. Pure.
 *
 * Silence is measured in missing orders: the number that usually comes in that time. Three hours of a night may be 0 orders, and three
 * hours of a Friday 40. The limit is learnt from the hours before the silence.
 */
import { DAY, HOUR_MS, toSum, WEEK } from './hours.js'

const MONTH = 30 * DAY
/** A habit needs this many hours. */
const LEAST_HOURS = 4 * DAY
/** After this many orders, an hour of the week counts as much as the same hour of all days. */
const PRIOR_ORDERS = 1
/** The latest hours. If they have fewer orders, as after a sale, the rates are lowered. A few orders are added, so chance changes little. */
const RECENT_HOURS = 2 * DAY
const RECENT_ORDERS = 5
/**
 * Each order begins a silence. A silence of n usual orders happens by chance in one of e^n cases. So a limit of the logarithm of a
 * month's orders means one false alarm a month. Each order more makes it e times rarer.
 */
const MARGIN = 4
/** Days differ by more than chance. The difference is learnt from this many orders on. */
const LUCK_ORDERS = 200
/** A silence as long as an earlier one is usual, with some room. But an outage of a week does not make the next one usual. */
const ROOM = 1.25
const MOST_ROOM = 3

export interface Habit {
  /** Usual orders in each hour of the week. The first hour is the one with which 1970 began. */
  rates: number[]
  /** The number of missing orders that is a silence. */
  limit: number
}

/**
 * @param first hour since 1970 of the first count
 * @param counts orders of each hour without gaps, up to the hour of the latest order
 * @returns undefined if the shop has too few hours or no orders
 */
export function toHabit(first: number, counts: number[]): Habit | undefined {
  const total = toSum(counts)
  if (counts.length < LEAST_HOURS || total === 0) return undefined
  const always = total / counts.length
  const byHour = toRates(first, counts, DAY, () => always)
  const ofWeek = toRates(first, counts, WEEK, (slot) => byHour[slot % DAY] ?? always)
  const expected = counts.map((_, index) => ofWeek[(first + index) % WEEK] ?? 0)
  const level = toLevel(counts, expected)
  const byChance = Math.log(Math.max(1, always * MONTH)) + MARGIN
  const least = byChance * Math.exp(2 * toLuck(counts, expected))
  const usual = ROOM * level * findLongest(counts, expected)
  return { rates: ofWeek.map((rate) => rate * level), limit: Math.min(Math.max(least, usual), MOST_ROOM * least) }
}

/** Counts the orders that usually come between two times. */
export function countMissing({ rates }: Habit, fromMs: number, toMs: number): number {
  let missing = 0
  for (let atMs = fromMs; atMs < toMs; ) {
    const hour = Math.floor(atMs / HOUR_MS)
    const endMs = Math.min(toMs, (hour + 1) * HOUR_MS)
    missing += ((rates[hour % WEEK] ?? 0) * (endMs - atMs)) / HOUR_MS
    atMs = endMs
  }
  return missing
}

/** The orders in each slot of a period. A slot with few orders is drawn towards its expected rate. */
function toRates(first: number, counts: number[], period: number, toExpected: (slot: number) => number): number[] {
  const seen = Array.from({ length: period }, () => ({ orders: 0, hours: 0 }))
  for (const [index, count] of counts.entries()) {
    const slot = seen[(first + index) % period]
    if (slot) Object.assign(slot, { orders: slot.orders + count, hours: slot.hours + 1 })
  }
  return seen.map(({ orders, hours }, slot) => (orders + PRIOR_ORDERS) / (hours + PRIOR_ORDERS / toExpected(slot)))
}

/** 1, or less if fewer orders came recently. */
function toLevel(counts: number[], expected: number[]): number {
  const toRecent = (orders: number[]) => toSum(orders.slice(-RECENT_HOURS)) + RECENT_ORDERS
  return Math.min(1, toRecent(counts) / toRecent(expected))
}

/** The share by which hours differ from the expected orders, beyond chance (overdispersion). */
function toLuck(counts: number[], expected: number[]): number {
  const excess = toSum(expected.map((orders, index) => ((counts[index] ?? 0) - orders) ** 2 - orders))
  const scale = toSum(expected.map((orders) => orders ** 2)) + LUCK_ORDERS
  return Math.sqrt(Math.max(0, excess / scale))
}

/** The longest silence so far, in orders. */
function findLongest(counts: number[], expected: number[]): number {
  let missing = 0
  const silences = expected.map((orders, index) => {
    missing = counts[index] ? 0 : missing + orders
    return missing
  })
  return Math.max(...silences)
}
