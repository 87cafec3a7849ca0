/** Promise: one reader chooses the order and its customer, for every channel. The page sends entries and does not choose. */
import { describe, expect, test } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'

const ada = 'ada@example.com'
const grace = 'grace@example.com'
const user = (email: string) => ({ user_data: { email } })
const purchase = (transaction_id: string, more: object = {}) => ({
  event: 'purchase',
  ecommerce: { transaction_id, value: 5 },
  ...more,
})
/** A purchase with items, so it is whole. */
const whole = (transaction_id: string) => ({
  event: 'purchase',
  ecommerce: { transaction_id, items: [{ item_id: 'X' }] },
})
/** A purchase whose number is at both levels. */
const twice = (outer: object, transaction_id = 'B2') => ({ event: 'purchase', ...outer, ecommerce: { transaction_id } })
const view = { event: 'view_item', ecommerce: { items: [{ item_id: 'X' }] } }
const order = (orderNumber: string, more: object = {}) => ({ '@type': 'Order', orderNumber, price: 5, ...more })

const read = (raw: object) => readRaw('convert', raw)
const passed = (order_number: string) => ({ passed: [{ cart_data: { order_number } }] })
const named = (fields: object) => ({ named: { order: fields } })
const marked = (fields: object) => ({ marked: { order: fields } })

type Row = [what: string, entries: object[], read: string | undefined, more?: object]

describe('the order', () => {
  const newer = order('J2', { orderDate: '2026-11-24' })
  const bare = { event: 'purchase' }

  test.each<Row>([
    ['the latest number', [purchase('A1'), purchase('B2')], 'B2'],
    ['the outer field before the inner one', [twice({ transaction_id: 'A1' })], 'A1'],
    ['the outer field under another name', [twice({ order_id: 'A1' })], 'A1'],
    ['a blank outer field does not hide the inner one', [twice({ transaction_id: '' })], 'B2'],
    ['the latest number, also inside of a blank outer field', [purchase('A1'), twice({ transaction_id: '' })], 'B2'],
    ['the data layer before JSON-LD', [purchase('A1'), order('J1')], 'A1'],
    ['JSON-LD, if the data layer has none', [view, order('J1')], 'J1'],
    ['the newest in JSON-LD', [newer, order('J1', { orderDate: '2026-11-20' })], 'J2'],
    ['none in JSON-LD, if the dates do not decide', [order('J1'), order('J2')], undefined],
    ['the passed number', [purchase('A1'), purchase('B2')], '#A1', passed('#A1')],
    ['the event that the shop has named', [purchase('A1', { event: 'paid' })], 'A1', { event: 'paid' }],
    ['no other event', [purchase('A1', { event: 'paid' })], undefined],
    ['the earlier order that belongs to no event', [{ ecommerce: { transaction_id: 'A1' } }, bare], 'A1'],
    [
      'the earlier order, if the event clears it',
      [{ ecommerce: { transaction_id: 'A1' } }, { ...bare, ecommerce: null }],
      'A1',
    ],
    ['the earlier order, with another event between', [{ ecommerce: { transaction_id: 'A1' } }, view, bare], 'A1'],
    ['not that of another event', [purchase('A1', { event: 'begin_checkout' }), bare], undefined],
    ['not one before another purchase', [{ ecommerce: { transaction_id: 'A1' } }, purchase('B2'), bare], 'B2'],
    ['not one of several orders in JSON-LD', [order('J1'), order('J2'), bare], undefined],
    ['no refund', [{ event: 'refund', ecommerce: { purchase: { actionField: { id: 'A1' } } } }], undefined],
  ])('%s', (_what, entries, number, more) => {
    expect(read({ entries, ...more }).body.cart_data?.order_number).toBe(number)
  })

  test.each([['items'], ['products']])('an empty outer list of %s does not hide the inner one', (name) => {
    expect(read({ entries: [{ ...whole('A1'), [name]: [] }] }).body.cart_items).toHaveLength(1)
  })

  test('of the reports of one number, the one with most items counts', () => {
    const full = { ...purchase('A1'), ecommerce: { transaction_id: 'A1', items: [{ item_id: 'X' }, { item_id: 'Y' }] } }
    expect(read({ entries: [full, whole('A1')] }).body.cart_items).toHaveLength(2)
  })

  test.each<[string, object, object]>([
    ['fill the gaps', { entries: [purchase('A1')] }, { order_number: 'A1', cart_value: 500, promo: 'M' }],
    ['do not count if there is a whole order', { entries: [whole('A1')] }, { order_number: 'A1', cart_item_count: 1 }],
    ['are the order of a page without another', {}, { order_number: 'M1', cart_value: 900, promo: 'M' }],
  ])('marks %s', (_what, raw, cart_data) => {
    const own = marked({ order_number: 'M1', cart_value: '9.00', promo: 'M' })
    expect(read({ ...raw, ...own, emails: [ada] }).body.cart_data).toEqual(cart_data)
  })

  test('fields that the settings name win one by one', () => {
    const raw = { entries: [purchase('15')], ...named({ order_number: 'XKBK' }) }
    expect(read(raw).body.cart_data).toEqual({ order_number: 'XKBK', cart_value: 500 })
  })
})

