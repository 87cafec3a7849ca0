/** Promise: the operator's counts know which parts an order lacks, when it arrives and when it is delivered. Test orders count nowhere. */
import { expect, test } from 'vitest'
import { type Seen, watchQueue } from '../../../../src/proxy/operate/watch.js'
import type { Queue } from '../../../../src/proxy/queue/index.js'

const TOTAL = { cart_data: { cart_value: 1999 } }
const ITEMS = { cart_items: [{ product_id: 'CUP' }] }

/** The reports of the watcher for an order with this body. */
async function see(body: object, email = 'ada@example.com') {
  const seen: Seen[] = []
  const event = { id: 'x', kind: 'convert', body: { email, ...body } }
  const queue = {
    accept: async () => 'new',
    claim: async () => ({ events: [{ id: 'x', kind: 'convert', text: JSON.stringify(event.body) }] }),
    ack: async () => {},
  } as unknown as Queue
  const watched = watchQueue(
    queue,
    (each) => seen.push(each),
    () => {},
  )
  await watched.accept(event as never)
  await watched.claim(1 as never, {} as never)
  await watched.ack('x', { as: 'delivered' })
  return seen.map(({ step, lacks }) => [step, lacks])
}

test.each([
  [{ ...TOTAL, ...ITEMS }, []],
  [TOTAL, ['items']],
  [{ ...ITEMS, cart_data: { order_number: '1' } }, ['total']],
  [{}, ['total', 'items']],
])('an order with %j lacks %j', async (body, lacks) => {
  expect(await see(body)).toEqual([
    ['accept', lacks],
    ['attempt', lacks],
  ])
})

test('a test order is not seen', async () => {
  expect(await see({}, 'test-1@ringup.invalid')).toEqual([])
})
