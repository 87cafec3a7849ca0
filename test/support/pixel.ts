/**
 * A Shopify shop for the custom pixel: its pages have the pixel in a sandboxed frame, as Shopify's pixel manager puts it
 * there, and a small stand-in of that manager. Events, storage and consent go through messages, so all is asynchronous;
 * what was published before the pixel subscribes reaches it then.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Checkout, Permissions, PixelApi } from '../../src/shopify/pixel-api.js'
import type { Outcome } from '../../src/snippet/outcome.js'
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
  /** What the pixel has asked the storage of this page for, oldest first: the method, and the key. */
  asked(): Promise<string[]>
  /** Keys of the page's storage that are the pixel's, by what they hold. */
  kept(): Promise<{ events: number; others: number }>
}

/** As a merchant fills them in. */
type PixelSettings = Partial<{ list: string; consent: string[]; debug: boolean }>

export const ALLOWED: Permissions = { marketingAllowed: true }
export const NOT_ALLOWED: Permissions = { marketingAllowed: false }

export const test = base.extend<{ pixelSettings: PixelSettings; pixelShop: PixelShop }>({
  proxyVariables: { RINGUP_ALLOW_OPAQUE_ORIGIN: '1' },
  pixelSettings: [{}, { option: true }],
  pixelShop: async ({ page, storefront, pixelSettings }, use) => use(createPixelShop(page, storefront, pixelSettings)),
})

/** The path of the shop's pages with the pixel. */
export const SHOP = '/shop'

function createPixelShop(page: Page, storefront: Storefront, settings: PixelSettings): PixelShop {
  storefront.serve('/pixel', toSandbox(fillIn({ endpoint: `${storefront.url}/ringup`, ...settings })))
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
      const frame = page.frames().find((each) => each.url().endsWith('/pixel'))
      return (await frame?.evaluate('outcomes')) as Outcome[]
    },
    asked: () => page.evaluate('asked'),
    kept: () =>
      page.evaluate(() => {
        const values = Object.entries(localStorage).flatMap(([key, value]) => (/^ringup-pixel/.test(key) ? value : []))
        const events = values.filter((value) => /^\{/.test(value)).length
        return { events, others: values.length - events }
      }),
  }
}

/** The built pixel with its settings, as a merchant edits the lines at its top. */
function fillIn(settings: Record<string, unknown>): string {
  const code = readFileSync(join('dist', 'shopify', 'custom-pixel.js'), 'utf8')
  return Object.entries(settings).reduce((text, [name, value]) => {
    const line = new RegExp(`^  ${name}: .*,$`, 'm')
    if (!line.test(text)) throw new Error(`The pixel has no line for ${name}.`)
    return text.replace(line, () => `  ${name}: ${JSON.stringify(value)},`)
  }, code)
}

const toSandbox = (code: string) => `<!doctype html><meta charset="utf-8"><title>Sandbox</title>
<script>(${runSandbox})()</script>
<script>${code.replaceAll('</script', '<\\/script')}</script>
<script>parent.postMessage({ method: 'ready', args: [] }, '*')</script>`

function toShopPage({ permissions = ALLOWED, storageRefused = false }: ShopPage): string {
  const init = {
    customerPrivacy: permissions,
    data: { customer: null, cart: null, shop: { storefrontUrl: 'https://shop.example' } },
    context: { document: { location: { origin: 'https://checkout.example' } } },
  }
  const name = JSON.stringify(init).replaceAll('"', '&quot;')
  return `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script>(${runManager})(${storageRefused})</script>
<iframe sandbox="allow-scripts allow-forms" src="/pixel" name="${name}"></iframe>`
}

/** Runs in the shop's page. Self-contained, as is the next. */
function runManager(storageRefused: boolean) {
  const frame = () => document.querySelector('iframe')?.contentWindow
  const early: unknown[] = []
  const asked: string[] = []
  let tell = (message: unknown): void => void early.push(message)
  const answer = (method: string, args: string[]): unknown => {
    if (storageRefused) throw new DOMException('refused', 'SecurityError')
    if (method === 'length') return localStorage.length
    return (localStorage as unknown as Record<string, (...args: string[]) => unknown>)[method]?.(...args)
  }
  addEventListener('message', ({ source, data: { id, method, args } }) => {
    if (source !== frame()) return
    if (method === 'ready') {
      tell = (message) => frame()?.postMessage(message, '*')
      early.forEach(tell)
      Object.assign(window, { pixelRuns: true })
      return
    }
    asked.push([method, ...args].join(' '))
    try {
      source?.postMessage({ id, value: answer(method, args) }, { targetOrigin: '*' })
    } catch (error) {
      source?.postMessage({ id, error: String(error) }, { targetOrigin: '*' })
    }
  })
  Object.assign(window, { asked, pixelRuns: false, publish: (name: string, event: object) => tell({ name, event }) })
}

/** Runs in the frame before the pixel: makes the globals of a custom pixel. */
function runSandbox() {
  const asked: { resolve: (value: unknown) => void; reject: (reason: unknown) => void }[] = []
  const published: { name: string; event: object }[] = []
  const subscribers: { name: string; callback: (event: object) => void }[] = []
  const subscribe = (name: string, callback: (event: object) => void) => {
    subscribers.push({ name, callback })
    for (const each of published) if (each.name === name) callback(each.event)
  }
  const ask = (method: string, ...args: string[]) =>
    new Promise((resolve, reject) => {
      const id = asked.push({ resolve, reject }) - 1
      parent.postMessage({ id, method, args }, '*')
    })
  addEventListener('message', ({ data }) => {
    if (data.name) {
      published.push(data)
      for (const { name, callback } of subscribers) if (name === data.name) callback(data.event)
    } else if (data.error) asked[data.id]?.reject(new Error(data.error))
    else asked[data.id]?.resolve(data.value)
  })
  const methods = ['getItem', 'setItem', 'removeItem', 'key', 'length', 'clear']
  const storage = Object.fromEntries(methods.map((name) => [name, (...args: string[]) => ask(name, ...args)]))
  const outcomes: object[] = []
  document.addEventListener('ringup', (event) => outcomes.push((event as CustomEvent<object>).detail))
  const api: Record<keyof PixelApi, object> = {
    analytics: { subscribe },
    browser: { localStorage: storage },
    init: JSON.parse(window.name),
    customerPrivacy: { subscribe },
  }
  const { customerPrivacy: _, ...globals } = api // in a custom pixel that one is in `api` only
  Object.assign(window, globals, { api, outcomes })
}