describe('the customer', () => {
  const ofAda = purchase('A1', user(ada))
  const cart = { event: 'view_cart', ecommerce: view.ecommerce, ...user(grace) }
  const account = (more: object) => purchase('A1', { ...user(grace), ecommerce: { transaction_id: 'A1', ...more } })
  const orderData = { customer: { id: 1, billing: { email: ada } } }
  const masked = purchase('A1', { customer_email: 'a***@example.com' })
  const withoutNumber = { event: 'purchase', items: [{ item_id: 'X' }], ...user(ada) }
  const json = { named: { json: { orderNumber: 'A1', email: ada } } }
  const passedGa4 = (more: object) => ({ passed: [{ ecommerce: { transaction_id: 'P1', ...more } }] })

  test.each<Row>([
    ['of the order', [ofAda], ada],
    ['of the order before the page’s', [user(grace), ofAda], ada],
    ['of the page, before the order', [user(ada), purchase('A1')], ada],
    ['of the page, after the order', [purchase('A1'), user(ada)], ada],
    ['of the page, not of a mark, if the order is whole', [whole('A1'), user(ada)], ada, marked({ email: grace })],
    ['of a mark, if the order lacks its address', [whole('A1')], grace, marked({ email: grace })],
    ['in the bill, before the account next to the order', [account({ billing: { email: ada } })], ada],
    ['in the bill, by its name', [account({ billing_email: ada })], ada],
    ['in the data of the order, before the account', [user(grace), purchase('A1', { orderData })], ada],
    ['next to the order, before the account', [user(grace), purchase('A1', { customer: { email: ada } })], ada],
    ['of the page, by a name of GTM4WP', [{ customerBillingEmail: ada, visitorEmail: grace }, purchase('A1')], ada],
    ['of the account, by a name of GTM4WP', [{ visitorEmail: grace }, purchase('A1')], grace],
    ...['user', 'shopper', 'buyer', 'billing', 'userData', 'enhanced_conversion_data'].map(
      (name): Row => [`of the page: ${name}`, [{ [name]: { email: ada } }, purchase('A1')], ada],
    ),
    ['not the shop’s', [purchase('A1', { store: { email: ada }, storeEmail: ada })], undefined],
    ['none after it was withdrawn', [user(ada), { user_data: {} }, purchase('A1')], undefined],
    ['two orders: the last has its own', [user(ada), purchase('A1'), user(grace), purchase('B2')], grace],
    ['two orders: the last has none', [ofAda, purchase('B2')], undefined],
    ['two orders: the customer before the first', [user(ada), purchase('A1'), purchase('B2')], undefined],
    ['two orders: the passed one', [user(ada), purchase('A1'), user(grace), purchase('B2')], ada, passed('A1')],
    ['another report of the same order', [ofAda, purchase('A1')], ada],
    ['not that of a cart', [cart, purchase('A1')], undefined],
    ['only the place that the setting names', [ofAda], grace, { emails: [grace] }],
    ['none, if that place has none', [ofAda], undefined, { emails: [] }],
    ['the passed one', [ofAda], grace, { passed: [{ email: grace }] }],
    ['none, if the passed one cannot be read', [ofAda], undefined, { passed: [{ email: 'grace' }] }],
    ['none of an order with another number than the passed one', [ofAda], undefined, passed('C3')],
    ['of the order, if null is passed', [ofAda], ada, { passed: [{ email: null }] }],
    ['of the passed number in another spelling', [ofAda, purchase('B2', user(grace))], ada, passed('No. A1')],
    ['of the order, if a template is passed', [ofAda], ada, passed('{{ id }}')],
    ['of an order without a number', [withoutNumber], ada, passed('C3')],
    ['of the number that a selector shows', [ofAda], ada, { ...named({ order_number: 'C3' }), ...passed('C3') }],
    ['none of JSON-LD with another number', [order('J1', { customer: { email: ada } })], undefined, passed('C3')],
    ['none of JSON with another number', [], undefined, { ...json, ...passed('C3') }],
    ['of the passed GA4 object', [user(grace)], ada, passedGa4(user(ada))],
    ['of the page, for a passed GA4 object', [user(grace)], grace, passedGa4({})],
    ['an element that a selector names, before the order’s', [ofAda], grace, named({ email: `to ${grace}` })],
    ['a mark, after the order’s', [ofAda], ada, marked({ email: grace })],
    ['a masked address counts only without another', [user(ada), masked], ada],
  ])('%s', (_what, entries, email, more) => {
    expect(read({ entries, ...more }).body.email).toBe(email)
  })
})

