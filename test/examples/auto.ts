/** Pages with more than one order. The first adapter that finds one counts, and adapters are not mixed. */
import { type Example, email, example, user_data } from './example.js'

const dataLayer = [{ event: 'purchase', ecommerce: { transaction_id: 'LAYER', value: 1 } }]
const jsonLd = '<script type="application/ld+json">{"@type":"Order","orderNumber":"LD","discountCode":"L"}</script>'
const marked = '<b data-ringup="order_number">MARKED</b><b data-ringup="promo">M</b>'
const who = `<i data-ringup="email">${email}</i>`

const layerSent = { email, cart_data: { order_number: 'LAYER', cart_value: 100 } }

const twoMugs = { product_id: 'MUG-1', price: 1000, item_qty: 2, qty_price: 2000 }

export const AUTO: Example[] = [
  example('the data layer before JSON-LD', {
    page: { dataLayer, html: jsonLd + who },
    sent: layerSent,
  }),
  example('JSON-LD, if the data layer has no order', {
    page: { html: jsonLd + who },
    cart: { order_number: 'LD', promo: 'L' },
  }),
  example('an empty list of items is not an order, so JSON-LD counts', {
    page: { dataLayer: [{ event: 'purchase', ecommerce: { value: 1, items: [] } }], html: jsonLd + who },
    cart: { order_number: 'LD', promo: 'L' },
  }),
  example('marked fields fill the gaps of an order that is not whole', {
    page: { dataLayer, html: jsonLd + marked + who },
    cart: { order_number: 'LAYER', cart_value: 100, promo: 'M' },
  }),
  example('the visible number, by a selector, corrects the data layer’s', {
    page: {
      dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 15, value: 19.99, items: [{ id: 'MUG-1' }] } }],
      html: `<p id="ref">Order reference: XKBKNABJK</p>${who}`,
      settings: { selectors: { order_number: '#ref /: (\\S+)/' } },
    },
    cart: { order_number: 'XKBKNABJK', cart_value: 1999, cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', item_qty: 1 }],
  }),
  example('marked elements, if no other source has an order', {
    page: {
      dataLayer: [{ event: 'view_cart', ecommerce: { items: [{ item_id: 'OLD' }] } }],
      html: `<script type="application/ld+json">{"@type":"Product","sku":"OLD"}</script>${marked}${who}`,
    },
    cart: { order_number: 'MARKED', promo: 'M' },
  }),
  ...[
    { adapter: 'data-layer', sent: layerSent },
    { adapter: 'json-ld', sent: { email, cart_data: { order_number: 'LD', promo: 'L' } } },
    { adapter: 'dom', sent: { email, cart_data: { order_number: 'MARKED', promo: 'M' } } },
  ].map(({ adapter, sent }) =>
    example(`the adapter ${adapter}, where a setting says so`, {
      page: { dataLayer, html: jsonLd + (adapter === 'dom' ? marked : '') + who, settings: { adapter } },
      sent,
    }),
  ),
  example('a template not filled in does not hide JSON-LD', {
    page: {
      dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'undefined', value: 0 } }],
      html: jsonLd + who,
    },
    cart: { order_number: 'LD', promo: 'L' },
  }),
  example('the address of JSON-LD with the same number, not of another', {
    page: {
      dataLayer,
      html: `<script type="application/ld+json">[
        {"@type":"Order","orderNumber":"OLD","customer":{"email":"other@example.com"}},
        {"@type":"Order","orderNumber":"LAYER","customer":{"email":"${email}"}}]</script>`,
    },
    sent: layerSent,
  }),
  example('named JSON wins, field by field, whatever its names', {
    page: {
      dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'LAYER', value: 1, coupon: 'C', tax: '2' } }],
      html: `<script type="application/json" id="o">{"id":"J-1","revenue":"10.00","discountCode":"J"}</script>${who}`,
      settings: { selectors: { order: '#o' } },
    },
    cart: { order_number: 'J-1', cart_value: 1000, promo: 'J', tax: '2' },
  }),
  example('the order’s total next to the event', {
    page: { dataLayer: [{ event: 'purchase', user_data, order_id: 'T-1', order_total: '27.50' }] },
    cart: { order_number: 'T-1', cart_value: 2750 },
  }),
  example('Meta’s names next to the event', {
    page: {
      dataLayer: [
        {
          event: 'purchase',
          user_data,
          order_id: 'M-1',
          value: 20.5,
          contents: [{ id: 'MUG-1', quantity: 2, item_price: 10 }],
        },
      ],
    },
    cart: { order_number: 'M-1', cart_value: 2050, cart_item_count: 2 },
    items: [twoMugs],
  }),
  example('the order in an object of its own next to the event, its lines under a shop system’s name', {
    page: {
      dataLayer: [
        {
          event: 'purchase',
          user_data,
          order: { id: 'O-1', grandTotal: '20.50', lineItems: [{ sku: 'MUG-1', unitPrice: '10.00', qty: 2 }] },
        },
      ],
    },
    cart: { order_number: 'O-1', cart_value: 2050, cart_item_count: 2 },
    items: [twoMugs],
  }),
  example('a page with its customer, but without an order in a known form', {
    page: { dataLayer: [{ event: 'purchase', user_data, details: { number: 'X-1', sum: '20.50' } }] },
    problems: { cart_data: 'no_cart' },
  }),
  example('a marked e-mail before that of JSON-LD', {
    page: {
      dataLayer,
      html: `<script type="application/ld+json">{"@type":"Order","customer":{"email":"second@example.com"}}</script>
        <i data-ringup="email">${email}</i>`,
    },
    sent: layerSent,
  }),
]
