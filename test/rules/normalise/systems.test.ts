/**
 * Promise: orders of systems beyond GA4 are read by their names. Public documentation and templates show their form.
 * The data is our own. If an order has a total and a revenue, the total counts.
 */
import { expect, test } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'

type Fields = Record<string, unknown>
const mug = { product_id: 'MUG-1', name: 'Blue mug', price: 1299, item_qty: 2, qty_price: 2598 }

test.each<[system: string, order: Fields, cart: Fields, items: Fields[] | undefined]>([
  [
    'Segment, Zaraz and Spree: Order Completed',
    {
      order_id: 'S-1',
      total: '30.97',
      revenue: '25.98',
      shipping: '4.99',
      products: [{ product_id: 'MUG-1', sku: 'M1', name: 'Blue mug', price: '12.99', quantity: '2' }],
    },
    { order_number: 'S-1', cart_value: 3097, cart_item_count: 2, shipping: '4.99' },
    [mug],
  ],
  [
    'Shopware 5, by Tag Manager’s older names',
    {
      transactionId: '20001',
      transactionTotal: 25.98,
      transactionProducts: [{ sku: 'MUG-1', name: 'Blue mug', price: 12.99, quantity: 2 }],
    },
    { order_number: '20001', cart_value: 2598, cart_item_count: 2 },
    [mug],
  ],
  [
    'OXID, amounts as text',
    {
      transaction_id: '77',
      value: '25.98',
      items: [{ id: 'MUG-1', name: 'Blue mug', variant: '', price: 12.99, quantity: 2 }],
    },
    { order_number: '77', cart_value: 2598, cart_item_count: 2 },
    [mug],
  ],
  [
    'Shopify’s order status page, with its customer data',
    {
      transaction_id: '1001',
      value: 25.98,
      customer_type: 'new',
      items: [{ item_id: 'MUG-1', item_name: 'Blue mug', price: 12.99, quantity: 2 }],
      customer: { has_account: true, email: 'ada@example.com' },
    },
    { order_number: '1001', cart_value: 2598, cart_item_count: 2, customer_type: 'new' },
    [mug],
  ],
  [
    'WooCommerce by a tag plugin: the order’s data next to it, without persons',
    {
      transaction_id: 'W-1',
      value: 5,
      orderData: { totals: { total: 5 }, customer: { billing: { email: 'ada@example.com', phone: '1' } } },
    },
    { order_number: 'W-1', cart_value: 500, orderData: '{"totals":{"total":5}}' },
    undefined,
  ],
  [
    'Tealium',
    { order_id: 'T-1', order_total: '25.98', order_currency: 'EUR' },
    { order_number: 'T-1', cart_value: 2598, order_currency: 'EUR' },
    undefined,
  ],
  [
    'Adobe’s XDM',
    {
      commerce: { order: { purchaseID: 'A-1', priceTotal: 25.98 } },
      productListItems: [{ SKU: 'MUG-1', name: 'Blue mug', quantity: 2 }],
    },
    { order_number: 'A-1', cart_value: 2598, cart_item_count: 2 },
    [{ product_id: 'MUG-1', name: 'Blue mug', item_qty: 2 }],
  ],
  [
    'Meta’s pixel',
    { value: 25.98, currency: 'EUR', contents: [{ id: 'MUG-1', quantity: 2, item_price: 12.99 }] },
    { cart_value: 2598, currency: 'EUR', cart_item_count: 2 },
    [{ product_id: 'MUG-1', price: 1299, item_qty: 2, qty_price: 2598 }],
  ],
  [
    'TikTok’s pixel',
    { value: 25.98, contents: [{ content_id: 'MUG-1', content_name: 'Blue mug', price: 12.99, quantity: 2 }] },
    { cart_value: 2598, cart_item_count: 2 },
    [mug],
  ],
  [
    'Pinterest’s tag',
    {
      order_id: 'P-1',
      value: 25.98,
      line_items: [{ product_id: 'MUG-1', product_name: 'Blue mug', product_price: 12.99, product_quantity: 2 }],
    },
    { order_number: 'P-1', cart_value: 2598, cart_item_count: 2 },
    [mug],
  ],
  [
    'Adobe Commerce: orderContext (npmjs.com/package/@adobe/magento-storefront-events-sdk)',
    { orderContext: { orderId: 'AC-1', grandTotal: 25.98, appliedCouponCode: 'SUMMER', email: 'ada@example.com' } },
    { order_number: 'AC-1', cart_value: 2598, promo: 'SUMMER' },
    undefined,
  ],
  [
    'a shop’s own order next to an event',
    {
      order: {
        orderId: 'O-1',
        total: { amount: '25.98', currencyCode: 'EUR' },
        lineItems: [{ itemId: 'MUG-1', itemQuantity: '2' }],
      },
    },
    { order_number: 'O-1', cart_value: 2598, cart_item_count: 2 },
    [{ product_id: 'MUG-1', item_qty: 2 }],
  ],
  [
    'a headless shop: amounts with their currency',
    {
      id: 'H-1',
      total: { amount: '25.98', currencyCode: 'EUR' },
      lineItems: [{ sku: 'MUG-1', title: 'Blue mug', unitPrice: { amount: '12.99' }, quantity: 2 }],
    },
    { order_number: 'H-1', cart_value: 2598, cart_item_count: 2 },
    [mug],
  ],
])('%s', (_system, order, cart_data, cart_items) => {
  const { body, problems } = readRaw('convert', { emails: ['ada@example.com'], passed: [{ ecommerce: order }] })
  expect({ ...body, problems }).toEqual({
    email: 'ada@example.com',
    cart_data,
    ...(cart_items && { cart_items }),
    problems: [],
  })
})
