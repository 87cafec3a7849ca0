/**
 * A shop of bare pages for the delivery promises. Its pages are written by the test; behind them are the real proxy and
 * the real reference API, and in between a gate, so that a test can take the proxy away, make it slow, or lose its answers.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { test as base, type Page } from '@playwright/test'
import { startApi } from '../../demo/reference-api/start.js'
import { readSettings, startProxy } from '../../src/proxy/run/node.js'
import type { Item } from '../../src/snippet/order.js'
import type { Outcome } from '../../src/snippet/outcome.js'
import { createClient } from './api.js'
import { PLAIN_HTTP_HOST } from './plain-http.js'
import { type Api, createApi, expect, readKept } from './shop.js'

export { toRounds } from './long.js'
export { PLAIN_HTTP_HOST } from './plain-http.js'
export { expect, readConverted, readEffects } from './shop.js'

/** A figure for whoever reads the results. */
export function note(figure: string): void {
  base.info().annotations.push({ type: 'figure', description: figure })
  console.info(figure)
}

const AUTHORIZATION = 'Token storefront'

/** An order as `convert()` takes it. */
export interface TestOrder {
  email: string
  cart_data: { order_number: string; cart_value: number; [key: string]: unknown }
  cart_items: Item[]
}

/** An event that came to the gate, as it was on the wire. */
interface Arrival {
  at: number
  id: string
  kind: string
  body: Partial<Pick<TestOrder, 'cart_data' | 'cart_items'>>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** What becomes of an event: `ask` asks the real proxy; undefined is never answered. */
type Gate = (ask: () => Promise<Answer | undefined>) => Promise<Answer | undefined>

export interface Storefront {
  url: string
  /** What is at this path from now on. Every other path is a page with the snippet and nothing else. */
  serve(path: string, html: string, headers?: Record<string, string>): void
  /** Requests to this path are never answered. */
  holdPath(path: string): void
  /** An order of a new customer, who has a session. */
  newOrder(cart?: { items: number }): Promise<TestOrder>
  /** As the shop's web server answers without the proxy. Its script stays: browsers have it in their cache. */
  takeProxyAway(): void
  bringProxyBack(): void
  /** Something else answers in the proxy's place. */
  answerWith(status: number, headers?: Record<string, string>, body?: string): void
  /** The same for the next event only. */
  answerOnceWith(status: number, headers?: Record<string, string>, body?: string): void
  delayAnswers(waitMs: number): void
  /** Events arrive at the shop's web server and no further, and nobody answers. */
  swallowEvents(): void
  /** The proxy takes the events, and its answers get lost. */
  loseAnswers(): void
  /** Everything that pages have sent, oldest first; an event sent again is there again. */
  arrivals(): Arrival[]
  /** The paths that browsers have asked for, oldest first. */
  visits(): string[]
}

export const test = base.extend<{
  /** The proxy's variables besides its usual ones. */
  proxyVariables: Record<string, string>
  servers: { storefront: Storefront; api: Api }
  storefront: Storefront
  api: Api
  pageErrors: string[]
}>({
  proxyVariables: [{}, { option: true }],
  servers: async ({ proxyVariables }, use) => {
    const { stop, ...servers } = await startServers(proxyVariables)
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

/** A page with the snippet. */
export const toPage = ({ tag = '', head = '', body = '' } = {}): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Shop</title>
<link rel="icon" href="data:,">
${head}
<script src="/ringup/ringup.js" ${tag}></script>
${body}`

/** A page of the same origin without it. */
export const PAGE_WITHOUT_SNIPPET = '/elsewhere'

export const convert = (page: Page, order: TestOrder): Promise<Outcome> =>
  page.evaluate((order) => window.convert(order), order)

/** Calls, and waits for nothing. */
export const convertAndGo = (page: Page, order: TestOrder): Promise<void> =>
  page.evaluate((order) => void window.convert(order), order)

export const flush = (page: Page): Promise<void> => page.evaluate(() => window.ringup.flush())

/** The ids that this browser keeps for sending again. */
export const readWaiting = (page: Page): Promise<string[]> => page.evaluate(readKept)

/** The ids of the events that pages have sent: each once, however often it was sent. */
export const toIds = (storefront: Storefront): string[] => [...new Set(storefront.arrivals().map(({ id }) => id))]

async function startServers(variables: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'ringup-storefront-'))
  const api = await startApi({ authorization: AUTHORIZATION, port: 0, lists: { '42': 'Newsletter' } })
  const site = createSite(api.baseUrl)
  const server = createServer(site.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a listening TCP server
  const url = `http://127.0.0.1:${port}`
  const proxy = await startProxy(
    readSettings({
      RINGUP_API_URL: api.baseUrl,
      RINGUP_API_AUTHORIZATION: AUTHORIZATION,
      RINGUP_ORIGINS: `${url},http://${PLAIN_HTTP_HOST}:${port}`,
      RINGUP_LISTS: JSON.stringify({ newsletter: { id: '42', fields: '*' } }),
      RINGUP_DATABASE: join(folder, 'proxy.db'),
      RINGUP_PLAINTEXT: '1',
      RINGUP_RATE_PER_IP: '100000', // every shopper of a test has this machine's address
      RINGUP_RATE_TOTAL: '100000',
      RINGUP_FORWARD_DELAY: '0',
      RINGUP_ADMIN_PORT: '0',
      PORT: '0',
      ...variables,
    }),
    { snippetFile: join('dist', 'ringup.js'), log: () => {} },
  )
  site.connect(proxy.url)
  return {
    storefront: { url, ...site.storefront },
    api: createApi({ baseUrl: api.baseUrl, authorization: AUTHORIZATION }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await proxy.stop()
      await api.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The shop's web server: its pages, and the gate on the way to the proxy. */
function createSite(apiUrl: string) {
  const pages = new Map<string, Answer | undefined>([
    [PAGE_WITHOUT_SNIPPET, toAnswer('<!doctype html><title>Elsewhere</title>')],
  ])
  const arrivals: Arrival[] = []
  const visits: string[] = []
  const openGate: Gate = (ask) => ask()
  let gate = openGate
  let proxyUrl = ''

  const findPage = (path: string) => (pages.has(path) ? pages.get(path) : toAnswer(toPage()))

  async function answerEvent({ headers, url = '/', socket }: IncomingMessage, body: string) {
    arrivals.push({ at: Date.now(), ...JSON.parse(body) })
    const { origin = 'null', 'content-type': type = '' } = headers
    // As nginx does by default, nobody is asked on behalf of a browser that has hung up meanwhile.
    return gate(async () =>
      socket.destroyed
        ? undefined
        : ask(proxyUrl + url, { method: 'POST', body, headers: { origin, 'content-type': type } }),
    )
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { method, url = '/' } = request
    const isEvent = url.startsWith('/ringup') && method === 'POST'
    visits.push(url)
    const body = await text(request).catch(() => undefined) // the browser was killed while sending
    if (body === undefined) return
    const ofProxy = () => (isEvent ? answerEvent(request, body) : ask(proxyUrl + url))
    const answer = await (url.startsWith('/ringup') ? ofProxy() : findPage(url))
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  return {
    handle: (request: IncomingMessage, response: ServerResponse) => void handle(request, response),
    connect: (url: string) => {
      proxyUrl = url
    },
    storefront: {
      serve: (path, html, headers) => pages.set(path, toAnswer(html, headers)),
      holdPath: (path) => pages.set(path, undefined),
      newOrder: createOrders(apiUrl),
      takeProxyAway() {
        gate = async () => BAD_GATEWAY
      },
      bringProxyBack() {
        gate = openGate
      },
      answerWith(status, headers = {}, body = '') {
        gate = async () => ({ status, headers, body })
      },
      answerOnceWith(status, headers = {}, body = '') {
        gate = async () => {
          gate = openGate
          return { status, headers, body }
        }
      },
      delayAnswers(waitMs) {
        gate = async (ask) => {
          await setTimeout(waitMs)
          return ask()
        }
      },
      swallowEvents() {
        gate = async () => undefined
      },
      loseAnswers() {
        gate = async (ask) => void (await ask())
      },
      arrivals: () => arrivals,
      visits: () => visits,
    } satisfies Omit<Storefront, 'url'>,
  }
}

const BAD_GATEWAY: Answer = { status: 502, body: 'Bad gateway\n' }

const toAnswer = (html: string, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache', ...headers },
  body: html,
})

/** As a web server answers whose upstream is gone: at the end of a test its pages may still ask. */
const ask = (...request: Parameters<typeof askProxy>) => askProxy(...request).catch(() => BAD_GATEWAY)

async function askProxy(url: string, init: RequestInit = {}): Promise<Answer> {
  // As it is, not compressed: what goes on is the text.
  const headers = { 'accept-encoding': 'identity', ...init?.headers }
  const response = await fetch(url, { redirect: 'manual', ...init, headers })
  const { 'transfer-encoding': _, ...kept } = Object.fromEntries(response.headers)
  return { status: response.status, headers: kept, body: await response.text() }
}

/** Each order is of a customer of its own, so no limit per customer has a say. */
function createOrders(apiUrl: string): Storefront['newOrder'] {
  const client = createClient(apiUrl, AUTHORIZATION)
  let count = 0
  return async ({ items } = { items: 1 }) => {
    count += 1
    const email = `shopper-${count}@example.com`
    await client.post('sessions/', { email })
    return {
      email,
      cart_data: { order_number: `A-${count}`, cart_value: 1999 * items },
      cart_items: Array.from({ length: items }, (_, index) => toItem(index)),
    }
  }
}

const toItem = (index: number) => ({
  product_id: `mug-${index}`,
  name: `Mug number ${index}, stoneware`,
  price: 1999,
  item_qty: 1,
  description: 'Thrown and glazed by hand, 300 ml, and no two of them alike. '.repeat(3),
  category: ['Kitchen', 'Mugs'],
  product_url: `https://shop.example/products/mug-${index}`,
  image_url: `https://shop.example/pictures/mug-${index}.jpg`,
})
