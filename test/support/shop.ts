/**
 * The verbs of the browser tests. Each test has its own demo (shop, proxy and reference API on free ports, with their own databases)
 * and a browser with its own profile.
 */
import { test as base, expect, type Page } from '@playwright/test'
import type { Order } from '../../demo/shop/orders.js'
import { type Demo, startDemo } from '../../demo/start.js'
import type {} from '../../src/snippet/window.js'
import { type Api, createApi } from './read-api.js'

export { readEffects } from './read-api.js'
export { expect }

interface Fixtures {
  demo: Demo
  shop: ReturnType<typeof createShop>
  api: Api
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from it
  demo: async ({}, use) => {
    const demo = await startDemo()
    await use(demo)
    await demo.stop()
  },
  shop: async ({ demo, page }, use) => use(createShop(demo, page)),
  api: async ({ demo }, use) => use(createApi(demo.api)),
})

function createShop(demo: Demo, page: Page) {
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(`${demo.shop.url}${path}`, { form, headers: { origin: demo.shop.url } })
  return {
    open: async (path: string) => void (await page.goto(`${demo.shop.url}${path}`)),
    /** Puts two products into the cart and checks out, up to the last button. */
    async checkOut() {
      await post('/cart', { product: 'mug-stoneware', variant: 'Moss', quantity: '1' })
      await post('/cart', { product: 'filters-paper', variant: 'Pot', quantity: '2' })
      await post('/checkout', { email: 'shopper@example.com', name: 'A Shopper' })
      await page.goto(`${demo.shop.url}/checkout/review`)
    },
    /** Presses the last button and waits for the thank-you page. */
    async placeOrder(): Promise<Order> {
      await page.getByRole('button', { name: 'Place order' }).click()
      await page.waitForURL('**/thank-you*')
      const order = demo.shop.orders.all().at(-1)
      if (!order) throw new Error('The shop has no order.')
      return order
    },
  }
}
