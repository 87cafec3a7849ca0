/** Promise: one reader chooses the order and its customer, for every channel. The page sends entries and does not choose. */
import { describe, expect, test } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'

const ada = 'ada@example.com'
const grace = 'grace@example.com'
const user = (email: string) => ({ user_data: { email } })
const purchase = (transaction_id: string, more: object = {}) => ({ event: 'purchase', ecommerce: { transaction_id, value: 5 }, ...more }) // biome-ignore format: one line
const order = (orderNumber: string, more: object = {}) => ({ '@type': 'Order', orderNumber, price: 5, ...more })

const read = (raw: object) => readRaw('convert', raw)
const passed = (order_number: string) => [{ cart_data: { order_number } }]
const number = (raw: object) => read(raw).body.cart_data?.order_number
const email = (raw: object) => read(raw).body.email

describe('the order', () => {
  test.each<[string, object, string | undefined]>([
    ['the latest number', { entries: [purchase('A1'), purchase('B2')] }, 'B2'],
    [
      'the outer field before the inner one',
      { entries: [{ event: 'purchase', transaction_id: 'A1', ecommerce: { transaction_id: 'B2' } }] },
      'A1',
    ],
    [
      'the outer field under another name',
      { entries: [{ event: 'purchase', order_id: 'A1', ecommerce: { transaction_id: 'B2' } }] },
      'A1',
    ],
    [
      'a blank outer field does not hide the inner one',
      { entries: [{ event: 'purchase', transaction_id: '', ecommerce: { transaction_id: 'B2' } }] },
      'B2',
    ],
    ['the data layer before JSON-LD', { entries: [purchase('A1'), order('J1')] }, 'A1'],
    [
      'JSON-LD, if the data layer has none',
      { entries: [{ event: 'view_item', ecommerce: { items: [{ item_id: 'X' }] } }, order('J1')] },
      'J1',
    ],
    [
      'the newest in JSON-LD',
      { entries: [order('J2', { orderDate: '2026-11-24' }), order('J1', { orderDate: '2026-11-20' })] },
      'J2',
    ],
    ['none in JSON-LD, if the dates do not decide', { entries: [order('J1'), order('J2')] }, undefined],
    [
      'the passed number',
      { entries: [purchase('A1'), purchase('B2')], passed: [{ cart_data: { order_number: '#A1' } }] },
      '#A1',
    ],
    ['the event that the shop has named', { event: 'paid', entries: [{ ...purchase('A1'), event: 'paid' }] }, 'A1'],
    ['no other event', { entries: [{ ...purchase('A1'), event: 'paid' }] }, undefined],
    [
      'an event takes the earlier order that belongs to no event',
      { entries: [{ ecommerce: { transaction_id: 'A1' } }, { event: 'purchase' }] },
      'A1',
    ],
    [
      'an event does not take the order of another event',
      { entries: [{ ...purchase('A1'), event: 'begin_checkout' }, { event: 'purchase' }] },
      undefined,
    ],
    [
      'an event does not take one of several orders in JSON-LD',
      { entries: [order('J1'), order('J2'), { event: 'purchase' }] },
      undefined,
    ],
    [
      'a refund is not an order',
      { entries: [{ event: 'refund', ecommerce: { purchase: { actionField: { id: 'A1' } } } }] },
      undefined,
    ],
  ])('%s', (_what, raw, expected) => {
    expect(number(raw)).toBe(expected)
  })

  test('of the reports of one number, the one with most items counts', () => {
    const full = { ...purchase('A1'), ecommerce: { transaction_id: 'A1', items: [{ item_id: 'X' }, { item_id: 'Y' }] } }
    const ads = { ...purchase('A1'), ecommerce: { transaction_id: 'A1', items: [{ item_id: 'X' }] } }
    expect(read({ entries: [full, ads] }).body.cart_items).toHaveLength(2)
  })

  test.each<[string, object, object]>([
    [
      'fill the gaps of an order that is not whole',
      { entries: [purchase('A1')] },
      { order_number: 'A1', cart_value: 500, promo: 'M' },
    ],
    [
      'do not count if there is a whole order',
      { entries: [{ event: 'purchase', ecommerce: { transaction_id: 'A1', items: [{ item_id: 'X' }] } }] },
      { order_number: 'A1', cart_item_count: 1 },
    ],
    ['are the order of a page without another', {}, { order_number: 'M1', cart_value: 900, promo: 'M' }],
  ])('marks %s', (_what, raw, cart_data) => {
    const marked = { order: { order_number: 'M1', cart_value: '9.00', promo: 'M' } }
    expect(read({ ...raw, marked, emails: [ada] }).body.cart_data).toEqual(cart_data)
  })

  test('fields that the settings name win one by one', () => {
    const raw = { entries: [purchase('15')], named: { order: { order_number: 'XKBK' } } }
    expect(read(raw).body.cart_data).toEqual({ order_number: 'XKBK', cart_value: 500 })
  })
})

