/** What became of claimed events, into the database: many in one transaction. */
import type { Hash } from '../seal.js'
import { type Dying, die, dieUnasked } from './dead-letters.js'
import { remove } from './gone.js'
import { arrange, arrangeAll } from './line.js'
import { freeList, handOnQuestion, LIST_WAITS_MS } from './lists.js'
import { toContact, toFieldNames, toTries } from './rules.js'
import { askRows } from './store/rows.js'
import type { Claim, Disposition, Moving, Reason } from './types.js'

export interface Ack {
  claim: Claim
  disposition: Disposition
  /** How the API's answer to a dead letter begins, sealed. */
  answer: Buffer | null
}

interface Options {
  hash: Hash
  /** This proxy's. */
  lease: string
}

/**
 * @returns those whose event was still there and ours; the operator, or after our lease another proxy, may have taken it
 */
export async function ackAll(moving: Moving, acks: Ack[], options: Options): Promise<Set<Ack>> {
  const delivered = acks.filter(({ disposition }) => disposition.as === 'delivered')
  const found = new Set(await deliver(moving, delivered, options))
  for (const ack of acks) {
    if (ack.disposition.as === 'delivered') continue
    if (await putBack(moving, ack, options.lease)) found.add(ack)
  }
  return found
}

/** @param lease of our own making */
async function deliver(moving: Moving, acks: Ack[], { hash, lease }: Options): Promise<Ack[]> {
  const ends = acks.map(({ claim, disposition: { status } }) => [claim.seq, { as: 'delivered', status }] as const)
  const gone = await remove(moving, new Map(ends), `lease = '${lease}' AND state <> 'dead'`)
  const found = acks.filter(({ claim }) => gone.has(claim.seq))
  const claims = found.map(({ claim }) => claim)
  await overtake(
    moving,
    claims.filter(({ kind }) => kind === 'convert'),
  )
  for (const claim of claims) await rememberFields(moving, claim, hash)
  await freeLists(moving, found)
  await arrangeAll(
    moving,
    found.map(({ claim }) => claim.line),
  )
  return found
}

/** Which fields a delivered sign-up has set: an older one that comes late must not set them back. */
async function rememberFields({ ask }: Moving, { customer, occurredMs, list, sent, signed }: Claim, hash: Hash) {
  if (list === undefined || sent === undefined) return
  const names = JSON.stringify(toFieldNames(toContact(sent), hash))
  await ask(REMEMBER_FIELDS, [customer, occurredMs, list, names, signed])
}

const REMEMBER_FIELDS = `
  INSERT INTO fields (customer, occurred, list, names, signed) VALUES (?1, ?2, ?3, ?4, ?5)
  ON CONFLICT (customer, occurred, list) DO UPDATE SET names = excluded.names, signed = excluded.signed
    WHERE excluded.signed >= fields.signed`

/** Orders that wait still when a later one was delivered would convert the later one's session. Only a signed one overtakes a signed one. */
async function overtake(moving: Moving, delivered: Claim[]) {
  const rows = delivered.map(({ line, occurredMs, seq, signed }) => [line, occurredMs, seq, signed])
  for (const order of await askRows<Dying>(moving, OLDER, rows)) await dieUnasked(moving, order, 'overtaken')
}

/** Of a customer one is under way, so no order is overtaken twice. */
const OLDER = {
  sql: `WITH given (line, occurred, seq, signed) AS (VALUES :rows)
    SELECT event.seq, id, kind, state, event.signed, reason, bytes, tries FROM given JOIN events AS event ON event.line = given.line
    WHERE state IN ('ready', 'behind') AND replayed = 0 AND event.signed <= given.signed
      AND (event.occurred < given.occurred OR (event.occurred = given.occurred AND event.seq < given.seq))`,
  row: '(?1, CAST(?2 AS bigint), CAST(?3 AS bigint), CAST(?4 AS integer))',
}

async function freeLists(moving: Moving, found: Ack[]) {
  const lists = new Map<string, boolean>()
  for (const { claim, disposition } of found) {
    if (claim.list === undefined) continue
    const isBack = disposition.as === 'delivered' && disposition.isListBack === true
    lists.set(claim.list, isBack || lists.get(claim.list) === true)
  }
  for (const [list, isBack] of lists) await freeList(moving, list, isBack)
}

interface Row extends Dying {
  planned: number | null
}

async function putBack(moving: Moving, { claim, disposition, answer }: Ack, lease: string): Promise<boolean> {
  const [event] = await moving.ask<Row>(FIND, [claim.seq, lease])
  if (!event) return false
  if (disposition.as === 'dead') {
    await die(moving, event, disposition.reason, { status: disposition.status, text: answer })
  } else if (disposition.as === 'list_unknown') {
    await retry(moving, event, { ...disposition, reason: 'unknown_list', waitMs: LIST_WAITS_MS })
    await handOnQuestion(moving, claim, disposition.waitMs)
  } else if (disposition.as === 'list_waits') {
    await moving.ask(SET_ASIDE, [claim.seq, moving.nowMs + LIST_WAITS_MS])
    recount(moving, event, 'unknown_list')
  } else if (disposition.as === 'retry') await retry(moving, event, disposition)
  await arrange(moving, claim.line)
  return true
}

const FIND = `
  SELECT seq, id, kind, state, signed, reason, bytes, tries, planned FROM events
  WHERE seq = ?1 AND lease = ?2 AND state <> 'dead'`

interface Retry {
  reason: Reason
  waitMs: number
  isAlone?: boolean
  isMiss?: boolean
  status?: number
}

async function retry(moving: Moving, event: Row, { reason, waitMs, isAlone = false, isMiss = false, status }: Retry) {
  const { ask, nowMs } = moving
  const { seq, planned } = event
  const isEarly = isAlone && planned !== null && planned > nowMs
  const dueMs = isEarly ? planned : Math.round(nowMs + waitMs)
  const more = isEarly ? 0 : 1
  const tries = toTries(event.tries, nowMs, reason, status)
  await ask(RETRY, [seq, reason, dueMs, more, isMiss ? more : 0, status ?? null, Number(isAlone), tries])
  recount(moving, event, reason)
}

function recount(moving: Moving, event: Row, reason: Reason) {
  moving.count(-1, event)
  moving.count(1, { ...event, reason })
}

const RETRY = `
  UPDATE events SET reason = ?2, due = ?3, planned = NULL, attempts = attempts + ?4, misses = misses + ?5, status = ?6,
    alone = CASE WHEN ?7 = 1 THEN 1 ELSE alone END, tries = ?8, lease = '', leased_until = 0
  WHERE seq = ?1`

const SET_ASIDE = `
  UPDATE events SET reason = 'unknown_list', due = ?2, planned = NULL, lease = '', leased_until = 0 WHERE seq = ?1`
