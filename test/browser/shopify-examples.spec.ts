/** Promise: an order reaches the API from a Shopify checkout as it does from a page, but for the differences that are listed. */
import { type Fields, toStored } from '../../demo/reference-api/records.js'
import { CartData, CartItem } from '../../src/contract/conversion.js'
import { email } from '../examples/example.js'
import { ORDERS, SHOPIFY, type ShopifyExample } from '../examples/index.js'
import { test } from '../support/pixel.js'
import { expect, readEffects } from '../support/storefront.js'

interface Sent {
  email: string
  cart_data: Fields
  cart_items?: Fields[]
}

/** The same of another customer, who has a session. */
const withEmail = <T>(value: T, of: string): T =>
  JSON.parse(
    JSON.stringify(value).replace(new RegExp(email, 'gi'), (found) => (found === email ? of : of.toUpperCase())),
  )

/** What the example sends, with the differences put in. */
function toExpected({ name, differences }: ShopifyExample): { sent: Sent; problems: Record<string, string> } {
  const example = ORDERS.find((each) => each.name === name)
  if (!example) throw new Error(`No example is called ${name}.`)
  const sent = structuredClone(example.sent) as unknown as Sent // an order, as every example of ORDERS
  for (const { place, sent: other } of differences) {
    const names = place.split('.')
    const last = names.pop() ?? ''
    const parent: Fields = names.reduce((each, key) => Object(each)[key], Object(sent))
    if (other === undefined) delete parent[last]
    else parent[last] = other
  }
  return { sent, problems: example.problems }
}

for (const example of SHOPIFY) {
  test(example.name, async ({ pixelShop, storefront, api }) => {
    const shopper = (await storefront.newOrder()).email
    const { sent, problems } = toExpected(example)
    const expected = withEmail(sent, shopper)
    await pixelShop.open()
    await pixelShop.publish('checkout_completed', withEmail(example.checkout, shopper))
    await expect.poll(() => pixelShop.outcomes()).toMatchObject([{ status: 'accepted' }])
    expect(storefront.arrivals().map(({ body }) => body)).toEqual([expected])

    await expect.poll(async () => (await readEffects(api)).length).toBe(1)
    const [session] = await api.sessions()
    expect(session).toMatchObject({
      email: shopper,
      cart: toStored(CartData, expected.cart_data),
      cart_items: (expected.cart_items ?? []).map((item) => toStored(CartItem, item)),
    })
    const [outcome] = await pixelShop.outcomes()
    expect(Object.fromEntries((outcome?.problems ?? []).map(({ field, code }) => [field, code]))).toEqual(problems)
  })
}

test('no difference is listed that is none', () => {
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
