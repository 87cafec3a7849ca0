/** Events into the queue, many in one transaction: a few statements for all of them, not a few for each. */
import { randomUUID } from 'node:crypto'
import type { Hash, Seal } from '../seal.js'
import { FORGETTABLE, type Forgettable, rememberIds, removeOne } from './gone.js'
import { arrange, bringForward, toLine } from './line.js'
import { replaceWaiting } from './merge.js'
import {
  DAY_MS,
  isDuplicate,
  type KnownMark,
  MAX_AGE_MS,
  toContentMark,
  toCustomer,
  toIdentity,
  toIdKey,
  toNameKey,
} from './rules.js'
import { askRows } from './store/rows.js'
import type { Accepted, Bounds, Claim, EventRecord, IncomingEvent, Moving, PreparedEvent } from './types.js'

export function toRecord(event: IncomingEvent): EventRecord {
  const { id, kind, signed, ageMs, body, problems = [], name } = event
  const list = event.kind === 'addToList' ? event.list : null
  const codes = [...new Set(problems.map(({ code }) => code))].join(' ')
  const texts = { text: JSON.stringify(body), problems: problems.length > 0 ? JSON.stringify(problems) : '', codes }
  const identity = toIdentity(event)
  const cents = event.kind === 'convert' ? (event.body.cart_data?.cart_value ?? null) : null
  const told = identity.number === undefined ? null : (event.from ?? 'page')
  return { id, kind, list, signed, ageMs, email: body.email, ...texts, identity, name, cents, told }
}

export function prepareEvent(record: EventRecord, { seal, hash }: { seal: Seal; hash: Hash }): PreparedEvent {
  const { id, kind, list, signed, ageMs, email, text, problems, codes, identity, name, cents, told } = record
  const customer = toCustomer(email, hash)
  return {
    ...{ id, kind, list, signed, ageMs, codes, cents, told, customer },
    line: toLine(customer, kind, list),
    idKey: toIdKey(id),
    contentMark: toContentMark(identity, hash, customer),
    nameKey: name === undefined ? null : toNameKey(name, email, hash),
    payload: seal.seal(text, id),
    problems: problems === '' ? null : seal.seal(problems, toProblemsLabel(id)),
  }
}

/** What binds problems to their event; see `Seal`. */
export const toProblemsLabel = (id: string) => `${id} problems`

interface Options {
  most: Bounds
  seal: Seal
  claims: Map<string, Claim>
}

/** @returns what became of each */
export async function enqueueAll(moving: Moving, events: PreparedEvent[], options: Options) {
  const outcomes = new Map<PreparedEvent, Accepted>()
  for (const round of toRounds(events)) {
    const placed = await dropDuplicates(moving, round, options.seal)
    const late = await dropLate(moving, placed)
    await replaceWaiting(moving, placed, options)
    const limited = await findLimited(moving, [...placed.values()], options.most)
    await insert(moving, [...placed.values()], limited)
    for (const event of late) outcomes.set(event, 'late')
    for (const [event, written] of placed) outcomes.set(event, limited.has(written) ? 'limited' : 'new')
  }
  return outcomes
}

/** One statement cannot tell two of its own rows apart: of a customer, and of an id, there is one in each round. */
function toRounds(events: PreparedEvent[]): PreparedEvent[][] {
  const rounds: PreparedEvent[][] = []
  const next = new Map<string, number>()
  for (const event of events) {
    const round = Math.max(next.get(event.customer) ?? 0, next.get(event.id) ?? 0)
    next.set(event.customer, round + 1)
    next.set(event.id, round + 1)
    rounds[round] = [...(rounds[round] ?? []), event]
  }
  return rounds
}

/** An event of this id that is here still. */
interface Same extends Forgettable {
  state: string
}

/**
 * Drops what is known. An id is known by its event while that is here, else by a row of its own.
 *
 * @returns those that are to be written, by what arrived
 */
