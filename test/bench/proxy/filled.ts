/** Databases with many events in them, and a proxy that starts with one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IncomingEvent } from '../../../src/proxy/queue/index.js'
import { openQueue } from '../../../src/proxy/queue/open.js'
import { createSeal } from '../../../src/proxy/seal.js'
import { toUsualBounds } from '../../support/bounds.js'
import { startPostgres } from '../../support/postgres.js'
import { isInstalled } from '../../support/programs.mjs'

const KEY = Buffer.alloc(32, 7)
const ORIGIN = 'https://shop.example'
const ACCEPTED_AT_ONCE = 250

/** A database for one run, and what removes it. */
export interface Place {
  engine: string
  database: string
  remove(): Promise<void>
}

export function newFile(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'ringup-bench-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return { engine: 'SQLite', database: join(folder, 'ringup.db'), remove }
}

/** None, where there is no Postgres. */
export async function newDatabases(): Promise<Place[]> {
  if (!isInstalled('postgres')) return []
  const server = await startPostgres({ isDurable: true })
  const { url } = await server.newDatabase()
  return [{ engine: 'Postgres', database: url, remove: server.remove }]
}

/** As a proxy has left it whose API was away. @param limited dead letters: of one e-mail more than it may send in a day */
export async function fill(database: string, apiUrl: string, events: number, limited = 0) {
  const shop = { apiUrl, origins: [ORIGIN] }
  const queue = await openQueue({
    database,
    seal: createSeal([KEY]),
    shop,
    log: () => {},
    most: toUsualBounds({ waiting: 2 * (events + limited) }), // what came while it was counted counts twice for a second
  })
  for (let from = 0; from < events + limited; from += ACCEPTED_AT_ONCE) {
    const arrivals = Array.from({ length: Math.min(ACCEPTED_AT_ONCE, events + limited - from) }, (_, place) =>
      toArrival(from + place, from + place < events ? `${from + place}` : 'limited'),
    )
    await Promise.all(arrivals.map((arrival) => queue.accept(arrival)))
  }
  await queue.close()
}

function toArrival(number: number, who: string): IncomingEvent {
  const body = {
    email: `${who}@example.com`,
    cart_data: { order_number: `${number}` },
    cart_items: [{ product_id: 'A', description: 'x'.repeat(1_500) }],
  }
  return { id: randomUUID(), kind: 'convert', signed: false, ageMs: 0, body }
}

export interface Running {
  child: ChildProcess
  port: number
  adminUrl: string
}

/** @param more settings. @returns once it listens */
export async function start(database: string, upstream: string, more: Record<string, string> = {}): Promise<Running> {
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
      ...more,
    },
  })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  const read = () => /listens on http:\/\/[^:]+:(\d+).*Health and metrics are on (http:\S+)\/health/s.exec(said)
  for (let found = read(); ; found = read()) {
    if (found) return { child, port: Number(found[1]), adminUrl: found[2] ?? '' }
    await Promise.race([child.stderr && once(child.stderr, 'data'), once(child, 'exit')])
    if (child.exitCode !== null) throw new Error(said)
  }
}
