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
 * @param dead the number of dead letters
 */
export async function fill(database: string, apiUrl: string, events: number, dead = 0) {
  const shop = { apiUrl, origins: [ORIGIN] }
  const most = toUsualBounds({ queueEvents: 2 * events + dead }) // unsigned events may use three quarters
  const queue = await openQueue({ database, seal: createSeal([KEY]), shop, log: () => {}, most })
  for (let done = 0; done < dead + events; done += ACCEPTED_AT_ONCE) {
    const count = Math.min(ACCEPTED_AT_ONCE, (done < dead ? dead : dead + events) - done)
    await Promise.all(Array.from({ length: count }, (_, place) => queue.accept(toArrival(done + place))))
    if (done >= dead) continue
    const { events: claims } = await queue.claim(count)
    await Promise.all(claims.map(({ id }) => queue.settle(id, { as: 'dead', reason: 'refused' })))
  }
  await queue.close()
}

function toArrival(number: number): IncomingEvent {
  const body = {
    email: `${number}@example.com`,
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
