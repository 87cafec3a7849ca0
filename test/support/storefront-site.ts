/** The web server of a shop of bare pages. A gate is between its pages and the proxy. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { readRaw } from '../../src/normalise/index.js'
import type { Item } from '../../src/snippet/core/order.js'
import type { Fault } from '../simulate/network.js'

/** An order as `convert()` takes it. */
export interface TestOrder {
  email: string
  cart_data: { order_number: string; cart_value: number; [key: string]: unknown }
  cart_items: Item[]
}

/** An event that reached the gate, in the wire's format. */
type Arrival = {
  at: number
  id: string
  kind: string
  /** The parts that the proxy reads. */
  body: Partial<Pick<TestOrder, 'cart_data' | 'cart_items'>>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Answers an event. `ask` asks the real proxy. Undefined means no answer, ever. */
type Gate = (ask: () => Promise<Answer | undefined>) => Promise<Answer | undefined>

/** The simulator's names of the faults that a web server between page and proxy can make. */
type GateFault = Extract<Fault, 'lost request' | 'lost answer' | 'slow answer' | 'wrong status'>

const SLOW_MS = 300
const GATES: Record<GateFault, Gate> = {
  'lost request': async () => undefined,
  'lost answer': async (ask) => void (await ask()),
  'slow answer': (ask) => setTimeout(SLOW_MS).then(ask),
  'wrong status': async () => ({ status: 503 }),
}

/** A page with the snippet. */
export const toPage = ({ tag = '', head = '', body = '' } = {}): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Shop</title>
<link rel="icon" href="data:,">
${head}
<script src="/ringup/ringup.js" ${tag}></script>
${body}`

/** A page of this origin without the snippet. */
export const PAGE_WITHOUT_SNIPPET = '/elsewhere'

/** Creates the shop's web server: its pages, and the gate in front of the proxy. */
export function createSite(toProxyUrl: () => string) {
  const pages = new Map<string, Answer | undefined>([
    [PAGE_WITHOUT_SNIPPET, toAnswer('<!doctype html><title>Elsewhere</title>')],
  ])
  const slow = new Map<string, number>()
  const arrivals: Arrival[] = []
  const visits: string[] = []
  const openGate: Gate = (ask) => ask()
  let gate = openGate
  let isScriptThere = true
  let rest: { isAway: boolean; status?: number | undefined } | undefined

  const findPage = (url: string) => {
    const path = pages.has(url) ? url : url.replace(/\?.*$/, '')
    return pages.has(path) ? pages.get(path) : toAnswer(toPage())
  }

  async function answerEvent({ headers, url = '/', socket }: IncomingMessage, body: string) {
    const { raw, ...event } = JSON.parse(body)
    arrivals.push({ at: Date.now(), ...event, ...(raw && { body: readRaw(event.kind, raw).body }) })
    const { origin = 'null', 'content-type': type = '' } = headers
    // If the browser has closed its connection, the request is not passed on, as by nginx's default.
    return gate(async () =>
      socket.destroyed
        ? undefined
        : ask(toProxyUrl() + url, { method: 'POST', body, headers: { origin, 'content-type': type } }),
    )
  }

  async function answerRest({ isAway, status }: NonNullable<typeof rest>, url: string): Promise<Answer | undefined> {
    if (isAway) return status ? { status, headers: { 'content-type': 'text/plain' }, body: 'Not here\n' } : undefined
    const answer = await ask(toProxyUrl() + url)
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const { method, url = '/' } = request
    const isEvent = url.startsWith('/ringup') && method === 'POST'
    visits.push(url)
    const body = await text(request).catch(() => undefined) // the browser was killed while sending
    if (body === undefined) return
    const ofProxy = () => {
      if (isEvent) return answerEvent(request, body)
      return rest && IS_REST.test(url) ? answerRest(rest, url) : ask(toProxyUrl() + url)
    }
    const answer = await (url.startsWith('/ringup') && !pages.has(url)
      ? isEvent || isScriptThere
        ? ofProxy()
        : BAD_GATEWAY
      : findPage(url))
    if (slow.has(url)) await setTimeout(slow.get(url))
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  return {
    handle: (request: IncomingMessage, response: ServerResponse) => void handle(request, response),
    storefront: {
      /** Sets the page at this path, for any query unless the path names one. Other paths show a page with the snippet only. */
      serve: (path: string, html: string, headers?: Record<string, string>) =>
        void pages.set(path, toAnswer(html, headers)),
      /** Delays the web server's answers for this path. */
      slowDown: (path: string, waitMs: number) => void slow.set(path, waitMs),
      /** Never answers requests to this path. */
      holdPath: (path: string) => void pages.set(path, undefined),
      /** Lets the web server answer without the proxy. Browsers still have the script in their cache. */
      takeProxyAway() {
        gate = async () => BAD_GATEWAY
      },
      bringProxyBack() {
        gate = openGate
      },
      /** Stops serving the script. The proxy is away, and browsers have no copy. */
      takeScriptAway() {
        isScriptThere = false
      },
      bringScriptBack() {
        isScriptThere = true
      },
      /**
       * Answers requests for the rest with this status, or never without a status. From now on browsers do not cache the rest, so a test can
       * take it away again.
       */
      takeRestAway(status?: number) {
        rest = { isAway: true, status }
      },
      bringRestBack() {
        rest = { isAway: false }
      },
      /** Brings a fault upon the next events: all of them, or so many. `bringProxyBack` ends it. */
      be(fault: GateFault, times = Number.POSITIVE_INFINITY) {
        let left = times
        gate = (ask) => {
          left -= 1
          if (left === 0) gate = openGate
          return GATES[fault](ask)
        }
      },
      /** Lists all events that pages have sent, oldest first. A retried event is listed for each attempt. */
      arrivals: () => arrivals,
      /** Lists the paths that browsers have requested, oldest first. */
      visits: () => visits,
      countVisits: (path: string) => visits.filter((visited) => visited === path).length,
      /** Lists the script's files that browsers have requested, oldest first, without the hash in a name. */
      scripts: () =>
        visits
          .filter((url) => /^\/ringup\/.+\.js/.test(url))
          .map((url) => url.replace('/ringup/', '').replace(/-[\da-f]{16}(?=\.js)/, '')),
    },
  }
}

const IS_REST = /^\/ringup\/ringup-rest-[\da-f]{16}\.js/

const BAD_GATEWAY: Answer = { status: 502, body: 'Bad gateway\n' }

const toAnswer = (html: string, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache', ...headers },
  body: html,
})

/** Answers 502 if the proxy is gone, because pages may still send requests at the end of a test. */
const ask = (...request: Parameters<typeof askProxy>) => askProxy(...request).catch(() => BAD_GATEWAY)

async function askProxy(url: string, init: RequestInit = {}): Promise<Answer> {
  // The answer must not be compressed, because its text is passed on.
  const headers = { 'accept-encoding': 'identity', ...init?.headers }
  const response = await fetch(url, { redirect: 'manual', ...init, headers })
  const { 'transfer-encoding': _, ...kept } = Object.fromEntries(response.headers)
  return { status: response.status, headers: kept, body: await response.text() }
}
