/** Dead letters past their time, and those too many: what goes is counted and logged. */
import type { Event } from '../../contract/event.js'
import { type Bounds, readTotals, type Totals } from './bounds.js'
import type { Working } from './core.js'
import { FORGETTABLE, forgetDead } from './events.js'
import type { Reason } from './index.js'
import { DAY_MS } from './rules.js'
import type { Store } from './store/index.js'

const DEAD_LETTERS_KEPT_MS = 14 * DAY_MS

/** Enough of the first to make room for one that is new. */
const DROPPED_AT_ONCE = 1_000
/** Deleted in one transaction: some milliseconds. */
const EXPIRED_AT_ONCE = 100

export interface DeadLetter {
  id: string
  seq: number
  kind: Event['kind']
  reason: Reason
  bytes: number
  mark: string
  markUntil: number
  signed: number
}

/** With too many, some go, and with each what it is known by, or it could never come again. */
export async function dropDeadLetters({ store, most, usage, log }: Pick<Working, 'store' | 'most' | 'usage' | 'log'>) {
  const totals = await readTotals(store)
  const dropped = await store.transaction('ack', async (transaction) => {
    const letters = await transaction.ask<DeadLetter>(OLDEST_DEAD, [DROPPED_AT_ONCE])
    const gone: DeadLetter[] = []
    for (const letter of toDropped(letters, totals, most)) {
      if (!(await forgetDead(transaction, letter))) continue
      await transaction.ask(COUNT_DROPPED, [letter.reason])
      gone.push(letter)
    }
    return gone
  })
  for (const letter of dropped) {
    usage.add({ dead: -1, deadBytes: -letter.bytes, limited: -Number(letter.reason === 'limited') })
    log({ event: 'dead_letter_dropped', id: letter.id, kind: letter.kind, reason: letter.reason })
  }
}

/**
 * Which dead letters have to go: with too many `limited` the oldest of those; with too many in all `limited` ones first, then
 * unsigned orders without a session, for anybody can make them. A hundredth more than needed goes at once, so that not every
 * new one means looking for an old one.
 *
 * @param letters in the order in which they go
 */
function toDropped(letters: DeadLetter[], totals: Totals, most: Bounds): DeadLetter[] {
  const left = { ...totals }
  const toAim = (total: number, bound: number) => {
    if (total <= bound) return Number.POSITIVE_INFINITY
    return bound >= 100 ? bound * 0.99 : bound
  }
  const dead = toAim(totals.dead, most.dead)
  const deadBytes = toAim(totals.deadBytes, most.deadBytes)
  const limited = toAim(totals.limited, most.limited)
  return letters.filter(({ reason, bytes }) => {
    const isLimited = reason === 'limited'
    const goes = left.dead > dead || left.deadBytes > deadBytes || (isLimited && left.limited > limited)
    if (!goes) return false
    left.dead -= 1
    left.deadBytes -= bytes
    left.limited -= Number(isLimited)
    return true
  })
}

/** Some of those past their time. @returns whether there may be more */
export function expireDeadLetters(store: Store): Promise<boolean> {
  return store.transaction('ack', async (transaction) => {
    const beforeMs = transaction.nowMs - DEAD_LETTERS_KEPT_MS
    const letters = await transaction.ask<DeadLetter>(OLD_DEAD, [beforeMs, EXPIRED_AT_ONCE])
    for (const letter of letters) await forgetDead(transaction, letter)
    return letters.length === EXPIRED_AT_ONCE
  })
}

const OLDEST_DEAD = `
  SELECT ${FORGETTABLE} FROM events WHERE state = 'dead'
  ORDER BY CASE WHEN reason = 'limited' THEN 0 WHEN reason = 'no_session' AND signed = 0 THEN 1 ELSE 2 END, due, seq LIMIT ?1`

const OLD_DEAD = `SELECT ${FORGETTABLE} FROM events WHERE state = 'dead' AND due <= ?1 ORDER BY due, seq LIMIT ?2`

const COUNT_DROPPED = `
  INSERT INTO dropped (reason, events) VALUES (?1, 1)
  ON CONFLICT (reason) DO UPDATE SET events = dropped.events + 1`
