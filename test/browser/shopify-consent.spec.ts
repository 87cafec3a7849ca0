/** Promise: the pixel stores and sends nothing that the shopper has not allowed in Shopify's banner. */
import type { Checkout } from '../../src/shopify/pixel-api.js'
import { ALLOWED, NOT_ALLOWED, test } from '../support/pixel.js'
import { expect, readEffects, type Storefront } from '../support/storefront.js'

async function newCheckout(storefront: Storefront): Promise<Checkout> {
  const { email } = await storefront.newOrder()
  return { email, order: { id: '5210499102' }, totalPrice: { amount: 19.99 } }
}

const NOTHING = { events: 0, others: 0 }

test('an order waits in memory until marketing is allowed, and goes then', async ({ pixelShop, storefront, api }) => {
  await pixelShop.open({ permissions: NOT_ALLOWED })
  await pixelShop.publish('checkout_completed', await newCheckout(storefront))
  await expect.poll(() => pixelShop.outcomes()).toMatchObject([{ status: 'held', reason: 'required' }])
  expect(storefront.arrivals()).toEqual([])
  expect(await pixelShop.kept()).toEqual(NOTHING)
  await pixelShop.decide(ALLOWED)
  await expect.poll(() => readEffects(api)).toEqual(['5210499102'])
})

test('an order is forgotten when marketing is not allowed, and so is all that is kept', async ({
  pixelShop,
  storefront,
  api,
}) => {
  const checkout = await newCheckout(storefront)
  storefront.takeProxyAway()
  await pixelShop.open()
  await pixelShop.publish('checkout_completed', checkout)
  await expect.poll(() => pixelShop.outcomes()).toMatchObject([{ status: 'queued' }])
  expect(await pixelShop.kept()).toMatchObject({ events: 1 })
  await pixelShop.open({ permissions: NOT_ALLOWED })
  storefront.bringProxyBack()
  await pixelShop.decide(NOT_ALLOWED)
  await expect.poll(() => pixelShop.kept()).toEqual(NOTHING)
  await pixelShop.publish('checkout_completed', checkout)
  await expect
    .poll(() => pixelShop.outcomes())
    .toMatchObject([
      { status: 'dropped', reason: 'denied' },
      { status: 'blocked', reason: 'denied' },
    ])
  await pixelShop.open()
  expect(await pixelShop.kept()).toEqual(NOTHING)
  expect(await readEffects(api)).toEqual([])
})

test('what an earlier page has kept waits too, and goes with the permission', async ({
  pixelShop,
  storefront,
  api,
}) => {
  storefront.takeProxyAway()
  await pixelShop.open()
  await pixelShop.publish('checkout_completed', await newCheckout(storefront))
  await expect.poll(() => pixelShop.outcomes()).toMatchObject([{ status: 'queued' }])
  await pixelShop.open({ permissions: NOT_ALLOWED })
  const before = storefront.arrivals().length
  await expect.poll(() => pixelShop.asked()).toContainEqual(expect.stringMatching(/^getItem ringup-pixel:/))
  storefront.bringProxyBack()
  await pixelShop.publish('checkout_completed', await newCheckout(storefront)) // heard after what is kept was read
  await expect.poll(() => pixelShop.outcomes()).toMatchObject([{ status: 'held' }])
  expect(storefront.arrivals()).toHaveLength(before)
  await pixelShop.decide(ALLOWED)
  await expect.poll(() => readEffects(api)).toEqual(['5210499102', '5210499102']) // of two customers
})
