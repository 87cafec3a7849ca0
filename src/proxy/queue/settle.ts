/** Settles claimed events: each is delivered, retried later, or becomes a dead letter. One transaction settles many. */
import { askRows } from './store/rows.js'
import { addTry } from './tries.js'
import { type Claim, type EventRow, type Outcome, type Transition, toKind } from './types.js'

export interface Settlement {
  claim: Claim
  outcome: Outcome
  /** The beginning of the API's answer to a dead letter, sealed. */
  answer: Buffer | null
}

/**
 * Settles the events that still wait and that this proxy has claimed. The operator may have dropped an event in the
 * meantime. Another proxy may have claimed it after this proxy's lease.
 */
export async function settleAll(step: Transition, settlements: Settlement[]) {
  const ofKind = (as: Outcome['as']) => settlements.filter(({ outcome }) => outcome.as === as)
  const delivered = await write(step, DELIVER, ofKind('delivered'), () => [])
  const seqs = delivered.map(({ claim }) => [claim.seq])
  await askRows(step, DELETE_PAYLOADS, seqs)
  for (const { claim } of delivered) step.room.remove({ ...claim, state: 'waiting' })
  await write(step, RETRY, ofKind('retry'), ({ claim, outcome }) => {
    if (outcome.as !== 'retry') return []
    const { reason, status, waitMs, isRefusal = false } = outcome
    const tries = addTry(claim.tries, step.nowMs, reason, status)
    return [reason, tries, Math.round(step.nowMs + waitMs), Number(isRefusal)]
  })
  const dead = await write(step, DIE, ofKind('dead'), ({ claim, outcome, answer }) => {
    if (outcome.as !== 'dead') return []
    const { reason, status } = outcome
    const isTry = status !== undefined
    const tries = isTry ? addTry(claim.tries, step.nowMs, reason, status) : claim.tries
    return [reason, tries, Number(isTry), answer?.length ?? 0]
  })
  for (const each of dead) await bury(step, each)
}

/** Counts and logs a dead letter, and keeps the API's answer. */
async function bury(step: Transition, { claim, outcome, answer }: Settlement) {
  if (outcome.as !== 'dead') return
  const { reason, status } = outcome
  if (answer) await step.ask('UPDATE payloads SET answer = ?1 WHERE seq = ?2', [answer, claim.seq])
  step.room.remove({ ...claim, state: 'waiting' })
  step.room.add({ ...claim, state: 'dead', bytes: claim.bytes + (answer?.length ?? 0) })
  const { id } = claim
  step.tell({ event: 'dead_letter', id, kind: toKind(claim), reason, ...(status !== undefined && { status }) })
}

interface Update {
  sql: string
  row: string
}

/** Runs an update for many events. @returns the settlements that were written */
async function write(
  step: Transition,
  update: Update,
  settlements: Settlement[],
  toValues: (settlement: Settlement) => unknown[],
) {
  const rows = settlements.map((settlement) => {
    const { claim, outcome } = settlement
    return [claim.seq, claim.lease, step.nowMs, outcome.status ?? null, ...toValues(settlement)]
  })
  const seqs = new Set((await askRows<Pick<EventRow, 'seq'>>(step, update, rows)).map(({ seq }) => seq))
  return settlements.filter(({ claim }) => seqs.has(claim.seq))
}

/**
 * Writes an update. The condition of the state is in other words than `state = 'waiting'`, so that Postgres looks up the
 * given rows instead of all waiting ones.
 *
 * @param columns names of the values after seq, lease, time and status, with their types
 */
const toUpdate = (columns: Record<string, string>, changes: string): Update => ({
  sql: `WITH given (${['seq', 'lease', 'at', 'status', ...Object.keys(columns)]}) AS (VALUES :rows)
    UPDATE events SET ${changes}, status = coalesce(given.status, events.status), lease = 0
    FROM given
    WHERE events.seq = given.seq AND events.lease = given.lease AND events.state NOT IN ('delivered', 'dead', 'refused')
    RETURNING events.seq`,
  row: `(${['bigint', 'bigint', 'bigint', 'integer', ...Object.values(columns)].map((type, place) => `CAST(?${place + 1} AS ${type})`)})`,
})

const DELETE_PAYLOADS = { sql: 'DELETE FROM payloads WHERE seq IN (:rows)', row: '?1' }

const DELIVER = toUpdate(
  {},
  `state = 'delivered', reason = NULL, due = given.at, attempts = attempts + 1, network = '', bytes = 0`,
)
const RETRY = toUpdate(
  { reason: 'text', tries: 'text', due: 'bigint', refusals: 'integer' },
  `reason = given.reason, tries = given.tries, due = given.due, attempts = attempts + 1,
    refusals = events.refusals + given.refusals`,
)
const DIE = toUpdate(
  { reason: 'text', tries: 'text', attempts: 'integer', answer_bytes: 'integer' },
  `state = 'dead', reason = given.reason, tries = given.tries, due = given.at, attempts = events.attempts + given.attempts,
    bytes = (SELECT length(payload) FROM payloads WHERE payloads.seq = events.seq) + given.answer_bytes`,
)
