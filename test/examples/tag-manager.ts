/** Orders in forms that Tag Manager understands, in addition to those in its guides. */
import { type Example, email, example, purchase, user_data } from './example.js'

const mug = { item_id: 'MUG-1', price: 5, quantity: 1 }
const items = [{ product_id: 'MUG-1', price: 500, item_qty: 1, qty_price: 500 }]
const cart = { cart_value: 500, cart_item_count: 1 }

const orderContext = {
  ...{ orderId: 'A-1', grandTotal: 25.98, appliedCouponCode: 'SUMMER', email },
  ...{ salesTax: 0, subtotalIncludingTax: 25.98, shipping: { shippingMethod: 'ground', shippingAmount: 5.99 } },
}

/** An order, as two tags report it. */
const full = { transaction_id: '1234', value: 109.97, items: [{ item_id: '15-0', price: 49.99, quantity: '2' }] }
const ofFull = {
  cart: { order_number: '1234', cart_value: 10997, cart_item_count: 2 },
  items: [{ product_id: '15-0', price: 4999, item_qty: 2, qty_price: 9998 }],
}
const byTags = (...orders: object[]) => ({
  dataLayer: [...purchase(orders[0] ?? {}), ...orders.slice(1).map((order) => ['event', 'purchase', order])],
})

export const TAG_MANAGER: Example[] = [
  example('a tag for dynamic remarketing repeats the order without its number', {
    page: byTags(full, { value: 109.97, items: [{ id: '15-0', google_business_vertical: 'retail' }] }),
    ...ofFull,
    from: 'SoftwarePizza/paski-wybielajace',
  }),
  example('the order within ecommerce, within the parameters of gtag()', {
    page: { dataLayer: [['event', 'purchase', { user_data, ecommerce: full }]] },
    ...ofFull,
    from: 'nuxt-community/google-gtag-module#33',
  }),
  example('blank fields within ecommerce do not hide those next to the event', {
    page: {
      dataLayer: [
        {
          ...{ event: 'purchase', user_data, transaction_id: 'A-1', value: 10 },
          ecommerce: { transaction_id: null, value: null, items: [{ item_id: 'MUG-1', price: 10 }] },
        },
      ],
    },
    cart: { order_number: 'A-1', cart_value: 1000, cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', price: 1000, item_qty: 1, qty_price: 1000 }],
  }),
  example('Next.js, an object as the first argument', {
    page: {
      dataLayer: [
        ['js', '2026-05-04T10:00:00Z'],
        [{ event: 'purchase', user_data, ecommerce: { transaction_id: 'N-1', value: 5, items: [mug] } }],
      ],
    },
    cart: { order_number: 'N-1', ...cart },
    items,
    from: 'vercel/next.js#63226',
  }),
  example('Nuxt, all fields next to the event', {
    page: {
      dataLayer: [
        {
          event: 'purchase',
          transaction_id: 3,
          value: 5,
          tax: 1,
          shipping: 2,
          currency: 'EUR',
          items: [mug],
          user_data,
        },
      ],
    },
    cart: { order_number: '3', ...cart, tax: '1', shipping: '2', currency: 'EUR' },
    items,
    from: 'nuxt/scripts#365',
  }),
  example('the order as JSON text', {
    page: {
      dataLayer: [
        { event: 'purchase', user_data, ecommerce: JSON.stringify({ transaction_id: 'T-1', value: 5, items: [mug] }) },
      ],
    },
    cart: { order_number: 'T-1', ...cart },
    items,
    from: 'ingadhoc/website#366',
  }),
  example('Tag Manager’s first names, without an event', {
    page: {
      dataLayer: [
        {
          user_data,
          ...{ transactionAffiliation: 'Shop', transactionId: 'S-1', transactionShipping: 1, transactionTotal: 5 },
          transactionProducts: [{ sku: 'MUG-1', name: 'Blue mug', category: 'Mugs', price: 5, quantity: 1 }],
        },
      ],
    },
    cart: { order_number: 'S-1', ...cart, transactionAffiliation: 'Shop', transactionShipping: '1' },
    items: [{ product_id: 'MUG-1', name: 'Blue mug', category: ['Mugs'], price: 500, item_qty: 1, qty_price: 500 }],
    from: 'https://go.confluence.secutix.com/wiki/x/Qxl7Ag',
  }),
  example('Tag Manager’s first names, with a purchase as the event', {
    page: {
      dataLayer: [{ event: 'purchase', user_data, transactionId: 'S-2', transactionTotal: 5, referenceNumber: 'R-2' }],
    },
    cart: { order_number: 'S-2', cart_value: 500 },
    from: 'mitodl/mitxpro#1339',
  }),
]

/** Orders that their event reports. The order is pushed first, and its event afterwards. */
export const ORDER_FIRST: Example[] = [
  example('GA4, with the events of Tag Manager between', {
    page: {
      dataLayer: [
        { user_data, ecommerce: { transaction_id: 'F-1', value: 5, items: [mug] } },
        { event: 'gtm.js', 'gtm.start': 1767225600000 },
        { event: 'purchase' },
      ],
      settings: { convertOn: 'purchase' },
    },
    cart: { order_number: 'F-1', ...cart },
    items,
    from: 'nuxt-community/legacy-modules#334',
  }),
  example('Adobe, its context of the order', {
    page: {
      dataLayer: [{ orderContext: null }, { orderContext }, { event: 'place-order', eventInfo: { orderContext } }],
      settings: { dataLayer: 'adobeDataLayer', convertOn: 'place-order' },
    },
    cart: {
      ...{ order_number: 'A-1', cart_value: 2598, promo: 'SUMMER', salesTax: '0', subtotalIncludingTax: '25.98' },
      shipping: '{"shippingMethod":"ground","shippingAmount":5.99}',
    },
    from: 'adobe/commerce-events: packages/storefront-events-sdk/src/Base.ts',
  }),
]
