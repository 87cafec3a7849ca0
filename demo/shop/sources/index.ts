/**
 * How the thank-you page can speak: one row for each, in the order they are offered. A source needs no more than its row:
 * the page of choices, the thank-you page, the demo's check and the tests go through this table.
 */

import { html, raw } from 'hono/html'
import { STUB } from '../../../src/recipes/stub.js'
import type { Checkout } from '../../../src/shopify/pixel-api.js'
import { toUnitPrice } from '../cart.js'
import { toDecimal, toDecimalText, toHundredths } from '../markets.js'
import { type Order, toExpected } from '../orders.js'
import { ATTRIBUTES } from './marks.js'
import { type PageSource, toScriptJson } from './source.js'

export { type PageSource, toHead, toHeadThatLeaves, toMarks } from './source.js'

const ON_LOAD = html` data-convert-on="load"`

const sources: [PageSource, ...PageSource[]] = [
  {
    id: 'data-layer',
    name: 'GA4 data layer',
    about: 'The page pushes a purchase event, as Google Analytics 4 wants it. Nothing else is needed.',
    script: pushPurchase,
  },
  {
    id: 'universal-analytics',
    name: 'Universal Analytics',
    about: 'The older form of the data layer, with actionField and products.',
    tag: ON_LOAD,
    script: (order) => `
window.dataLayer = window.dataLayer || []
dataLayer.push(${toScriptJson(toTransaction(order))})
`,
  },
  {
    id: 'json-ld',
    name: 'JSON-LD',
    about: 'A schema.org Order in the page, as mail programs and search engines read it.',
    tag: ON_LOAD,
    head: (order) => html`<script type="application/ld+json">
${raw(toScriptJson(toSchemaOrder(order)))}
</script>`,
  },
  {
    id: 'attributes',
    name: 'DOM attributes',
    about: 'The texts that the customer sees are marked by data-ringup: prices are read as they are written here.',
    tag: ON_LOAD,
    marks: ATTRIBUTES,
  },
  {
    id: 'selectors',
    name: 'CSS selectors',
    about: 'The page stays as it is: the tag says by selectors where everything stands.',
    tag: html`${ON_LOAD} data-selectors="${JSON.stringify({
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
    })}" data-email=".order-email"`,
    needs: 'selectors',
  },
  {
    id: 'call',
    name: 'Explicit call',
    about: 'The page calls convert() with whole cents, also before the script has loaded.',
    tag: html``,
    head: () => html`<script>${raw(STUB)}</script>`,
    script: (order) => `
convert(${toScriptJson(toCall(order))})
`,
  },
  {
    id: 'single-page',
    name: 'Single-page checkout',
    about: 'No page is loaded: the checkout becomes the thank-you page, and pushes the purchase.',
    singlePage: true,
    stays: 'No page is loaded that could be left: the checkout stays, and becomes the thank-you page.',
    script: pushPurchase,
  },
  {
    id: 'tag-manager',
    name: 'Google Tag Manager emulator',
    about: 'A small emulator of Tag Manager runs the real template: its tag fires on the purchase, and loads Ringup.',
    withoutTag: true,
    stays: 'Tag Manager loads Ringup only when the order is reported, so the page has to stay until Ringup is there.',
    everywhere: html`<script>
window.dataLayer = window.dataLayer || []
dataLayer.push({ event: 'gtm.js', 'gtm.start': Date.now() })
</script>
<script async src="/emulators/gtm.js"></script>`,
    script: pushPurchase,
  },
  {
    id: 'shopify-pixel',
    name: 'Shopify pixel emulator',
    about: 'As at Shopify’s checkout: the real custom pixel gets the order in its own sandboxed frame.',
    withoutTag: true,
    stays: 'The pixel hears of the order a moment later, in another frame, so the page has to stay until then.',
    everywhere: html`<script src="/emulators/pixel-manager.js"></script>`,
    script: (order) => `
publish('checkout_completed', ${toScriptJson({ data: { checkout: toCheckout(order) } })})
`,
  },
  {
    id: 'webhook',
    name: 'Webhook, script blocked',
    about:
      'A blocker keeps the page from loading Ringup. The shop’s server sends the order to the proxy itself, once, by WooCommerce’s webhook.',
    script: pushPurchase,
    byWebhook: true,
  },
]

