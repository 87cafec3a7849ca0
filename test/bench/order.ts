/** An order of 50 items, as a caller passes it in cents, and as a data layer has it. Both become equal bodies. */

const email = 'ada@example.com'
const ITEMS = Array.from({ length: 50 }, (_, index) => ({
  product_id: `KC-${1001 + index}`,
  name: `Stoneware mug, moss, number ${index + 1}`,
  cents: 1299 + 37 * index,
  quantity: 1 + (index % 3),
  category: ['Kitchen', 'Mugs'],
  product_url: `https://shop.example/products/stoneware-mug-moss-${index + 1}`,
}))
const totalCents = ITEMS.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)

/** The order for `convert()`. */
export const order = {
  email,
  cart_data: { order_number: '', cart_value: totalCents, promo: 'SUMMER', currency: 'EUR' },
  cart_items: ITEMS.map(({ product_id, name, cents, quantity, category, product_url }) => ({
    product_id,
    name,
    price: cents,
    item_qty: quantity,
    category,
    product_url,
  })),
}

/** The GA4 order, in decimals. */
export const purchase = {
  event: 'purchase',
  user_data: { email },
  ecommerce: {
    transaction_id: '',
    value: totalCents / 100,
    coupon: 'SUMMER',
    currency: 'EUR',
    items: ITEMS.map(({ product_id, name, cents, quantity, category, product_url }) => ({
      item_id: product_id,
      item_name: name,
      price: cents / 100,
      quantity,
      item_category: category[0],
      item_category2: category[1],
      product_url,
    })),
  },
}
