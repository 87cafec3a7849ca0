/**
 * Lists that the API does not know. Their sign-ups wait in their own lines, in nobody's way: each for an hour, and one of them,
 * another customer's each time, asks after a minute. When the API takes one, the others go.
 */
import type { Claim, Moving } from './types.js'

export const LIST_WAITS_MS = 3_600_000
/** How many go for each one that is delivered: some milliseconds. */
const FREED_AT_ONCE = 500

/** The next question is another customer's, unless one is due already. */
export async function handOnQuestion({ ask, nowMs }: Moving, { list, customer }: Claim, waitMs: number) {
  await ask(HAND_ON, [list, customer, Math.round(nowMs + waitMs)])
}

const HAND_ON = `
  UPDATE events SET due = ?3
  WHERE seq = (
    SELECT seq FROM events WHERE list = ?1 AND reason = 'unknown_list' AND state = 'ready'
    ORDER BY CASE WHEN customer = ?2 THEN 1 ELSE 0 END, attempts, signed DESC, occurred, seq LIMIT 1)
  AND NOT EXISTS (
    SELECT 1 FROM events AS other WHERE other.list = ?1 AND other.reason = 'unknown_list' AND other.state = 'ready'
      AND other.due <= ?3)`

/**
 * The API has taken one: those it was never asked with go. So do those it has refused to know, when the list was unknown to it
 * as a whole; else each sign-up that is taken would bring back one that something before the API minds.
 */
export async function freeList({ ask, nowMs }: Moving, list: string, isBack: boolean) {
  await ask(FREE, [list, nowMs, FREED_AT_ONCE, Number(isBack)])
}

const FREE = `
  UPDATE events SET due = ?2
  WHERE seq IN (
    SELECT seq FROM events WHERE list = ?1 AND reason = 'unknown_list' AND state = 'ready' AND due > ?2
      AND (attempts = 0 OR ?4 = 1)
    ORDER BY occurred, seq LIMIT ?3)`
