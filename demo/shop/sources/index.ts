/**
 * The formats of the thank-you page, in the order of the page of choices. A new format is one more row: pages, check and tests
 * read this table.
 */

import { html, raw } from 'hono/html'
import { STUB } from '../../../src/recipes/stub.js'
import { type Order, toExpected } from '../orders.js'
import { CURRENCY, toEuros } from '../prices.js'
import { type PageSource, toScriptJson } from './source.js'

export { type Mark, NOT_MARKED, type PageSource, toHead, toHeadThatLeaves, toMark } from './source.js'

const ON_LOAD = html` data-convert-on="load"`

/** The classes that the shop's pages have anyway. */
const SELECTORS = {
  order_number: '.order-number',
  cart_value: '.total dd',
  promo: '.voucher',
  items: {
    each: '.lines > li',
    product_id: '@data-sku',
    name: '.name',
    price: '.unit-price',
    item_qty: '.quantity',
  },
}

export const sources: [PageSource, ...PageSource[]] = [
  {
    id: 'data-layer',
    name: 'GA4 data layer',
    about: 'The page pushes a purchase event for Google Analytics 4. Ringup needs nothing else.',
    script: (order) => `
window.dataLayer = window.dataLayer || []
dataLayer.push({ ecommerce: null })
dataLayer.push(${toScriptJson(toPurchase(order))})
`,
  },
  {
    id: 'json-ld',
    name: 'JSON-LD',
    about: 'The page contains a schema.org Order, which mail programs and search engines read too.',
    tag: ON_LOAD,
    head: (order) => html`<script type="application/ld+json">
${raw(toScriptJson(toSchemaOrder(order)))}
</script>`,
  },
  {
    id: 'attributes',
    name: 'DOM attributes',
    about: 'The elements have data-ringup attributes. Ringup reads the prices as shoppers see them.',
    tag: ON_LOAD,
    inElements: true,
    isMarked: true,
  },
  {
    id: 'selectors',
    name: 'CSS selectors',
    about: 'The page does not change. Selectors in the tag name the element of each field.',
    tag: html`${ON_LOAD} data-selectors="${JSON.stringify(SELECTORS)}" data-email=".order-email"`,
    inElements: true,
  },
  {
    id: 'call',
    name: 'Explicit call',
    about: 'The page calls convert() with whole cents. The call may come before the script has loaded.',
    tag: html``,
    head: () => html`<script>${raw(STUB)}</script>`,
    script: (order) => `
convert(${toScriptJson(toCall(order))})
`,
  },
]

/** Finds a source. If the id is unknown, returns the first one. */
export const findSource = (id: string | undefined): PageSource =>
  sources.find((source) => source.id === id) ?? sources[0]

/** GA4's `purchase`, with decimal amounts. */
const toPurchase = ({ number, total, tax, shipping, coupon, lines, email }: Order) => ({
  event: 'purchase',
  ecommerce: {
    transaction_id: number,
    // With shipping and tax, because the page shows this total.
    value: toEuros(total),
    tax: toEuros(tax),
    shipping: toEuros(shipping),
    currency: CURRENCY,
    coupon,
    items: lines.map(({ product, variant, quantity }) => ({
      item_id: product.id,
      item_name: product.name,
      price: toEuros(product.price),
      quantity,
      item_category: product.category,
      item_variant: variant,
    })),
  },
  user_data: { email },
})

/** A schema.org Order, after Google's examples for order mails. */
const toSchemaOrder = ({ number, total, coupon, lines, email }: Order) => ({
  '@context': 'https://schema.org',
  '@type': 'Order',
  orderNumber: number,
  price: toEuros(total),
  priceCurrency: CURRENCY,
  discountCode: coupon,
  customer: { '@type': 'Person', email },
  acceptedOffer: lines.map(({ product, quantity }) => ({
    '@type': 'Offer',
    price: toEuros(product.price),
    priceCurrency: CURRENCY,
    eligibleQuantity: { '@type': 'QuantitativeValue', value: quantity },
    itemOffered: { '@type': 'Product', sku: product.id, name: product.name },
  })),
})

/** The argument of `convert()`: whole cents. */
function toCall(order: Order) {
  const { email, order_number, cart_value } = toExpected(order)
  return {
    email,
    cart_data: { order_number, cart_value, promo: order.coupon, currency: CURRENCY },
    cart_items: order.lines.map(({ product, quantity }) => ({
      product_id: product.id,
      name: product.name,
      price: product.price,
      item_qty: quantity,
    })),
  }
}
