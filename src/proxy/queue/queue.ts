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
import type { Defer } from './group.js'
import type { OpenQueue } from './index.js'
import { wake } from './line.js'
import { createMove } from './moves.js'
import { takeActs } from './operator/acts.js'
import { writeTally } from './operator/hours.js'
import { createOperator } from './operator/index.js'
import { prepare, readNote, writeNote } from './schema.js'
import type { Store } from './store/index.js'
import { sweep } from './sweep.js'
import type { Bounds, Shop, Working } from './types.js'
import { createWriting } from './writes.js'

/** Longer than a request to the API may take, and than writing what became of it. */
const LEASE_MS = 60_000

export interface QueueOptions {
  seal: Seal
  /** Whose orders it has; undefined: anybody's. */
  shop?: Shop
  log: Log
  /** How much it takes. */
  most: Bounds
  leaseMs?: number
  /** A clock that nobody sets: by default the process' own. */
  monotonic?: () => number
  /** How to wait for others to share a commit with. */
  defer?: Defer
}

/** @throws Error in a sentence when the database is another's, from another version, or sealed with a key that is not given */
export async function openIn(store: Store, options: QueueOptions): Promise<OpenQueue> {
  const { seal, log, shop, most, leaseMs = LEASE_MS, monotonic = () => performance.now(), defer } = options
  const hash = await prepare(store, seal, shop)
  const lease = store.isShared ? randomUUID() : ''
  const clock = createClock(monotonic)
  const move = createMove(store, log, lease.charAt(0), clock)
  const own = { claims: new Map(), lease, leaseMs, monotonic, isClockRight: clock.isRight }
  return createQueue({ store, move, seal, hash, log, shop, most, ...own }, defer)
}

function createQueue(working: Working, defer: Defer | undefined): OpenQueue {
  const { store, move, claims } = working
  const claiming = createClaiming(working)
  const { accept, ack, flush } = createWriting(working, defer)
  let isClosed = false

  return {
    accept,
    ack,
    ...claiming,
    ...createOperator(working),
    wake: (reasons, isAloneToo = true) => move('ack', (moving) => wake(moving, reasons, isAloneToo)),
    sweep: () => sweep(working, () => isClosed),
    record: (tally) => writeTally(store, tally),
    takeActs: () => takeActs(store),
    readNote: (name) => store.read(({ ask }) => readNote(ask, name)),
    async writeNote(name, text) {
      await store.transaction('ack', ({ ask }) => writeNote(ask, name, text))
    },
    async close() {
      await flush()
      isClosed = true
      // What is under way here may go elsewhere at once. When this cannot be written, it goes when the lease ends.
      await claiming.release([...claims.keys()]).catch(() => {})
      await store.close()
    },
  }
}
