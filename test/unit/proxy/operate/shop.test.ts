/** Promise: nothing is said to be wrong at a shop where nothing is. What is noticed, and its figures: test/conformance/situations.test.ts. */
import { expect, test } from 'vitest'
import { createHours } from '../../../../src/proxy/operate/hours.js'
import { findTroubles, toFigures } from '../../../../src/proxy/operate/shop.js'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 24, 12, 30)
const DAY = 24

/** Counts of each hour, by name: the same in each of so many hours, the last of them so many hours ago. */
type Counts = [name: string, value: number, hours: number, back?: number][]

const toHours = (counts: Counts) => {
  const now = Math.floor(NOW / HOUR_MS)
  const rows = counts.flatMap(([name, value, hours, back = 0]) =>
    Array.from({ length: hours }, (_, index) => ({ name, value, fromMs: (now - back - index) * HOUR_MS })),
  )
  return createHours(rows, { sums: {}, most: {} }, NOW)
}

const find = (counts: Counts) =>
  findTroubles({ hours: toHours(counts), nowMs: NOW, lists: ['newsletter'], unknownLists: [], waiting: 0, dead: 0 })

/** A shop in which all is well. */
const WELL: Counts = [
  ['accepted', 10, DAY],
  ['delivered', 10, DAY],
  ['order new', 10, DAY],
  ['order delivered', 10, DAY],
  ['order by page', 10, 20 * DAY],
  ['latest by page', NOW / 1_000, 1],
]

test.each<[what: string, counts: Counts]>([
  ['orders come and reach the API', WELL],
  ['two pages were refused', [...WELL, ['refused origin', 1, 2]]],
  ['of thousands a few were refused', [...WELL, ['accepted', 1_000, DAY], ['refused shape', 5, 2]]],
  ['some orders wait for a session and others are delivered', [...WELL, ['order no_session', 6, 2]]],
  ['as many orders as ever have no total', [...WELL, ['order new', 10, 8 * DAY], ['problem cart_value', 3, 8 * DAY]]],
  ['two people misspelt their address in a form', [...WELL, ['report addToList no_email', 1, 2]]],
  ['a few webhooks came', [...WELL, ['order by webhook', 1, 9]]],
])('nothing is wrong when %s', (_what, counts) => {
  expect(find(counts)).toEqual([])
})

test('each order that could not be sent is told, in however large a shop', () => {
  expect(find([...WELL, ['order new', 1_000, DAY], ['report convert no_email', 1, 1]])).toEqual([
    { reason: 'reports_refused', about: '1 of 24,001 orders in 24 hours had no e-mail address on their page.' },
  ])
})

test('a new shop whose first orders lack their e-mail is told so', () => {
  expect(find([['report convert no_email', 1, 1]])).toEqual([
    { reason: 'no_event_yet' },
    { reason: 'reports_refused', about: '1 of 1 order in 24 hours had no e-mail address on their page.' },
  ])
})

test('a script is silent too while webhooks bring orders', () => {
  const silent: Counts = [
    ...WELL.slice(0, 4),
    ['order by page', 10, 20 * DAY, 3],
    ['latest by page', Date.UTC(2026, 10, 24, 9) / 1_000, 1, 3],
    ['order by webhook', 10, 20 * DAY],
    ['latest by webhook', NOW / 1_000, 1],
  ]
  expect(find(silent)).toMatchObject([
    { reason: 'silence', about: expect.stringMatching(/09:00:00 UTC; 35 are usual/) },
  ])
})

test('the share that reached the API is of 24 hours', () => {
  expect(toFigures(toHours([...WELL, ['order new', 100, 5, DAY]])).share).toEqual({ orders: 240, delivered: 240 })
})
