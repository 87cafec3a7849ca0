/**
 * Whether a shop is silent for longer than it usually is at this hour of this weekday. Pure.
 *
 * Silence is measured in orders: how many usually come in such a time. Three hours of a night may be none, and three hours of a
 * Friday forty. How silent a shop may be is learnt from the hours before, and never from the silence itself.
 */
import { DAY, HOUR_MS, toSum, WEEK } from './hours.js'

const MONTH = 30 * DAY
/** Less is no habit yet. */
const LEAST_HOURS = 4 * DAY
/** Orders that an hour of the week has to have seen until it counts as much as the same hour of all days. */
const PRIOR_ORDERS = 1
/** Hours that tell whether fewer come of late than did before, as after a sale, and the orders it takes to believe it. */
const RECENT_HOURS = 2 * DAY
const RECENT_ORDERS = 5
/**
 * Each order begins a silence, and one of n usual orders happens by chance in one of e^n cases. So the logarithm of a month's
 * orders would be one false alarm a month; each more makes it e times rarer.
 */
const MARGIN = 4
/** Days differ by more than chance. How much is learnt, once there are orders enough to tell. */
const LUCK_ORDERS = 200
/** A silence that was there before is none, with some room; but an outage of a week does not make the next one usual. */
const ROOM = 1.25
const MOST_ROOM = 3

export interface Habit {
  /** Orders that come in each hour of the week, from the hour on with which 1970 began. */
  rates: number[]
  /** How many missing orders are a silence. */
  limit: number
}

/**
 * @param first hour since 1970 of the first count
 * @param counts orders of each hour, none left out, up to the hour of the latest order
 * @returns undefined while it is too early to say
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

/** @returns how many orders usually come between these two moments */
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

/** Orders in each slot of a period. A slot that has seen few is drawn towards what is expected of it. */
function toRates(first: number, counts: number[], period: number, toExpected: (slot: number) => number): number[] {
  const seen = Array.from({ length: period }, () => ({ orders: 0, hours: 0 }))
  for (const [index, count] of counts.entries()) {
    const slot = seen[(first + index) % period]
    if (slot) Object.assign(slot, { orders: slot.orders + count, hours: slot.hours + 1 })
  }
  return seen.map(({ orders, hours }, slot) => (orders + PRIOR_ORDERS) / (hours + PRIOR_ORDERS / toExpected(slot)))
}

/** 1, or less where fewer come of late. */
function toLevel(counts: number[], expected: number[]): number {
  const toRecent = (orders: number[]) => toSum(orders.slice(-RECENT_HOURS)) + RECENT_ORDERS
  return Math.min(1, toRecent(counts) / toRecent(expected))
}

/** The share by which hours differ from what is expected of them, beyond chance (overdispersion). */
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
