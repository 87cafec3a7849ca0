/**
 * Promise: the custom pixel works without a page. It reports, keeps and waits in a sandbox with only the globals that Shopify guarantees:
 * `self`, `console`, timers and `fetch` (shopify.dev, "About web pixels").
 */
import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { readRaw } from '../../src/normalise/index.js'
import type { BrowserStorage, Checkout, Permissions, PixelApi } from '../../src/shopify/pixel-api.js'
import { fillIn, type PixelSettings } from '../support/emulators/shopify.js'

const CODE = readFileSync('dist/shopify/custom-pixel.js', 'utf8')

const CHECKOUT: Checkout = {
  email: 'ada@example.com',
  buyerAcceptsEmailMarketing: true,
  order: { id: '5210499102' },
  totalPrice: { amount: 19.99 },
  lineItems: [{ title: 'Blue mug', quantity: 1, variant: { sku: 'MUG-1', price: { amount: 19.99 } } }],
}
const ORDER = {
  email: 'ada@example.com',
  cart_data: { order_number: '5210499102', cart_value: 1999, cart_item_count: 1 },
  cart_items: [{ product_id: 'MUG-1', name: 'Blue mug', price: 1999, item_qty: 1, qty_price: 1999 }],
}

interface Page {
  permissions?: Permissions | null
  settings?: PixelSettings
  /** The page's storage. It outlives the page. */
  stored?: Map<string, string>
  isProxyAway?: boolean
}

/** Opens a page of the shop with the pixel in its worker. */
function openPage({ permissions = { marketingAllowed: true }, settings, stored = new Map(), isProxyAway }: Page = {}) {
  const sent: { kind: string; body: unknown }[] = []
  const logged: unknown[][] = []
  const subscribers = new Map<string, (event: never) => void>()
  const subscribe = (name: string, callback: (event: never) => void) => void subscribers.set(name, callback)
  const fetch = async (_url: string, { body }: { body: string }) => {
    if (isProxyAway) throw new TypeError('away')
    const event = JSON.parse(body)
    sent.push({ ...event, body: readRaw(event.kind, event.raw).body }) // as the proxy reads it
    return new Response(JSON.stringify({ ok: true, id: event.id }), { status: 202 })
  }
  const api: PixelApi = {
    analytics: { subscribe },
    browser: { localStorage: toStorage(stored) },
    customerPrivacy: { subscribe },
    init: { customerPrivacy: permissions },
  }
  const sandbox: Record<string, unknown> = {
    ...{
      console: { info: (...said: unknown[]) => logged.push(said), warn: (...said: unknown[]) => logged.push(said) },
    },
    ...{ setTimeout, clearTimeout, setInterval, clearInterval, fetch, Headers, Request, Response },
    ...{ api, analytics: api.analytics, browser: api.browser, init: api.init },
  }
  sandbox.self = sandbox
  const code = fillIn(CODE, { endpoint: 'https://events.shop.example/ringup', ...settings })
  runInContext(code, createContext(sandbox))
  const publish = (name: string, event: object) => subscribers.get(name)?.(event as never)
  return {
    sent,
    logged,
    buy: (checkout = CHECKOUT) => publish('checkout_completed', { data: { checkout } }),
    decide: (customerPrivacy: Permissions) => publish('visitorConsentCollected', { customerPrivacy }),
  }
}

const toStorage = (stored: Map<string, string>): BrowserStorage => ({
  getItem: async (key) => stored.get(key) ?? null,
  setItem: async (key, value) => stored.set(key, value),
  removeItem: async (key) => stored.delete(key),
  key: async (index) => [...stored.keys()][index] ?? null,
  length: async () => stored.size,
})

test('an order leaves in the task of the pixel’s event', () => {
  const { sent, buy } = openPage()
  buy()
  expect(sent).toMatchObject([{ kind: 'convert', body: ORDER }])
})

test('a shopper who accepts offers is added to the list, if the shop has one', () => {
  const { sent, buy } = openPage({ settings: { list: 'newsletter' } })
  buy()
  expect(sent).toMatchObject([
    { kind: 'convert' },
    { kind: 'addToList', list: 'newsletter', body: { email: 'ada@example.com' } },
  ])
})

test.each<[what: string, settings: PixelSettings, accepts: boolean | null]>([
  ['a shopper who unticks the box', { list: 'newsletter' }, false],
  ['a shopper who is not asked', { list: 'newsletter' }, null],
  ['a shopper of a shop without a list', {}, true],
])('%s is not added to a list', (_what, settings, buyerAcceptsEmailMarketing) => {
  const { sent, buy } = openPage({ settings })
  buy({ ...CHECKOUT, buyerAcceptsEmailMarketing })
  expect(sent).toMatchObject([{ kind: 'convert' }])
})

test('an empty checkout throws nothing, and goes to the proxy without an address', async () => {
  const nulls: Checkout = { email: null, order: null, totalPrice: null, lineItems: null, discountApplications: null }
  const empty: Checkout = { email: '', lineItems: [{ variant: { product: null, image: null, price: null } }] }
  const { sent, buy } = openPage()
  for (const checkout of [nulls, empty, {}]) buy(checkout)
  await expect.poll(() => sent.length).toBe(3)
  expect(sent.filter(({ body }) => 'email' in Object(body))).toEqual([])
})

test('an order that the proxy did not accept is sent by the next page', async () => {
  const stored = new Map<string, string>()
  openPage({ stored, isProxyAway: true }).buy()
  await expect.poll(() => [...stored.keys()].filter((key) => key.includes(':event:'))).toHaveLength(1)
  const { sent } = openPage({ stored })
  await expect.poll(() => sent).toMatchObject([{ body: ORDER }])
  await expect.poll(() => [...stored.keys()].filter((key) => key.includes(':event:'))).toEqual([])
})

describe('consent at the page’s start', () => {
  test.each<[Permissions | null, string]>([
    [{ marketingAllowed: false }, 'not allowed, or not asked yet'],
    [null, 'nothing known'],
  ])('%j: the order waits in memory, and is sent when it is allowed (%s)', async (permissions) => {
    const stored = new Map<string, string>()
    const { sent, buy, decide } = openPage({ permissions, stored })
    buy()
    expect(sent).toEqual([])
    expect([...stored]).toEqual([])
    decide({ marketingAllowed: true })
    await expect.poll(() => sent).toMatchObject([{ body: ORDER }])
  })

  test('an order is not sent without consent', async () => {
    const { sent, logged, buy, decide } = openPage({ permissions: null, settings: { debug: true } })
    const statuses = () => logged.map(([, detail]) => Object(detail).status)
    buy()
    await expect.poll(statuses).toEqual(['held'])
    decide({ marketingAllowed: false })
    await expect.poll(statuses).toEqual(['held', 'dropped'])
    expect(sent).toEqual([])
  })

  test('an order is not sent after consent is withdrawn', () => {
    const { sent, buy, decide } = openPage()
    decide({ marketingAllowed: false })
    buy()
    expect(sent).toEqual([])
  })

  test('all categories of the settings must be allowed', () => {
    const both = openPage({ settings: { consent: ['marketingAllowed', 'saleOfDataAllowed'] } })
    both.buy()
    expect(both.sent).toEqual([])
    const none = openPage({ permissions: null, settings: { consent: [] } })
    none.buy()
    expect(none.sent).toMatchObject([{ body: ORDER }])
  })
})
