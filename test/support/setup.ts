/** A shop with a web server, the reference API and a proxy, and the set-up page that this proxy serves. */
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { test as base, type Page } from '@playwright/test'
import { startApi } from '../../demo/reference-api/start.js'
import { readSettings, startProxy } from '../../src/proxy/run/node.js'
import { createClient } from './api.js'
import { newFolder } from './proxy.js'
import { type Api, createApi } from './read-api.js'
import { serve } from './servers.js'
import { expect } from './shop.js'
import { createSite } from './storefront-site.js'

export { expect }

const AUTHORIZATION = 'Token setup'
const TOKEN = 't'.repeat(32)

export interface SetUpShop {
  url: string
  api: Api
  /** Begins a session of this customer, as a shop does at checkout. */
  beginSession(email: string): Promise<void>
  /**
   * Starts the proxy, or replaces the running one.
   *
   * @param environment more settings
   */
  startProxy(environment?: string): Promise<{ adminUrl: string }>
  serve(path: string, html: string, policy?: string, headers?: Record<string, string>): void
  stop(): Promise<void>
}

async function startShop(): Promise<SetUpShop> {
  const folder = newFolder()
  const api = await startApi({ authorization: AUTHORIZATION, port: 0, lists: { '42': 'Newsletter' } })
  const { handle, connect, storefront } = createSite()
  const server = await serve(handle)
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
  connect(() => proxy?.url ?? '')
  return {
    url: server.url,
    api: createApi({ baseUrl: api.baseUrl, authorization: AUTHORIZATION }),
    beginSession: async (email) => void (await createClient(api.baseUrl, AUTHORIZATION).post('sessions/', { email })),
    async startProxy(environment = '') {
      await proxy?.stop()
      const settings = readSettings({
        RINGUP_API_URL: api.baseUrl,
        RINGUP_ORIGINS: server.url,
        RINGUP_LISTS: '{"newsletter":{"id":"42"}}',
        RINGUP_ADMIN_TOKEN: TOKEN,
        RINGUP_API_AUTHORIZATION: AUTHORIZATION,
        RINGUP_KEY: Buffer.alloc(32, 7).toString('base64'),
        RINGUP_DATABASE: join(folder.path, 'proxy.db'),
        RINGUP_ADMIN_PORT: '0',
        PORT: '0',
        ...parseEnv(environment),
      })
      const pageFolder = pathToFileURL(`${resolve('dist')}/`)
      proxy = await startProxy(settings, { snippetFile: join('dist', 'ringup.js'), pageFolder, log: () => {} })
      return proxy
    },
    serve: (path, html, policy = '', headers = {}) =>
      void storefront.serve(path, html, { 'content-security-policy': policy, ...headers }),
    async stop() {
      server.stop()
      await proxy?.stop()
      await api.stop()
      folder.remove()
    },
  }
}

/** The set-up page of a running proxy, and the bar on the shop's page. */
export interface SetupPage {
  shop: SetUpShop
  /** @param hash chooses the platform */
  open(hash?: string): Promise<void>
  /** Serves the page at /thank-you, opens it from step 2, and returns it. */
  openShop(html: string, policy?: string, headers?: Record<string, string>): Promise<Page>
  /** Step 2's text about the opened page. */
  found: ReturnType<Page['locator']>
  save(): Promise<void>
  /** The lines of step 3. */
  results: ReturnType<Page['locator']>
  /** Ends the session, as a restart of the proxy does. */
  signOut(): Promise<void>
  state(step: 1 | 2 | 3): ReturnType<Page['locator']>
}

export const test = base.extend<{ setup: SetupPage }>({
  setup: async ({ page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // Opens closed shadow roots, so that a test can look into the bar. Real pages cannot do this.
    await context.addInitScript(() => {
      const { attachShadow } = Element.prototype
      Element.prototype.attachShadow = function (init) {
        return attachShadow.call(this, { ...init, mode: 'open' })
      }
    })
    const shop = await startShop()
    const { adminUrl } = await shop.startProxy()
    await signIn(page, adminUrl)
    await use(createSetupPage(page, shop, adminUrl))
    await shop.stop()
  },
})

async function signIn(page: Page, adminUrl: string) {
  await page.goto(`${adminUrl}/sign-in`)
  await page.locator('[name=token]').fill(TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

function createSetupPage(page: Page, shop: SetUpShop, adminUrl: string): SetupPage {
  return {
    shop,
    async open(hash = '') {
      await page.goto('about:blank') // a new hash alone would not load the page
      await page.goto(`${adminUrl}/setup#${hash}`)
      await expect(page.getByRole('heading', { name: '1 Paste one line' })).toBeVisible()
    },
    async openShop(html, policy, headers) {
      shop.serve('/thank-you', `<!doctype html><html lang="en"><title>Shop</title>${html}`, policy, headers)
      await page.getByLabel('Page to open').fill(`${shop.url}/thank-you`)
      const opening = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Open my shop' }).click()
      return opening
    },
    found: page.locator('#shop-page'),
    save: () => page.getByRole('button', { name: 'Save and test' }).click(),
    results: page.locator('#results'),
    signOut: () => page.context().clearCookies(),
    state: (step) => page.locator(`#step-${step} .state`),
  }
}
