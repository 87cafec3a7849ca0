/**
 * Lists that the API does not know. Their sign-ups wait in their own lines, in nobody's way, each for an hour; the forwarder asks
 * sooner. When the API takes one, the others go.
 */
import type { Moving } from './types.js'

export const LIST_WAITS_MS = 3_600_000
/** How many go for each one that is delivered: some milliseconds. */
const FREED_AT_ONCE = 500

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
