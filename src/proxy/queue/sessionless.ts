/**
 * Orders that no session is found for: the shop may open it a little later, so they wait. But anybody can send such an order,
 * of an address made up, so the unsigned ones get a share of the queue, never all. Beyond it the one that was asked for most
 * often becomes a dead letter before its time.
 */

import type { Bounds } from './bounds.js'
import { arrange } from './events.js'
import type { Store, Transaction } from './store/index.js'

/** Of the queue. */
const SHARE = 0.5
/** Of the share: so many come before it is counted again, and so many more than needed go, since counting looks at all. */
const STEP = 0.01

interface Sessionless {
  id: string
  seq: number
  customer: string
  bytes: number
}

/** How many may come until somebody has to look. */
export const toStep = (most: Bounds) => Math.max(1, Math.floor(most.waiting * SHARE * STEP))

/**
 * Makes dead letters of what is too much.
 *
 * @param isFree nobody has it under way
 * @returns what is dead now
 */
export function limitSessionless(store: Store, most: Bounds, isFree: (event: Sessionless) => boolean) {
  return store.transaction('ack', (transaction) => endSome(transaction, most, isFree))
}

async function endSome(transaction: Transaction, most: Bounds, isFree: (event: Sessionless) => boolean) {
  const { ask, nowMs } = transaction
  const [total = { events: 0, bytes: 0 }] = await ask<{ events: number; bytes: number }>(
    `SELECT count(*) AS events, coalesce(sum(bytes), 0) AS bytes FROM events WHERE ${SESSIONLESS}`,
  )
  const over = Math.max(total.events / most.waiting, total.bytes / most.waitingBytes) / SHARE
  if (over <= 1) return []
  const wanted = Math.ceil(total.events * (1 - 1 / over)) + toStep(most) - 1
  const oldest = await ask<Sessionless>(OLDEST, [nowMs, wanted])
  const dead: Sessionless[] = []
  for (const event of oldest.filter(isFree).sort((a, b) => (a.customer < b.customer ? -1 : 1))) {
    await transaction.lock(event.customer)
    if ((await ask(END, [nowMs, event.seq])).length === 0) continue
    dead.push(event)
    await arrange(transaction, event.customer)
  }
  return dead
}

const SESSIONLESS = "state IN ('ready', 'behind') AND reason = 'no_session' AND signed = 0 AND replayed = 0"

const OLDEST = `
  SELECT id, seq, customer, bytes FROM events WHERE ${SESSIONLESS} AND leased_until <= ?1
  ORDER BY misses DESC, received, seq LIMIT ?2`

const END = `
  UPDATE events SET state = 'dead', due = ?1
  WHERE seq = ?2 AND state <> 'dead' AND leased_until <= ?1 RETURNING seq`