/** @param snippet the text of ringup.js */
export function readSources(snippet: string): [PageSource, ...PageSource[]] {
  const [first, ...others] = sources
  return [first, ...others.filter(({ needs }) => !needs || snippet.includes(needs))]
}

function pushPurchase(order: Order): string {
  return `
window.dataLayer = window.dataLayer || []
dataLayer.push({ ecommerce: null })
dataLayer.push(${toScriptJson(toPurchase(order))})
`
}

/** GA4's `purchase`, decimal amounts and all. */
const toPurchase = ({ number, total, tax, shipping, coupon, lines, email, market }: Order) => ({
  event: 'purchase',
  ecommerce: {
    transaction_id: number,
    // What the customer pays, shipping and tax included: the figure the page itself shows as the total.
    value: toDecimal(total, market),
    tax: toDecimal(tax, market),
    shipping: toDecimal(shipping, market),
    currency: market.currency,
    coupon,
    items: lines.map((line) => ({
      item_id: line.product.id,
      item_name: line.product.name,
      price: toDecimal(toUnitPrice(line, market), market),
      quantity: line.quantity,
      item_category: line.product.category,
      item_variant: line.variant,
    })),
  },
  user_data: { email },
})

/** Universal Analytics' enhanced e-commerce: amounts as text, as its examples have them. */
const toTransaction = ({ number, total, tax, shipping, coupon, lines, email, market }: Order) => ({
  ecommerce: {
    currencyCode: market.currency,
    purchase: {
      actionField: {
        id: number,
        revenue: toDecimalText(total, market),
        tax: toDecimalText(tax, market),
        shipping: toDecimalText(shipping, market),
        coupon,
      },
      products: lines.map((line) => ({
        id: line.product.id,
        name: line.product.name,
        price: toDecimal(toUnitPrice(line, market), market),
        quantity: line.quantity,
        category: line.product.category,
        variant: line.variant,
      })),
    },
  },
  user_data: { email },
})

/** schema.org's Order, after the examples for order mails. */
const toSchemaOrder = ({ number, total, coupon, lines, email, market }: Order) => ({
  '@context': 'https://schema.org',
  '@type': 'Order',
  orderNumber: number,
  price: toDecimal(total, market),
  priceCurrency: market.currency,
  discountCode: coupon,
  customer: { '@type': 'Person', email },
  acceptedOffer: lines.map((line) => ({
    '@type': 'Offer',
    price: toDecimal(toUnitPrice(line, market), market),
    priceCurrency: market.currency,
    eligibleQuantity: { '@type': 'QuantitativeValue', value: line.quantity },
    itemOffered: { '@type': 'Product', sku: line.product.id, name: line.product.name },
  })),
})

/** A checkout as Shopify tells its pixels: decimal amounts, and the order's id at the end of an address. */
const toCheckout = ({ number, total, tax, shipping, coupon, lines, email, market }: Order): Checkout => ({
  email,
  currencyCode: market.currency,
  totalPrice: { amount: toDecimal(total, market) },
  totalTax: { amount: toDecimal(tax, market) },
  shippingLine: { price: { amount: toDecimal(shipping, market) } },
  discountApplications: coupon ? [{ type: 'DISCOUNT_CODE', title: coupon }] : [],
  order: { id: `gid://shopify/OrderIdentity/${number}` }, // where Shopify has digits, the shop's own number here
  lineItems: lines.map((line) => ({
    title: line.product.name,
    quantity: line.quantity,
    variant: {
      sku: line.product.id,
      title: line.variant,
      price: { amount: toDecimal(toUnitPrice(line, market), market) },
      product: { type: line.product.category, url: `/products/${line.product.id}` },
    },
  })),
})

/** What `convert()` takes: whole cents. */
function toCall(order: Order) {
  const { email, order_number, cart_value } = toExpected(order)
  const { lines, market, coupon } = order
  return {
    email,
    cart_data: { order_number, cart_value, promo: coupon, currency: market.currency },
    cart_items: lines.map((line) => ({
      product_id: line.product.id,
      name: line.product.name,
      price: toHundredths(toUnitPrice(line, market), market),
      item_qty: line.quantity,
    })),
  }
}