describe('the customer', () => {
  test.each<[string, object, string | undefined]>([
    ['of the order', { entries: [purchase('A1', user(ada))] }, ada],
    ['of the order before the page’s', { entries: [user(grace), purchase('A1', user(ada))] }, ada],
    ['of the page, before the order', { entries: [user(ada), purchase('A1')] }, ada],
    [
      'of the page, not of a mark, if the order is whole',
      { entries: [{ event: 'purchase', ecommerce: { transaction_id: 'A1', items: [{ item_id: 'X' }] } }, user(ada)], marked: { order: { email: grace } } }, // biome-ignore format: one line
      ada,
    ],
    [
      'of a mark, if the order lacks its address',
      { entries: [{ event: 'purchase', ecommerce: { transaction_id: 'A1', items: [{ item_id: 'X' }] } }], marked: { order: { email: grace } } }, // biome-ignore format: one line
      grace,
    ],
    ['of the page, after the order', { entries: [purchase('A1'), user(ada)] }, ada],
    ['none after it was withdrawn', { entries: [user(ada), { user_data: {} }, purchase('A1')] }, undefined],
    ['two orders: the last has its own', { entries: [user(ada), purchase('A1'), user(grace), purchase('B2')] }, grace],
    ['two orders: the last has none', { entries: [purchase('A1', user(ada)), purchase('B2')] }, undefined],
    [
      'two orders: the customer before the first is not the second’s',
      { entries: [user(ada), purchase('A1'), purchase('B2')] },
      undefined,
    ],
    [
      'two orders: the passed one has its own',
      {
        entries: [user(ada), purchase('A1'), user(grace), purchase('B2')],
        passed: [{ cart_data: { order_number: 'A1' } }],
      },
      ada,
    ],
    ['another report of the same order', { entries: [purchase('A1', user(ada)), purchase('A1')] }, ada],
    [
      'not that of a cart',
      { entries: [{ event: 'view_cart', ecommerce: { items: [{ item_id: 'X' }] }, ...user(grace) }, purchase('A1')] },
      undefined,
    ],
    ['only the place that the setting names', { entries: [purchase('A1', user(ada))], emails: [grace] }, grace],
    ['none, if that place has none', { entries: [purchase('A1', user(ada))], emails: [] }, undefined],
    ['the passed one', { entries: [purchase('A1', user(ada))], passed: [{ email: grace }] }, grace],
    [
      'none, if the passed one cannot be read',
      { entries: [purchase('A1', user(ada))], passed: [{ email: 'grace' }] },
      undefined,
    ],
    [
      'none of an order with another number than the passed one',
      { entries: [purchase('A1', user(ada))], passed: [{ cart_data: { order_number: 'C3' } }] },
      undefined,
    ],
    ['of the order, if null is passed', { entries: [purchase('A1', user(ada))], passed: [{ email: null }] }, ada],
    ['of the passed number in another spelling', { entries: [purchase('A1', user(ada)), purchase('B2', user(grace))], passed: passed('No. A1') }, ada], // biome-ignore format: a row
    [
      'of the order, if a template is passed',
      { entries: [purchase('A1', user(ada))], passed: passed('{{ id }}') },
      ada,
    ],
    ['of an order without a number', { entries: [{ event: 'purchase', items: [{ item_id: 'X' }], ...user(ada) }], passed: passed('C3') }, ada], // biome-ignore format: a row
    ['of the order whose number a selector shows', { entries: [purchase('A1', user(ada))], named: { order: { order_number: 'C3' } }, passed: passed('C3') }, ada], // biome-ignore format: a row
    ['none of JSON-LD with another number', { entries: [order('J1', { customer: { email: ada } })], passed: passed('C3') }, undefined], // biome-ignore format: a row
    ['none of JSON with another number', { named: { json: { orderNumber: 'A1', email: ada } }, passed: passed('C3') }, undefined], // biome-ignore format: a row
    [
      'of the passed GA4 object',
      { entries: [user(grace)], passed: [{ ecommerce: { transaction_id: 'P1', ...user(ada) } }] },
      ada,
    ],
    [
      'of the page, for a passed GA4 object',
      { entries: [user(grace)], passed: [{ ecommerce: { transaction_id: 'P1' } }] },
      grace,
    ],
    [
      'an element that a selector names, before the order’s',
      { entries: [purchase('A1', user(ada))], named: { order: { email: `to ${grace}` } } },
      grace,
    ],
    ['a mark, after the order’s', { entries: [purchase('A1', user(ada))], marked: { order: { email: grace } } }, ada],
    [
      'a masked address counts only without another',
      { entries: [user(ada), purchase('A1', { customer_email: 'a***@example.com' })] },
      ada,
    ],
  ])('%s', (_what, raw, expected) => {
    expect(email(raw)).toBe(expected)
  })
})

