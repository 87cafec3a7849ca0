/** A Shopify shop for the custom pixel. Its pages contain the emulator of Shopify's pixel manager, with the pixel in its frame. */
import type { Page } from '@playwright/test'
import type { Checkout } from '../../src/shopify/pixel-api.js'
import { toManagerScript, toPixelPage } from './emulators/shopify.js'
import { test as base, type Storefront } from './storefront.js'

export const test = base.extend<{ pixelShop: Awaited<ReturnType<typeof createPixelShop>> }>({
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
