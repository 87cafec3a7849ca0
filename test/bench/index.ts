/**
 * Measures the snippet and its peers: bytes, start-up time, time of the call, delivery of orders.
 *
 *   npm run bench               about 40 minutes
 *   npm run bench -- --quick    two rounds: noisier, for a first look
 *   npm run bench -- --times    only the times; --delivery only the delivery, which needs no quiet machine
 *   npm run bench -- --keep     writes the figures; `npm run readme` then writes the README's table
 *   npm run bench -- --delivery --only "ringup.js: killed immediately" --rounds 100
 *
 * Each round visits every subject, at full and at a quarter of the processor's speed, so other load on the machine affects all subjects
 * equally. The bench does not judge the figures. It fails only if it could not measure.
 */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { findChromium, launchArguments } from '../support/chromium/find.js'
import { HOW_TO_INSTALL } from '../support/chromium/install.js'
import { type Delivery, measureDelivery } from './delivery.js'
import { type BenchFigures, FILE, readFigures, toBenchRows } from './figures.js'
import { order, purchase } from './order.js'
import { toTable } from './proxy/table.js'
import { readScripts } from './scripts.js'
import { type BenchServer, startServer } from './server.js'
import { type Fixture, SUBJECTS } from './subjects.js'
import { printCalls, printPaired, type SubjectResult, toKept } from './table.js'
import { visit, watchCall } from './visit.js'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
    delivery: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
  },
})
const isQuick = values.quick
const isTimed = !values.delivery
const isDelivered = !values.times
const ROUNDS = isQuick ? 2 : 9
/** The rounds of each situation of an order. */
const DELIVERY_ROUNDS = Number(values.rounds ?? (isQuick ? 3 : 10))

try {
  await bench()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function bench() {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(HOW_TO_INSTALL)
  const scripts = await readScripts()
  const server = await startServer(scripts, SUBJECTS)
  try {
    const browser = await chromium.launch({ executablePath, args: launchArguments() })
    try {
      const fixture: Fixture = { order, purchase, body: '' }
      const results = await watchCalls(browser, server, fixture)
      if (isTimed) await measureTimes(browser, server, fixture, results)
      const deliveries = isDelivered
        ? keepDelivery(await measureDelivery(scripts, DELIVERY_ROUNDS, values.only))
        : readFigures().subjects
      const subjects = toKept(results, scripts, deliveries)
      const figures = keepTimes({ chromium: browser.version(), subjects })
      console.log(`\n${toTable(toBenchRows(figures))}`)
      if (values.keep) writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}

/** Takes the earlier times if this run has none, or only those of two rounds. */
function keepTimes(figures: BenchFigures): BenchFigures {
  if (isTimed && !isQuick) return figures
  const earlier = new Map(readFigures().subjects.map((subject) => [subject.name, subject]))
  const subjects = figures.subjects.map((subject) => {
    const { startUp, firstCall } = earlier.get(subject.name) ?? {}
    return { ...subject, ...(startUp && { startUp }), ...(firstCall && { firstCall }) }
  })
  return { ...figures, subjects }
}

/** Takes the earlier counts of situations that this run has not measured. */
function keepDelivery(deliveries: Delivery[]): Delivery[] {
  const earlier = new Map(readFigures().subjects.map(({ name, delivered }) => [name, delivered]))
  return deliveries.map((one) => ({ ...one, delivered: { ...earlier.get(one.name), ...one.delivered } }))
}

/** Measures what each call sends, and whether the request leaves immediately. Puts the first body into the fixture. */
async function watchCalls(browser: Browser, server: BenchServer, fixture: Fixture): Promise<SubjectResult[]> {
  const results: SubjectResult[] = []
  for (const subject of SUBJECTS) {
    const sentAtOnce = await watchCall(browser, server.urlOf(subject), subject, fixture)
    fixture.body ||= server.received()
    results.push({ subject, sentAtOnce, bodyBytes: Buffer.byteLength(server.received()), visits: { 1: [], 4: [] } })
  }
  return results
}

async function measureTimes(browser: Browser, server: BenchServer, fixture: Fixture, results: SubjectResult[]) {
  for (let round = 0; round < ROUNDS; round += 1) {
    // Forwards, then backwards, so that a subject does not always follow the same one.
    for (const { subject, visits } of round % 2 ? results.toReversed() : results) {
      for (const slowdown of [1, 4] as const) {
        visits[slowdown].push(await visit(browser, server.urlOf(subject), subject, fixture, slowdown))
      }
    }
  }
  const load = loadavg().map((load) => load.toFixed(1))
  console.log(
    `Chromium ${browser.version()}, medians of ${ROUNDS} rounds; 4x: slowed down to a quarter. Load ${load.join(', ')}.\n`,
  )
  printCalls(results)
  printPaired(results)
}