test.each<[string, object]>([
  ['the data layer', { entries: [purchase('A1')] }],
  ['JSON-LD', { entries: [order('J1')] }],
  ['marked elements', { marked: { order: { order_number: 'M1', cart_value: '9.00' } } }],
])('a passed number takes no cart of an order with another number in %s', (_where, raw) => {
  expect(read({ ...raw, passed: passed('C3') }).body).toEqual({ cart_data: { order_number: 'C3' } })
})

describe('an order that does not count', () => {
  test.each<[string, object, boolean | undefined]>([
    ['cancelled', order('J1', { orderStatus: 'https://schema.org/OrderCancelled' }), true],
    ['returned', order('J1', { orderStatus: 'OrderReturned' }), true],
    ['in delivery', order('J1', { orderStatus: 'https://schema.org/OrderInTransit' }), false],
    ['of a negative value', { event: 'purchase', ecommerce: { transaction_id: 'A1', value: -19.9 } }, true],
    ['of a negative value in text', { event: 'purchase', ecommerce: { transaction_id: 'A1', value: '-19.90' } }, true],
    [
      'with a discount among its items',
      { event: 'purchase', ecommerce: { transaction_id: 'A1', value: 5, items: [{ item_id: 'X', price: -2 }] } },
      false,
    ],
    ['free of charge', { event: 'purchase', ecommerce: { transaction_id: 'A1', value: 0 } }, false],
  ])('%s: %#', (_what, entry, isCancelled) => {
    expect(read({ entries: [entry] }).isCancelled).toBe(isCancelled)
  })

  test('its own date travels to the proxy, which knows the time', () => {
    const { orderedAt } = read({ entries: [order('J1', { orderDate: '2024-11-20T10:00:00Z' })] })
    expect(orderedAt).toBe(Date.parse('2024-11-20T10:00:00Z'))
  })
})

describe('amounts and quantities', () => {
  const item = (fields: object, more: object = {}) =>
    read({ entries: [{ event: 'purchase', ecommerce: { transaction_id: 'A1', items: [{ item_id: 'X', ...fields }], ...more } }] }).body.cart_items?.[0] // biome-ignore format: one line

  test.each<[object, number | undefined, string]>([
    [{ price: 10.084, quantity: 12 }, 12101, 'multiplied exactly, and rounded once'],
    [{ price: '0.335', quantity: 1 }, 34, 'one piece is its price'],
    [{ price: 0.005, quantity: 3 }, 2, 'not three times one cent'],
    [{ price: 19.99, quantity: 2 }, 3998, 'whole cents'],
  ])('%j costs %j (%s)', (fields, cents) => {
    expect(item(fields)?.qty_price).toBe(cents)
  })

  test.each<[unknown, number | undefined, string]>([
    ['2.000', 2, 'data of a program with three decimals'],
    ['2,000', 2, 'the same with a comma'],
    ['2.500', undefined, 'not a whole number of pieces'],
    ['12.000', 12, 'a dozen'],
  ])('the quantity %j is %j (%s)', (quantity, pieces) => {
    expect(item({ quantity })?.item_qty).toBe(pieces)
  })

  test.each<[string, string | undefined, number | undefined]>([
    ['2.000', undefined, undefined],
    ['2.000', '2', 2],
    ['2.000', '5000', undefined],
  ])('a text %j that people see, with the cart’s count %j, is %j', (item_qty, cart_item_count, pieces) => {
    const named = { order: { order_number: 'A1', ...(cart_item_count && { cart_item_count }) }, items: [{ product_id: 'X', item_qty }] } // biome-ignore format: one line
    const read = readRaw('convert', { named }).body.cart_items?.[0]?.item_qty
    expect(read).toBe(pieces)
  })

  test('a template that was not filled in is not a value', () => {
    const named = {
      items: [
        { product_id: '{{ sku }}', name: '{{ name }}' },
        { product_id: 'X', name: 'Mug' },
      ],
    }
    expect(readRaw('convert', { named }).body.cart_items).toEqual([{ product_id: 'X', name: 'Mug', item_qty: 1 }])
  })
})
