/**
 * The queue in its database, with the same statements on SQLite, in a Durable Object and on Postgres.
 *
 * The database contains all facts. Memory only has the events that are being sent, and counts. If several proxies share
 * a database, each claim is also a lease by the database's clock. Only the proxy that still has the lease writes the
 * outcome of an event.
 */
import { HOUR_MS } from '../duration.js'
import type { Log } from '../log/line.js'
import type { Seal } from '../seal.js'
import { createClaiming } from './claim.js'
import { createClock } from './clock.js'
import type { Defer } from './group.js'
import type { OpenQueue } from './index.js'
import { read, write } from './meta.js'
import { createOperator } from './operator/index.js'
import { prepare } from './prepare.js'
import { createRoom } from './room.js'
import { LANE, LANES, WAITS } from './schema.js'
import type { Shop } from './shop.js'
import type { Store } from './store/index.js'
import { sweep } from './sweep.js'
import { createMove } from './transition.js'
import { BOUNDS, type Bounds, type Move, type QueueContext, type Reason } from './types.js'
import { createWriting } from './write.js'

export interface QueueOptions {
  seal: Seal
  /** The shop of the database. Undefined: the database of any shop is opened. */
  shop?: Shop
  log: Log
  /** The limits of the ledger. Tests have smaller ones. */
  most?: Bounds
  /** Says whether the clock can be trusted. By default it must have agreed with the monotonic clock for ten minutes. */
  isClockRight?: () => boolean
  /** A monotonic clock. The default is the clock of the process. */
  monotonic?: () => number
  /** The wait for other writes that share a commit. */
  defer?: Defer
}

/**
 * @throws Error in a sentence, if the database belongs to another shop, has another version, or is sealed with a
 *   missing key
 */
export async function openIn(store: Store, options: QueueOptions): Promise<OpenQueue> {
  const { seal, log, shop, most = BOUNDS, monotonic = () => performance.now(), defer } = options
  const hash = await prepare(store, seal, shop)
  const clock = createClock(monotonic)
  const move = createMove(store, log, createRoom(most, store.isShared, monotonic), clock)
  const { isClockRight = clock.isRight } = options
  const context: QueueContext = { store, move, seal, hash, log, monotonic, isClockRight, claims: new Map() }
  const claiming = createClaiming(context)
  const { accept, refuse, settle, flush } = createWriting(context, most, defer)
  let isClosed = false

  return {
    accept,
    refuse,
    settle,
    ...claiming,
    ...createOperator(context),
    wake: (reasons) => wake(move, reasons),
    sweep: () => sweep(context, most, () => isClosed),
    readNote: (name) => store.read(({ ask }) => read(ask, `note ${name}`)),
    async writeNote(name, text) {
      await store.transaction('ack', ({ ask }) => write(ask, `note ${name}`, text))
    },
    async close() {
      await flush()
      isClosed = true
      // Lets other proxies send these events immediately. If this cannot be written, the leases end by themselves.
      await claiming.release([...context.claims.keys()]).catch(() => {})
      await store.close()
    },
  }
}

const WOKEN_AT_ONCE = 1_000

/**
 * Makes some events due at a time, so that arrivals can be stored in between. The order of all due times stays, so an
 * event that was tried longer ago goes first. Otherwise the oldest would fail again and again before all others. The
 * hour after now becomes the second before it, because no event waits longer than an hour.
 */
async function wake(move: Move, reasons: readonly Reason[]) {
  const sql = `
    UPDATE events SET due = ?1 + (due - ?1 - ?2) / 3600 WHERE ${WAITS} AND seq IN (
      SELECT seq FROM events
      WHERE ${WAITS} AND (${LANE}) IN (${LANES}) AND due > ?1 AND reason IN (${reasons.map((reason) => `'${reason}'`)})
      LIMIT ${WOKEN_AT_ONCE}) RETURNING seq`
  while ((await move('ack', ({ ask, nowMs }) => ask(sql, [nowMs, HOUR_MS]))).length === WOKEN_AT_ONCE) {}
}
