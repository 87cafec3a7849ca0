/** The events that may go, in their order. */
import type { Event } from '../../contract/event.js'
import type { Candidate } from './held-lists.js'
import type { Claiming } from './index.js'
import type { Transaction } from './store/index.js'

/** Those that are due, unless another proxy has one of the same customer under way. */
export function readReady({ ask, nowMs, dialect }: Transaction, limit: number, asQuestion: Claiming['asQuestion']) {
  const which = asQuestion ? toQuestion(asQuestion.notKind) : 'TRUE ORDER BY due, seq'
  return ask<Candidate>(toReadySql(which, dialect.lockRows), [nowMs, limit])
}

const toReadySql = (which: string, lockRows: string) => `
  SELECT seq, customer FROM events AS event
  WHERE state = 'ready' AND due <= ?1 AND leased_until <= ?1 AND NOT EXISTS (
    SELECT 1 FROM events AS other
    WHERE other.customer = event.customer AND other.leased_until > ?1) AND ${which} LIMIT ?2${lockRows}`

const toQuestion = (notKind?: Event['kind']) => `
  coalesce(reason, '') NOT IN ('credentials', 'address')
  ORDER BY CASE WHEN attempts > 0 THEN 1 ELSE 0 END, CASE WHEN kind = '${notKind ?? ''}' THEN 1 ELSE 0 END, signed DESC, due, seq`

/** Those that are due, and those that will be. */
export const readNextReady = ({ ask, nowMs }: Transaction, limit: number) =>
  ask<Candidate & { due: number }>(
    "SELECT seq, customer, due FROM events WHERE state = 'ready' AND leased_until <= ?1 ORDER BY due, seq LIMIT ?2",
    [nowMs, limit],
  )
