/**
 * The queue where its database is: the same statements on SQLite, in a Durable Object and on Postgres.
 *
 * The database has everything; memory has only what is under way. What becomes of an event says which of its line is next.
 * Where several proxies share the database, a claim is also written down as a lease, by the database's clock, so a proxy that
 * was killed keeps a customer waiting for no longer than that, and what became of an event is written only by whoever has the
 * lease still.
 */
import { randomUUID } from 'node:crypto'
import type { Log } from '../log/line.js'
import type { Seal } from '../seal.js'
import { createClaiming } from './claim.js'
import { createClock } from './clock.js'
import type { Queue } from './index.js'
import { wake } from './line.js'
import { createMove } from './moves.js'
import { takeActs } from './operator/acts.js'
import { writeTally } from './operator/hours.js'
import { createOperator } from './operator/index.js'
import type { Operator } from './operator/types.js'
import { prepare, readNote, writeNote } from './schema.js'
import type { Store } from './store/index.js'
import { sweep } from './sweep.js'
import type { Bounds, Shop, Working, Write, Written } from './types.js'
import { createWriting } from './writes.js'

/** Longer than a request to the API may take, and than writing what became of it. */
const LEASE_MS = 60_000

export interface CoreOptions {
  seal: Seal
  /** Whose orders it has; undefined: anybody's. */
  shop?: Shop
  log: Log
  /** How much it takes. */
  most: Bounds
  leaseMs?: number
  /** A clock that nobody sets: by default the process' own. */
  monotonic?: () => number
}

/** The queue without its groups, and what the operator does with it: what may be in another thread. */
export interface Core extends Operator, Omit<Queue, 'accept' | 'ack'> {
  /** Writes all in one durable commit, but one that fails fails alone. */
  write(writes: Write[]): Promise<Written[]>
}

/** @throws Error in a sentence when the database is another's, from another version, or sealed with a key that is not given */
export async function openCore(store: Store, options: CoreOptions): Promise<Core> {
  const { seal, log, shop, most, leaseMs = LEASE_MS, monotonic = () => performance.now() } = options
  const hash = await prepare(store, options)
  const lease = store.isShared ? randomUUID() : ''
  const clock = createClock(monotonic)
  const move = createMove(store, { log, proxy: lease, clock })
  const own = { claims: new Map(), lease, leaseMs, monotonic, isClockRight: clock.isRight }
  return createCore({ store, move, seal, hash, log, shop, most, ...own })
}

function createCore(working: Working): Core {
  const { store, move, claims } = working
  const claiming = createClaiming(working)
  let isClosed = false

  return {
    ...claiming,
    ...createOperator(working),
    write: createWriting(working),
    wake: (reasons, isAloneToo = true) => move('ack', (moving) => wake(moving, reasons, isAloneToo)),
    sweep: () => sweep(working, () => isClosed),
    record: (tally) => writeTally(store, tally),
    takeActs: () => takeActs(store),
    readNote: (name) => store.read(({ ask }) => readNote(ask, name)),
    async writeNote(name, text) {
      await store.transaction('ack', ({ ask }) => writeNote(ask, name, text))
    },
    async close() {
      isClosed = true
      // What is under way here may go elsewhere at once. When this cannot be written, it goes when the lease ends.
      await claiming.release([...claims.keys()]).catch(() => {})
      await store.close()
    },
  }
}
