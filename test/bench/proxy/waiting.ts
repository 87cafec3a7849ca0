/**
 * A proxy that starts with many events waiting: how long until it listens, how long its event loop stands still at most
 * while it sends them, and its memory meanwhile. And how fast 1, 2 and 3 proxies on one Postgres send to a slow API.
 *
 *   npm run bench:proxy -- --waiting 50000
 *   npm run bench:proxy -- --proxies
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { IncomingEvent } from '../../../src/proxy/queue/index.js'
import { openQueue } from '../../../src/proxy/queue/open.js'
import { createSeal } from '../../../src/proxy/seal.js'
import { startPostgres } from '../../support/postgres.js'
import { isInstalled } from '../../support/programs.mjs'
import { readRssMb } from './proc.js'
import { end, type Helper, startHelper, toPid } from './processes.js'
import { toTable } from './table.js'

const KEY = Buffer.alloc(32, 7)
const ORIGIN = 'https://shop.example'
/** What the slow API takes for an answer. */
const SLOW_MS = 50
const SLOW_EVENTS = 1_500
const ACCEPTED_AT_ONCE = 1_000

/** A database for one run, and what removes it. */
interface Place {
  engine: string
  database: string
  remove(): Promise<void>
}

export async function benchWaiting(events: number) {
  const rows: string[][] = []
  for (const place of [newFile(), ...(await newDatabases())]) {
    const api = await startHelper('api')
    const upstream = `http://127.0.0.1:${api.port}`
    await fill(place.database, upstream, events)
    const startedMs = performance.now()
    const proxy = await start(place.database, upstream)
    const readyMs = performance.now() - startedMs
    await readPause(proxy) // what loading the program takes is in the time of the start
    const rssMb = [readRssMb([toPid(proxy)])]
    const pausesMs: number[] = []
    const fromMs = performance.now()
    while ((await api.ask<number>('count')) < events) {
      await sleep(500)
      pausesMs.push(await readPause(proxy))
      rssMb.push(readRssMb([toPid(proxy)]))
    }
    const perSecond = (events / (performance.now() - fromMs)) * 1_000
    const [firstMb = 0] = rssMb
    rows.push([
      place.engine,
      readyMs.toFixed(0),
      Math.max(...pausesMs).toFixed(0),
      `${firstMb.toFixed(0)}, ${toQuarter(rssMb).toFixed(0)} → ${Math.max(...rssMb).toFixed(0)}`,
      perSecond.toFixed(0),
    ])
    await end(proxy)
    await api.stop()
    await place.remove()
  }
  console.log(
    toTable([
      [`${events} events wait`, 'start ms', 'longest pause ms', 'RSS MB at start, quarter → most', 'sent/s'],
      ...rows,
    ]),
  )
}

export async function benchProxies() {
  const rows: string[][] = []
  for (const count of [1, 2, 3]) {
    const [place] = await newDatabases()
    if (!place) throw new Error('There is no Postgres on this machine.')
    const api = await startHelper('api', [String(SLOW_MS)])
    const upstream = `http://127.0.0.1:${api.port}`
    await fill(place.database, upstream, SLOW_EVENTS)
    const proxies = await Promise.all(Array.from({ length: count }, () => start(place.database, upstream)))
    const perSecond = await measure(api)
    rows.push([String(count), perSecond.toFixed(0)])
    for (const proxy of proxies) await end(proxy)
    await api.stop()
    await place.remove()
  }
  console.log(toTable([['proxies on one Postgres', `sent/s to an API of ${SLOW_MS} ms`], ...rows]))
}

/** When a quarter is sent, and the program is warm. */
const toQuarter = (samples: number[]) => samples[Math.floor(samples.length / 4)] ?? Number.NaN

/** Without the first and the last of them, when not all proxies are sending. */
async function measure(api: Helper): Promise<number> {
  const reach = async (events: number) => {
    while ((await api.ask<number>('count')) < events) await sleep(10)
    return performance.now()
  }
  const [from, to] = [SLOW_EVENTS * 0.1, SLOW_EVENTS * 0.9]
  const fromMs = await reach(from)
  return ((to - from) / ((await reach(to)) - fromMs)) * 1_000
}

function newFile(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-bench-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return { engine: 'SQLite', database: join(folder, 'ringup.db'), remove }
}

/** None, where there is no Postgres. */
async function newDatabases(): Promise<Place[]> {
  if (!isInstalled('postgres')) return []
  const server = await startPostgres({ isDurable: true })
  const { url } = await server.newDatabase()
  return [{ engine: 'Postgres', database: url, remove: server.remove }]
}

/** As a proxy has left it whose API was away. */
async function fill(database: string, apiUrl: string, events: number) {
  const shop = { apiUrl, origins: [ORIGIN] }
  const queue = await openQueue({ database, seal: createSeal([KEY]), shop, log: () => {}, most: { waiting: events } })
  for (let from = 0; from < events; from += ACCEPTED_AT_ONCE) {
    const arrivals = Array.from({ length: Math.min(ACCEPTED_AT_ONCE, events - from) }, (_, place) =>
      toIncomingEvent(from + place),
    )
    await Promise.all(arrivals.map((arrival) => queue.accept(arrival)))
  }
  await queue.close()
}

function toIncomingEvent(number: number): IncomingEvent {
  const body = {
    email: `${number}@example.com`,
    cart_data: { order_number: `${number}` },
    cart_items: [{ product_id: 'A', description: 'x'.repeat(1_500) }],
  }
  return { id: randomUUID(), kind: 'convert', signed: false, ageMs: 0, body }
}

/** @returns once it listens */
async function start(database: string, upstream: string): Promise<ChildProcess> {
  const [preload, command] = ['./proxy/loop-delay.js', '../cli.js'].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  )
  const child = spawn(process.execPath, ['--import', preload ?? '', command ?? '', 'proxy'], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      RINGUP_API_URL: upstream,
      RINGUP_API_AUTHORIZATION: 'Token bench',
      RINGUP_ORIGINS: ORIGIN,
      RINGUP_KEY: KEY.toString('base64'),
      RINGUP_DATABASE: database,
      RINGUP_ADMIN_PORT: '0',
      PORT: '0',
    },
  })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  while (!/listens on/.test(said)) {
    await Promise.race([child.stderr && once(child.stderr, 'data'), once(child, 'exit')])
    if (child.exitCode !== null) throw new Error(said)
  }
  return child
}

async function readPause(proxy: ChildProcess): Promise<number> {
  const answer = once(proxy, 'message')
  proxy.send('pause')
  const [ms] = await answer
  return Number(ms)
}
