/**
 * The verbs of the browser tests. Each test has its own demo (shop, proxy and reference API on free ports, with their own databases)
 * and a browser with its own profile.
 */
import { test as base, expect, type Page } from '@playwright/test'
import type { Entry } from '../../demo/inspector/state.js'
import { type Order, toExpected } from '../../demo/shop/orders.js'
import type { PageSource } from '../../demo/shop/sources/index.js'
import { type Demo, type DemoOptions, startDemo } from '../../demo/start.js'
import type {} from '../../src/snippet/window.js'
import { type Api, createApi, readKept } from './read-api.js'

export { readConverted, readEffects } from './read-api.js'

/** `toExpected`: an order as the API must have it, computed from the shop's own records, in cents. */
export { expect, toExpected }

export interface Shop {
  open(path: string): Promise<void>
  /** Selects the format of the thank-you page. */
  choose(source: PageSource): Promise<void>
  /** Puts two products into the cart and checks out, up to the last button. */
  checkOut(choice?: { email?: string; leave?: boolean }): Promise<void>
  /** Presses the last button and waits for the thank-you page. */
  placeOrder(): Promise<Order>
  signUp(fields: { email: string; first_name: string; favourite_tea: string }): Promise<void>
  /** Lists the ids of events that this browser stores for a retry. */
  waiting(): Promise<string[]>
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
  let last = '' // the thank-you page
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(`${demo.shop.url}${path}`, { form, headers: { origin: demo.shop.url } })
  return {
    open: async (path) => void (await page.goto(`${demo.shop.url}${path}`)),
    async choose(source) {
      const answer = await post('/choices', { source: source.id })
      expect(await answer.text()).toContain(`<strong>${source.name}</strong>. <a`)
    },
    async checkOut({ email = 'shopper@example.com', leave = false } = {}) {
      await post('/cart', { product: 'mug-stoneware', variant: 'Moss', quantity: '1' })
      await post('/cart', { product: 'filters-paper', variant: 'Pot', quantity: '2' })
      await post('/checkout', { email, name: 'A Shopper', ...(leave && { leave: '1' }) })
      await page.goto(`${demo.shop.url}/checkout/review`)
      last = leave ? '/' : '/thank-you'
    },
    async placeOrder() {
      await page.getByRole('button', { name: 'Place order' }).click()
      await page.waitForURL((url) => url.pathname === last) // and until the page has loaded
      return lastOf(demo.shop.orders.all())
    },
    async signUp({ email, first_name, favourite_tea }) {
      const form = page.locator('form[data-add-to-list]')
      await form.getByLabel('E-mail').fill(email)
      await form.getByLabel('First name').fill(first_name)
      await form.getByLabel('Favourite tea').selectOption(favourite_tea)
      await form.getByRole('button').click()
      await page.waitForURL('**/newsletter/welcome')
    },
    waiting: () => page.evaluate(readKept),
    events: async () => (await demo.readState()).events,
  }
}

function lastOf<T>(list: readonly T[]): T {
  const last = list[list.length - 1]
  if (last === undefined) throw new Error('The shop has no order.')
  return last
}
