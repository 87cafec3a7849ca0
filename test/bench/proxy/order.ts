/** An order of 2 KB as the snippet sends it, each its own customer, order and id. */
import { randomBytes } from 'node:crypto'

const run = randomBytes(6).toString('hex')
let count = 0

const ITEMS = ['MUG-BLUE', 'MUG-WHITE', 'BOWL-L', 'PLATE-M', 'SPOON-6', 'TEAPOT'].map((product_id, place) => ({
  product_id,
  name: `Stoneware, hand-thrown, no. ${place}`,
  price: 1_299 + place,
  item_qty: 2,
  qty_price: 2 * (1_299 + place),
  category: ['Home', 'Kitchen', 'Stoneware'],
  product_url: `https://shop.example/products/${product_id.toLowerCase()}`,
  image_url: `https://cdn.shop.example/images/${product_id.toLowerCase()}-1200x1200.jpg`,
}))

export function toOrder(): string {
  count += 1
  const number = count.toString(16).padStart(8, '0')
  return JSON.stringify({
    v: 1,
    id: `${number}-0000-4000-8000-${run}`,
    kind: 'convert',
    age: 12,
    body: {
      email: `shopper-${run}-${number}@example.com`,
      cart_data: {
        cart_value: 15_618,
        cart_item_count: 12,
        order_number: `${run}-${number}`,
        promo: 'AUTUMN',
        currency: 'EUR',
        tax: '24.94',
        shipping: '4.90',
        affiliation: 'Online shop',
      },
      cart_items: ITEMS,
    },
  })
}
