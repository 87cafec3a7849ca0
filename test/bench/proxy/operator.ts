/**
 * Measures the operator's page while many events wait for an API that is away: the time of each view, and the time of the orders that are
 * accepted meanwhile.
 *
 *   npm run bench:proxy -- --operator [30000]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { toMedian } from '../median.js'
import type { Report } from './client.js'
import { fill, newDatabases, newFile, start } from './filled.js'
import { end, type Helper, type Running, startHelper } from './processes.js'
import { toTable } from './table.js'

/** A port on which no server listens. */
const AWAY = 'http://127.0.0.1:1'
const DEAD = 2_000
const ASKED = 20
/** Longer than any count is cached. */
const PAUSE_MS = 150
const ORDERS = { events: 1_500, perSecond: 100, connections: 16 }

const VIEWS: [name: string, path: string, form?: Record<string, string>][] = [
  ['state and figures', '/'],
  ['waiting events', '/events?state=waiting'],
  ['waiting events, by reason', '/events?state=waiting&reason=unreachable'],
  ['a reason without events', '/events?state=waiting&reason=busy'],
  ['dead letters', '/events?state=dead'],
  ['dead letters, by reason', '/events?state=dead&reason=refused'],
  ['an order', '/find', { what: '4711' }],
  ['an order that never came', '/find', { what: 'none' }],
  ['health', '/health'],
]

export async function benchOperator(events: number) {
  for (const place of [newFile(), ...(await newDatabases())]) {
    await fill(place.database, AWAY, events, DEAD)
    const proxy = await start(place.database, AWAY)
    const client = await startHelper('client')
    const before = await send(client, proxy)
    let isDone = false
    const during: Report[] = []
    const sending = (async () => {
      while (!isDone) during.push(await send(client, proxy))
    })()
    const rows: string[][] = []
    for (const view of VIEWS) rows.push(await measure(proxy, view))
    isDone = true
    await sending
    console.log(toTable([[`${place.engine}, ${events} events wait`, 'median ms', 'slowest ms', 'of'], ...rows]))
    const p99Ms = Math.max(...during.map((report) => report.p99Ms))
    console.log(
      `Orders meanwhile, ${ORDERS.perSecond} a second: p99 ${before.p99Ms.toFixed(1)} ms before, ${p99Ms.toFixed(1)} ms during it.\n`,
    )
    await client.stop()
    await end(proxy.child)
    await place.remove()
  }
}

async function send(client: Helper, { port }: Running): Promise<Report> {
  const report = await client.ask<Report>({ ...ORDERS, port })
  if (report.failed > 0) throw new Error(`The proxy did not take ${report.failed} orders.`)
  return report
}

async function measure({ adminUrl }: Running, [name, path, form]: (typeof VIEWS)[number]): Promise<string[]> {
  const tookMs: number[] = []
  for (let asked = 0; asked < ASKED; asked += 1) {
    const fromMs = performance.now()
    const body = form && new URLSearchParams(form)
    const answer = await fetch(adminUrl + path, {
      ...(body && { method: 'POST', body, headers: { origin: adminUrl } }),
    })
    await answer.text()
    tookMs.push(performance.now() - fromMs)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
    await sleep(PAUSE_MS)
  }
  return [name, toMedian(tookMs).toFixed(1), Math.max(...tookMs).toFixed(1), String(ASKED)]
}