async function dropDuplicates(moving: Moving, events: PreparedEvent[], seal: Seal) {
  const { nowMs } = moving
  const keys = events.flatMap(({ idKey, contentMark }) => [[idKey], [contentMark.key]])
  const known = new Map((await askRows<KnownMark>(moving, FIND_MARKS, keys)).map((mark) => [mark.key, mark]))
  const ids = events.map(({ id }) => [id])
  const here = new Map((await askRows<Same>(moving, FIND_IDS, ids)).map((event) => [event.id, event]))
  const placed = new Map<PreparedEvent, PreparedEvent>()
  for (const event of events) {
    const { id, idKey, contentMark, signed } = event
    const same = here.get(id)
    if ((same && same.signed >= Number(signed)) || isDuplicate(known.get(idKey), '', signed, nowMs)) {
      await moving.ask(SEE_AGAIN, [same?.mark ?? idKey, nowMs, ''])
    } else if (isDuplicate(known.get(contentMark.key), contentMark.content, signed, nowMs)) {
      await moving.ask(SEE_AGAIN, [contentMark.key, nowMs, event.told?.[0] ?? ''])
      if (!same) await rememberIds(moving, [toKnown(event, nowMs)], 'duplicate')
    } else placed.set(event, same ? await takePlace(moving, event, same, seal) : event)
  }
  return placed
}

const toKnown = (event: PreparedEvent, received: number) => ({ ...event, signed: Number(event.signed), received })

/** The unsigned one of the same event makes room for the signed one; one of another order or sign-up has used the id, and stays. */
async function takePlace(moving: Moving, event: PreparedEvent, same: Same, seal: Seal): Promise<PreparedEvent> {
  if (same.mark === event.contentMark.key) {
    await removeOne(moving, same.seq, 'duplicate')
    return event
  }
  const id = randomUUID()
  const problems =
    event.problems && seal.seal(seal.open(event.problems, toProblemsLabel(event.id)), toProblemsLabel(id))
  return { ...event, id, problems, payload: seal.seal(seal.open(event.payload, event.id), id) }
}

/** What nobody vouched for and was too old when it came is a line in the log and a count, or it could push out what is kept. */
async function dropLate(moving: Moving, placed: Map<PreparedEvent, PreparedEvent>): Promise<PreparedEvent[]> {
  const late = [...placed.keys()].filter(({ signed, ageMs, kind }) => !signed && ageMs >= MAX_AGE_MS[kind])
  await rememberIds(
    moving,
    late.map((event) => toKnown(event, moving.nowMs)),
    'deleted',
  )
  for (const event of late) {
    const { id, kind } = event
    placed.delete(event)
    moving.count(1, { state: 'dropped', kind, signed: 0, reason: 'expired', bytes: 0 })
    moving.tell({ event: 'dead_letter_dropped', id, kind, reason: 'expired' })
  }
  return late
}

/** Counts unsigned events by customer, kind and day. @returns those of which there are too many today */
async function findLimited(moving: Moving, events: PreparedEvent[], most: Bounds) {
  const day = Math.floor(moving.nowMs / DAY_MS)
  const unsigned = events.filter(({ signed }) => !signed)
  const rows = unsigned.map(({ customer, kind }) => [customer, kind, day])
  const today = await askRows<{ customer: string; events: number }>(moving, COUNT_TODAY, rows)
  const counts = new Map(today.map(({ customer, events }) => [customer, events]))
  return new Set(unsigned.filter(({ customer, kind }) => (counts.get(customer) ?? 1) > most[kind]))
}

async function insert(moving: Moving, events: PreparedEvent[], limited: Set<PreparedEvent>) {
  const { nowMs } = moving
  await askRows(
    moving,
    REMEMBER_MARKS,
    events.flatMap((event) => toMarks(event, nowMs)),
  )
  const rows = events.map((event) => toRow(event, limited.has(event), nowMs))
  const written = await askRows<{ id: string; seq: number; state: string }>(moving, INSERT, rows)
  const bySeq = new Map(written.map(({ id, seq }) => [id, seq]))
  const payloads = events.map(({ id, payload, problems }) => [bySeq.get(id), payload, problems])
  await askRows(moving, INSERT_PAYLOADS, payloads)
  const states = new Map(written.map(({ id, state }) => [id, state]))
  for (const event of events) {
    const { id, kind, signed, payload, line } = event
    const [state, reason] = limited.has(event) ? (['dead', 'limited'] as const) : (['ready', null] as const)
    moving.count(1, { state, kind, signed: Number(signed), reason, bytes: payload.length })
    if (reason) moving.tell({ event: 'dead_letter', id, kind, reason })
    if (states.get(id) === 'behind') await arrange(moving, line)
  }
  await bringForward(
    moving,
    events.filter((event) => !limited.has(event)),
  )
}