test.each<[string, object]>([
  ['the data layer', { entries: [purchase('A1')] }],
  ['JSON-LD', { entries: [order('J1')] }],
  ['marked elements', marked({ order_number: 'M1', cart_value: '9.00' })],
])('a passed number takes no cart of an order with another number in %s', (_where, raw) => {
  expect(read({ ...raw, ...passed('C3') }).body).toEqual({ cart_data: { order_number: 'C3' } })
})

describe('an order that does not count', () => {
  const ofValue = (value: unknown, items: object[] = []) =>
    purchase('A1', { ecommerce: { transaction_id: 'A1', value, items } })

  test.each<[string, object, boolean | undefined]>([
    ['cancelled', order('J1', { orderStatus: 'https://schema.org/OrderCancelled' }), true],
    ['returned', order('J1', { orderStatus: 'OrderReturned' }), true],
    ['with a problem', order('J1', { orderStatus: 'https://schema.org/OrderProblem' }), false],
    ['in delivery', order('J1', { orderStatus: 'https://schema.org/OrderInTransit' }), false],
    ['of a negative value', ofValue(-19.9), true],
    ['of a negative value in text', ofValue('-19.90'), true],
    ['with a discount among its items', ofValue(5, [{ item_id: 'X', price: -2 }]), false],
    ['free of charge', ofValue(0), false],
  ])('%s: %#', (_what, entry, isCancelled) => {
    expect(read({ entries: [entry] }).isCancelled).toBe(isCancelled)
  })

  test.each<[string, number | undefined, string]>([
    ['2024-11-20T10:00:00Z', Date.UTC(2024, 10, 20, 10), 'the proxy knows the time'],
    ['05/12/2026', undefined, 'a day of May or of December'],
    ['2024-13-20', undefined, 'does not exist'],
  ])('its own date %s is %s (%s)', (orderDate, orderedAt) => {
    expect(read({ entries: [order('J1', { orderDate })] }).orderedAt).toBe(orderedAt)
  })
})

describe('amounts and quantities', () => {
  const item = (fields: object) => {
    const ecommerce = { transaction_id: 'A1', items: [{ item_id: 'X', ...fields }] }
    return read({ entries: [{ event: 'purchase', ecommerce }] }).body.cart_items?.[0]
  }

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
    const fields = { order_number: 'A1', ...(cart_item_count && { cart_item_count }) }
    const raw = { named: { order: fields, items: [{ product_id: 'X', item_qty }] } }
    expect(read(raw).body.cart_items?.[0]?.item_qty).toBe(pieces)
  })

  test('a template that was not filled in is not a value', () => {
    const template = { product_id: '{{ sku }}', name: '{{ name }}' }
    const items = [template, { product_id: 'X', name: 'Mug' }]
    expect(read({ named: { items } }).body.cart_items).toEqual([{ product_id: 'X', name: 'Mug', item_qty: 1 }])
  })
})
