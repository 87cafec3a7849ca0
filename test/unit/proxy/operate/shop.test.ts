/** Promise: what has stopped at the shop, or never began, is noticed from the counts of its hours, and named with its figures. */
import { describe, expect, test } from 'vitest'
import { createHours } from '../../../../src/proxy/operate/hours.js'
import { findTroubles, toShare } from '../../../../src/proxy/operate/shop.js'

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2026, 10, 24, 12, 30)
const DAY = 24

interface Situation {
  /** Counts of each hour, by name: the same in each of so many hours, the last of them so many hours ago. */
  counts?: [name: string, value: number, hours: number, back?: number][]
  unknownLists?: string[]
  waiting?: number
  dead?: number
}

const toHours = ({ counts = [] }: Situation) => {
  const now = Math.floor(NOW / HOUR_MS)
  const rows = counts.flatMap(([name, value, hours, back = 0]) =>
    Array.from({ length: hours }, (_, index) => ({ name, value, fromMs: (now - back - index) * HOUR_MS })),
  )
  return createHours(rows, { sums: {}, most: {} }, NOW)
}

const find = (situation: Situation) =>
  findTroubles({
    hours: toHours(situation),
    nowMs: NOW,
    lists: ['newsletter', 'vip'],
    unknownLists: situation.unknownLists ?? [],
    waiting: situation.waiting ?? 0,
    dead: situation.dead ?? 0,
  }).map(({ reason, about }) => [reason, about])

/** A shop in which all is well. */
const WELL: NonNullable<Situation['counts']> = [
  ['accepted', 10, DAY],
  ['delivered', 10, DAY],
  ['order new', 10, DAY],
  ['order delivered', 10, DAY],
  ['order by page', 10, 20 * DAY],
]

test.each<[what: string, situation: Situation, reason: string, about: string | undefined]>([
  ['no page has sent an event', {}, 'no_event_yet', undefined],
  [
    'orders come and none has ever reached the API',
    { counts: [['accepted', 14, 1]], waiting: 14 },
    'none_delivered',
    '14 waiting events, 0 dead letters.',
  ],
  [
    'every order of the hour waits for a session',
    { counts: [...WELL.slice(0, 3), ['order delivered', 10, DAY, 2], ['order no_session', 6, 2]] },
    'no_sessions',
    '20 orders.',
  ],
  ['events have become dead letters', { counts: [...WELL, ['lost', 1, 1, 1]] }, 'dead', '1 event.'],
  [
    'the script is silent',
    { counts: [...WELL.slice(0, 4), ['order by page', 10, 20 * DAY, 3], ['last by page', 1_800, 20 * DAY, 3]] },
    'silence',
    'The last by the script came 2026-11-24 09:30:00 UTC; 30 are usual since.',
  ],
  [
    'the script is silent while webhooks bring orders',
    { counts: [...WELL.slice(0, 4), ['order by page', 10, 20 * DAY, 3], ['order by webhook', 10, 20 * DAY]] },
    'silence',
    'The last by the script came 2026-11-24 09:00:00 UTC; 35 are usual since.',
  ],
  [
    'pages of an unknown origin',
    { counts: [...WELL, ['refused origin', 4, 1]] },
    'origin_refused',
    '4 times in 24 hours.',
  ],
  [
    'a list is misspelt',
    { counts: [...WELL, ['refused unknown_list', 3, 1]], unknownLists: ['newsleter', 'x'] },
    'list_refused',
    '3 times in 24 hours. “newsleter”: did you mean newsletter? “x” is none.',
  ],
  [
    'a tag names a script that is not there',
    { counts: [...WELL, ['refused unknown_script', 3, 1]] },
    'script_unknown',
    '3 times in 24 hours.',
  ],
  ['events are no events', { counts: [...WELL, ['refused shape', 3, 1]] }, 'shape_refused', '3 times in 24 hours.'],
  [
    'signatures are wrong',
    { counts: [...WELL, ['refused signature', 3, 1]] },
    'signature_refused',
    '3 times in 24 hours.',
  ],
  [
    'more orders have no total',
    { counts: [...WELL, ['order new', 10, 7 * DAY, DAY], ['problem cart_value ambiguous_amount', 3, DAY]] },
    'problem_doubled',
    'cart_value ambiguous_amount: 30.0 % of today’s orders, 0.0 % before.',
  ],
  [
    'the script reports half of what it did',
    {
      counts: [
        ...WELL,
        ['order of webhook', 10, 8 * DAY],
        ['order of both', 8, 7 * DAY, DAY],
        ['order of both', 2, DAY],
      ],
    },
    'script_fell',
    'Of 240 orders that webhooks brought, the script reported 48, 20.0 %; before 80.0 %.',
  ],
  [
    'webhooks bring half of what they did',
    {
      counts: [...WELL, ['order of page', 10, 8 * DAY], ['order of both', 9, 7 * DAY, DAY], ['order of both', 1, DAY]],
    },
    'webhooks_fell',
    'Of 240 orders that the script reported, webhooks brought 24, 10.0 %; before 90.0 %.',
  ],
])('%s', (_what, situation, reason, about) => {
  expect(find(situation)).toEqual([[reason, about]])
})

describe('nothing is wrong when', () => {
  test.each<[what: string, counts: NonNullable<Situation['counts']>]>([
    ['orders come and reach the API', WELL],
    ['two pages were refused', [...WELL, ['refused origin', 1, 2]]],
    ['of thousands a few were refused', [...WELL, ['accepted', 1_000, DAY], ['refused shape', 5, 2]]],
    ['some orders wait for a session and others are delivered', [...WELL, ['order no_session', 6, 2]]],
    ['as many orders as ever have no total', [...WELL, ['order new', 10, 8 * DAY], ['problem cart_value', 3, 8 * DAY]]],
    ['a few webhooks came', [...WELL, ['order of webhook', 1, 9]]],
  ])('%s', (_what, counts) => {
    expect(find({ counts })).toEqual([])
  })
})

test('the share that reached the API is of 24 hours', () => {
  const counts: Situation['counts'] = [...WELL, ['order new', 100, 5, DAY]]
  expect(toShare(toHours({ counts }))).toEqual({ orders: 240, delivered: 240 })
})
