/**
 * Measures the delivery of orders by each subject, over several rounds of each situation. All subjects run side by side, each in its own
 * Chromium. An order that has not arrived by the end of its round is not delivered. An order accepted twice is doubled, even if an id in
 * it would identify the duplicate.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Tab } from '../survival/engines/engine.js'
import { CHROMIUM } from '../survival/engines/playwright.js'
import { type Collector, ELSEWHERE, type Reporter, startCollector } from './collector.js'
import { PEERS } from './subjects.js'

const REPORTERS: Reporter[] = [
  {
    name: 'ringup.js',
    script: '/ringup/ringup.js',
    report: `convert({ email: 'ada@example.com', cart_data: { order_number: number } })`,
  },
  {
    name: 'fetch with keepalive',
    report: `fetch('/collect', { method: 'POST', keepalive: true, body: number })`,
  },
  ...PEERS.map(({ name, file }) => ({
    name,
    script: `/peers/${file}.page-view.js`, // without an event on the next page, Snowplow does not retry
    report: `reportToPeer({ order_number: number, email: 'ada@example.com' })`,
  })),
]

/** The time that an order has after the fault has ended, and the time in which a duplicate is counted. */
const ARRIVAL_MS = 20_000
const SECOND_MS = 2_000
/** The time after which a first attempt has failed. */
const ATTEMPT_MS = 2_000

interface Round {
  collector: Collector
  reporter: Reporter
  number: string
}

const SITUATIONS: Record<string, (round: Round) => Promise<void>> = {
  'left immediately': (round) =>
    inBrowser(round, async (_browser, tab) => {
      await tab.run(
        ({ number, elsewhere }) => {
          Object(window).report(number)
          location.href = elsewhere
        },
        { number: round.number, elsewhere: ELSEWHERE },
      )
      await arrival(round)
    }),
  '503 once': (round) =>
    inBrowser(round, async (_browser, tab) => {
      round.collector.answerOnce(round.number, 503)
      await report(tab, round)
      await arrival(round)
    }),
  offline: (round) =>
    inBrowser(round, async (browser, tab) => {
      await browser.goOffline()
      await report(tab, round)
      await setTimeout(ATTEMPT_MS)
      await browser.goOnline()
      await arrival(round)
    }),
  'down, next page': (round) =>
    inBrowser(round, async (_browser, tab) => {
      round.collector.answer(round.number, 502)
      await report(tab, round)
      await setTimeout(ATTEMPT_MS)
      await tab.goTo(ELSEWHERE)
      round.collector.answer(round.number, undefined)
      await tab.goTo(round.collector.pageOf(round.reporter))
      await arrival(round)
    }),
  'killed immediately': (round) => killed(round, 0),
  'killed after 8 s': (round) => killed(round, 8_000),
}

export interface Delivery {
  name: string
  /** The page's requests before an order could be reported, without its document. */
  requestsBefore: number
  /** The orders that arrived, by situation. */
  delivered: Record<string, { rounds: number; delivered: number; doubled: number }>
}

/** @param only words of subject and situation, as in "ringup.js: killed". Others are not measured. */
export async function measureDelivery(scripts: Map<string, string>, rounds: number, only = ''): Promise<Delivery[]> {
  const collector = await startCollector(scripts, REPORTERS)
  try {
    return await Promise.all(REPORTERS.map((reporter, index) => measure(collector, reporter, index, rounds, only)))
  } finally {
    await collector.stop()
  }
}

async function measure(collector: Collector, reporter: Reporter, index: number, rounds: number, only: string) {
  const delivery: Delivery = { name: reporter.name, requestsBefore: 0, delivered: {} }
  for (const [situation, play] of Object.entries(SITUATIONS)) {
    if (!`${reporter.name}: ${situation}`.includes(only)) continue
    const counts = []
    for (let round = 1; round <= rounds; round += 1) {
      const number = `N-${index}-${situation.replace(/\W/g, '')}-${round}`
      await play({ collector, reporter, number })
      counts.push(collector.countAccepted(number))
    }
    delivery.delivered[situation] = {
      rounds,
      delivered: counts.filter((count) => count > 0).length,
      doubled: counts.filter((count) => count > 1).length,
    }
  }
  await inBrowser({ collector, reporter, number: '' }, async (_browser, tab) => {
    delivery.requestsBefore = await tab.run(() => performance.getEntriesByType('resource').length)
  })
  return delivery
}

/** Opens a new browser on the subject's page, and waits until the page is idle. */
async function inBrowser({ collector, reporter }: Round, use: (browser: Browser, tab: Tab) => Promise<void>) {
  const shop = { url: collector.url, cutLine() {}, mendLine: async () => {} }
  const browser = await CHROMIUM.start(shop)
  try {
    const tab = await browser.open(collector.pageOf(reporter))
    await tab.run(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
    await use(browser, tab)
  } finally {
    await browser.stop()
  }
}

const report = (tab: Tab, { number }: Round) => tab.run((number) => Object(window).report(number), number)

async function killed({ collector, reporter, number }: Round, afterMs: number) {
  const profile = await mkdtemp(join(tmpdir(), 'ringup-bench-'))
  collector.answer(number, 502)
  const visit = CHROMIUM.visit(profile, collector.url + collector.reportingPageOf(reporter, number))
  const hasReported = await isSoon(() => collector.hasReported(number), 60_000)
  if (hasReported) await setTimeout(afterMs)
  await visit.kill()
  if (!hasReported) throw new Error(`${reporter.name} did not report an order.`)
  collector.answer(number, undefined)
  const next = CHROMIUM.visit(profile, collector.url + collector.pageOf(reporter))
  await arrival({ collector, reporter, number })
  await next.kill()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}

async function arrival({ collector, number }: Round) {
  if (await isSoon(() => collector.countAccepted(number) > 0, ARRIVAL_MS)) await setTimeout(SECOND_MS)
}

async function isSoon(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs
  while (!condition() && performance.now() < end) await setTimeout(20)
  return condition()
}
