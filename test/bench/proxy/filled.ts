/** Makes databases with many events, and starts a proxy with one. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IncomingEvent } from '../../../src/proxy/queue/index.js'
import { openQueue } from '../../../src/proxy/queue/open.js'
import { createSeal } from '../../../src/proxy/seal.js'
import { toUsualBounds } from '../../support/bounds.js'
import { startPostgres } from '../../support/postgres.js'
import { isInstalled } from '../../support/programs.mjs'
import { newFolder } from '../../support/proxy.js'
import { KEY, ORIGIN, type Running, startRingup } from './processes.js'

const ACCEPTED_AT_ONCE = 250

/** A database for one run, and a function that removes it. */
export interface Place {
  engine: string
  database: string
  remove(): Promise<void>
}

export function newFile(): Place {
  const { path, remove } = newFolder()
  return { engine: 'SQLite', database: join(path, 'ringup.db'), remove: async () => remove() }
}

/** Empty on a machine without Postgres. */
export async function newDatabases(): Promise<Place[]> {
  if (!isInstalled('postgres')) return []
  const server = await startPostgres({ isDurable: true })
  const { url } = await server.newDatabase()
  return [{ engine: 'Postgres', database: url, remove: server.remove }]
}

/**
 * Fills a database like a proxy whose API is away.
 *
 * @param limited the number of dead letters: events of one e-mail above its limit of a day
 */
export async function fill(database: string, apiUrl: string, events: number, limited = 0) {
  const shop = { apiUrl, origins: [ORIGIN] }
  const queue = await openQueue({
    database,
    seal: createSeal([KEY]),
    shop,
    log: () => {},
    most: toUsualBounds({ queueEvents: 2 * (events + limited) }), // for a second, events that arrive during a count are counted twice
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

/** Loaded into the proxy first. Measures the longest pause of its event loop. */
const PRELOAD = fileURLToPath(new URL('./proxy/loop-delay.js', import.meta.url))

/** @returns the proxy, as soon as it listens */
export const start = (database: string, upstream: string, more?: Record<string, string>): Promise<Running> =>
  startRingup(upstream, database, { node: ['--import', PRELOAD], ...(more && { more }) })
