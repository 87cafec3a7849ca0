/** A Shopify shop for the custom pixel. Its pages contain the emulator of Shopify's pixel manager, with the pixel in its frame. */
import type { Page } from '@playwright/test'
import type { Checkout } from '../../src/shopify/pixel-api.js'
import { toManagerScript, toPixelPage } from './emulators/shopify.js'
import { test as base, type Storefront } from './storefront.js'

export interface PixelShop {
  /** Opens a page of the shop, and waits until the pixel runs there. */
  open(): Promise<void>
  /** Publishes an event to the pixel. Resolves when the event is published, not when the pixel has processed it. */
  publish(name: 'checkout_completed', checkout: Checkout): Promise<void>
  /** Counts the pixel's events in the page's storage. */
  kept(): Promise<number>
}

export const test = base.extend<{ pixelShop: PixelShop }>({
  settings: { allowOpaqueOrigin: true },
  pixelShop: async ({ page, storefront }, use) => use(await createPixelShop(page, storefront)),
})

/** The path of the shop's pages with the pixel. */
const SHOP = '/shop'
/** The path of the page within the frame. */
const FRAME = '/pixel'

async function createPixelShop(page: Page, storefront: Storefront): Promise<PixelShop> {
  storefront.serve(FRAME, await toPixelPage({ endpoint: `${storefront.url}/ringup` }))
  storefront.serve(SHOP, SHOP_PAGE)
  return {
    async open() {
      await page.goto(SHOP)
      await page.waitForFunction('pixelRuns')
    },
    publish: (name, checkout) =>
      page.evaluate(([name, checkout]) => Object(window).publish(name, { data: { checkout } }), [
        name,
        checkout,
      ] as const),
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
