/** The web server of a shop of bare pages, with a gate between its pages and the proxy. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { readSaid } from '../../src/normalise/index.js'
import type { Item } from '../../src/snippet/core/order.js'

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
  /** What the proxy reads. */
  body: Partial<Pick<TestOrder, 'cart_data' | 'cart_items'>>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** What becomes of an event: `ask` asks the real proxy; undefined is never answered. */
type Gate = (ask: () => Promise<Answer | undefined>) => Promise<Answer | undefined>

/** What a test has a say in. */
export interface Site {
  /** What is at this path from now on, whatever its query unless that is named too. Every other path is a page with the snippet and nothing else. */
  serve(path: string, html: string, headers?: Record<string, string>): void
  /** The shop's web server takes this long to answer a request to this path. */
  slowDown(path: string, waitMs: number): void
  /** Requests to this path are never answered. */
  holdPath(path: string): void
  /** Has the shop's web server answer without the proxy. Its script stays: browsers have it in their cache. */
  takeProxyAway(): void
  bringProxyBack(): void
  /** Nobody serves the script: the proxy is away, and no browser has a copy. */
  takeScriptAway(): void
  bringScriptBack(): void
  /**
   * The rest of the script is answered with this status. Without one, it is never answered. From then on no browser caches it, so it
   * can be taken away again.
   */
  takeRestAway(status?: number): void
  bringRestBack(): void
  /** Something else answers in the proxy's place. */
  answerWith(status: number, headers?: Record<string, string>, body?: string): void
  /** The same for the next event only. */
  answerOnceWith(status: number, headers?: Record<string, string>, body?: string): void
  delayAnswers(waitMs: number): void
  /** Events arrive at the shop's web server and no further, and nobody answers. */
  swallowEvents(): void
  /** The proxy takes the events, and its answers get lost. */
  loseAnswers(): void
  /** The same, and the web server answers in their place that it got none: unanswered requests would use up the browser's connections. */
  timeOutAnswers(): void
  /** Everything that pages have sent, oldest first; an event sent again is there again. */
  arrivals(): Arrival[]
  /** The paths that browsers have asked for, oldest first. */
  visits(): string[]
  countVisits(path: string): number
  /** The files of the script that browsers have asked for, oldest first, without the hash in a name. */
  scripts(): string[]
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

/** A page of the same origin without it. */
export const PAGE_WITHOUT_SNIPPET = '/elsewhere'

/** The shop's web server: its pages, and the gate on the way to the proxy. */
export function createSite() {
  const pages = new Map<string, Answer | undefined>([
    [PAGE_WITHOUT_SNIPPET, toAnswer('<!doctype html><title>Elsewhere</title>')],
  ])
  const slow = new Map<string, number>()
  const arrivals: Arrival[] = []
  const visits: string[] = []
  const openGate: Gate = (ask) => ask()
  let gate = openGate
  let toProxyUrl = () => ''
  let isScriptThere = true
  let rest: { isAway: boolean; status?: number | undefined } | undefined

  const findPage = (url: string) => {
    const path = pages.has(url) ? url : url.replace(/\?.*$/, '')
    return pages.has(path) ? pages.get(path) : toAnswer(toPage())
  }

  async function answerEvent({ headers, url = '/', socket }: IncomingMessage, body: string) {
    const { said, ...event } = JSON.parse(body)
    arrivals.push({ at: Date.now(), ...event, ...(said && { body: readSaid(event.kind, said).body }) })
    const { origin = 'null', 'content-type': type = '' } = headers
    // As nginx does by default, nobody is asked on behalf of a browser that has hung up meanwhile.
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
    connect: (toUrl: () => string) => {
      toProxyUrl = toUrl
    },
    storefront: {
      serve: (path, html, headers) => pages.set(path, toAnswer(html, headers)),
      slowDown: (path, waitMs) => slow.set(path, waitMs),
      holdPath: (path) => pages.set(path, undefined),
      takeProxyAway() {
        gate = async () => BAD_GATEWAY
      },
      bringProxyBack() {
        gate = openGate
      },
      takeScriptAway() {
        isScriptThere = false
      },
      bringScriptBack() {
        isScriptThere = true
      },
      takeRestAway(status) {
        rest = { isAway: true, status }
      },
      bringRestBack() {
        rest = { isAway: false }
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
      timeOutAnswers() {
        gate = async (ask) => {
          await ask()
          return { status: 504, body: 'Gateway timeout\n' }
        }
      },
      arrivals: () => arrivals,
      visits: () => visits,
      countVisits: (path) => visits.filter((visited) => visited === path).length,
      scripts: () =>
        visits
          .filter((url) => /^\/ringup\/.+\.js/.test(url))
          .map((url) => url.replace('/ringup/', '').replace(/-[\da-f]{16}(?=\.js)/, '')),
    } satisfies Site,
  }
}

const IS_REST = /^\/ringup\/ringup-rest-[\da-f]{16}\.js/

const BAD_GATEWAY: Answer = { status: 502, body: 'Bad gateway\n' }

const toAnswer = (html: string, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache', ...headers },
  body: html,
})

/** Answers as a web server whose upstream is gone: at the end of a test its pages may still ask. */
const ask = (...request: Parameters<typeof askProxy>) => askProxy(...request).catch(() => BAD_GATEWAY)

async function askProxy(url: string, init: RequestInit = {}): Promise<Answer> {
  // As it is, not compressed: what goes on is the text.
  const headers = { 'accept-encoding': 'identity', ...init?.headers }
  const response = await fetch(url, { redirect: 'manual', ...init, headers })
  const { 'transfer-encoding': _, ...kept } = Object.fromEntries(response.headers)
  return { status: response.status, headers: kept, body: await response.text() }
}
