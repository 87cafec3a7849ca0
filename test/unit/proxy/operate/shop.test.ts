/** Promise: a shop without trouble gets no alarm. test/conformance/situations.test.ts has each trouble with its figures. */
import { expect, test } from 'vitest'
import { createHours } from '../../../../src/proxy/operate/hours.js'
import { findTroubles, toFigures, toReached } from '../../../../src/proxy/operate/shop.js'

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
  return createHours(rows, NOW)
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

test('a new shop whose first orders lack their e-mail gets this trouble', () => {
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
  expect(toFigures(toHours([...WELL, ['order new', 100, 5, DAY]])).share).toEqual({
    ...{ orders: 240, taken: 240, delivered: 240, whole: 240 },
  })
})

test('a refused report, and an order without its total, did not reach the API whole', () => {
  const counts: Counts = [...WELL, ['order partial', 2, 3], ['report convert no_email', 1, 10]]
  const { share } = toFigures(toHours(counts))
  expect(share).toEqual({ orders: 250, taken: 240, delivered: 240, whole: 234 })
  expect(toReached(share)).toBe(
    '234 of 250 orders in 24 hours (93.6 %) reached the API whole. 6 others reached it without total or items.',
  )
})

test.each<[what: string, counts: Counts, about: string | undefined]>([
  [
    'three of a new shop’s eleven orders have no total',
    [['lacks total', 3, 1]],
    '3 of 11 orders in 24 hours have no total.',
  ],
  ['a tenth lacks its items', [['lacks items', 1, 1]], undefined],
])('%s', (_what, counts, about) => {
  const few: Counts = [
    ['accepted', 11, 1],
    ['delivered', 11, 1],
    ['order new', 11, 1],
    ['order delivered', 11, 1],
  ]
  expect(find([...few, ...counts])).toEqual(about === undefined ? [] : [{ reason: 'incomplete', about }])
})

test.each([
  ['every event of an hour comes through a web server', 0, [{ reason: 'hops' }]],
  ['some events come directly', 1, []],
])('RINGUP_TRUSTED_HOPS is 0 and %s', (_what, direct, troubles) => {
  expect(find([...WELL, ['forwarded', 3, 1], ['direct', direct, 1]])).toEqual(troubles)
})
