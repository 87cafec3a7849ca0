// @vitest-environment happy-dom
/** Promise: whatever is pasted is read as far as it can be, and every problem with it is a sentence. */
import { expect, test } from 'vitest'
import type { Source } from '../../../src/setup/choices/choices.js'
import { toReport } from '../../../src/setup/report.js'
import { createChoices, ELSEWHERE, SNIPPET } from './create-choices.js'

async function read(order: string, source: Source) {
  const { order: reading } = toReport(createChoices({ source, endpoint: ELSEWHERE }), { order, form: '' }, SNIPPET)
  return reading
}

const who = '<i data-ringup="email">ada@example.com</i>'
const jsonLd = (order: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Order', ...order })}</script>`
const purchase = (ecommerce: object) =>
  JSON.stringify([{ event: 'purchase', user_data: { email: 'ada@example.com' }, ecommerce }])

test.each([
  [
    'an amount for machines that may be two',
    'attributes',
    `${who}<b data-ringup="order_number">W-7</b> <b data-ringup="cart_value" content="1,299">1.299 €</b>`,
    'mixed',
    /^The value of the cart(, “.*”)?: The amount can be read in two ways.*two decimals/,
  ],
  [
    'an item without a product ID',
    'data-layer',
    purchase({ transaction_id: 'T-1', items: [{ item_name: 'Mug' }] }),
    'mixed',
    /^Item 1: The item has no product_id, and was left out\./,
  ],
  [
    'a template that was not filled in',
    'json-ld',
    jsonLd({ orderNumber: '{{ order.number }}', price: 1, customer: { email: 'ada@example.com' } }),
    'bad',
    /^The page would not report the order by itself: without an order number/,
  ],
  [
    'an order without an e-mail address',
    'json-ld',
    jsonLd({ orderNumber: 'J-1', price: 1 }),
    'bad',
    /There is no e-mail address, so nothing would be sent\.$/,
  ],
  [
    'decimals where cents are due',
    'call',
    `convert({ email: 'ada@example.com', cart_data: { order_number: '1', cart_value: 19.99 } })`,
    'mixed',
    /^The value of the cart: What was passed is not a whole number of cents, .*1999 for 19\.99/,
  ],
] as const)('a problem is a sentence: %s', async (_what, source, sample, state, sentence) => {
  const order = await read(sample, source)
  expect(order?.state).toBe(state)
  expect([order?.line, ...(order?.problems ?? []), ...(order?.notes ?? [])]).toContainEqual(
    expect.stringMatching(sentence),
  )
})
