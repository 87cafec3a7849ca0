/**
 * Promise: an order is read from a Shopify checkout as from a page, except for the differences that the examples list.
 */
import { expect, test } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'
import type { Checkout } from '../../../src/shopify/pixel-api.js'
import { toRawCheckout } from '../../../src/shopify/raw-checkout.js'
import { ORDERS, SHOPIFY, type ShopifyExample } from '../../examples/index.js'

type Fields = Record<string, unknown>
type Line = NonNullable<Checkout['lineItems']>[number]

const SHOP = 'https://shop.example'

function read(checkout: Checkout, shop: string | undefined = SHOP) {
  const order = JSON.parse(JSON.stringify(toRawCheckout(checkout, shop)))
  return readRaw('convert', { emails: [checkout.email ?? ''], platform: { name: 'shopify-pixel', order } })
}
const readItem = (line: Line, shop?: string): Fields => ({ ...read({ lineItems: [line] }, shop).body.cart_items?.[0] })

/** The example's payload with the listed differences. */
function toExpected({ name, differences }: ShopifyExample) {
  const example = ORDERS.find((each) => each.name === name)
  const sent = structuredClone(example?.sent)
  for (const { place, sent: other } of differences) {
    const names = place.split('.')
    const last = names.pop() ?? ''
    const parent: Fields = names.reduce((each, key) => Object(each)[key], Object(sent))
    if (other === undefined) delete parent[last]
    else parent[last] = other
  }
  return { sent, problems: example?.problems }
}

test.each(SHOPIFY)('$name', (example) => {
  const { body, problems } = read(example.checkout)
  const told = Object.fromEntries(
    problems.filter(({ code }) => code !== 'no_value').map(({ field, code }) => [field, code]),
  )
  expect({ sent: body, problems: told }).toEqual(toExpected(example))
})

test('each listed difference exists', () => {
  const idle = SHOPIFY.flatMap((example) =>
    example.differences
      .filter((one) => {
        const without = { ...example, differences: example.differences.filter((each) => each !== one) }
        return JSON.stringify(toExpected(without).sent) === JSON.stringify(toExpected(example).sent)
      })
      .map(({ place }) => `${example.name}: ${place}`),
  )
  expect(idle).toEqual([])
})

test.each<[id: string | number | null | undefined, number: string | undefined, why: string]>([
  ['5210499102', '5210499102', 'the form of some shops'],
  ['gid://shopify/OrderIdentity/5210499102', '5210499102', 'the form of other shops'],
  ['gid://shopify/Order/5210499102?key=93bb', '5210499102', 'a key is not part of it'],
  [5210499102, '5210499102', 'a number'],
  ['', undefined, 'empty'],
  [null, undefined, 'not known'],
  [undefined, undefined, 'not there'],
])('the order number is the digits that the Admin API uses: %j is %j (%s)', (id, number) => {
  expect(read({ order: { id } }).body.cart_data?.order_number).toBe(number)
})

test.each<[variant: Line['variant'], id: string | undefined, what: string]>([
  [{ sku: 'MUG-1', id: '41', product: { id: '4' } }, 'MUG-1', 'its SKU'],
  [{ sku: '', id: 'gid://shopify/ProductVariant/41', product: { id: '4' } }, '41', 'its variant'],
  [{ sku: null, id: null, product: { id: '4' } }, '4', 'its product'],
  [null, undefined, 'none: a tip, or a line that the shop added'],
])('a product is identified by the first of these: %j is %j (%s)', (variant, id) => {
  expect(readItem({ variant }).product_id).toBe(id)
})

test.each<[path: string | null, shop: string | undefined, whole: string | undefined, what: string]>([
  ['/products/mug?variant=41', SHOP, 'https://shop.example/products/mug?variant=41', 'relative to the shop'],
  ['//cdn.shopify.com/mug.jpg', SHOP, 'https://cdn.shopify.com/mug.jpg', 'without a protocol'],
  ['https://cdn.shopify.com/mug.jpg', '', 'https://cdn.shopify.com/mug.jpg', 'whole'],
  ['/products/mug', '', undefined, 'without the shop’s address'],
  ['', SHOP, undefined, 'none'],
  [null, SHOP, undefined, 'none'],
])('addresses: %j at %j is %j (%s)', (url, shop, whole) => {
  const item = readItem({ variant: { sku: 'a', product: { url }, image: { src: url } } }, shop)
  expect([item.product_url, item.image_url]).toEqual([whole, whole])
})

test('each code is listed once, and discounts without a code are left out', () => {
  const discountApplications = [
    { type: 'DISCOUNT_CODE', title: 'TEN' },
    { type: 'AUTOMATIC', title: 'Sale' },
    { type: 'DISCOUNT_CODE', title: 'TEN' },
    { type: 'DISCOUNT_CODE', title: 'FREESHIP' },
  ]
  expect(read({ discountApplications }).body.cart_data?.promo).toBe('TEN, FREESHIP')
})

test('a product without variants has no variant’s name', () => {
  expect(readItem({ variant: { sku: 'a', title: 'Default Title' } })).not.toHaveProperty('item_variant')
})
