/** Pages whose settings say where to look and how to read. */
import { type Example, email, example } from './example.js'

const order = { event: 'purchase', ecommerce: { transaction_id: 'A-1' }, shopper: { mail: email } }
const other = { user_data: { email: 'clerk@example.com' } }
const sent = { email, cart_data: { order_number: 'A-1' } }

export const SETTINGS: Example[] = [
  example('the e-mail at a path of the data layer, and nowhere else', {
    page: { dataLayer: [order, other], settings: { email: 'shopper.mail' } },
    sent,
  }),
  example('the e-mail in an element, and nowhere else', {
    page: { dataLayer: [order, other], html: `<p class="to">${email}</p>`, settings: { email: 'p.to' } },
    sent,
  }),
  example('the e-mail in a field the shopper has filled in', {
    page: { dataLayer: [order], html: `<input id="mail" value="${email}">`, settings: { email: '#mail' } },
    sent,
  }),
  ...[
    { decimal: ',', cart_value: 129900 },
    { decimal: '.', cart_value: 130 },
  ].map(({ decimal, cart_value }) =>
    example(`"1.299" where the decimal sign is set to "${decimal}"`, {
      page: {
        dataLayer: [{ event: 'purchase', ecommerce: { transaction_id: 'A-1' }, user_data: { email } }],
        html: '<b data-ringup="cart_value">1.299 €</b>',
        settings: { decimal },
      },
      cart: { order_number: 'A-1', cart_value },
    }),
  ),
  example('the value of the cart as the sum of its items, whatever the page says', {
    page: { dataLayer: [priced(14.95)], settings: { value: 'items' } },
    cart: { order_number: 'A-1', cart_value: 3380, cart_item_count: 3 },
    items: [
      { product_id: 'MUG-1', price: 1495, item_qty: 2, qty_price: 2990 },
      { product_id: 'TEA-7', price: 390, item_qty: 1, qty_price: 390 },
    ],
  }),
  example('the value of the cart as the sum of its items, whatever the caller passes', {
    page: {
      passed: {
        email,
        cart_data: { order_number: 'A-1', cart_value: 3870 },
        cart_items: [{ product_id: 'MUG-1', price: 1495, item_qty: 2 }],
      },
      settings: { value: 'items' },
    },
    cart: { order_number: 'A-1', cart_value: 2990, cart_item_count: 2 },
    items: [{ product_id: 'MUG-1', price: 1495, item_qty: 2, qty_price: 2990 }],
  }),
  example('no value of the cart where it is to be the sum, and one of the prices cannot be read', {
    page: { dataLayer: [priced('on request')], settings: { value: 'items' } },
    cart: { order_number: 'A-1', cart_item_count: 3 },
    items: [
      { product_id: 'MUG-1', item_qty: 2 },
      { product_id: 'TEA-7', price: 390, item_qty: 1, qty_price: 390 },
    ],
    problems: { 'cart_items.0.price': 'unreadable', 'cart_data.cart_value': 'no_sum' },
  }),
]

/** An order of two mugs at this price and one tea, with shipping in its value. */
function priced(price: unknown) {
  const items = [
    { item_id: 'MUG-1', price, quantity: 2 },
    { item_id: 'TEA-7', price: 3.9, quantity: 1 },
  ]
  return { event: 'purchase', ecommerce: { transaction_id: 'A-1', value: 38.7, items }, user_data: { email } }
}
