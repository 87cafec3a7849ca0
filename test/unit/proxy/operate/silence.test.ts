/** Promise: a shop that has stopped is noticed. Quiet nights, closed days and slow shops do not raise an alarm. */
import { describe, expect, test } from 'vitest'
import { countMissing, toHabit } from '../../../../src/proxy/operate/silence.js'
import { simulateShop } from '../../../simulate/silent-shops.js'

const HOUR_MS = 3_600_000
const DAY = 24

/** Orders of each hour of so many days. */
const toCounts = (days: number, toCount: (hour: number, day: number) => number) =>
  Array.from({ length: days * DAY }, (_, index) => toCount(index % DAY, Math.floor(index / DAY)))

/** Whether a silence of so many hours after these counts is one. */
function isSilent(counts: number[], hours: number): boolean {
  const habit = toHabit(0, counts)
  const endMs = counts.length * HOUR_MS
  return habit !== undefined && countMissing(habit, endMs, endMs + hours * HOUR_MS) > habit.limit
}

const shopOpenByDay = (hour: number) => (hour >= 8 && hour < 20 ? 10 : 0)

describe('a silence', () => {
  test.each<[what: string, counts: number[], hours: number, expected: boolean]>([
    [
      'of four hours by day',
      [...toCounts(14, shopOpenByDay), ...Array.from({ length: 10 }, shopOpenByDay.bind(0, 9))],
      4,
      true,
    ],
    ['of a night in a shop that sleeps', toCounts(14, shopOpenByDay).slice(0, -4), 12, false],
    ['of a night and a morning', toCounts(14, shopOpenByDay).slice(0, -4), 17, true],
    [
      'of a Sunday, always closed',
      toCounts(35, (hour, day) => (day % 7 === 6 ? 0 : shopOpenByDay(hour))).slice(0, -DAY),
      32,
      false,
    ],
    ['of a day with three orders a day', toCounts(35, (hour) => (hour % 8 === 0 ? 1 : 0)), 24, false],
    ['of four days with three orders a day', toCounts(35, (hour) => (hour % 8 === 0 ? 1 : 0)), 96, true],
    ['in the first days, when nothing is usual yet', toCounts(3, () => 100), 48, false],
    ['in a shop that never had an order', toCounts(35, () => 0), 1_000, false],
  ])('%s', (_what, counts, hours, expected) => {
    expect(isSilent(counts, hours)).toBe(expected)
  })

  test('that was there before, as long, is usual', () => {
    const gap = (hour: number, day: number) => (day === 20 && hour >= 10 && hour < 13 ? 0 : shopOpenByDay(hour))
    const before = toHabit(0, toCounts(35, shopOpenByDay))
    const after = toHabit(0, toCounts(35, gap))
    expect(after?.limit).toBeGreaterThan(before?.limit ?? Number.POSITIVE_INFINITY)
  })

  test('is measured by what comes of late, when that is less than before', () => {
    const counts = toCounts(35, (hour, day) => (day < 33 ? 10 : hour < 24 ? 5 : 0))
    const habit = toHabit(0, counts)
    expect(habit && countMissing(habit, 0, DAY * HOUR_MS)).toBeLessThan(160)
  })
})

describe.each([
  [3, { falseAlarms: 0.25, byDay: 4 * DAY * 60, late: 4 * DAY * 60 }],
  [50, { falseAlarms: 0.25, byDay: 8 * 60, late: 15 * 60 }],
  [2_000, { falseAlarms: 0.25, byDay: 20, late: 30 }],
])('a shop of %i orders a day', (ordersADay, expected) => {
  const { falseAlarmsAMonth, byDay } = simulateShop(ordersADay, 7)
  test('has a false alarm in four months at most', () => {
    expect(falseAlarmsAMonth).toBeLessThanOrEqual(expected.falseAlarms)
  })
  test('has a tag that was removed by day noticed in time', () => {
    expect(byDay[0]).toBeLessThan(expected.byDay)
    expect(byDay[1]).toBeLessThan(expected.late)
  })
})
