/** Promise: an order that comes with an event of the shop’s own is found, and the tag waits for that event. */
import { expect, test } from 'vitest'
import { toEventName } from '../../../../src/setup/try/events.js'

const ecommerce = { transaction_id: 'A-1' }

test.each<[layer: unknown[], event: string, reason: string]>([
  [[], 'purchase', 'nothing: the chosen one stays'],
  [[{ event: 'purchase', ecommerce }], 'purchase', 'the chosen one'],
  [[{ event: 'order_done', ecommerce }], 'order_done', 'another'],
  [
    [
      { event: 'order_done', ecommerce },
      { event: 'purchase', ecommerce },
    ],
    'purchase',
    'both: the chosen one',
  ],
  [[['event', 'done', ecommerce]], 'done', 'by gtag()'],
  [[{ event: 'paid', ecommerce: { purchase: { actionField: { id: 'A-1' } } } }], 'paid', 'Universal Analytics'],
  [[{ event: 'trackTrans', transactionId: 'A-1' }], 'trackTrans', 'Tag Manager’s first guide'],
  [[{ transactionId: 'A-1' }], 'purchase', 'without an event'],
  [[{ event: 'page_view', page: '/' }], 'purchase', 'no order'],
  [[null, 'text', 7], 'purchase', 'no entries'],
])('of %j it is %s (%s)', (layer, event) => {
  expect(toEventName({ layer, digitalData: undefined }, 'purchase')).toBe(event)
})

test('an order in the W3C’s global has no event, and is there when the page has loaded', () => {
  expect(toEventName({ layer: [], digitalData: { transaction: {} } }, 'purchase')).toBe('load')
})
