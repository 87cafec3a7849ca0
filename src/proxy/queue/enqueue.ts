/** Puts events into the queue, many in one transaction: a few statements for all of them, not a few for each. */
import { randomUUID } from 'node:crypto'
import type { Seal } from '../seal.js'
import { tellDropped } from './dead-letters.js'
import { toProblemsLabel } from './events.js'
import { rememberId, removeOne } from './gone.js'
import { arrange, BUSY_MS, bringForward, toLine } from './line.js'
import { takeOver } from './merge.js'
import { DAY_MS, isDuplicate, type KnownMark, MAX_AGE_MS, toCustomer, toIdKey, toMark, toNameKey } from './rules.js'
import { askRows } from './store/rows.js'
import type { Accepted, EventRow, IncomingEvent, Moving, PreparedEvent, Working } from './types.js'

export function prepareEvent(event: IncomingEvent, { seal, hash }: Pick<Working, 'seal' | 'hash'>): PreparedEvent {
  const { id, kind, signed, isBusy = false, ageMs, body, problems = [], name, from = 'page' } = event
  const list = event.kind === 'addToList' ? event.list : null
  const order = event.kind === 'convert' ? event.body.cart_data : undefined
  const customer = toCustomer(body.email, hash)
  const prepared = {
    ...{ id, kind, list, customer, ageMs, isBusy, text: JSON.stringify(body), signed: Number(signed) },
    line: toLine(customer, kind, list),
    idKey: toIdKey(id),
    mark: toMark(event, hash),
    name: name === undefined ? null : toNameKey(name, body.email, hash),
    cents: order?.cart_value ?? null,
    told: order?.order_number ? from.charAt(0) : null,
    problems: problems.length > 0 ? JSON.stringify(problems) : null,
    codes: [...new Set(problems.map(({ code }) => code))].join(' ') || null,
  }
  return sealAgain(prepared, {}, seal)
}

/** Seals the event with another id or text. */
function sealAgain(
  event: Omit<PreparedEvent, 'sealed'>,
  changes: Partial<Pick<PreparedEvent, 'id' | 'text'>>,
  seal: Seal,
): PreparedEvent {
  const changed = { ...event, ...changes }
  const { id, text, problems } = changed
  const sealedProblems = problems === null ? null : seal.seal(problems, toProblemsLabel(id))
  return { ...changed, sealed: { payload: seal.seal(text, id), problems: sealedProblems } }
}

/** @returns what became of each, in their order */
export async function enqueueAll(moving: Moving, events: PreparedEvent[], working: Working): Promise<Accepted[]> {
  const outcomes = new Map<PreparedEvent, Accepted>()
  for (const round of toRounds(events)) {
    const known = await readKnown(moving, round)
    const placed = new Map<PreparedEvent, PreparedEvent>()
    for (const event of round) {
      const place = await findPlace(moving, event, known, working)
      if (typeof place === 'string') outcomes.set(event, place)
      else placed.set(event, place)
    }
    const limited = await insert(moving, [...placed.values()], working)
    for (const [event, row] of placed) outcomes.set(event, limited.has(row) ? 'limited' : 'new')
  }
  return events.map((event) => outcomes.get(event) ?? 'duplicate')
}

/**
 * Splits the events into rounds that have one of each customer and id at most: one statement cannot tell two of its own rows
 * apart.
 */
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

interface Known {
  /** Rows of `repeats`: what came before, by key. */
  marks: Map<string, KnownMark>
  /** Events that are in the queue still, by id: only when an event has left does `repeats` know its id. */
  events: Map<string, EventRow>
}

async function readKnown(moving: Moving, events: PreparedEvent[]): Promise<Known> {
  const keys = events.flatMap(({ idKey, mark }) => [[idKey], [mark.key]])
  const ids = events.map(({ id }) => [id])
  return {
    marks: new Map((await askRows<KnownMark>(moving, FIND_MARKS, keys)).map((mark) => [mark.key, mark])),
    events: new Map((await askRows<EventRow>(moving, FIND_IDS, ids)).map((event) => [event.id, event])),
  }
}

/** @returns the event as it is to be written, or why it is not written */
async function findPlace(moving: Moving, event: PreparedEvent, known: Known, working: Working) {
  const { nowMs } = moving
  const { id, idKey, mark, signed } = event
  const same = known.events.get(id)
  if ((same && same.signed >= signed) || isDuplicate(known.marks.get(idKey), '', signed, nowMs)) {
    await moving.ask(SEE_AGAIN, [same?.mark ?? idKey, nowMs, ''])
    return 'duplicate'
  }
  if (isDuplicate(known.marks.get(mark.key), mark.content, signed, nowMs)) {
    await moving.ask(SEE_AGAIN, [mark.key, nowMs, event.told ?? ''])
    if (!same) await rememberId(moving, event, { as: 'duplicate' })
    return 'duplicate'
  }
  if (!signed && event.ageMs >= MAX_AGE_MS[event.kind]) {
    // As a dead letter it could push out others.
    await rememberId(moving, event, { as: 'deleted' })
    tellDropped(moving, { ...event, reason: 'expired' })
    return 'late'
  }
  return signed ? replace(moving, event, same, working) : event
}

/** A signed event takes the place of an unsigned one of the same order, or of the same id. */
async function replace(moving: Moving, event: PreparedEvent, same: EventRow | undefined, working: Working) {
  const isOther = same !== undefined && same.mark !== event.mark.key // another order has used the id, and stays
  if (same && !isOther) await removeOne(moving, same.seq, 'duplicate')
  const id = isOther ? randomUUID() : event.id
  const text = event.kind === 'convert' ? await takeOver(moving, event, working) : event.text
  return id === event.id && text === event.text ? event : sealAgain(event, { id, text }, working.seal)
}

