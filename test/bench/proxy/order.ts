/** Makes an order of 2 KB as the snippet sends it, with the page's own data. Each order has its own customer, number and id. */
import { randomBytes } from 'node:crypto'

const run = randomBytes(6).toString('hex')
let count = 0

const ITEMS = ['MUG-BLUE', 'MUG-WHITE', 'BOWL-L', 'PLATE-M', 'SPOON-6', 'TEAPOT'].map((item_id, place) => ({
  item_id,
  item_name: `Stoneware, hand-thrown, no. ${place}`,
  price: 12.99 + place,
  quantity: 2,
  item_category: 'Home',
  item_category2: 'Kitchen',
  item_category3: 'Stoneware',
  url: `https://shop.example/products/${item_id.toLowerCase()}`,
  image: `https://cdn.shop.example/images/${item_id.toLowerCase()}-1200x1200.jpg`,
}))

export function toOrder(): string {
  count += 1
  const number = count.toString(16).padStart(8, '0')
  const order = {
    transaction_id: `${run}-${number}`,
    value: 156.18,
    coupon: 'AUTUMN',
    currency: 'EUR',
    tax: 24.94,
    shipping: 4.9,
    affiliation: 'Online shop',
    items: ITEMS,
  }
  return JSON.stringify({
    v: 3,
    id: `${number}-0000-4000-8000-${run}`,
    kind: 'convert',
    age: 12,
    raw: { emails: [`shopper-${run}-${number}@example.com`], entries: [{ event: 'purchase', ecommerce: order }] },
  })
}
