/**
 * Promise: an order of a Shopify checkout arrives once, from a sandboxed frame without storage. test/conformance/shopify-sandbox.test.ts
 * tests the pixel alone.
 */
import type { Page } from '@playwright/test'
import type { Checkout } from '../../src/shopify/pixel-api.js'
import { toManagerScript, toPixelPage } from '../support/emulators/shopify.js'
import {
  test as base,
  expect,
  PAGE_WITHOUT_SNIPPET,
  readConverted,
  readEffects,
  type Storefront,
  type TestOrder,
  toLimitMs,
  toRounds,
} from '../support/storefront.js'

const test = base.extend<{ pixelShop: Awaited<ReturnType<typeof createPixelShop>> }>({
  settings: { allowOpaqueOrigin: true },
  pixelShop: async ({ page, storefront }, use) => use(await createPixelShop(page, storefront)),
})

/** The path of the shop's pages with the pixel. */
const SHOP = '/shop'
/** The path of the page within the frame. */
const FRAME = '/pixel'

async function createPixelShop(page: Page, storefront: Storefront) {
  storefront.serve(FRAME, await toPixelPage({ endpoint: `${storefront.url}/ringup` }))
  storefront.serve(SHOP, SHOP_PAGE)
  return {
    /** Opens a page of the shop, and waits until the pixel runs there. */
    async open() {
      await page.goto(SHOP)
      await page.waitForFunction('pixelRuns')
    },
    /** Completes a checkout. Resolves when the event is published, not when the pixel has processed it. */
    complete: (checkout: Checkout): Promise<void> =>
      page.evaluate((checkout) => Object(window).publish('checkout_completed', { data: { checkout } }), checkout),
    /** Counts the pixel's events in the page's storage. */
    kept: () =>
      page.evaluate(
        () => Object.keys(localStorage).filter((key) => key.startsWith('ringup-pixel:ringup:event:')).length,
      ),
  }
}

const INIT = {
  customerPrivacy: { marketingAllowed: true },
  data: { customer: null, shop: { storefrontUrl: 'https://shop.example' } },
  context: { document: { location: { origin: 'https://checkout.example' } } },
}
const SHOP_PAGE = `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script>${toManagerScript({ frame: FRAME, init: INIT })}</script>`

let count = 5_210_499_000

/** A checkout of a customer who has a session, and the order that the API must have. */
async function newCheckout(storefront: Storefront) {
  const order: TestOrder = await storefront.newOrder()
  count += 1
  const checkout: Checkout = {
    email: order.email,
    order: { id: `gid://shopify/OrderIdentity/${count}` },
    totalPrice: { amount: 19.99 },
    lineItems: [{ title: 'Mug', quantity: 1, variant: { sku: 'mug-0', price: { amount: 19.99 } } }],
  }
  const number = `${count}`
  const converted = { email: order.email, order_number: number, cart_value: 1999, items: [['mug-0', 1999, 1, 1999]] }
  return { checkout, number, converted }
}

test('an order arrives once, to the cent, from a null origin', async ({ pixelShop, storefront, api, page }) => {
  const { checkout, converted, number } = await newCheckout(storefront)
  await pixelShop.open()
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await pixelShop.complete(checkout)
  expect(await (await sent).headerValue('origin')).toBe('null')
  await expect.poll(() => readConverted(api)).toEqual([converted])
  await expect.poll(() => pixelShop.kept()).toBe(0)
  expect(await readEffects(api)).toEqual([number])
})

const ROUNDS = toRounds(5, 20)

test(`${ROUNDS} of ${ROUNDS} orders of pages that are left arrive`, async ({ pixelShop, storefront, api, page }) => {
  test.setTimeout(toLimitMs(ROUNDS))
  const numbers = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { checkout, number } = await newCheckout(storefront)
    await pixelShop.open()
    // The pixel stores the order in the task of its event. Then the page is left.
    await page.evaluate(
      ([address, number]) =>
        addEventListener('message', ({ data }) => {
          if (data.method === 'setItem' && data.args[1].includes(number)) location.href = address
        }),
      [PAGE_WITHOUT_SNIPPET, number] as const,
    )
    await pixelShop.complete(checkout).catch(() => {}) // the page may be left before it has answered
    await page.waitForURL(`**${PAGE_WITHOUT_SNIPPET}`)
    numbers.push(number)
  }
  await pixelShop.open() // an order that was not sent before the page was left is in the page's storage
  await expect.poll(async () => (await readEffects(api)).length).toBe(ROUNDS)
  expect((await readEffects(api)).sort()).toEqual(numbers)
})
