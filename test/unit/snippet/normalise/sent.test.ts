// @vitest-environment happy-dom
/** What is sent of an order: counted where it can be, left out where it cannot be read, never made up. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPage } from '../page.js'

const email = 'ada@example.com'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** What is sent for a GA4 purchase, and what was wrong with it. */
async function buy(ecommerce: object, lang = '') {
  const page = await openPage({ dataLayer: [{ event: 'purchase', user_data: { email }, ecommerce }], lang })
  const { problems } = await page.convert()
  const { cart_data, cart_items } = page.sent()[0].body
  return { cart_data, cart_items, problems: problems.map(({ field, code }) => `${field}: ${code}`) }
}

describe('cents are hundredths of the major unit, whatever the currency says', () => {
  test.each<[unknown, string, number | undefined, string]>([
    [19.99, 'EUR', 1999, 'two decimals'],
    [1000, 'JPY', 100000, 'none'],
    ['1000', 'KRW', 100000, 'none, as text'],
    [1.005, 'BHD', 101, 'three, half up'],
    [1.004, 'KWD', 100, 'three, half up'],
    [0.615, 'TND', 62, 'three, where binary would round down'],
    [4.35, 'USD', 435, '4.35 × 100 is 434.99999999999994'],
    [0, 'EUR', 0, 'free'],
    ['0', 'EUR', 0, 'free, as text'],
    ['0.00', 'EUR', 0, 'free, as text'],
    [-1, 'EUR', undefined, 'negative'],
    [true, 'EUR', undefined, 'no amount'],
    [[19.99, 1], 'EUR', undefined, 'two amounts'],
    [{ amount: 5 }, 'EUR', undefined, 'an object'],
  ])('%j %s is %j (%s)', async (value, currency, cents) => {
    const { cart_data } = await buy({ transaction_id: 'T', value, currency })
    expect([cart_data.cart_value, cart_data.currency]).toEqual([cents, currency])
  })
})

describe('an amount that could be two is refused, one that the page decides is not', () => {
  test.each<[string, string, number | undefined, string]>([
    ['1.299', '', undefined, 'no language'],
    ['1,299', '', undefined, 'no language'],
    ['1.299', 'de', 129900, 'the language'],
    ['1,299', 'de', 130, 'the language'],
    ['1.299', 'en', 130, 'the language'],
    ['1.299', 'tlh', undefined, 'a language that the browser does not know'],
    ['1.299', 'ar-EG', undefined, 'a language with signs of its own'],
    ['0.500', 'de', undefined, 'groups of nothing'],
  ])('%s in %j is %j (%s)', async (value, lang, cents) => {
    const { cart_data, problems } = await buy({ transaction_id: 'T', value }, lang)
    const expected = cents === undefined ? ['cart_data.cart_value: ambiguous_amount'] : []
    expect([cart_data.cart_value, problems]).toEqual([cents, expected])
  })
})

describe('the value of the cart', () => {
  const items = [
    { item_id: 'a', price: 1.5, quantity: 2 },
    { item_id: 'b', price: '0.35' },
  ]

  test.each<[string, object, number | undefined]>([
    ['is the page’s own figure', { value: 9.99, items }, 999],
    ['is not added up from tax and shipping', { value: 9.99, tax: 1, shipping: 2 }, 999],
    ['is not made up from items', { items }, undefined],
  ])('%s', async (_what, ecommerce, cents) => {
    const { cart_data } = await buy({ transaction_id: 'T', ...ecommerce })
    expect(cart_data.cart_value).toBe(cents)
  })
})

describe('items', () => {
  test.each<[string, object, object]>([
    ['a missing quantity is 1', { price: 2 }, { price: 200, item_qty: 1, qty_price: 200 }],
    ['a quantity as text', { price: 2, quantity: '3' }, { price: 200, item_qty: 3, qty_price: 600 }],
    ['none of it', { price: 2, quantity: 0 }, { price: 200, item_qty: 0, qty_price: 0 }],
    ['a fractional quantity is left out, and so is what it would cost', { price: 2, quantity: 1.5 }, { price: 200 }],
    ['an unreadable price is left out, and so is what it would cost', { price: 'ask us' }, { item_qty: 1 }],
    ['a path of categories', { item_category: 'a / b//c' }, { item_qty: 1, category: ['a', 'b', 'c'] }],
    ['nested values as JSON text', { size: { eu: [39] } }, { item_qty: 1, size: '{"eu":[39]}' }],
    ['null is left out', { size: null }, { item_qty: 1 }],
  ])('%s', async (_what, item, expected) => {
    const { cart_items } = await buy({ transaction_id: 'T', items: [{ item_id: 'a', ...item }] })
    expect(cart_items).toEqual([{ product_id: 'a', ...expected }])
  })

  test('one without product_id is left out and named; it still counts', async () => {
    const { cart_data, cart_items, problems } = await buy({ items: [{ quantity: 2 }, { item_id: 'a', quantity: 3 }] })
    expect([cart_data, cart_items, problems]).toEqual([
      { cart_item_count: 5 },
      [{ product_id: 'a', item_qty: 3 }],
      ['cart_items.0: no_product_id'],
    ])
  })

  test('with one quantity unknown the count is unknown', async () => {
    const { cart_data } = await buy({
      transaction_id: 'T',
      items: [{ item_id: 'a', quantity: 'few' }, { item_id: 'b' }],
    })
    expect(cart_data).toEqual({ order_number: 'T' })
  })
})

test('the page’s own address is never sent: thank-you addresses hold tokens', async () => {
  const page = await openPage({ dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'T', value: 1 } }] })
  history.replaceState(null, '', '/thank-you?token=secret')
  await page.convert({ email })
  expect(JSON.stringify(page.sent())).not.toMatch(/secret|thank-you|return_url/)
})

test('a problem names the field and never contains the value', async () => {
  const secret = 'ada-secret'
  const page = await openPage()
  const order = { email, cart_data: { cart_value: secret }, cart_items: [{ product_id: 'a', item_qty: secret }] }
  const { problems } = await page.convert(order)
  expect(problems.map(({ field, code }) => [field, code])).toEqual([
    ['cart_data.cart_value', 'unreadable'],
    ['cart_items.0.item_qty', 'unreadable'],
  ])
  expect(JSON.stringify(problems)).not.toContain(secret)
})
