/** What became of claimed events, into the database: many in one transaction. */
import { die, dieUnasked } from './dead-letters.js'
import { changeEvent, FREE } from './events.js'
import { remove } from './gone.js'
import { arrange, arrangeAll } from './line.js'
import { freeList, LIST_WAITS_MS } from './lists.js'
import { toContact, toFieldNames, toTries } from './rules.js'
import { askRows } from './store/rows.js'
import type { Claim, Disposition, EventRow, Moving, Working } from './types.js'

export interface Ack {
  claim: Claim
  disposition: Disposition
  /** How the API's answer to a dead letter begins, sealed. */
  answer: Buffer | null
}

/**
 * Writes what became of those whose event is still there and ours; the operator, or after our lease another proxy, may have taken it.
 *
 * @returns whether one of them was delivered
 */
export async function ackAll(moving: Moving, acks: Ack[], { hash, lease }: Pick<Working, 'hash' | 'lease'>) {
  const delivered = await removeDelivered(moving, acks, lease)
  const claims = delivered.map(({ claim }) => claim)
  await overtake(moving, claims)
  for (const claim of claims) await rememberFields(moving, claim, hash)
  for (const [list, isBack] of toLists(delivered)) await freeList(moving, list, isBack)
  const lines = claims.map(({ line }) => line)
  await arrangeAll(moving, lines)
  for (const ack of acks) if (ack.disposition.as !== 'delivered') await putBack(moving, ack, lease)
  return delivered.length > 0
}

/** @param lease of our own making */
async function removeDelivered(moving: Moving, acks: Ack[], lease: string) {
  const delivered = acks.filter(({ disposition }) => disposition.as === 'delivered')
  const ends = delivered.map(({ claim, disposition: { status } }) => [claim.seq, { as: 'delivered', status }] as const)
  const gone = await remove(moving, new Map(ends), `lease = '${lease}' AND state <> 'dead'`)
  return delivered.filter(({ claim }) => gone.has(claim.seq))
}

/** Orders that wait still when a later one was delivered would convert the later one's session. Only a signed one overtakes a signed one. */
async function overtake(moving: Moving, delivered: Claim[]) {
  const orders = delivered.filter(({ kind }) => kind === 'convert')
  const rows = orders.map(({ line, occurred, seq, signed }) => [line, occurred, seq, signed])
  for (const older of await askRows<EventRow>(moving, OLDER, rows)) await dieUnasked(moving, older, 'overtaken')
}

/** One event of a customer is under way at a time, so no order is overtaken twice. */
const OLDER = {
  sql: `WITH given (line, occurred, seq, signed) AS (VALUES :rows)
    SELECT event.* FROM given JOIN events AS event ON event.line = given.line
    WHERE state IN ('ready', 'behind') AND replayed = 0 AND event.signed <= given.signed
      AND (event.occurred < given.occurred OR (event.occurred = given.occurred AND event.seq < given.seq))`,
  row: '(?1, CAST(?2 AS bigint), CAST(?3 AS bigint), CAST(?4 AS integer))',
}

/** Which fields a delivered sign-up has set: an older one that comes late must not set them back. */
async function rememberFields({ ask }: Moving, claim: Claim, hash: Working['hash']) {
  const { customer, occurred, list, sent, signed } = claim
  if (list === null || sent === undefined) return
  const names = JSON.stringify(toFieldNames(toContact(sent), hash))
  await ask(REMEMBER_FIELDS, [customer, occurred, list, names, signed])
}

const REMEMBER_FIELDS = `
  INSERT INTO fields (customer, occurred, list, names, signed) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (customer, occurred, list) DO UPDATE SET names = excluded.names, signed = excluded.signed
    WHERE excluded.signed >= fields.signed`

/** The lists of which one was taken, and whether the API had not known them. */
function toLists(delivered: Ack[]): Map<string, boolean> {
  const lists = new Map<string, boolean>()
  for (const { claim, disposition } of delivered) {
    if (claim.list === null) continue
    const isBack = disposition.as === 'delivered' && disposition.isListBack === true
    lists.set(claim.list, isBack || lists.get(claim.list) === true)
  }
  return lists
}

async function putBack(moving: Moving, { claim, disposition, answer }: Ack, lease: string) {
  const [event] = await moving.ask<EventRow>(OURS, [claim.seq, lease])
  if (!event) return
  if (disposition.as === 'dead') {
    await die(moving, event, disposition.reason, { status: disposition.status, text: answer })
  } else if (disposition.as === 'list_waits') {
    const due = moving.nowMs + LIST_WAITS_MS
    await changeEvent(moving, event, { reason: 'unknown_list', due, planned: null, ...FREE })
  } else if (disposition.as === 'list_unknown') {
    const { status } = disposition
    await retry(moving, event, { reason: 'unknown_list', waitMs: LIST_WAITS_MS, ...(status && { status }) })
  } else if (disposition.as === 'retry') await retry(moving, event, disposition)
  await arrange(moving, claim.line)
}

const OURS = "SELECT * FROM events WHERE seq = ?1 AND lease = ?2 AND state <> 'dead'"

type Retry = Omit<Extract<Disposition, { as: 'retry' }>, 'as'>

/** A try before its time does not count, and leaves it due when it was. */
async function retry(moving: Moving, event: EventRow, { reason, waitMs, isAlone, isMiss, status }: Retry) {
  const { nowMs } = moving
  const plannedMs = isAlone && event.planned !== null && event.planned > nowMs ? event.planned : undefined
  const counted = plannedMs === undefined ? 1 : 0
  await changeEvent(moving, event, {
    reason,
    planned: null,
    ...FREE,
    due: plannedMs ?? Math.round(nowMs + waitMs),
    attempts: event.attempts + counted,
    misses: event.misses + (isMiss ? counted : 0),
    alone: isAlone ? 1 : event.alone,
    status: status ?? null,
    tries: toTries(event.tries, nowMs, reason, status),
  })
}
