/** Settles claimed events: each is delivered, retried later, or becomes a dead letter. One transaction settles many. */
import type { Hash } from '../seal.js'
import { toFieldNames } from './newer-fields.js'
import { STILL_WAITS } from './schema.js'
import { askRows } from './store/rows.js'
import { addTry } from './tries.js'
import {
  BOOKED,
  type Claim,
  type Disposition,
  type EventRow,
  type QueueContext,
  REPLAYED,
  type Reason,
  type Transition,
} from './types.js'

/** The wait of a sign-up for a list that the API does not know. The forwarder asks sooner. */
const LIST_WAITS_MS = 3_600_000
/** The number of sign-ups that are freed for each delivered one. This takes some milliseconds. */
const FREED_AT_ONCE = 500

export interface Settlement {
  claim: Claim
  disposition: Disposition
  /** The beginning of the API's answer to a dead letter, sealed. */
  answer: Buffer | null
}

/**
 * Settles the events that still wait and that this proxy has claimed. The operator may have dropped an event in the
 * meantime. Another proxy may have claimed it after this proxy's lease.
 *
 * @returns the claims of delivered events
 */
export async function settleAll(
  step: Transition,
  settlements: Settlement[],
  { hash, lease }: Pick<QueueContext, 'hash' | 'lease'>,
): Promise<Claim[]> {
  const delivered = await deliver(step, settlements, { hash, lease })
  await overtake(step, delivered)
  for (const [list, isBack] of toLists(settlements, delivered)) await freeList(step, list, isBack)
  for (const settlement of settlements) {
    if (settlement.disposition.as !== 'delivered') await putBack(step, settlement, lease)
  }
  return delivered
}

async function deliver(step: Transition, settlements: Settlement[], { hash, lease }: { hash: Hash; lease: string }) {
  const rows = settlements.flatMap(({ claim, disposition: { as, status = 0 } }) => {
    const fields = claim.kind === 'addToList' && claim.sent !== undefined ? toFieldNames(claim.sent, hash) : null
    return as === 'delivered' ? [[claim.seq, status, fields, step.nowMs, lease]] : []
  })
  const seqs = (await askRows<{ seq: number }>(step, DELIVER, rows)).map(({ seq }) => seq)
  const payloads = seqs.map((seq) => [seq])
  await askRows(step, DELETE_PAYLOADS, payloads)
  const claims = settlements.flatMap(({ claim }) => (seqs.includes(claim.seq) ? claim : []))
  for (const claim of claims) step.count(-1, claim)
  return claims
}

const DELIVER = {
  sql: `WITH given (seq, status, fields, at, lease) AS (VALUES :rows)
    UPDATE events SET state = 'delivered', reason = NULL, status = given.status, due = given.at, fields = given.fields,
      attempts = attempts + 1, detached = 0, early = 0, lease = '', leased_until = 0, bytes = 0
    FROM given WHERE events.seq = given.seq AND ${STILL_WAITS} AND events.lease = given.lease
    RETURNING events.seq`,
  row: '(CAST(?1 AS bigint), CAST(?2 AS integer), ?3, CAST(?4 AS bigint), ?5)',
}

const DELETE_PAYLOADS = { sql: 'DELETE FROM payloads WHERE seq IN (:rows)', row: '?1' }

/**
 * Ends orders that still wait when a later order was delivered, because they would convert the later order's session.
 * Only a signed order overtakes a signed one, but any order overtakes one that the shop's book completed.
 */
async function overtake(step: Transition, delivered: Claim[]) {
  const orders = delivered.filter(({ kind }) => kind === 'convert')
  const customers = orders.map(({ who }) => [who])
  const waiting = await askRows<InLine>(step, WAITING_ORDERS, customers)
  const isOlder = (a: InLine, b: InLine) => a.occurred < b.occurred || (a.occurred === b.occurred && a.seq < b.seq)
  for (const each of waiting) {
    // One event of a customer is sent at a time, so no order is overtaken twice.
    const rank = each.replayed === BOOKED ? 0 : each.signed
    const later = orders.find((order) => order.who === each.who && rank <= order.signed && isOlder(each, order))
    if (!later) continue
    const [older] = await step.ask<EventRow>('SELECT * FROM events WHERE seq = ?1', [each.seq])
    if (older && older.replayed !== REPLAYED) await dieUnasked(step, older, 'overtaken')
  }
}

type InLine = Pick<EventRow, 'seq' | 'who' | 'occurred' | 'signed' | 'replayed'>

const WAITING_ORDERS = {
  sql: "SELECT seq, who, occurred, signed, replayed FROM events WHERE state = 'waiting' AND list = '' AND who IN (:rows)",
  row: '?1',
}

