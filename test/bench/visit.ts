/**
 * Measures one visit: a new page in a new profile, without cache, storage or compiled code of an earlier visit. It loads a subject's
 * script, and then calls it several times. The first call is measured separately.
 */
import type { Browser, Page } from 'playwright-core'
import type { Fixture, Subject } from './subjects.js'

/** The times of one visit, in milliseconds. */
export interface Visit {
  /** The script's own run, with its callbacks until the page was idle, such as the first search for stored events. */
  startUp: number | undefined
  /** The time until each call returned, in the order of the calls. */
  calls: number[]
}

const CALLS = 6
/** The pause before the next call. Work after an answer, such as deleting the stored event, ends within it. */
const PAUSE_MS = 25
const TIMEOUT_MS = 30_000
const MAX_TRIES = 3

/** @param slowdown the factor by which the processor is slowed down */
export function visit(
  browser: Browser,
  url: string,
  subject: Subject,
  fixture: Fixture,
  slowdown: number,
): Promise<Visit> {
  return withPage(browser, async (page) => {
    const devtools = await page.context().newCDPSession(page)
    const slowDown = () => devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    let startUp: number | undefined
    if (subject.loads) {
      await slowDown()
      startUp = await traceStartUp(browser, page, url, subject)
    } else {
      await open(page, url) // at full speed, which allows more rounds
      await slowDown()
    }
    await provide(page, subject, fixture)
    return { startUp, calls: await page.evaluate(timeCalls, { count: CALLS, pauseMs: PAUSE_MS }) }
  })
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
  args: { data?: { url?: string } }
}

/**
 * Reads the times from the browser's trace, because marks round a script tag would also measure network and parser. `EvaluateScript` is
 * the main thread's part of compiling, and all of running. Chromium parses on another thread while it loads; no figure contains that.
 */
async function traceStartUp(
  browser: Browser,
  page: Page,
  url: string,
  { loads, script = '' }: Subject,
): Promise<number> {
  const trace = async () => {
    await browser.startTracing(page, { categories: ['-*', 'devtools.timeline'] })
    await open(page, url)
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
    return traceEvents.filter(({ args }) => args.data?.url?.endsWith(script))
  }
  const isEvaluated = (events: TraceEvent[]) => events.some((event) => event.name === 'EvaluateScript')
  let own = await trace()
  // Sometimes the browser omits the entry.
  for (let tries = 1; !isEvaluated(own) && tries < MAX_TRIES; tries += 1) own = await trace()
  if (!isEvaluated(own)) throw new Error(`${loads}: its evaluation is not in the trace.`)
  const spans = own.filter((event) => event.name === 'EvaluateScript' || event.name === 'FunctionCall')
  const outermost = spans.filter((inner) => !spans.some((outer) => contains(outer, inner)))
  return outermost.reduce((sum, { dur = 0 }) => sum + dur / 1000, 0)
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

/** Waits for each answer before the next call, because keepalive's bytes in flight and the outbox are limited. */
async function timeCalls({ count, pauseMs }: { count: number; pauseMs: number }): Promise<number[]> {
  const { bench, subject } = window
  const times: number[] = []
  for (let call = 1; call <= count; call++) {
    bench.order.cart_data.order_number = bench.purchase.ecommerce.transaction_id = `A-${1000 + call}` // not a duplicate
    await subject.prepare()
    const start = performance.now()
    const answered = subject.report()
    times.push(performance.now() - start)
    const { status = 202 } = Object(await answered) // not every peer has a status
    if (status !== 202 && status !== 'accepted')
      throw new Error(`A call ended as ${status}: its time would mean nothing.`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return times
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
