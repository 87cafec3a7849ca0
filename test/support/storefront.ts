/** The verbs of the delivery promises: a shop of bare pages whose pages are written by the test. */
import { test as base, type Page } from '@playwright/test'
import type { Settings } from '../../src/proxy/settings.js'
import type { Outcome } from '../../src/snippet/core/outcome.js'
import { type Api, readKept } from './read-api.js'
import { expect } from './shop.js'
import { type Storefront, startServers } from './storefront-servers.js'
import type { TestOrder } from './storefront-site.js'

export { readEarlierScript } from './earlier-script.js'
export { toLimitMs, toRounds } from './long.js'
export { PLAIN_HTTP_HOST } from './plain-http.js'
export { readConverted, readEffects } from './read-api.js'
export { expect } from './shop.js'
export type { Storefront } from './storefront-servers.js'
export { PAGE_WITHOUT_SNIPPET, type TestOrder, toPage } from './storefront-site.js'

export const test = base.extend<{
  /** The proxy's, besides its usual ones. */
  settings: Partial<Settings>
  servers: { storefront: Storefront; api: Api }
  storefront: Storefront
  api: Api
  pageErrors: string[]
}>({
  settings: [{}, { option: true }],
  servers: async ({ settings }, use) => {
    const { stop, ...servers } = await startServers(settings)
    await use(servers)
    await stop()
  },
  storefront: async ({ servers }, use) => use(servers.storefront),
  api: async ({ servers }, use) => use(servers.api),
  baseURL: async ({ storefront }, use) => use(storefront.url),
  // Not one page may break, whatever a test is about: exceptions, and rejections that nobody handles.
  pageErrors: [
    async ({ context }, use) => {
      const errors: string[] = []
      context.on('weberror', (error) => errors.push(String(error.error())))
      await use(errors)
      expect(errors, 'what was thrown on the pages').toEqual([])
    },
    { auto: true },
  ],
})

export const convert = (page: Page, order: TestOrder): Promise<Outcome> =>
  page.evaluate((order) => window.convert(order), order)

export const flush = (page: Page): Promise<void> => page.evaluate(() => window.ringup.flush())

/** The ids that this browser keeps for sending again. */
export const readWaiting = (page: Page): Promise<string[]> => page.evaluate(readKept)

/** The ids of the events that pages have sent: each once, however often it was sent. */
export const toIds = (storefront: Storefront): string[] => [...new Set(storefront.arrivals().map(({ id }) => id))]
