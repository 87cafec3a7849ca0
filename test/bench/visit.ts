/**
 * Measures visits in new profiles. A visit for the start-up loads a subject's script as shops do, with `<script async src>`: first
 * without a cache, then with the script and its compiled code in the cache. A visit for the call reports one order, as a thank-you page
 * does.
 */
import type { Browser, Page } from 'playwright-core'
import type { Fixture, Subject } from './subjects.js'

/** The main thread's time for a subject's script, in milliseconds. */
export interface StartUp {
  /** Without a cache, until 1.5 s after the script has begun. */
  cold: number
  /** The same, with the search for stored events, which the snippet makes 3 s after the page has loaded. */
  coldWithLook: number
  /** With the script and its compiled code in the cache, until 1.5 s after the script has begun. */
  warm: number
}

export interface Visit {
  startUp?: StartUp
  /** The time until the first call on the page returned, in milliseconds. */
  call: number
}

const EARLY_MS = 1_500
const LOOK_MS = 4_500
/** The loads after which Chromium has the compiled code of a script in its cache. */
const LOADS_UNTIL_WARM = 2
const TIMEOUT_MS = 30_000
const MAX_TRIES = 3

/** @param slowdown the factor by which the processor is slowed down */
export async function visit(
  browser: Browser,
  url: string,
  subject: Subject,
  fixture: Fixture,
  slowdown: number,
): Promise<Visit> {
  const startUp = subject.loads && (await measureStartUp(browser, url, subject, slowdown))
  const call = await withPage(browser, async (page) => {
    await open(page, url) // at full speed, which allows more rounds
    await slowDown(page, slowdown)
    await provide(page, subject, fixture)
    return page.evaluate(timeCall)
  })
  return { call, ...(startUp && { startUp }) }
}

/** Measures in three tries, because the browser sometimes omits the script's entry in its trace. */
async function measureStartUp(browser: Browser, url: string, subject: Subject, slowdown: number): Promise<StartUp> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const startUp = await withPage(browser, async (page) => {
      await slowDown(page, slowdown)
      const [cold, coldWithLook] = await traceStartUp(browser, page, url, subject, LOOK_MS)
      for (let loads = 1; loads < LOADS_UNTIL_WARM; loads += 1) await open(page, url)
      const [warm] = await traceStartUp(browser, page, url, subject, EARLY_MS)
      return { cold, coldWithLook, warm }
    })
    if (startUp.cold && startUp.warm) return startUp
  }
  throw new Error(`${subject.loads}: its evaluation is not in the trace.`)
}

async function slowDown(page: Page, rate: number) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Tells whether the request has left when the call returns. Only then its time can be compared. */
export function watchCall(browser: Browser, url: string, subject: Subject, fixture: Fixture): Promise<boolean> {
  return withPage(browser, async (page) => {
    await open(page, url)
    await provide(page, subject, fixture)
    return page.evaluate(isSentAtOnce)
  })
}

async function withPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(TIMEOUT_MS)
    return await use(page)
  } finally {
    await context.close()
  }
}

async function open(page: Page, url: string) {
  await page.goto(url)
  await page.evaluate(settle)
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** The part of `dur` in which the thread ran. Other programs on the machine do not change it. */
  tdur?: number
  args: { data?: { url?: string } }
}

/**
 * Reads the times from the browser's trace, because marks around a script tag would also measure network and parser. `EvaluateScript` is
 * the main thread's part of compiling, and all of running. Chromium parses on another thread while it loads; no figure contains that.
 *
 * @returns the thread time until 1.5 s after the script has begun, and that of the whole trace; 0 if the script is not in it
 */
async function traceStartUp(
  browser: Browser,
  page: Page,
  url: string,
  { script = '' }: Subject,
  waitMs: number,
): Promise<[early: number, all: number]> {
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline'] })
  await page.goto(url)
  await page.waitForTimeout(waitMs)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const own = traceEvents.filter(
    ({ name, args }) => /^(EvaluateScript|FunctionCall)$/.test(name) && args.data?.url?.endsWith(script),
  )
  const begin = own.find(({ name }) => name === 'EvaluateScript')?.ts
  if (begin === undefined) return [0, 0]
  const outermost = own.filter((inner) => !own.some((outer) => contains(outer, inner)))
  const sum = (spans: TraceEvent[]) => spans.reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0)
  return [sum(outermost.filter(({ ts }) => ts - begin < EARLY_MS * 1_000)), sum(outermost)]
}

const contains = (outer: TraceEvent, inner: TraceEvent) =>
  outer !== inner &&
  outer.pid === inner.pid &&
  outer.tid === inner.tid &&
  outer.ts <= inner.ts &&
  outer.ts + (outer.dur ?? 0) >= inner.ts + (inner.dur ?? 0)

async function provide(page: Page, { prepare, report }: Subject, fixture: Fixture) {
  await page.evaluate(`window.subject = { prepare: ${prepare ?? '() => {}'}, report: ${report} }`)
  await page.evaluate((bench) => void Object.assign(window, { bench }), fixture)
}

declare global {
  interface Window {
    subject: { prepare: () => unknown; report: () => Promise<unknown> }
  }
}

// The following functions run in the page, and cannot use anything else of this file.

/** Idle callbacks run in order, so this one runs after the script's. */
const settle = () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, 30)))

async function timeCall(): Promise<number> {
  const { bench, subject } = window
  bench.order.cart_data.order_number = bench.purchase.ecommerce.transaction_id = 'A-1001'
  await subject.prepare()
  const start = performance.now()
  const answered = subject.report()
  const ms = performance.now() - start
  const { status = 202, reason } = Object(await answered) // not every peer has a status
  if (status !== 202 && status !== 'accepted') throw new Error(`The call ended as ${status} (${reason}).`)
  return ms
}

async function isSentAtOnce(): Promise<boolean> {
  const { bench, subject, fetch } = window
  const { send } = XMLHttpRequest.prototype
  let sent = false
  window.fetch = (...request) => {
    sent = true
    return fetch(...request)
  }
  XMLHttpRequest.prototype.send = function (...body) {
    sent = true
    send.apply(this, body)
  }
  bench.order.cart_data.order_number = bench.purchase.ecommerce.transaction_id = 'A-1000'
  await subject.prepare()
  const answered = subject.report()
  const sentAtOnce = sent
  await answered
  return sentAtOnce
}
