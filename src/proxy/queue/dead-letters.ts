/** Dead letters past their time, and those too many: what goes is counted and logged. */
import type { Log } from '../log/line.js'
import { FORGETTABLE, forgetDead, readTotals } from './events.js'
import { type Bounds, DEAD_LETTERS_KEPT_MS, type DeadLetter, toDropped } from './rules.js'
import type { Store } from './store/index.js'
import type { Usage } from './usage.js'

/** Enough of the first to make room for one that is new. */
const DROPPED_AT_ONCE = 1_000
/** Deleted in one transaction: some milliseconds. */
const EXPIRED_AT_ONCE = 100

interface Options {
  most: Bounds
  usage: Usage
  log: Log
}

/** With too many, some go, and with each what it is known by, or it could never come again. */
export async function dropDeadLetters(store: Store, { most, usage, log }: Options) {
  await usage.refresh()
  if (!usage.isOver()) return
  const dropped = await store.transaction('ack', async (transaction) => {
    const totals = await readTotals(transaction.ask)
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
