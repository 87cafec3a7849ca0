/** Orders that the caller passes, alone and with the page's own. Amounts are whole cents. */
import { type Example, email, example, user_data } from './example.js'

const cart = {
  cart_value: 2000,
  cart_item_count: 3,
  promo: 'TEN',
  order_number: 'P-2',
  return_url: 'https://shop.example/cart/17',
}
const item = {
  product_id: 'MUG-1',
  name: 'Blue mug',
  price: 1000,
  description: 'Stoneware',
  category: ['Home', 'Mugs'],
  item_qty: 2,
  qty_price: 1900,
  product_url: 'https://shop.example/mug',
  image_url: 'https://shop.example/mug.jpg',
}

export const PASSED: Example[] = [
  example('the caller corrects the page, in cents', {
    page: {
      dataLayer: [
        { event: 'purchase', user_data, ecommerce: { transaction_id: 'P-1', value: 23.79, items: [{ id: 'a' }] } },
      ],
      passed: { cart_data: { cart_value: 1999 }, cart_items: [{ product_id: 'b', price: '1999', item_qty: 1 }] },
    },
    cart: { order_number: 'P-1', cart_value: 1999, cart_item_count: 1 },
    items: [{ product_id: 'b', price: 1999, item_qty: 1, qty_price: 1999 }],
  }),
  example('every field of a cart, unchanged', {
    page: { passed: { email, cart_data: { ...cart, campaign: 7 }, cart_items: [{ ...item, in_stock: true }] } },
    cart: { ...cart, campaign: '7' },
    items: [{ ...item, in_stock: 'true' }],
  }),
  example('a raw GA4 object in decimals, and a field next to it in cents', {
    page: {
      passed: {
        email,
        ecommerce: { transaction_id: 'P-3', value: 23.79, coupon: 'TEN' },
        cart_data: { cart_value: 2000 },
      },
    },
    cart: { order_number: 'P-3', cart_value: 2000, promo: 'TEN' },
  }),
  example('the same list as GA4 items, in decimals, and as items of the call, in cents', {
    page: { passed: { email, ...sameList([{ product_id: 'MUG-1', price: 1999, item_qty: 1 }]) } },
    cart: { order_number: 'P-5', cart_item_count: 1 },
    items: [{ product_id: 'MUG-1', price: 1999, item_qty: 1, qty_price: 1999 }],
  }),
]

function sameList(items: object[]) {
  return { ecommerce: { transaction_id: 'P-5', items }, cart_items: items }
}
