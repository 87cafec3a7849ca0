/** The set-up page, opened from disk as by a shop; and a shop that is installed only with the copied texts. */
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

const FILE = pathToFileURL('dist/setup.html').href
const AUTHORIZATION = 'Token setup'

export interface SetupPage {
  /** Opens the page from disk, with answers for an invented shop. @param hash more answers, in the form of the page's address */
  open(hash?: string): Promise<void>
  /** The text of one block. */
  text(title: string): Promise<string>
  /** Presses the block's button and reads the clipboard. */
  copy(title: string): Promise<string>
}

/** The page's network requests, and the browser's complaints. */
interface Watch {
  requests: string[]
  complaints: string[]
}

export const test = base.extend<{ watch: Watch; setup: SetupPage; shop: CopiedShop; shopPage: Page }>({
  // In every test, the page must not use the network, violate its own policy, or throw.
  watch: [
    async ({ page }, use) => {
      const watch: Watch = { requests: [], complaints: [] }
      page.on('request', (request) => watch.requests.push(request.url()))
      page.on('console', (message) => watch.complaints.push(message.text()))
      page.on('pageerror', (error) => watch.complaints.push(String(error)))
      await use(watch)
      expect(watch.complaints, 'the browser’s complaints').toEqual([])
      expect(
        watch.requests.filter((url) => !/^(file|data):/.test(url)),
        'the page’s network requests',
      ).toEqual([])
    },
    { auto: true },
  ],
  setup: async ({ page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await use(createSetupPage(page))
  },
  shopPage: async ({ context }, use) => use(await context.newPage()),
  shop: async ({ playwright: _ }, use) => {
    const shop = await startShop()
    await use(shop)
    await shop.stop()
  },
})

const ANSWERS = {
  system: 'other',
  origin: 'https://shop.example',
  apiUrl: 'https://api.example.com/v1/shop',
  lists: '[{"name":"newsletter","id":"42"}]',
}

function createSetupPage(page: Page): SetupPage {
  const findBlock = async (title: string) => {
    const block = page.locator('section.card', { has: page.locator('h3').getByText(title, { exact: true }) })
    await block.evaluate((element) => element.closest('details')?.setAttribute('open', ''))
    return block
  }
  return {
    async open(hash = '') {
      await page.goto('about:blank') // a new hash alone would not load the page
      const answers = { ...ANSWERS, ...Object.fromEntries(new URLSearchParams(hash)) }
      await page.goto(`${FILE}#${new URLSearchParams(answers)}`)
      await expect(page.getByRole('heading', { name: '1 Your shop' })).toBeVisible()
    },
    text: async (title) => (await (await findBlock(title)).locator('pre').textContent()) ?? '',
    async copy(title) {
      const block = await findBlock(title)
      const button = block.getByRole('button', { name: 'Copy' })
      await page.bringToFront() // only the front page may use the clipboard
      await button.click()
      await expect(button).toHaveText('Copied')
      await expect(block.getByRole('status')).toHaveText(`${title}: copied.`)
      return page.evaluate(() => navigator.clipboard.readText())
    },
  }
}

/** Starts with a web server and the reference API. Proxy, tag and policy are the copied ones. */
export interface CopiedShop {
  url: string
  apiUrl: string
  api: Api
  /** Begins a session of this customer, as a shop does at checkout. */
  beginSession(email: string): Promise<void>
  /**
   * Starts the proxy with a copied file of settings and the secrets. Replaces the running proxy.
   *
   * @param snippetFile the built script, or another version
   */
  startProxy(environment: string, snippetFile?: string): Promise<{ adminUrl: string }>
  serve(path: string, html: string, policy: string, headers?: Record<string, string>): void
  stop(): Promise<void>
}

export async function startShop(): Promise<CopiedShop> {
  const folder = newFolder()
  const api = await startApi({ authorization: AUTHORIZATION, port: 0, lists: { '42': 'Newsletter' } })
  const { handle, connect, storefront } = createSite()
  const server = await serve(handle)
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
  connect(() => proxy?.url ?? '')
  return {
    url: server.url,
    apiUrl: api.baseUrl,
    api: createApi({ baseUrl: api.baseUrl, authorization: AUTHORIZATION }),
    beginSession: async (email) => void (await createClient(api.baseUrl, AUTHORIZATION).post('sessions/', { email })),
    async startProxy(environment, snippetFile = join('dist', 'ringup.js')) {
      await proxy?.stop()
      const settings = readSettings({
        ...parseEnv(environment),
        RINGUP_API_AUTHORIZATION: AUTHORIZATION,
        RINGUP_KEY: Buffer.alloc(32, 7).toString('base64'),
        RINGUP_DATABASE: join(folder.path, 'proxy.db'),
        RINGUP_ADMIN_PORT: '0',
        PORT: '0',
      })
      const pageFolder = pathToFileURL(`${resolve('dist')}/`)
      proxy = await startProxy(settings, { snippetFile, pageFolder, log: () => {} })
      return proxy
    },
    serve: (path, html, policy, headers) =>
      void storefront.serve(path, html, { 'content-security-policy': policy, ...headers }),
    async stop() {
      server.stop()
      await proxy?.stop()
      await api.stop()
      folder.remove()
    },
  }
}
