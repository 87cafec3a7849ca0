/** Promise: an order is read from a Shopify checkout, with the number and the addresses that the shop's other reports have. */
import { expect, test } from 'vitest'
import { readRaw } from '../../../src/normalise/index.js'
import type { Checkout } from '../../../src/shopify/pixel-api.js'
import { toRawCheckout } from '../../../src/shopify/raw-checkout.js'
import { SHOPIFY } from '../../examples/index.js'

type Fields = Record<string, unknown>
type Line = NonNullable<Checkout['lineItems']>[number]

const SHOP = 'https://shop.example'

function read(checkout: Checkout, shop: string | undefined = SHOP) {
  const order = JSON.parse(JSON.stringify(toRawCheckout(checkout, shop)))
  return readRaw('convert', { emails: [checkout.email ?? ''], platform: { name: 'shopify-pixel', order } })
}
const readItem = (line: Line, shop?: string): Fields => ({ ...read({ lineItems: [line] }, shop).body.cart_items?.[0] })

test.each(SHOPIFY)('$name', ({ checkout, sent }) => {
  const { body, problems } = read(checkout)
  expect(body).toEqual(sent)
  expect(problems.filter(({ code }) => code !== 'no_value')).toEqual([])
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