/** What it is known by from now on: what it says, and its second name. */
function toMarks({ contentMark, nameKey, signed, id, cents, told }: PreparedEvent, nowMs: number) {
  const { key, content, customer, keptMs } = contentMark
  const rest = [customer, Number(signed), nowMs, nowMs + keptMs, toIdKey(id), cents]
  return [
    [key, content, ...rest, told?.[0] ?? null],
    ...(nameKey === null ? [] : [[nameKey, '', ...rest, null]]), // the same order: it counts once
  ]
}

function toRow(event: PreparedEvent, isLimited: boolean, nowMs: number) {
  const { id, kind, list, customer, line, signed, ageMs, contentMark, nameKey, payload, codes } = event
  const [state, reason] = isLimited ? ['dead', 'limited'] : [null, null]
  const what = [id, kind, list, customer, line, Number(signed), Math.round(nowMs - ageMs), nowMs, state, reason]
  return [...what, contentMark.key, nowMs + contentMark.keptMs, nameKey, payload.length, codes || null]
}

/** What is noted already, with one letter more where it is new; nothing stays nothing. */
function withTold(letter: string): string {
  return `CASE WHEN repeats.told IS NULL THEN NULLIF(${letter}, '') WHEN repeats.told LIKE '%' || ${letter} || '%' THEN repeats.told
    ELSE repeats.told || ${letter} END`
}

const FIND_MARKS = { sql: 'SELECT key, content, signed, expires FROM repeats WHERE key IN (:rows)', row: '?1' }

const REMEMBER_MARKS = {
  sql: `INSERT INTO repeats (key, content, customer, signed, seen, expires, event, cents, told) VALUES :rows
    ON CONFLICT (key) DO UPDATE SET content = excluded.content, customer = excluded.customer, signed = excluded.signed,
      seen = excluded.seen, expires = excluded.expires, event = excluded.event,
      cents = coalesce(excluded.cents, repeats.cents), told = ${withTold('excluded.told')}`,
  row: '(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)',
}

/** A duplicate waits for the disk too, or its answer would come sooner. It prolongs nothing: a page reloaded all day is new tomorrow. */
const SEE_AGAIN = `UPDATE repeats SET seen = ?2, told = ${withTold('?3')} WHERE key = ?1`

const FIND_IDS = { sql: `SELECT ${FORGETTABLE}, state FROM events WHERE id IN (:rows)`, row: '?1' }

const COUNT_TODAY = {
  sql: `INSERT INTO limits (customer, kind, day, events) VALUES :rows
    ON CONFLICT (customer, kind) DO UPDATE SET day = excluded.day,
      events = CASE WHEN limits.day = excluded.day THEN limits.events + 1 ELSE 1 END
    RETURNING customer, events`,
  row: '(?1, ?2, ?3, 1)',
}

/** Most lines have one event: it may go, and nothing has to be arranged. */
const INSERT = {
  sql: `INSERT INTO events (id, kind, list, customer, line, signed, occurred, received, state, reason, due, mark, mark_until,
      name, bytes, codes)
    VALUES :rows RETURNING id, seq, state`,
  row: `(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(?9, CASE WHEN EXISTS (
      SELECT 1 FROM events WHERE line = ?5 AND state IN ('ready', 'behind') AND alone = 0) THEN 'behind' ELSE 'ready' END),
    ?10, ?8, ?11, ?12, ?13, ?14, ?15)`,
}

const INSERT_PAYLOADS = {
  sql: 'INSERT INTO payloads (seq, payload, problems) VALUES :rows',
  row: '(?1, ?2, ?3)',
}
