// @vitest-environment happy-dom
/** Promise: whatever is pasted is read as far as it can be, and every problem with it is a sentence. */
import { describe, expect, test } from 'vitest'
import type { Source } from '../../../src/setup/choices/choices.js'
import { toReport } from '../../../src/setup/report.js'
import { createChoices, ELSEWHERE, SNIPPET } from './create-choices.js'

async function read(order: string, source: Source) {
  const { order: reading } = await toReport(
    createChoices({ source, endpoint: ELSEWHERE }),
    { order, form: '' },
    SNIPPET,
  )
  return reading
}

const who = '<i data-ringup="email">ada@example.com</i>'
const jsonLd = (order: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Order', ...order })}</script>`
const purchase = (ecommerce: object) =>
  JSON.stringify([{ event: 'purchase', user_data: { email: 'ada@example.com' }, ecommerce }])

describe('a problem is a sentence', () => {
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
      'a negative value',
      'data-layer',
      purchase({ transaction_id: 'T-1', value: -1 }),
      'mixed',
      /^The value of the cart: It could not be read, .*not negative/,
    ],
    [
      'a price that is none',
      'data-layer',
      purchase({ transaction_id: 'T-1', items: [{ item_id: 'a', price: 'on request' }] }),
      'mixed',
      /^Item 1, the price: It could not be read, .*one amount/,
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
    [
      'code in a script, which is never run',
      'data-layer',
      `<script>dataLayer.push({ event: 'purchase', user_data: { email: 'ada@example.com' },
        ecommerce: { transaction_id: 'T-1', value: order.total } })</script>`,
      'good',
      /^Line 2 of the script: “order\.total” is code, which is never run here/,
    ],
    [
      'JSON-LD of another type',
      'json-ld',
      '<script type="application/ld+json">{"@type":"Product"}</script>',
      'bad',
      /JSON-LD, no Order \(but Product\)\.$/,
    ],
    [
      'settings of Magento',
      'data-layer',
      '<script type="text/x-magento-init">{"*":{"Magento_GoogleGtag/js/google-analytics":{"ordersTrackingData":{}}}}</script>',
      'bad',
      /text\/x-magento-init\. One of them names an order/,
    ],
    [
      'a script that is no script',
      'data-layer',
      '<script>dataLayer.push({ value: {{ total }} })</script>',
      'bad',
      /^A script in the sample cannot be read .*JSON\.stringify\(dataLayer\)/,
    ],
  ] as const)('%s', async (_what, source, sample, state, sentence) => {
    const order = await read(sample, source)
    expect(order?.state).toBe(state)
    expect([order?.line, ...(order?.problems ?? []), ...(order?.notes ?? [])]).toContainEqual(
      expect.stringMatching(sentence),
    )
  })
})

describe('a data layer is read however it is pasted', () => {
  const entry = `{ event: 'purchase', ecommerce: { transaction_id: 'T-1', value: 5 }, user_data: { email: 'ada@example.com' } }`
  test.each([
    ['JSON of the whole', purchase({ transaction_id: 'T-1', value: 5 })],
    ['a push', `window.dataLayer = window.dataLayer || []; dataLayer.push(${entry}) // the order`],
    ['a push as the first line', `(window.dataLayer = window.dataLayer || []).push(${entry})`],
    ['a list', `var dataLayer = [${entry}]`],
    ['a variable', `var dataLayer_content = ${entry}; dataLayer.push(dataLayer_content)`],
    ['a page', `<!doctype html><title>Thanks</title><script>dataLayer.push(${entry})</script>`],
    [
      'gtag()',
      `<script>function gtag() { dataLayer.push(arguments) }
        gtag('set', 'user_data', { email: 'ada@example.com' })
        gtag('event', 'purchase', { transaction_id: 'T-1', value: 5 })</script>`,
    ],
  ])('%s', async (_what, sample) => {
    const cart_data = { order_number: 'T-1', cart_value: 500 }
    const nothing = { problems: [], notes: [] }
    expect(await read(sample, 'data-layer')).toMatchObject({
      body: { email: 'ada@example.com', cart_data },
      ...nothing,
    })
  })
})
