/** A Shopify shop for the custom pixel: its pages have the emulator of Shopify's pixel manager, and the pixel in its frame. */
import type { Page } from '@playwright/test'
import type { Checkout, Permissions } from '../../src/shopify/pixel-api.js'
import type { Outcome } from '../../src/snippet/call/outcome.js'
import { type PixelSettings, toManagerScript, toPixelPage } from './emulators/shopify.js'
import { test as base, type Storefront } from './storefront.js'

/** What a page of the shop is like. */
interface ShopPage {
  permissions?: Permissions
  /** The page's storage refuses everything. */
  storageRefused?: boolean
}

export interface PixelShop {
  /** Opens a page of the shop, and waits until the pixel runs there. */
  open(page?: ShopPage): Promise<void>
  /** Shopify tells the pixel. Answers when it has been told to, not when the pixel is through with it. */
  publish(name: 'checkout_completed' | 'checkout_contact_info_submitted', checkout: Checkout): Promise<void>
  /** The shopper decides in the banner. */
  decide(permissions: Permissions): Promise<void>
  /** What the pixel says of its events on this page, oldest first. */
  outcomes(): Promise<Outcome[]>
  /** How many keys of the page's storage are the pixel's: events, and what else it keeps. */
  kept(): Promise<{ events: number; others: number }>
}

export const test = base.extend<{ pixelSettings: PixelSettings; pixelShop: PixelShop }>({
  proxyVariables: { RINGUP_ALLOW_OPAQUE_ORIGIN: '1' },
  pixelSettings: [{}, { option: true }],
  pixelShop: async ({ page, storefront, pixelSettings }, use) =>
    use(await createPixelShop(page, storefront, pixelSettings)),
})

/** The path of the shop's pages with the pixel. */
const SHOP = '/shop'
/** And of the page within the frame. */
const FRAME = '/pixel'

async function createPixelShop(page: Page, storefront: Storefront, settings: PixelSettings): Promise<PixelShop> {
  storefront.serve(FRAME, await toPixelPage({ endpoint: `${storefront.url}/ringup`, ...settings }))
  return {
    async open(about = {}) {
      storefront.serve(SHOP, toShopPage(about))
      await page.goto(SHOP)
      await page.waitForFunction('pixelRuns')
    },
    publish: (name, checkout) =>
      page.evaluate(([name, checkout]) => Object(window).publish(name, { data: { checkout } }), [
        name,
        checkout,
      ] as const),
    decide: (customerPrivacy) =>
      page.evaluate(
        (customerPrivacy) => Object(window).publish('visitorConsentCollected', { customerPrivacy }),
        customerPrivacy,
      ),
    outcomes: async () => {
      const frame = page.frames().find((each) => each.url().endsWith(FRAME))
      return (await frame?.evaluate('outcomes')) as Outcome[]
    },
    kept: () =>
      page.evaluate(() => {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith('ringup-pixel'))
        const events = keys.filter((key) => key.startsWith('ringup-pixel:ringup:event:')).length
        return { events, others: keys.length - events }
      }),
  }
}

function toShopPage({ permissions = { marketingAllowed: true }, storageRefused = false }: ShopPage): string {
  const init = {
    customerPrivacy: permissions,
    data: { customer: null, shop: { storefrontUrl: 'https://shop.example' } },
    context: { document: { location: { origin: 'https://checkout.example' } } },
  }
  return `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script>${toManagerScript({ frame: FRAME, init, storageRefused })}</script>`
}
