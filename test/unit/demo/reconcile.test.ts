/** Promise: the inspector's sentence about lost and doubled orders follows from the shop's book, the ledger and the API. */
import { describe, expect, test } from 'vitest'
import { type ApiData, type Reconciliation, reconcile, toStatement } from '../../../demo/inspector/reconcile.js'
import type { Trace } from '../../../src/proxy/queue/index.js'

const expected = { email: 'you@example.com', order_number: '1', cart_value: 1999, items: [] }
const NOTHING: ApiData = { conversions: [], sessions: [] }
const effect = (session: number | null) => ({
  ...{ at: 0, email: 'you@example.com', order_number: '1', status: 200, idempotency_key: 'a', session },
})
const toApi = (effects: (number | null)[], cart_value = 1999): ApiData => ({
  conversions: effects.map(effect),
  sessions: [
    {
      ...{ id: 1, email: 'you@example.com', status: 'converted', started_at: 0, converted_at: 1, cart_items: [] },
      cart: { order_number: '1', cart_value },
    },
  ],
})
const counts = { placed: 1, arrived: 0, inProxy: 0, aside: 0, unreported: 0, wrong: [], lost: [], doubled: [] }

describe('an order of the shop’s book is', () => {
  test.each<[how: string, states: Trace['state'][], api: ApiData, counted: Partial<Reconciliation>]>([
    ['not reported, if the ledger does not know it', [], NOTHING, { unreported: 1 }],
    ['in the proxy', ['waiting'], NOTHING, { inProxy: 1 }],
    ['kept with a reason, as a dead letter', ['dead'], NOTHING, { aside: 1 }],
    ['kept with a reason, as a refused report', ['refused'], NOTHING, { aside: 1 }],
    ['arrived', ['delivered'], toApi([1]), { arrived: 1 }],
    ['arrived once, if its second request changed nothing', ['delivered'], toApi([1, null]), { arrived: 1 }],
    ['wrong, if an amount differs', ['delivered'], toApi([1], 2000), { wrong: ['1'] }],
    ['doubled, if it changed two sessions', ['delivered'], toApi([1, 2]), { arrived: 1, doubled: ['1'] }],
    ['lost, if it was delivered and the API does not have it', ['delivered'], NOTHING, { lost: ['1'] }],
  ])('%s', async (_how, states, api, counted) => {
    const find = async () => states.map((state) => ({ state }))
    expect(await reconcile([expected], find, async () => api)).toEqual({ ...counts, ...counted })
  })
})

test('an order that arrives between the two readings is not called lost', async () => {
  const readings = [NOTHING, toApi([1])]
  const find = async () => [{ state: 'delivered' as const }]
  expect(await reconcile([expected], find, async () => readings.shift() ?? NOTHING)).toEqual(counts)
})

test.each<[Partial<Reconciliation>, number, string]>([
  [{ placed: 0 }, 0, 'The shop has no orders yet.'],
  [{ arrived: 1 }, 0, '1 order in the shop, 1 at the API once and to the cent. Nothing lost, nothing doubled.'],
  [
    { placed: 4, unreported: 2, inProxy: 1, aside: 1 },
    1,
    '4 orders in the shop, 0 at the API once and to the cent, 1 in the browser, 1 not reported yet, 1 in the proxy, 1 kept with a reason. Nothing lost, nothing doubled.',
  ],
  [
    { placed: 3, wrong: ['1'], lost: ['2'], doubled: ['3'] },
    0,
    '3 orders in the shop, 0 at the API once and to the cent, 1 with a wrong amount. Lost: 2, doubled: 3.',
  ],
])('%# is one statement', (some, inBrowser, sentence) => {
  expect(toStatement({ ...counts, ...some }, inBrowser)).toBe(sentence)
})
