/** GA4: `purchase` in the forms of tag managers and of `gtag('event', 'purchase', …)`. */
import { bought, type Example, email, example, purchase, user_data } from './example.js'

export const GA4: Example[] = [
  example('items by the numbers of their rows, with Magento’s name of the quantity', {
    page: bought({
      transaction_id: 'P-1',
      items: { 10452: { sku: 'MUG-1', price: '10.0000', qty_ordered: '2.0000' }, 10453: { sku: 'TEA-7', price: 11 } },
    }),
    cart: { order_number: 'P-1', cart_item_count: 3 },
    items: [
      { product_id: 'MUG-1', price: 1000, item_qty: 2, qty_price: 2000 },
      { product_id: 'TEA-7', price: 1100, item_qty: 1, qty_price: 1100 },
    ],
    from: 'Nosto/nosto-magento#252',
  }),
  example('a template in place of the order’s number', {
    page: bought({ transaction_id: '{{Order ID}}', value: 5, items: [{ item_id: 'MUG-1' }] }),
    cart: { cart_value: 500, cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', item_qty: 1 }],
    problems: { 'cart_data.order_number': 'no_order_number' },
    from: 'istari7/testing: purchase_tag.js',
  }),
  example('items next to an object that has the order’s number', {
    page: bought({ items: [{ item_id: 'MUG-1' }], order: { id: 'N1', total: 10, currency: 'EUR' } }),
    cart: { order_number: 'N1', cart_value: 1000, currency: 'EUR', cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', item_qty: 1 }],
  }),
  example('an empty list next to an object that has number and items', {
    page: bought({ items: [], order: { id: 'N2', items: [{ item_id: 'MUG-1' }] } }),
    cart: { order_number: 'N2', cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', item_qty: 1 }],
  }),
  example('items as JSON text', {
    page: bought({ transaction_id: 'J-1', value: 20, items: '[{"item_id":"MUG-1","quantity":2}]' }),
    cart: { order_number: 'J-1', cart_value: 2000, cart_item_count: 2 },
    items: [{ product_id: 'MUG-1', item_qty: 2 }],
  }),
  example('the customer’s addresses in a list, as Google’s tag accepts them', {
    page: {
      dataLayer: [{ event: 'purchase', user_data: { email: [email] }, ecommerce: { transaction_id: 'L-1', value: 5 } }],
    },
    cart: { order_number: 'L-1', cart_value: 500 },
  }),
  example('GA4 as tag managers push it', {
    page: {
      dataLayer: [
        {
          event: 'purchase',
          user_data,
          ecommerce: {
            transaction_id: 'T-1042',
            value: 41.97,
            tax: 6.7,
            shipping: 4.99,
            currency: 'EUR',
            coupon: 'SUMMER',
            items: [
              { item_id: 'MUG-1', item_name: 'Blue mug', price: 12.99, quantity: 2, item_brand: 'Acme' },
              { item_id: 'TEA-7', item_name: 'Green tea', price: 11, item_category: 'Food', item_category2: 'Tea' },
            ],
          },
        },
      ],
    },
    cart: {
      order_number: 'T-1042',
      cart_value: 4197,
      promo: 'SUMMER',
      cart_item_count: 3,
      tax: '6.7',
      shipping: '4.99',
      currency: 'EUR',
    },
    items: [
      { product_id: 'MUG-1', name: 'Blue mug', price: 1299, item_qty: 2, qty_price: 2598, item_brand: 'Acme' },
      {
        product_id: 'TEA-7',
        name: 'Green tea',
        price: 1100,
        item_qty: 1,
        qty_price: 1100,
        category: ['Food', 'Tea'],
      },
    ],
    from: 'https://trackingconsulting.com/tools/datalayer-spec',
  }),

  // Where the order is
  example('gtag() with the customer set before', {
    page: {
      dataLayer: [
        ['js', '2026-05-04T10:00:00Z'],
        ['set', 'user_data', { email: 'Ada@Example.com' }],
        ['event', 'purchase', { transaction_id: '1043', value: 19.99, send_to: 'G-ABC123', items: [{ id: 'MUG-1' }] }],
      ],
    },
    cart: { order_number: '1043', cart_value: 1999, cart_item_count: 1, send_to: 'G-ABC123' },
    items: [{ product_id: 'MUG-1', item_qty: 1 }],
    from: 'https://support.google.com/analytics/answer/14171598',
  }),
  example('gtag()’s own event model', {
    page: {
      dataLayer: [
        { event: 'purchase', eventModel: { transaction_id: 1044, value: 5, user_data }, 'gtm.uniqueEventId': 9 },
      ],
    },
    cart: { order_number: '1044', cart_value: 500 },
  }),
  example('gtag()’s arguments and its event model after them are one order', {
    page: {
      dataLayer: [
        ['event', 'purchase', { transaction_id: '1045', value: 7.5, user_data }],
        { event: 'purchase', eventModel: { transaction_id: '1045', value: 7.5, user_data }, 'gtm.uniqueEventId': 12 },
      ],
    },
    cart: { order_number: '1045', cart_value: 750 },
    from: 'segment-boneyard/segment-docs#6843',
  }),
  example('ecommerce cleared after the purchase, and the customer known by a property', {
    page: {
      dataLayer: [
        { event: 'login', user_properties: user_data },
        { event: 'purchase', ecommerce: { transaction_id: 'T-9', value: 0 } },
        { ecommerce: null },
      ],
    },
    cart: { order_number: 'T-9', cart_value: 0 },
  }),
  example('ecommerce cleared before the purchase, and other events around it', {
    page: {
      dataLayer: [
        { event: 'begin_checkout', ecommerce: { value: 3, items: [{ item_id: 'OLD' }] } },
        { ecommerce: null },
        ...purchase({ transaction_id: 'T-10', value: 8.4 }),
        { event: 'gtm.load', 'gtm.uniqueEventId': 20 },
        { event: 'view_item_list', ecommerce: { items: [{ item_id: 'ALSO-LIKED' }] } },
      ],
    },
    cart: { order_number: 'T-10', cart_value: 840 },
    from: 'google-marketing-solutions/ga4-ecom-attributor#6',
  }),
  example('the event inside ecommerce', {
    page: {
      dataLayer: [{ user_data, ecommerce: { event: 'purchase', transaction_id: 'T-15', value: 8.4, currency: 'EUR' } }],
    },
    cart: { order_number: 'T-15', cart_value: 840, event: 'purchase', currency: 'EUR' },
    from: 'https://pastebin.com/AAevZaS8',
  }),
  example('items without an order number are an order', {
    page: bought({ items: [{ item_id: 'MUG-1', price: 3 }] }),
    cart: { cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', price: 300, item_qty: 1, qty_price: 300 }],
  }),
  example('a data layer of another name', {
    page: { dataLayer: purchase({ transaction_id: 'T-14', value: '5' }), settings: { dataLayer: 'shopLayer' } },
    cart: { order_number: 'T-14', cart_value: 500 },
  }),

  // Who the customer is
  example('the customer’s e-mail under its other name, with an address that is not sent', {
    page: {
      dataLayer: [
        {
          event: 'purchase',
          user_data: { email_address: ' ADA@example.com ', address: { first_name: 'Ada', city: 'London' } },
          ecommerce: { transaction_id: 'U-2' },
        },
      ],
    },
    cart: { order_number: 'U-2' },
    from: 'facebookincubator/ConversionsAPI-Tag-for-GoogleTagManager#46',
  }),
  example('the latest gtag(set)', {
    page: {
      dataLayer: [
        ['set', 'user_data', { email: 'grace@example.com' }],
        ['set', 'user_data', user_data],
        ['event', 'purchase', { transaction_id: 'U-4' }],
      ],
    },
    cart: { order_number: 'U-4' },
  }),

  // Items
  example('categories as a path, and nested values', {
    page: bought({
      transaction_id: 'C-1',
      gift: true,
      delivery: { slot: 'am' },
      items: [{ item_id: 'MUG-1', item_category: 'Home/Kitchen/Mugs', index: 0, discount: null }],
    }),
    cart: { order_number: 'C-1', cart_item_count: 1, gift: 'true', delivery: '{"slot":"am"}' },
    items: [{ product_id: 'MUG-1', item_qty: 1, category: ['Home', 'Kitchen', 'Mugs'], index: '0' }],
  }),
  example('an empty list of items', {
    page: bought({ transaction_id: 'K-3', value: 5, items: [] }),
    cart: { order_number: 'K-3', cart_value: 500 },
    items: [],
  }),

  example('GA4’s five categories, one of them blank, before the one of an older name', {
    page: bought({
      transaction_id: 'C-4',
      items: [
        {
          item_id: 'MUG-1',
          category: 'Old/Mugs',
          ...{ item_category: 'Home', item_category2: 'Mugs', item_category3: '' },
          ...{ item_category4: 'A & B', item_category5: 'Blue' },
        },
      ],
    }),
    cart: { order_number: 'C-4', cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', item_qty: 1, category: ['Home', 'Mugs', 'A & B', 'Blue'] }],
  }),
  example('pushed functions are skipped, and NaN is a problem', {
    page: bought({ transaction_id: 'K-7', event_callback: () => {}, discount: Number.NaN, note: 'fine' }),
    cart: { order_number: 'K-7', note: 'fine' },
    problems: { 'cart_data.discount': 'unreadable' },
  }),
]

/** The latest purchase of the page, in the forms of tag managers and of `gtag()`, without its customer. */
export function readPurchase({ page: { dataLayer = [] } }: Example): Record<string, unknown> {
  const said = dataLayer.map((entry) =>
    Array.isArray(entry) ? { event: entry[1], ecommerce: entry[2] } : Object(entry),
  )
  const { ecommerce, eventModel } = said.findLast(
    ({ event, ecommerce }) => event === 'purchase' || ecommerce?.event === 'purchase',
  )
  const { user_data: _, ...purchase } = JSON.parse(JSON.stringify(ecommerce ?? eventModel))
  return purchase
}
