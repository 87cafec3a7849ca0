/**
 * Promise: orders of systems beyond GA4 are read by their names. Public documentation and templates show their form.
 * The data is our own. If an order has a total and a revenue, the total counts.
 */
import { expect, test } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'

type Fields = Record<string, unknown>
const email = 'ada@example.com'
const mug = { product_id: 'MUG-1', name: 'Blue mug', price: 1299, item_qty: 2, qty_price: 2598 }
const { price: _, qty_price: __, ...unpriced } = mug
const own = { name: 'Blue mug', price: 12.99, quantity: 2 }
const eur = (amount: string) => ({ amount, currencyCode: 'EUR' })

const SEGMENT = { order_id: 'S-1', total: '30.97', revenue: '25.98', shipping: '4.99' }
const OXID = { transaction_id: '77', value: '25.98', items: [{ id: 'MUG-1', variant: '', ...own }] }
const ORDER_DATA = { totals: { total: 5 }, customer: { billing: { email, phone: '1' } } }
const XDM = { commerce: { order: { purchaseID: 'A-1', priceTotal: 25.98 } } }
const PINTEREST = { product_id: 'MUG-1', product_name: 'Blue mug', product_price: 12.99, product_quantity: 2 }
const HEADLESS = { sku: 'MUG-1', title: 'Blue mug', unitPrice: { amount: '12.99' }, quantity: 2 }

test.each<[system: string, order: Fields, cart: Fields, item?: Fields]>([
  [
    'Segment, Zaraz and Spree: Order Completed',
    { ...SEGMENT, products: [{ product_id: 'MUG-1', sku: 'M1', name: 'Blue mug', price: '12.99', quantity: '2' }] },
    { order_number: 'S-1', cart_value: 3097, cart_item_count: 2, shipping: '4.99' },
    mug,
  ],
  ['OXID, amounts as text', OXID, { order_number: '77', cart_value: 2598, cart_item_count: 2 }, mug],
  [
    'WooCommerce by a tag plugin: the order’s data next to it, without persons',
    { transaction_id: 'W-1', value: 5, orderData: ORDER_DATA },
    { order_number: 'W-1', cart_value: 500, orderData: '{"totals":{"total":5}}' },
  ],
  [
    'Tealium',
    { order_id: 'T-1', order_total: '25.98', order_currency: 'EUR' },
    { order_number: 'T-1', cart_value: 2598, order_currency: 'EUR' },
  ],
  [
    'Adobe’s XDM',
    { ...XDM, productListItems: [{ SKU: 'MUG-1', name: 'Blue mug', quantity: 2 }] },
    { order_number: 'A-1', cart_value: 2598, cart_item_count: 2 },
    unpriced,
  ],
  [
    'Meta’s pixel',
    { value: 25.98, currency: 'EUR', contents: [{ id: 'MUG-1', name: 'Blue mug', quantity: 2, item_price: 12.99 }] },
    { cart_value: 2598, currency: 'EUR', cart_item_count: 2 },
    mug,
  ],
  [
    'TikTok’s pixel',
    { value: 25.98, contents: [{ content_id: 'MUG-1', content_name: 'Blue mug', price: 12.99, quantity: 2 }] },
    { cart_value: 2598, cart_item_count: 2 },
    mug,
  ],
  [
    'Pinterest’s tag',
    { order_id: 'P-1', value: 25.98, line_items: [PINTEREST] },
    { order_number: 'P-1', cart_value: 2598, cart_item_count: 2 },
    mug,
  ],
  [
    'a shop’s own order next to an event',
    { order: { orderId: 'O-1', total: eur('25.98'), lineItems: [{ itemId: 'MUG-1', itemQuantity: '2' }] } },
    { order_number: 'O-1', cart_value: 2598, cart_item_count: 2 },
    { product_id: 'MUG-1', item_qty: 2 },
  ],
  [
    'a headless shop: amounts with their currency',
    { id: 'H-1', grandTotal: eur('25.98'), lineItems: [HEADLESS] },
    { order_number: 'H-1', cart_value: 2598, cart_item_count: 2 },
    mug,
  ],
])('%s', (_system, order, cart_data, item) => {
  const { body, problems } = readRaw('convert', { emails: [email], passed: [{ ecommerce: order }] })
  expect(body).toEqual({ email, cart_data, ...(item && { cart_items: [item] }) })
  expect(problems).toEqual([])
})