/** Lists the lists of delivered sign-ups, and whether the API had not known them. */
function toLists(settlements: Settlement[], delivered: Claim[]): Map<string, boolean> {
  const lists = new Map<string, boolean>()
  for (const { claim, disposition } of settlements) {
    if (claim.kind !== 'addToList' || !delivered.includes(claim)) continue
    const isBack = disposition.as === 'delivered' && disposition.isListBack === true
    lists.set(claim.list, isBack || lists.get(claim.list) === true)
  }
  return lists
}

/**
 * Frees sign-ups of a list, because the API has accepted one of it. Sign-ups that the API was not asked about are sent.
 * If the whole list was unknown before, rejected sign-ups are sent too.
 */
const freeList = ({ ask, nowMs }: Transition, list: string, isBack: boolean) =>
  ask(FREE, [list, nowMs, FREED_AT_ONCE, Number(isBack)])

const FREE = `
  UPDATE events SET due = ?2
  WHERE seq IN (
    SELECT seq FROM events WHERE list = ?1 AND reason = 'unknown_list' AND state = 'waiting' AND due > ?2
      AND (attempts = 0 OR ?4 = 1)
    ORDER BY occurred, seq LIMIT ?3)`

async function putBack(step: Transition, { claim, disposition, answer }: Settlement, lease: string) {
  const [event] = await step.ask<EventRow>(OURS, [claim.seq, lease])
  if (!event || disposition.as === 'delivered') return
  const { status } = disposition
  if (disposition.as === 'dead') {
    await die(step, event, disposition.reason, { status, text: answer })
  } else if (disposition.as === 'list_waits') {
    await change(step, event.seq, { reason: 'unknown_list', due: step.nowMs + LIST_WAITS_MS, early: 0, ...FREE_ROW })
  } else if (disposition.as === 'list_unknown') {
    await retry(step, event, claim, { reason: 'unknown_list', waitMs: LIST_WAITS_MS, status })
  } else await retry(step, event, claim, { ...disposition, status })
}

const OURS = "SELECT * FROM events WHERE seq = ?1 AND lease = ?2 AND state = 'waiting'"
/** The columns of an event that no proxy is sending. */
const FREE_ROW = { lease: '', leased_until: 0 }

type Retry = Omit<Extract<Disposition, { as: 'retry' }>, 'as' | 'status'> & { status: number | undefined }

/** Retries an event later. A try before its time does not count, and does not change the due time. */
async function retry(step: Transition, event: EventRow, claim: Claim, retry: Retry) {
  const { reason, waitMs, isDetached, isMiss, status } = retry
  const isEarly = isDetached && claim.isEarly && claim.due > step.nowMs
  const counted = Number(!isEarly)
  await change(step, event.seq, {
    reason,
    early: 0,
    ...FREE_ROW,
    due: isEarly ? claim.due : Math.round(step.nowMs + waitMs),
    attempts: event.attempts + counted,
    misses: event.misses + (isMiss ? counted : 0),
    detached: isDetached ? 1 : event.detached,
    status: status ?? null,
    tries: addTry(event.tries, step.nowMs, reason, status),
  })
}

/** Reasons that follow an answer of the API, for which it was asked once more. */
const ANSWERS: Reason[] = ['refused', 'no_session']

interface Answer {
  status?: number | undefined
  /** The beginning of the API's answer, sealed. */
  text?: Buffer | null
}

/** Makes a waiting event a dead letter. */
async function die(step: Transition, event: EventRow, reason: Reason, { status, text = null }: Answer = {}) {
  const isAsked = ANSWERS.includes(reason)
  await change(step, event.seq, {
    state: 'dead',
    reason,
    due: step.nowMs,
    detached: 0,
    early: 0,
    ...FREE_ROW,
    attempts: event.attempts + Number(isAsked),
    status: status ?? event.status,
    bytes: event.bytes + (text?.length ?? 0),
    tries: isAsked ? addTry(event.tries, step.nowMs, reason, status) : event.tries,
  })
  if (text) await step.ask('UPDATE payloads SET answer = ?1 WHERE seq = ?2', [text, event.seq])
  step.count(-1, event)
  step.hasDied = true
}

/**
 * Makes an event a dead letter without an answer of the API. The forwarder does not know of it, so it is logged here.
 */
export async function dieUnasked(step: Transition, event: EventRow, reason: Reason) {
  await die(step, event, reason)
  step.tell({ event: 'dead_letter', id: event.id, kind: event.kind, reason })
}

/** Changes columns of one row. */
export async function change({ ask }: Pick<Transition, 'ask'>, seq: number, changes: Partial<EventRow>) {
  const columns = Object.keys(changes).map((name, place) => `${name} = ?${place + 2}`)
  await ask(`UPDATE events SET ${columns.join(', ')} WHERE seq = ?1`, [seq, ...Object.values(changes)])
}
