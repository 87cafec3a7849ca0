/**
 * Measures the cost of one event in the proxy. Compares it with the proxy's libraries in a straight line, which set its budget, and with
 * servers that only pass requests on, without checks or storage: nginx, and a bare node:http handler. Also measures Cloudflare's runtime
 * in miniflare.
 *
 *   npm run bench:proxy [-- --quick] [--only <words of names, with commas>] [--other <cli.js of another build>]
 *   npm run bench:proxy -- --waiting 50000      a start with so many events waiting; see proxy/waiting.ts
 *   npm run bench:proxy -- --delivered 2000000  the cost of an order next to so many delivered ones; see proxy/delivered.ts
 *   npm run bench:proxy -- --paced 2000000      answers at 50 orders a second with so many delivered ones stored; see proxy/paced.ts
 *   npm run bench:proxy -- --operator 50000     the operator's page with so many events waiting; see proxy/operator.ts
 *
 * Each server, the API and the client are separate processes. The CPU time is the kernel's count for the server's processes until the
 * last event has reached the API, so it includes forwarding. The subjects take turns, so other load on the machine affects all of them.
 */
import { cpus } from 'node:os'
import { dirname, resolve } from 'node:path'
import { toMedian } from './median.js'
import type { Report, Run } from './proxy/client.js'
import { benchDelivered } from './proxy/delivered.js'
import { benchOperator } from './proxy/operator.js'
import { benchPaced } from './proxy/paced.js'
import { readCpuMs, readRssMb } from './proxy/proc.js'
import { type Helper, startHelper } from './proxy/processes.js'
import { createSubjects, type Subject } from './proxy/subjects.js'
import { toTable } from './proxy/table.js'
import { benchWaiting } from './proxy/waiting.js'

const quick = process.argv.includes('--quick')
const readOption = (name: string) =>
  process.argv.includes(name) ? (process.argv[process.argv.indexOf(name) + 1] ?? '') : undefined
const only = (readOption('--only') ?? '').split(',')
/** Its own client sends to it, because an older build refuses a newer wire. */
const other = readOption('--other')
const waiting = readOption('--waiting')
const operator = readOption('--operator')
const delivered = readOption('--delivered')
const paced = readOption('--paced')
const ROUNDS = quick ? 2 : 6
const EVENTS = quick ? 1_500 : 4_000
const CONNECTIONS = 64
const PACED_MS = quick ? 3_000 : 10_000

interface Helpers {
  api: Helper
  client: Helper
}

interface Figures {
  /** The CPU time of an event, for each round. */
  microseconds: number[]
  /** Events a second until the last one has reached the API, for each round. */
  rates: number[]
  reports: Report[]
  rssMb: number[]
}

if (waiting !== undefined) await benchWaiting(Number(waiting))
else if (delivered !== undefined) await benchDelivered(Number(delivered))
else if (paced !== undefined) await benchPaced(Number(paced), quick)
else if (operator !== undefined) await benchOperator(Number(operator) || 30_000)
else await benchCost()

async function benchCost() {
  const api = await startHelper('api')
  const client = await startHelper('client')
  const otherClient = other === undefined ? client : await startHelper('client', [], dirname(resolve(other)))
  const helpersOf = ({ name }: Subject) => ({ api, client: name === other ? otherClient : client })
  const subjects = await createSubjects(`http://127.0.0.1:${api.port}`, only, other)
  const figures = new Map<Subject, Figures>(
    subjects.map((subject) => [subject, { microseconds: [], rates: [], reports: [], rssMb: [] }]),
  )
  try {
    // A warm-up that is not counted. Before the engine has compiled it, the bare handler takes three times as long, and all others would
    // look too good next to it.
    for (const subject of subjects) await run(helpersOf(subject), subject, { events: 3_000 })
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [subject, figure] of figures) await measure(helpersOf(subject), subject, figure)
    }
    const paced = new Map<Subject, Report>()
    for (const [subject, { rates, rssMb }] of figures) {
      const perSecond = toMedian(rates) / 2
      const events = Math.round((perSecond * PACED_MS) / 1_000)
      paced.set(subject, (await run(helpersOf(subject), subject, { events, perSecond })).report)
      rssMb.push(readRssMb(subject.pids()))
    }
    print(figures, paced)
  } finally {
    for (const { stop } of subjects) await stop()
    for (const helper of new Set([client, otherClient, api])) await helper.stop()
  }
}

async function measure({ api, client }: Helpers, subject: Subject, figure: Figures) {
  const beforeMs = readCpuMs(subject.pids())
  const { report, tookMs } = await run({ api, client }, subject, { events: EVENTS })
  figure.microseconds.push(((readCpuMs(subject.pids()) - beforeMs) / EVENTS) * 1_000)
  figure.rates.push((EVENTS / tookMs) * 1_000)
  figure.reports.push(report)
  figure.rssMb.push(readRssMb(subject.pids()))
}

/** Sends events and waits until the API has all of them. */
async function run({ api, client }: Helpers, subject: Subject, what: Pick<Run, 'events' | 'perSecond'>) {
  const before = await countArrived(api)
  const startMs = performance.now()
  const report = await client.ask<Report>({ ...what, port: subject.port, connections: CONNECTIONS })
  if (report.failed > 0) throw new Error(`${subject.name} did not take ${report.failed} of ${what.events} events.`)
  while ((await countArrived(api)) < before + what.events) await new Promise((resolve) => setTimeout(resolve, 5))
  return { report, tookMs: performance.now() - startMs }
}

function countArrived(from: Helper): Promise<number> {
  return from.ask('count')
}

function print(figures: Map<Subject, Figures>, paced: Map<Subject, Report>) {
  const toCost = (start: string) => {
    const figure = [...figures].find(([{ name }]) => name.startsWith(start))?.[1]
    return toMedian(figure?.microseconds ?? [])
  }
  const [bare, straight] = [toCost('node:http'), toCost('straight')]
  const rows = [...figures].map(([subject, { microseconds, rates, reports, rssMb }]) => {
    const cost = toMedian(microseconds)
    const half = paced.get(subject)
    return [
      subject.name,
      cost.toFixed(0),
      (cost / bare).toFixed(2),
      (cost / straight).toFixed(2),
      toMedian(rates).toFixed(0),
      toMedian(reports.map(({ p50Ms }) => p50Ms)).toFixed(1),
      toMedian(reports.map(({ p99Ms }) => p99Ms)).toFixed(1),
      half?.p50Ms.toFixed(1) ?? '',
      half?.p99Ms.toFixed(1) ?? '',
      `${rssMb[0]?.toFixed(0)} → ${rssMb.at(-1)?.toFixed(0)}`,
    ]
  })
  const head = ['', 'CPU µs', '× bare', '× straight', 'events/s', 'p50 ms', 'p99 ms', 'p50 half', 'p99 half', 'RSS MB']
  console.log(toTable([head, ...rows]))
  console.log(
    `${ROUNDS} rounds of ${EVENTS} orders of 2 KB over ${CONNECTIONS} connections, medians; "half": at half of that rate for ` +
      `${PACED_MS / 1_000} s. Node ${process.versions.node}, ${cpus().length} cores shared with client and API.`,
  )
}
