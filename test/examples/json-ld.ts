/** schema.org’s `Order` as JSON-LD, in the form of shops' e-mails and thank-you pages. */
import { type Example, email, example } from './example.js'

const customer = { '@type': 'Person', email: 'Ada@example.com' }
const script = (...blocks: unknown[]) =>
  blocks
    .map((block) => (typeof block === 'string' ? block : JSON.stringify(block)))
    .map((json) => `<script type="application/ld+json">${json}</script>`)
    .join('\n')

/** An order of one number, for examples about its place. */
const order = { '@context': 'https://schema.org', '@type': 'Order', orderNumber: 'J-1', price: 12.5, customer }
const sent = { email, cart_data: { order_number: 'J-1', cart_value: 1250 } }

const offer = (sku: string, price: unknown, value: unknown) => ({
  '@type': 'Offer',
  itemOffered: { '@type': 'Product', sku, name: `Product ${sku}` },
  price,
  eligibleQuantity: { '@type': 'QuantitativeValue', value },
})

export const JSON_LD: Example[] = [
  example('JSON-LD as mail programs read it: one accepted offer, a price as text', {
    page: {
      html: script({
        '@context': 'http://schema.org',
        '@type': 'Order',
        orderNumber: 'J-2',
        priceCurrency: 'EUR',
        price: '29.90',
        discountCode: 'MAIL',
        customer,
        acceptedOffer: offer('MUG-1', '14.95', '2'),
      }),
    },
    cart: {
      order_number: 'J-2',
      cart_value: 2990,
      promo: 'MAIL',
      cart_item_count: 2,
      priceCurrency: 'EUR',
    },
    items: [{ product_id: 'MUG-1', name: 'Product MUG-1', price: 1495, item_qty: 2, qty_price: 2990 }],
  }),
  example('JSON-LD with several accepted offers, one of them without a number of its own', {
    page: {
      html: script({
        ...order,
        acceptedOffer: [
          offer('MUG-1', 4, 1),
          { '@type': 'Offer', itemOffered: { name: 'Gift wrap' }, price: 1, eligibleQuantity: { value: 1 } },
          offer('TEA-7', 2.5, 3),
        ],
      }),
    },
    cart: { order_number: 'J-1', cart_value: 1250, cart_item_count: 5 },
    items: [
      { product_id: 'MUG-1', name: 'Product MUG-1', price: 400, item_qty: 1, qty_price: 400 },
      { product_id: 'TEA-7', name: 'Product TEA-7', price: 250, item_qty: 3, qty_price: 750 },
    ],
    problems: { 'cart_items.1': 'no_product_id' },
  }),
  example('JSON-LD with ordered items', {
    page: {
      html: script({
        ...order,
        orderedItem: [
          {
            '@type': 'OrderItem',
            orderQuantity: 2,
            orderedItem: { '@type': 'Product', sku: 'MUG-1', name: 'Blue mug' },
          },
        ],
      }),
    },
    cart: { order_number: 'J-1', cart_value: 1250, cart_item_count: 2 },
    items: [{ product_id: 'MUG-1', name: 'Blue mug', item_qty: 2 }],
  }),
  example('JSON-LD with the total in its invoice', {
    page: {
      html: script({
        '@type': 'Order',
        orderNumber: 'J-3',
        customer,
        partOfInvoice: {
          '@type': 'Invoice',
          totalPaymentDue: { '@type': 'PriceSpecification', price: '29.90', priceCurrency: 'EUR' },
        },
      }),
    },
    cart: { order_number: 'J-3', cart_value: 2990 },
  }),
  example('JSON-LD with its price in a specification', {
    page: {
      html: script({
        '@type': 'Order',
        orderNumber: 'J-1',
        priceSpecification: { '@type': 'PriceSpecification', price: '12.50' },
        customer,
      }),
    },
    sent,
  }),
]
