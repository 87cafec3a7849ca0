/**
 * The queue where its database is: the same statements on SQLite, in a Durable Object and on Postgres.
 *
 * The database has everything; memory has only what is under way. Of each customer the events that may go are `ready`, all
 * others `behind`; what becomes of an event says which is next. Where several proxies share the database, a claim is also
 * written down as a lease, by the database's clock, so a proxy that was killed keeps a customer waiting for no longer than
 * that, and what became of an event is written only by whoever has the lease still.
 */
import { randomUUID } from 'node:crypto'
import type { Log } from '../log/line.js'
import type { Hash, Seal } from '../seal.js'
import type { Claim } from './ack.js'
import { takeActs } from './acts.js'
import { createQueueAdmin } from './admin.js'
import { type Bounds, createUsage, type Usage } from './bounds.js'
import { createClaiming } from './claim.js'
import { count } from './count.js'
import { writeTally } from './hours.js'
import type { Counts, OpenQueue, Reason } from './index.js'
import { prepare, readNote, type Shop, writeNote } from './schema.js'
import type { Store } from './store/index.js'
import { askRows } from './store/rows.js'
import { sweep } from './sweep.js'
import { createWriting, type Write, type Written } from './writes.js'

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
}

/** The queue without its groups: what may be in another thread. */
export interface Core extends Omit<OpenQueue, 'accept' | 'ack'> {
  /** All in one durable commit, but one that fails fails alone. */
  write(writes: Write[]): Promise<Written[]>
}

/** What all parts of the core work with. */
export interface Working extends Pick<CoreOptions, 'seal' | 'log' | 'shop'> {
  store: Store
  hash: Hash
  most: Bounds
  usage: Usage
  /** What this proxy has under way, by id. */
  claims: Map<string, Claim>
  /** Of this proxy, where several share the database: how it is marked what is under way, and for how long. */
  lease: string
  leaseMs: number
}

/** @throws Error in a sentence when the database is another's, from another version, or sealed with a key that is not given */
export async function openCore(store: Store, options: CoreOptions): Promise<Core> {
  const hash = await prepare(store, options)
  const lease = store.isShared ? randomUUID() : ''
  const usage = createUsage(options.most, store)
  return createCore({ leaseMs: LEASE_MS, ...options, store, hash, usage, claims: new Map(), lease })
}

function createCore(working: Working): Core {
  const { store, seal, hash, log, claims, lease } = working
  let counts: Counts | undefined
  let isClosed = false

  async function wake(reason: Reason) {
    const sql = "UPDATE events SET due = ?1 WHERE state <> 'dead' AND reason = ?2 AND due > ?1"
    await store.transaction('ack', ({ ask, nowMs }) => ask(sql, [nowMs, reason]))
  }

  /** A damaged page of a file keeps events from being counted, but not from coming and going: then the figures are the latest. */
  async function countAll(): Promise<Counts> {
    try {
      counts = await count(store)
    } catch (error) {
      if (!counts || store.isShared) throw error
      log({ event: 'queue_failed', reason: String(error) })
    }
    return counts
  }

  async function release(ids: string[]) {
    const released = ids.flatMap((id) => claims.get(id) ?? [])
    for (const { id } of released) claims.delete(id)
    if (!store.isShared || released.length === 0) return
    const rows = released.map(({ seq }) => [seq])
    await store.transaction('ack', (transaction) => askRows(transaction, toRelease(lease), rows))
  }

  return {
    ...createClaiming(working),
    write: createWriting(working),
    release,
    wake,
    sweep: () => sweep(store, () => isClosed),
    record: (tally) => writeTally(store, tally),
    takeActs: () => takeActs(store),
    operator: createQueueAdmin(store, { seal, hash }),
    count: countAll,
    readNote: (name) => store.read(({ ask }) => readNote(ask, name)),
    async writeNote(name, text) {
      await store.transaction('ack', ({ ask }) => writeNote(ask, name, text))
    },
    async close() {
      isClosed = true
      // What is under way here may go elsewhere at once. When this cannot be written, it goes when the lease ends.
      await release([...claims.keys()]).catch(() => {})
      await store.close()
    },
  }
}

const toRelease = (lease: string) => ({
  sql: `UPDATE events SET lease = '', leased_until = 0 WHERE seq IN (:rows) AND lease = '${lease}'`,
  row: '?1',
})
