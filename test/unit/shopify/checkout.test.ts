/** A checkout becomes an order in GA4's words; what a shopper has written, and what nobody asked for, stays behind. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toContact, toEcommerce } from '../../../src/shopify/checkout.js'
import type { Checkout } from '../../../src/shopify/pixel-api.js'

const SHOP = 'https://shop.example'

type Line = NonNullable<Checkout['lineItems']>[number]

const itemOf = (line: Line, address?: string) => toEcommerce({ lineItems: [line] }, address).items?.[0]

describe('the order number is the digits that the Admin API knows', () => {
  test.each<[id: string | number | null | undefined, number: string | number | undefined, why: string]>([
    ['5210499102', '5210499102', 'as some shops tell it'],
    ['gid://shopify/OrderIdentity/5210499102', '5210499102', 'as others do'],
    ['gid://shopify/Order/5210499102?key=93bb', '5210499102', 'a key is no part of it'],
    [5210499102, 5210499102, 'a number stays one, to be checked'],
    [null, undefined, 'not known'],
    [undefined, undefined, 'not there'],
  ])('%j is %j (%s)', (id, number) => {
    expect(toEcommerce({ order: { id } }, SHOP).transaction_id).toBe(number)
  })
})

describe('a product is known by the first of these', () => {
  test.each<[variant: Line['variant'], id: string | undefined, what: string]>([
    [{ sku: 'MUG-1', id: '41', product: { id: '4' } }, 'MUG-1', 'its SKU'],
    [{ sku: '', id: 'gid://shopify/ProductVariant/41', product: { id: '4' } }, '41', 'its variant'],
    [{ sku: null, id: null, product: { id: '4' } }, '4', 'its product'],
    [null, undefined, 'nothing: a tip, or a line of the shop’s own'],
  ])('%j is %j (%s)', (variant, id) => {
    expect(itemOf({ variant })?.item_id).toBe(id)
  })
})

describe('addresses', () => {
  test.each<[path: string | null, address: string | undefined, whole: string | undefined, what: string]>([
    ['/products/mug?variant=41', SHOP, 'https://shop.example/products/mug?variant=41', 'relative to the shop'],
    ['//cdn.shopify.com/mug.jpg', SHOP, 'https://cdn.shopify.com/mug.jpg', 'without a protocol'],
    ['https://cdn.shopify.com/mug.jpg', undefined, 'https://cdn.shopify.com/mug.jpg', 'whole'],
    ['/products/mug', undefined, undefined, 'relative to nothing'],
    ['', SHOP, undefined, 'none'],
    [null, SHOP, undefined, 'none'],
  ])('%j at %j is %j (%s)', (url, address, whole) => {
    const item = itemOf({ variant: { product: { url }, image: { src: url } } }, address)
    expect([item?.url, item?.image]).toEqual([whole, whole])
  })
})

test('codes are each told once, and discounts without a code not at all', () => {
  const discountApplications = [
    { type: 'DISCOUNT_CODE', title: 'TEN' },
    { type: 'AUTOMATIC', title: 'Sale' },
    { type: 'DISCOUNT_CODE', title: 'TEN' },
    { type: 'DISCOUNT_CODE', title: 'FREESHIP' },
  ]
  expect(toEcommerce({ discountApplications }, SHOP).coupon).toBe('TEN, FREESHIP')
})

test('a product without variants has no name of one', () => {
  expect(itemOf({ variant: { title: 'Default Title' } })?.item_variant).toBeUndefined()
})

test('a contact’s name is that of the delivery, else of the bill', () => {
  const [ada, grace] = [{ firstName: 'Ada', lastName: null }, { firstName: 'Grace' }]
  expect(toContact({ email: 'a@example.com', shippingAddress: ada, billingAddress: grace }).first_name).toBe('Ada')
  expect(toContact({ email: 'a@example.com', shippingAddress: null, billingAddress: grace }).first_name).toBe('Grace')
  expect(toContact({ email: 'a@example.com' })).toEqual({ email: 'a@example.com' })
})

test('a checkout with anything missing or null is read as far as it goes', () => {
  const money = fc.option(fc.record({ amount: fc.option(fc.double()) }, { requiredKeys: [] }))
  const product = fc.option(
    fc.record({ id: fc.option(fc.string()), url: fc.option(fc.string()) }, { requiredKeys: [] }),
  )
  const image = fc.option(fc.record({ src: fc.option(fc.string()) }, { requiredKeys: [] }))
  const variant = fc.option(
    fc.record({ sku: fc.option(fc.string()), price: money, product, image }, { requiredKeys: [] }),
  )
  const line = fc.record({ title: fc.option(fc.string()), quantity: fc.nat(), variant }, { requiredKeys: [] })
  const discount = fc.record({ type: fc.string(), title: fc.string() }, { requiredKeys: [] })
  const checkout = fc.record(
    {
      ...{ order: fc.option(fc.record({ id: fc.option(fc.string()) }, { requiredKeys: [] })), totalPrice: money },
      ...{ totalTax: money, shippingLine: fc.option(fc.record({ price: money }, { requiredKeys: [] })) },
      ...{ lineItems: fc.option(fc.array(line)), discountApplications: fc.option(fc.array(discount)) },
    },
    { requiredKeys: [] },
  )
  const read = fc.property(checkout, fc.option(fc.webUrl(), { nil: undefined }), (has, address) => {
    expect(toEcommerce(has, address).items?.length).toBe(has.lineItems?.length)
  })
  fc.assert(read)
})
