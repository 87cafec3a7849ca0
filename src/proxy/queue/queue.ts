/**
 * The queue in its database, with the same statements on SQLite, in a Durable Object and on Postgres.
 *
 * The database contains all facts. Memory only has the events that are being sent. If several proxies share a database,
 * each claim is also a lease by the database's clock. So a killed proxy delays a customer by one lease at most. Only
 * the proxy that still has the lease writes the result of an event.
 */
import { randomUUID } from 'node:crypto'
import type { Log } from '../log/line.js'
import type { Seal } from '../seal.js'
import { createClaiming } from './claim.js'
import { createClock } from './clock.js'
import { markUnreadable } from './find-unreadable.js'
import { sweep } from './forget.js'
import type { Defer } from './group.js'
import type { OpenQueue } from './index.js'
import { read, write } from './meta.js'
import { takeActs } from './operator/acts.js'
import { writeTally } from './operator/hours.js'
import { createOperator } from './operator/index.js'
import { prepare } from './prepare.js'
import { createRoom } from './room.js'
import { BY_TURN, DEAD, ofState } from './schema.js'
import { createBinding } from './shop.js'
import type { Store } from './store/index.js'
import { createMove } from './transition.js'
import type { Bounds, QueueContext, Reason, Shop, Transition } from './types.js'
import { createWriting } from './write.js'

/** Longer than a request to the API and the writing of its result take. */
const LEASE_MS = 60_000

export interface QueueOptions {
  seal: Seal
  /** The shop of the database. Undefined: the database of any shop is opened. */
  shop?: Shop
  log: Log
  /** The limits of the queue. */
  most: Bounds
  leaseMs?: number
  /** A clock that cannot be set. The default is the clock of the process. */
  monotonic?: () => number
  /** The wait for other writes that share a commit. */
  defer?: Defer
}

/**
 * @throws Error in a sentence, if the database belongs to another shop, has another version, or is sealed with a
 *   missing key
 */
export async function openIn(store: Store, options: QueueOptions): Promise<OpenQueue> {
  const { seal, log, shop, most, leaseMs = LEASE_MS, monotonic = () => performance.now(), defer } = options
  const hash = await prepare(store, seal, shop)
  // If the file is malformed, the proxy still starts. It refuses arrivals, and health shows the reason.
  const onFailed = (error: unknown) => log({ event: 'queue_failed', reason: String(error) })
  const latest = await store.read(({ ask }) => ask<{ received: number }>(LATEST)).catch(onFailed)
  const clock = createClock(monotonic, latest?.[0]?.received)
  const room = createRoom({ most, monotonic, isShared: store.isShared })
  const move = createMove(store, log, room, clock)
  const context: QueueContext = {
    ...{ store, move, seal, hash, log, most, leaseMs, monotonic },
    lease: store.isShared ? randomUUID() : '',
    claims: new Map(),
    isClockRight: clock.isRight,
  }
  const unreadable = await move('ack', (step) => markUnreadable(step, seal)).catch(onFailed)
  if (unreadable) log({ event: 'events_unreadable', count: unreadable })
  const binding = createBinding(shop, hash, store.isShared)
  const claiming = createClaiming(context, binding)
  const { accept, refuse, ack, flush } = createWriting(context, { room, binding, defer })
  let isClosed = false

  return {
    accept,
    refuse,
    ack,
    ...claiming,
    ...createOperator(context),
    wake: (reasons, isDetachedToo = true) => move('ack', (step) => wake(step, reasons, isDetachedToo)),
    async readRefused(list) {
      const rows = await store.read(({ ask }) => ask<{ who: string }>(REFUSED, [list]))
      return rows.map(({ who }) => who)
    },
    sweep: () => sweep(context, () => isClosed),
    record: (tally) => writeTally(store, tally),
    takeActs: () => takeActs(store),
    readNote: (name) => store.read(({ ask }) => read(ask, `note ${name}`)),
    async writeNote(name, text) {
      await store.transaction('ack', ({ ask }) => write(ask, `note ${name}`, text))
    },
    async close() {
      await flush()
      isClosed = true
      // Lets other proxies send these events at once. If this cannot be written, the events wait until the lease ends.
      await claiming.release([...context.claims.keys()]).catch(() => {})
      await store.close()
    },
  }
}

const LATEST = 'SELECT received FROM events ORDER BY seq DESC LIMIT 1'

/**
 * Makes events due that wait for one of these reasons, because the API is back or was corrected. The least tried events
 * are sent first, because one of the most tried ones may have caused the trouble.
 *
 * @param isDetachedToo also detached events
 */
async function wake({ ask, nowMs }: Transition, reasons: Reason[], isDetachedToo: boolean) {
  for (const reason of reasons) {
    await ask(WAKE, [nowMs, reason])
    if (isDetachedToo) await ask(WAKE_DETACHED, [nowMs, reason])
  }
}

const WAITS_FOR = `${BY_TURN} AND due > ?1 AND reason = ?2`
const WAKE = `
  UPDATE events SET due = ?1 - 1000 + CASE WHEN attempts < 1000 THEN attempts ELSE 1000 END WHERE ${WAITS_FOR} AND detached = 0`
const WAKE_DETACHED = `UPDATE events SET early = 1 WHERE ${WAITS_FOR} AND detached = 1`

/**
 * The dead letters of a target that are younger than its latest delivery. Test orders are not sent to the API, so they
 * have the status of its answer to the question.
 */
const REFUSED = `
  WITH refused AS (SELECT who, due FROM events WHERE ${DEAD} AND reason = 'refused' AND list = ?1),
    taken AS (
      SELECT due FROM events
      WHERE ${ofState('delivered')} AND list = ?1 AND coalesce(status, 200) < 300 AND due >= (SELECT min(due) FROM refused)
      ORDER BY due DESC LIMIT 1)
  SELECT DISTINCT who FROM refused WHERE due > coalesce((SELECT due FROM taken), 0)`