/** Writes the events. @returns those that are dead letters at once, since their customer has too many today */
async function insert(moving: Moving, events: PreparedEvent[], { most }: Working): Promise<Set<PreparedEvent>> {
  const { nowMs } = moving
  const limited = await findLimited(moving, events, most)
  const marks = events.flatMap((event) => toMarkRows(event, nowMs))
  await askRows(moving, REMEMBER_MARKS, marks)
  const rows = events.map((event) => toRow(event, limited.has(event), nowMs))
  const written = await askRows<Pick<EventRow, 'id' | 'seq' | 'state'>>(moving, INSERT, rows)
  const byId = new Map(written.map((row) => [row.id, row]))
  const payloads = events.map(({ id, sealed }) => [byId.get(id)?.seq, sealed.payload, sealed.problems])
  await askRows(moving, INSERT_PAYLOADS, payloads)
  for (const event of events) {
    const { id, kind, signed, sealed, line } = event
    const state = byId.get(id)?.state ?? 'ready'
    const reason = limited.has(event) ? 'limited' : null
    moving.count(1, { state, kind, signed, reason, bytes: sealed.payload.length })
    if (reason) moving.tell({ event: 'dead_letter', id, kind, reason })
    if (state === 'behind') await arrange(moving, line)
  }
  const waiting = events.filter((event) => !limited.has(event))
  await bringForward(moving, waiting)
  return limited
}

/** Counts the unsigned events of the day. @returns those that are too many for their customer and kind */
async function findLimited(moving: Moving, events: PreparedEvent[], most: Working['most']) {
  const day = Math.floor(moving.nowMs / DAY_MS)
  const unsigned = events.filter(({ signed }) => !signed)
  const rows = unsigned.map(({ customer, kind }) => [customer, kind, day])
  const today = await askRows<{ customer: string; events: number }>(moving, COUNT_TODAY, rows)
  const counts = new Map(today.map(({ customer, events }) => [customer, events]))
  return new Set(unsigned.filter(({ customer, kind }) => (counts.get(customer) ?? 1) > most[kind]))
}

/** Makes the rows by which the event is known from now on: one for what it says, one for its second name. */
function toMarkRows({ mark, name, customer, signed, id, cents, told }: PreparedEvent, nowMs: number) {
  const { key, content, keptMs } = mark
  const rest = [customer, signed, nowMs, nowMs + keptMs, toIdKey(id), cents]
  return [
    [key, content, ...rest, told],
    ...(name === null ? [] : [[name, '', ...rest, null]]), // the same order: it counts once
  ]
}

function toRow(event: PreparedEvent, isLimited: boolean, nowMs: number) {
  const { id, kind, list, customer, line, signed, isBusy, ageMs, mark, name, sealed, codes } = event
  const [state, reason] = isLimited ? ['dead', 'limited'] : [null, null]
  const due = isBusy && !isLimited ? nowMs - BUSY_MS : nowMs
  const what = [id, kind, list, customer, line, signed, Math.round(nowMs - ageMs), nowMs, state, reason, due]
  return [...what, mark.key, nowMs + mark.keptMs, name, sealed.payload.length, codes]
}

/** Adds who has told of an order (`told`: a letter for each source) to what is noted; an empty letter adds nothing. */
const withTold = (letter: string) => `
  CASE WHEN repeats.told IS NULL THEN NULLIF(${letter}, '') WHEN repeats.told LIKE '%' || ${letter} || '%' THEN repeats.told
    ELSE repeats.told || ${letter} END`

const FIND_MARKS = { sql: 'SELECT key, content, signed, expires FROM repeats WHERE key IN (:rows)', row: '?1' }

const FIND_IDS = { sql: 'SELECT * FROM events WHERE id IN (:rows)', row: '?1' }

const REMEMBER_MARKS = {
  sql: `INSERT INTO repeats (key, content, customer, signed, seen, expires, event, cents, told) VALUES :rows
    ON CONFLICT (key) DO UPDATE SET content = excluded.content, customer = excluded.customer, signed = excluded.signed,
      seen = excluded.seen, expires = excluded.expires, event = excluded.event,
      cents = coalesce(excluded.cents, repeats.cents), told = ${withTold('excluded.told')}`,
  row: '(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)',
}

/** A duplicate waits for the disk too, or its answer would come sooner. It prolongs nothing: a page reloaded all day is new tomorrow. */
const SEE_AGAIN = `UPDATE repeats SET seen = ?2, told = ${withTold('?3')} WHERE key = ?1`

const COUNT_TODAY = {
  sql: `INSERT INTO limits (customer, kind, day, events) VALUES :rows
    ON CONFLICT (customer, kind) DO UPDATE SET day = excluded.day,
      events = CASE WHEN limits.day = excluded.day THEN limits.events + 1 ELSE 1 END
    RETURNING customer, events`,
  row: '(?1, ?2, ?3, 1)',
}

/**
 * Writes events as ready, or as behind where their line has others. Most lines have one event, and nothing has to be
 * arranged.
 */
const INSERT = {
  sql: `INSERT INTO events (id, kind, list, customer, line, signed, occurred, received, state, reason, due, mark, mark_until,
      name, bytes, codes)
    VALUES :rows RETURNING id, seq, state`,
  row: `(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(?9, CASE WHEN EXISTS (
      SELECT 1 FROM events WHERE line = ?5 AND state IN ('ready', 'behind') AND alone = 0) THEN 'behind' ELSE 'ready' END),
    ?10, ?11, ?12, ?13, ?14, ?15, ?16)`,
}

const INSERT_PAYLOADS = {
  sql: 'INSERT INTO payloads (seq, payload, problems) VALUES :rows',
  row: '(?1, ?2, ?3)',
}
