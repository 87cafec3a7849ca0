/** Promise: a time in the shop's book is read as exactly as it is written, and never another time. */
import { expect, test } from 'vitest'
import { toTimes } from '../../../../src/proxy/operate/read-times.js'

test.each<[text: string | undefined, from: string | undefined, until: string | undefined, why: string]>([
  ['2026-11-01 10:00:00 +0100', '2026-11-01T09:00:00.000Z', '2026-11-01T09:00:00.999Z', 'Shopify'],
  ['2026-11-01T10:00:00Z', '2026-11-01T10:00:00.000Z', '2026-11-01T10:00:00.999Z', 'ISO 8601'],
  ['2026-11-01T10:00:00.123+01:00', '2026-11-01T09:00:00.000Z', '2026-11-01T09:00:00.999Z', 'with milliseconds'],
  ['2026-11-01 10:00 UTC', '2026-11-01T10:00:00.000Z', '2026-11-01T10:00:59.999Z', 'without seconds'],
  ['2026-11-01 10:00:00', '2026-10-31T20:00:00.000Z', '2026-11-01T22:00:00.999Z', 'in any zone'],
  ['2026-11-01', '2026-10-31T10:00:00.000Z', '2026-11-02T11:59:59.999Z', 'a day in any zone'],
  ['11/01/2026 10:00', undefined, undefined, 'a day in January or November'],
  ['2026-13-01', undefined, undefined, 'not a month'],
  ['yesterday', undefined, undefined, 'not a time'],
  ['', undefined, undefined, 'empty'],
  [undefined, undefined, undefined, 'no column'],
])('%j is from %s until %s (%s)', (text, from, until) => {
  const times = toTimes(text)
  expect([times?.fromMs, times?.untilMs]).toEqual([from, until].map((time) => time && Date.parse(time)))
})
