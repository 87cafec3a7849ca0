/**
 * A line: a customer's orders, or a customer's sign-ups of one list. They go one after another, in the order they occurred.
 *
 * One event of a line is `ready`, and goes when it is due; the others are `behind` it. Beside it one more is ready: the oldest
 * signed one waits for signed ones only, so that nobody gets in its way who has no signature. An event that the API would not
 * take, though it takes others, is `alone`: ready, but it keeps nobody waiting. When another comes into its line, it is tried
 * once more at once, and then the other goes.
 */
import type { Ask } from './store/index.js'
import { askRows } from './store/rows.js'
import type { EventRow, Moving, PreparedEvent, Reason } from './types.js'

export const toLine = (customer: string, kind: EventRow['kind'], list: string | null) =>
  kind === 'convert' ? customer : `${customer} ${list}`

type InLine = Pick<EventRow, 'seq' | 'state' | 'signed' | 'occurred'>

/** Which events of a line may go: the oldest, and the oldest signed one. */
function toReady(line: InLine[]): Set<number> {
  const inOrder = [...line].sort((a, b) => a.occurred - b.occurred || a.seq - b.seq)
  const ready = [inOrder[0], inOrder.find(({ signed }) => signed)]
  return new Set(ready.flatMap((event) => event?.seq ?? []))
}

/** Those that may go, and the first that may be next. */
const LINE = `
  SELECT seq, state, signed, occurred FROM events WHERE line = ?1 AND state = 'ready' AND alone = 0
  UNION ALL SELECT * FROM (
    SELECT seq, state, signed, occurred FROM events WHERE line = ?1 AND state = 'behind'
    ORDER BY occurred, seq LIMIT 1) AS oldest
  UNION ALL SELECT * FROM (
    SELECT seq, state, signed, occurred FROM events WHERE line = ?1 AND state = 'behind' AND signed = 1
    ORDER BY occurred, seq LIMIT 1) AS oldest_signed`

/** Says which of a line's events may go, after one has come, gone or begun to wait alone. */
export async function arrange({ ask }: Pick<Moving, 'ask'>, line: string) {
  const events = await ask<InLine>(LINE, [line])
  const ready = toReady(events)
  for (const { seq, state } of events) {
    const right = ready.has(seq) ? 'ready' : 'behind'
    if (state !== right) await ask('UPDATE events SET state = ?1 WHERE seq = ?2', [right, seq])
  }
}

/** The same for many lines, most of which have nothing that waits. */
export async function arrangeAll(moving: Moving, lines: string[]) {
  const rows = [...new Set(lines)].map((line) => [line])
  for (const { line } of await askRows<{ line: string }>(moving, WITH_EVENTS_BEHIND, rows)) await arrange(moving, line)
}

const WITH_EVENTS_BEHIND = {
  sql: `WITH given (line) AS (VALUES :rows)
    SELECT line FROM given WHERE EXISTS (SELECT 1 FROM events WHERE events.line = given.line AND state = 'behind')`,
  row: '(?1)',
}

/** These have come into their lines: what waits alone at the head of each, and is older, is tried at once. */
export async function bringForward(moving: Moving, events: Pick<PreparedEvent, 'line' | 'signed' | 'ageMs'>[]) {
  const rows = events.map(({ line, signed, ageMs }) => [line, signed, Math.round(moving.nowMs - ageMs)])
  const heads = await askRows<{ seq: number | null }>(moving, HEADS, rows)
  for (const { seq } of heads) {
    if (seq !== null) await bringForwardOne(moving, seq)
  }
}

const HEADS = {
  sql: `WITH given (line, signed, occurred) AS (VALUES :rows)
    SELECT (SELECT seq FROM events WHERE events.line = given.line AND state = 'ready' AND alone = 1
      AND events.signed >= CAST(given.signed AS integer) AND events.occurred <= CAST(given.occurred AS bigint)
      ORDER BY events.occurred, seq LIMIT 1) AS seq FROM given`,
  row: '(?1, ?2, ?3)',
}

/** Tried now, and again when it would have been: a try that somebody else has brought about does not count. */
export const bringForwardOne = ({ ask, nowMs }: Pick<Moving, 'ask' | 'nowMs'>, seq: number) =>
  ask(FORWARD, [nowMs, seq])

const FORWARD = `
  UPDATE events SET planned = coalesce(planned, due), due = CASE WHEN due > ?1 THEN ?1 ELSE due END
  WHERE seq = ?2 AND state <> 'dead'`

/** What is due first: what is signed, then what was never tried or is brought forward, then the rest. */
export const TURNS = [0, 1, 2] as const
export const NEW_TURN = 1
/**
 * What a busy network sends is due as if it had come so long ago. What was never tried, and is due for less, goes before it: the many
 * of a few networks, which the API may leave without an answer, keep nobody else waiting.
 */
export const BUSY_MS = 3_600_000
export const TURN = 'CASE WHEN signed = 1 THEN 0 WHEN attempts = 0 OR planned IS NOT NULL THEN 1 ELSE 2 END'

/** The longest wait there is: a Retry-After of 6 h, and something. What is due later is due now: the clock was wrong. */
const LONGEST_WAIT_MS = 6 * 3_600_000 + 60_000

export const mendDues = (ask: Ask, nowMs: number) =>
  ask(`UPDATE events SET due = ?1 WHERE state = 'ready' AND ${TURN} IN (0, 1, 2) AND due > ?2`, [
    nowMs,
    nowMs + LONGEST_WAIT_MS,
  ])

/** The clock was set back so far: what waits is set back with it. Several proxies that share the database may do it, and try it early. */
export const setBack = ({ ask, nowMs }: Pick<Moving, 'ask' | 'nowMs'>, ms: number) =>
  ask(
    `UPDATE events SET due = due - ?1, planned = planned - ?1 WHERE state = 'ready' AND ${TURN} IN (0, 1, 2) AND due > ?2`,
    [ms, nowMs],
  )

/**
 * The API is there again, or was mended: what waits for one of these reasons is due, and of it what was tried least goes first. It
 * may be one of those tried most that has brought the trouble about.
 *
 * @param isAloneToo also what waits by itself
 */
export async function wake({ ask, nowMs }: Moving, reasons: Reason[], isAloneToo: boolean) {
  for (const reason of reasons) await ask(WAKE, [nowMs, reason, Number(isAloneToo)])
}

const WAKE = `
  UPDATE events SET planned = CASE WHEN alone = 1 THEN coalesce(planned, due) END,
    due = ?1 - 1000 + CASE WHEN attempts < 1000 THEN attempts ELSE 1000 END
  WHERE state = 'ready' AND ${TURN} IN (0, 1, 2) AND due > ?1 AND reason = ?2 AND alone <= ?3`
