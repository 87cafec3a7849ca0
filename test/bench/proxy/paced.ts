/**
 * Measures a proxy, a process of its own on SQLite, at 50 orders a second: the time of its answers and the CPU time of an event, with an
 * empty database and next to many delivered orders. The two take turns.
 *
 *   npm run bench:proxy -- --paced 2000000 [--quick]
 */
import { toMedian } from '../median.js'
import type { Report } from './client.js'
import { fillDelivered } from './delivered.js'
import { newFile, type Place } from './filled.js'
import { readCpuMs } from './proc.js'
import { end, type Helper, type Running, startHelper, startRingup, toPid } from './processes.js'
import { toTable } from './table.js'

const PER_SECOND = 50
const WARM_UP = 10 * PER_SECOND

interface Subject {
  name: string
  place: Place
  proxy: Running
  reports: Report[]
  microseconds: number[]
}

/** @param rows delivered orders of the second database */
export async function benchPaced(rows: number, quick: boolean) {
  const [rounds, events] = quick ? [1, 5 * PER_SECOND] : [6, 30 * PER_SECOND]
  const [api, client] = [await startHelper('api'), await startHelper('client')]
  const upstream = `http://127.0.0.1:${api.port}`
  const subjects: Subject[] = []
  for (const count of [0, rows]) {
    const place = newFile()
    if (count > 0) await fillDelivered(place.database, count)
    const proxy = await startRingup(upstream, place.database, {})
    subjects.push({ name: `${count} delivered orders`, place, proxy, reports: [], microseconds: [] })
  }
  for (const { proxy } of subjects) await send({ api, client }, proxy, WARM_UP)
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) await measure({ api, client }, subject, events)
  }
  const figures = subjects.map(({ name, reports, microseconds }) => [
    name,
    toMedian(reports.map(({ p50Ms }) => p50Ms)).toFixed(1),
    toMedian(reports.map(({ p99Ms }) => p99Ms)).toFixed(1),
    toMedian(microseconds).toFixed(0),
  ])
  console.log(toTable([[`${PER_SECOND} orders a second`, 'p50 ms', 'p99 ms', 'CPU µs'], ...figures]))
  const [one = Number.NaN, many = Number.NaN] = subjects.map(({ microseconds }) => toMedian(microseconds))
  console.log(`CPU per order: ${(many / one).toFixed(2)} times. ${rounds} rounds of ${events} orders, medians.`)
  for (const { proxy, place } of subjects) {
    await end(proxy.child)
    await place.remove()
  }
  for (const helper of [client, api]) await helper.stop()
}

interface Helpers {
  api: Helper
  client: Helper
}

async function measure(helpers: Helpers, { proxy, reports, microseconds }: Subject, events: number) {
  const pids = [toPid(proxy.child)]
  const beforeMs = readCpuMs(pids)
  reports.push(await send(helpers, proxy, events))
  microseconds.push(((readCpuMs(pids) - beforeMs) / events) * 1_000)
}

/** Sends orders at the rate, and waits until the API has all of them. */
async function send({ api, client }: Helpers, { port }: Running, events: number): Promise<Report> {
  const before = await api.ask<number>('count')
  const report = await client.ask<Report>({ port, events, connections: 4, perSecond: PER_SECOND })
  if (report.failed > 0) throw new Error(`The proxy did not accept ${report.failed} of ${events} orders.`)
  while ((await api.ask<number>('count')) < before + events) await new Promise((resolve) => setTimeout(resolve, 5))
  return report
}
