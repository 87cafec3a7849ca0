/** Pages whose settings name a place or a way to read. */
import { type Example, email, example } from './example.js'

const order = { event: 'purchase', ecommerce: { transaction_id: 'A-1' }, shopper: { mail: email } }
const other = { user_data: { email: 'clerk@example.com' } }
const sent = { email, cart_data: { order_number: 'A-1' } }

const items = [
  { item_id: 'MUG-1', price: 14.95, quantity: 2 },
  { item_id: 'TEA-7', price: 3.9, quantity: 1 },
]
/** An order of two mugs and one tea. */
const ORDER_WITH_SHIPPING = {
  event: 'purchase',
  ecommerce: { transaction_id: 'A-1', value: 38.7, items },
  user_data: { email },
}

export const SETTINGS: Example[] = [
  example('the e-mail only at a path of the data layer', {
    page: { dataLayer: [order, other], settings: { email: 'shopper.mail' } },
    sent,
  }),
  example('the e-mail only in an element', {
    page: { dataLayer: [order, other], html: `<p class="to">${email}</p>`, settings: { email: 'p.to' } },
    sent,
  }),
  example('the e-mail in a field the shopper has filled in', {
    page: { dataLayer: [order], html: `<input id="mail" value="${email}">`, settings: { email: '#mail' } },
    sent,
  }),
  example('the value of the cart as the sum of its items, whatever the page’s value', {
    page: { dataLayer: [ORDER_WITH_SHIPPING], settings: { value: 'items' } },
    cart: { order_number: 'A-1', cart_value: 3380, cart_item_count: 3 },
    items: [
      { product_id: 'MUG-1', price: 1495, item_qty: 2, qty_price: 2990 },
      { product_id: 'TEA-7', price: 390, item_qty: 1, qty_price: 390 },
    ],
  }),
]
