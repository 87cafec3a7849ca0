/**
 * The verbs of the browser tests. Each test has its own demo (shop, proxy and reference API on free ports, with their own databases)
 * and a browser with its own profile.
 */
import { test as base, expect, type Page } from '@playwright/test'
import type { Entry } from '../../demo/inspector/state.js'
import type { Order } from '../../demo/shop/orders.js'
import { type Demo, type DemoOptions, startDemo } from '../../demo/start.js'
import type {} from '../../src/snippet/window.js'
import { type Api, createApi } from './read-api.js'

export { readEffects } from './read-api.js'
export { expect }

export interface Shop {
  open(path: string): Promise<void>
  /** Puts two products into the cart and checks out, up to the last button. */
  checkOut(): Promise<void>
  /** Presses the last button and waits for the thank-you page. */
  placeOrder(): Promise<Order>
  signUp(fields: { email: string; first_name: string; favourite_tea: string }): Promise<void>
  /** Lists the events of the ledger, oldest first. */
  events(): Promise<Entry[]>
}

interface Fixtures {
  options: DemoOptions
  demo: Demo
  shop: Shop
  api: Api
}

export const test = base.extend<Fixtures>({
  options: [{}, { option: true }],
  demo: async ({ options }, use) => {
    const demo = await startDemo(options)
    await use(demo)
    await demo.stop()
  },
  shop: async ({ demo, page }, use) => use(createShop(demo, page)),
  api: async ({ demo }, use) => use(createApi(demo.api)),
})

function createShop(demo: Demo, page: Page): Shop {
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(`${demo.shop.url}${path}`, { form, headers: { origin: demo.shop.url } })
  return {
    open: async (path) => void (await page.goto(`${demo.shop.url}${path}`)),
    async checkOut() {
      await post('/cart', { product: 'mug-stoneware', variant: 'Moss', quantity: '1' })
      await post('/cart', { product: 'filters-paper', variant: 'Pot', quantity: '2' })
      await post('/checkout', { email: 'shopper@example.com', name: 'A Shopper' })
      await page.goto(`${demo.shop.url}/checkout/review`)
    },
    async placeOrder() {
      await page.getByRole('button', { name: 'Place order' }).click()
      await page.waitForURL('**/thank-you*')
      const order = demo.shop.orders.all().at(-1)
      if (!order) throw new Error('The shop has no order.')
      return order
    },
    async signUp({ email, first_name, favourite_tea }) {
      const form = page.locator('form[data-add-to-list]')
      await form.getByLabel('E-mail').fill(email)
      await form.getByLabel('First name').fill(first_name)
      await form.getByLabel('Favourite tea').selectOption(favourite_tea)
      await form.getByRole('button').click()
      await page.waitForURL('**/newsletter/welcome')
    },
    events: async () => (await demo.readState()).events,
  }
}
