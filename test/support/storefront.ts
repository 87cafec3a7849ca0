/** The verbs of tests of delivery. The shop has bare pages, which the test writes. */
import { test as base, expect, type Page } from '@playwright/test'
import type { Settings } from '../../src/proxy/settings.js'
import type { Outcome } from '../../src/snippet/core/outcome.js'
import type {} from '../../src/snippet/window.js'
import { type Api, readKept } from './read-api.js'
import { type Servers, type Storefront, startServers } from './storefront-servers.js'
import type { TestOrder } from './storefront-site.js'

export { expect } from '@playwright/test'
export { toLimitMs, toRounds } from './long.js'
export { PLAIN_HTTP_HOST } from './plain-http.js'
export { readConverted, readEffects } from './read-api.js'
export type { Storefront } from './storefront-servers.js'
export { PAGE_WITHOUT_SNIPPET, type TestOrder, toPage } from './storefront-site.js'

export const test = base.extend<{
  /** The proxy's settings, in addition to the usual ones. */
  settings: Partial<Settings>
  servers: Omit<Servers, 'stop'>
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
  // In every test, a page must not throw an exception or have an unhandled rejection.
  pageErrors: [
    async ({ context }, use) => {
      const errors: string[] = []
      context.on('weberror', (error) => errors.push(String(error.error())))
      await use(errors)
      expect(errors, 'the errors of the pages').toEqual([])
    },
    { auto: true },
  ],
})

export const convert = (page: Page, order: TestOrder): Promise<Outcome> =>
  page.evaluate((order) => window.convert(order), order)

export const flush = (page: Page): Promise<void> => page.evaluate(() => window.ringup.flush())

/** Lists the ids of events that this browser stores for a retry. */
export const readWaiting = (page: Page): Promise<string[]> => page.evaluate(readKept)

/** Lists the ids of the events that pages have sent, without duplicates. */
export const toIds = (storefront: Storefront): string[] => [...new Set(storefront.arrivals().map(({ id }) => id))]
