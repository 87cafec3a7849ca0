/**
 * The hold in a Postgres database, for any number of proxies.
 *
 * The database has everything; memory has what this proxy has under way. Each customer with events that wait has a line,
 * which says when the next of them may go. To hand out an event is to lease its customer's line for a while by the
 * server's clock, so a proxy that was killed keeps a customer waiting for no longer than that, and what became of an event
 * is written only by whoever has the line still.
 *
 * A line's time may be too early, never too late: whatever may bring an event forward puts it back, and `claim` makes it
 * exact, with the line locked and only then the events read.
 */
import { randomUUID } from 'node:crypto'
import type { Event } from '../../contract/event.js'
import type { Seal } from '../seal.js'
import { DAY_MS, DEAD_LETTERS_KEPT_MS, FIELDS_KEPT_MS, LIST_PROBE_MS, MOST, MOST_A_DAY } from './bounds.js'
import { type Counted, toCounts } from './counts.js'
import { type Said, toSaid } from './fields.js'
import { type Arrival, type HeldEvent, type Hold, isAnswer, type Reason, type Unfit } from './index.js'
import type { Ask } from './postgres-connection.js'
import { LOCK_CLAIMS, openForProxy, toForgetMarks } from './postgres-schema.js'
import { createUsage } from './postgres-usage.js'
import { openRecord, toContact, toHeldEvent, toTimely } from './record.js'
import { type Mark, toContentMark, toIdMark, toWho } from './repeats.js'

/** Longer than a request to the API may take, and than writing what became of it. */
const LEASE_MS = 60_000
/** Lines looked at beyond those asked for: customers whose last event has just gone are among them. */
const LINES_BESIDES = 16
/** Lines looked at in one turn when many are not as due as they say: a list has been held. More are left for the next turn. */
const LINES_A_ROUND = 500
const ROUNDS = 10
const SWEPT_AT_ONCE = 1_000
/** A proxy that is told to stop does not wait for a database that hangs. */
const CLOSE_MS = 500
/** Rows for what repeats write, so that few wait for each other. */
const FILLER_PLACES = 64

interface Options {
  /** `postgres://…` */
  url: string
  seal: Seal
  now?: () => number
  /** How much it takes, when less than it could. */
  most?: Partial<typeof MOST>
  leaseMs?: number
}

/** All of an arrival that can be known before the transaction. */
interface Prepared {
  arrival: Arrival
  who: Buffer
  idMark: Mark
  contentMark: Mark
  payload: Buffer
}

/** An event that this proxy has under way. */
interface Claim {
  seq: string
  who: Buffer
  list: string | undefined
  occurredMs: number
  bytes: number
  /** Null: nobody has handed it out. */
  lease: string | null
  /** What the API gets. */
  sent: string | undefined
}

type Row = {
  seq: string
  id: string
  kind: Event['kind']
  list: string | null
  who: Buffer
  occurred: number
  attempts: number
  misses: number
  replayed: boolean
  payload: Buffer
}

/**
 * @throws Error in a sentence when the database cannot be reached or used, is from a newer version, or sealed with a key
 * that is not given
 */
export async function createPostgresHold(options: Options): Promise<Hold> {
  const { url, seal, now = Date.now, most: given, leaseMs = LEASE_MS } = options
  const { transact, read, during, hash, close } = await openForProxy(url, seal)
  const most = { ...MOST, ...given }
  const usage = createUsage(most, () => read(COUNT_STATES))
  const claims = new Map<string, Claim>()

  function prepareArrival(arrival: Arrival): Prepared {
    const who = toWho(arrival.body.email, hash)
    const payload = seal.seal(JSON.stringify(arrival.body), arrival.id)
    return { arrival, who, payload, idMark: toIdMark(arrival.id), contentMark: toContentMark(arrival, hash, who) }
  }

  async function accept(arrival: Arrival): Promise<'new' | 'repeat' | 'limited'> {
    const prepared = prepareArrival(arrival)
    // Repeats are refused as well, or a full hold would tell which events it knows.
    const release = await usage.reserve(prepared.payload.length)
    let outcome: 'new' | 'repeat' | 'limited' | undefined
    try {
      outcome = await transact('arrival', (ask) => take(ask, prepared))
    } finally {
      if (outcome !== 'new') release()
    }
    return outcome
  }

  async function take(ask: Ask, prepared: Prepared): Promise<'new' | 'repeat' | 'limited'> {
    const { arrival, idMark, contentMark, who } = prepared
    const { receivedMs, signed } = arrival
    const [known] = await ask<{ news: boolean; seq: string | null; signed: boolean; same: boolean }>(REMEMBER, [
      signed,
      receivedMs,
      idMark.key,
      receivedMs + idMark.keptMs,
      contentMark.key,
      contentMark.content,
      who,
      receivedMs + contentMark.keptMs,
      arrival.id,
    ])
    if (!known?.news) return writeAsMuch(ask, prepared)
    if (known.seq === null) return keep(ask, prepared)
    if (!signed || known.signed) return writeAsMuch(ask, prepared)
    // An unsigned event makes room for the same one, signed. One of another order or sign-up has used its id, and stays.
    if (!known.same) return keep(ask, prepareArrival({ ...arrival, id: randomUUID() }))
    await ask('DELETE FROM ringup.events WHERE seq = $1', [known.seq])
    return keep(ask, prepared)
  }

  async function keep(ask: Ask, { arrival, who, contentMark, payload }: Prepared): Promise<'new' | 'limited'> {
    const { id, kind, signed, occurredMs, receivedMs } = arrival
    const list = arrival.kind === 'addToList' ? arrival.list : null
    const day = Math.floor(receivedMs / DAY_MS)
    const [kept] = await ask<{ state: string }>(KEEP, [
      who,
      kind,
      day,
      signed,
      MOST_A_DAY[kind],
      id,
      list,
      occurredMs,
      receivedMs,
      contentMark.key,
      payload,
    ])
    if (kept?.state !== 'dead') return 'new'
    await letOldestGo(ask, payload.length)
    return 'limited'
  }

  /** So that a repeat takes as long as news does. It prolongs nothing: a page reloaded all day is not new tomorrow. */
  async function writeAsMuch(ask: Ask, { arrival, idMark, contentMark, who, payload }: Prepared): Promise<'repeat'> {
    const place = (who[0] ?? 0) % FILLER_PLACES
    await ask(FILL, [arrival.receivedMs, idMark.key, contentMark.key, place, Buffer.alloc(payload.length)])
    return 'repeat'
  }

  /** With too many dead letters, the oldest go, and with each its mark, or it could never come again. */
  async function letOldestGo(ask: Ask, bytes: number) {
    if (!usage.addDead(bytes)) return
    const surplus = await ask<{ seq: string }>(SURPLUS, [most.dead, most.deadBytes])
    const gone = await forgetDead(
      ask,
      surplus.map(({ seq }) => seq),
    )
    await ask('UPDATE ringup.meta SET dropped_dead = dropped_dead + $1', [gone])
  }

  async function forgetDead(ask: Ask, seqs: string[]): Promise<number> {
    const dead = await ask<{ seq: string }>(LOCK_DEAD, [seqs])
    const locked = [dead.map(({ seq }) => seq)]
    await ask(FORGET_MARKS, locked)
    await ask('DELETE FROM ringup.events WHERE seq = ANY ($1::bigint[])', locked)
    return dead.length
  }

  /** Not handed out again here, also when the database was away for longer than a lease. */
  const whosUnderWay = () => [...claims.values()].map(({ who }) => who)

  async function claim(count: number, dueMs: number): Promise<(HeldEvent | Unfit)[]> {
    const lease = randomUUID()
    const turn = async (ask: Ask) => {
      const claimed = await claimOfHeldLists(ask, count, dueMs, lease)
      for (let round = 0; round < ROUNDS && claimed.length < count; round += 1) {
        const wanted = count - claimed.length
        const limit = round === 0 ? wanted + LINES_BESIDES : LINES_A_ROUND
        const lines = await ask<{ who: Buffer }>(LOCK_LINES, [dueMs, limit, whosUnderWay()])
        if (lines.length === 0) break
        const whos = lines.map(({ who }) => who)
        claimed.push(...(await ask<Row>(LEASE_NEXT, [whos, dueMs, wanted, lease, leaseMs])))
        if (lines.length < limit) break
      }
      return { claimed, newer: await readNewer(ask, claimed) }
    }
    const { claimed, newer } = await transact('settled', turn, LOCK_CLAIMS)
    return claimed.map((row) => toClaimed(row, lease, newer))
  }

  /** One event of each held list whose time to ask has come. */
  async function claimOfHeldLists(ask: Ask, count: number, dueMs: number, lease: string): Promise<Row[]> {
    const claimed: Row[] = []
    const lists = await ask<{ list: string }>('SELECT list FROM ringup.held_lists WHERE due <= $1', [dueMs])
    for (const { list } of lists.slice(0, count)) {
      const [first] = await ask<{ seq: string }>(LOCK_FIRST_OF_LIST, [list, dueMs, whosUnderWay()])
      if (!first) continue
      const rows = await ask<Row>(LEASE_ONE, [first.seq, lease, leaseMs])
      claimed.push(...rows)
      if (rows.length > 0) await ask(PROBE_LIST, [list, dueMs + LIST_PROBE_MS])
    }
    return claimed
  }

  async function readNewer(ask: Ask, rows: Row[]): Promise<Newer[]> {
    const whos = rows.filter(({ list }) => list !== null).map(({ who }) => who)
    if (whos.length === 0) return []
    return ask<Newer>('SELECT who, scope, name, occurred FROM ringup.fields WHERE who = ANY ($1::bytea[])', [whos])
  }

  function toClaimed(row: Row, lease: string, newer: Newer[]): HeldEvent | Unfit {
    const { seq, id, kind, who, occurred: occurredMs, replayed } = row
    const list = row.list ?? undefined
    const event = { ...row, list, who: who.toString('hex'), occurredMs }
    const claim: Claim = { seq, who, list, occurredMs, bytes: row.payload.length, lease, sent: undefined }
    claims.set(id, claim)
    const text = openRecord(row.payload, id, seal)
    if (text === 'unreadable') return { id, kind, who: event.who, unfit: text }
    const said = newer.filter((field) => field.who.equals(who) && field.occurred > occurredMs)
    const left = list === undefined ? text : toTimely(text, { list, replayed }, said.map(toPair), hash)
    if (left === undefined) return { id, kind, who: event.who, unfit: 'stale' }
    claim.sent = left
    return toHeldEvent(event, left)
  }

  /**
   * Writes what became of an event, and lets its customer's next one go. When the lease is no longer ours, somebody else has
   * the event or has settled it, and it is nothing.
   *
   * @param toList what it means for the event's list
   * @param write answers whether the event was still there; the operator may have taken it away
   */
  async function settle(
    id: string,
    toList: 'holds' | 'frees' | 'nothing',
    write: (ask: Ask, claim: Claim) => Promise<boolean>,
  ) {
    const claim = claims.get(id)
    await transact('settled', async (ask) => {
      const event = claim ?? (await findUnclaimed(ask, id))
      if (!event) return
      const { list } = event
      // Before any line is locked, since whoever has this lock waits for lines.
      const frees = toList === 'frees' && list !== undefined && (await isHeld(ask, list))
      if (frees || toList === 'holds') await ask(LOCK_CLAIMS)
      const found = await write(ask, event)
      if (frees && found) await freeList(ask, list)
    })
    if (claims.get(id) === claim) claims.delete(id)
  }

  async function findUnclaimed(ask: Ask, id: string): Promise<Claim | undefined> {
    const [row] = await ask<Pick<Row, 'seq' | 'who' | 'list' | 'occurred'> & { bytes: number }>(FIND, [id])
    if (!row) return undefined
    const { seq, who, list, occurred: occurredMs, bytes } = row
    return { seq, who, list: list ?? undefined, occurredMs, bytes, lease: null, sent: undefined }
  }

  const isHeld = async (ask: Ask, list: string) =>
    (await ask('SELECT FROM ringup.held_lists WHERE list = $1', [list])).length > 0

  /** The API knows the list, or is to be asked at once: its events go with their customers' others again. */
  async function freeList(ask: Ask, list: string) {
    const freed = await ask('DELETE FROM ringup.held_lists WHERE list = $1 RETURNING list', [list])
    if (freed.length > 0) await ask(BRING_LIST_FORWARD, [list])
  }

  async function deliver(id: string) {
    await settle(id, 'frees', async (ask, { who, lease, seq, list, occurredMs, bytes, sent }) => {
      const said = sent !== undefined && list !== undefined ? toSaid(list, toContact(sent), hash) : []
      const [scopes, names] = [said.map(([scope]) => scope), said.map(([, name]) => name)]
      const gone = await ask(DELIVER, [who, lease, seq, occurredMs, scopes, names])
      if (gone.length > 0) usage.remove(bytes)
      return gone.length > 0
    })
  }

  async function postpone(ask: Ask, { who, lease, seq }: Claim, reason: Reason, dueMs: number): Promise<boolean> {
    const misses = Number(reason === 'no_session')
    return (await ask(POSTPONE, [who, lease, seq, reason, misses, dueMs])).length > 0
  }

  async function postponeList(id: string, list: string, dueMs: number) {
    await settle(id, 'holds', async (ask, event) => {
      const found = await postpone(ask, event, 'unknown_list', dueMs)
      if (!found) return false
      const [held] = await ask<{ fresh: boolean }>(HOLD_LIST, [list, dueMs])
      if (held?.fresh) await ask(BRING_OTHERS_FORWARD, [list])
      return true
    })
  }

  async function bury(id: string, reason: Reason) {
    await usage.look() // perhaps nothing arrives here
    await settle(id, 'frees', async (ask, { who, lease, seq, bytes }) => {
      const buried = (await ask(BURY, [who, lease, seq, reason, now(), Number(isAnswer(reason))])).length > 0
      if (buried) {
        usage.remove(bytes)
        await letOldestGo(ask, bytes)
      }
      return buried
    })
  }

  /** What is under way here may go elsewhere at once. When this cannot be written, it goes when the leases end. */
  async function releaseAll() {
    const leases = [...new Set([...claims.values()].map(({ lease }) => lease))]
    claims.clear()
    if (leases.length > 0) await transact('settled', (ask) => ask(RELEASE_ALL, [leases])).catch(() => {})
  }

  /** Some rows at a time, so that nobody waits long. */
  async function sweepAll(sql: string, beforeMs: number) {
    for (;;) {
      const swept = await transact('settled', (ask) => ask(sql, [beforeMs, SWEPT_AT_ONCE]))
      if (swept.length < SWEPT_AT_ONCE) return
    }
  }

  async function sweepDead(beforeMs: number) {
    for (;;) {
      const swept = await transact('settled', async (ask) => {
        const old = await ask<{ seq: string }>(OLD_DEAD, [beforeMs, SWEPT_AT_ONCE])
        return forgetDead(
          ask,
          old.map(({ seq }) => seq),
        )
      })
      if (swept < SWEPT_AT_ONCE) return
    }
  }

  return {
    accept: (arrival) => during(accept(arrival)),
    claim,
    deliver,
    postpone: (id, reason, dueMs) => settle(id, 'nothing', (ask, event) => postpone(ask, event, reason, dueMs)),
    postponeList,
    bury,
    async wake(reason) {
      const wakeAll = async (ask: Ask) => {
        await ask(BRING_REASON_FORWARD, [reason])
        await ask(WAKE, [reason])
      }
      await transact('settled', wakeAll, LOCK_CLAIMS)
    },
    async nextDueMs() {
      const [next] = await read<{ due: number | null }>(NEXT_DUE, [whosUnderWay()])
      return next?.due === null || next?.due === Number.POSITIVE_INFINITY ? undefined : next?.due
    },
    async sweep(nowMs) {
      await sweepDead(nowMs - DEAD_LETTERS_KEPT_MS)
      await transact('settled', (ask) => ask('DELETE FROM ringup.limits WHERE day < $1', [Math.floor(nowMs / DAY_MS)]))
      await sweepAll(SWEEP_REPEATS, nowMs)
      await sweepAll(SWEEP_FIELDS, nowMs - FIELDS_KEPT_MS)
    },
    async count() {
      const [meta] = await read<{ dropped: number }>(DROPPED)
      return toCounts(await read<Counted>(COUNT), meta?.dropped ?? 0, now())
    },
    async close() {
      const closed = releaseAll().then(close)
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())])
    },
  }
}

type Newer = { who: Buffer; scope: string; name: string; occurred: number }

const toPair = ({ scope, name }: Newer): Said => [scope, name]

// Parameters are cast where Postgres could not know what they are to become.

/** Changes nothing when the mark is known: of the same content, in its time, and not unsigned while this is signed. */
const UNLESS_KNOWN = `
  ON CONFLICT (key) DO UPDATE SET content = excluded.content, who = excluded.who, signed = excluded.signed,
    seen = excluded.seen, expires = excluded.expires
  WHERE known.expires <= excluded.seen OR known.content <> excluded.content OR known.signed < excluded.signed
  RETURNING 1`

/** Both marks, the second only when the first is news; and the event that has this id already, if any. */
const REMEMBER = `
  WITH id_mark AS (
    INSERT INTO ringup.repeats AS known (key, content, who, signed, seen, expires)
    VALUES ($3::bytea, '', NULL, $1::boolean, $2::float8, $4::float8) ${UNLESS_KNOWN}
  ), content_mark AS (
    INSERT INTO ringup.repeats AS known (key, content, who, signed, seen, expires)
    SELECT $5::bytea, $6::bytea, $7::bytea, $1::boolean, $2::float8, $8::float8 WHERE EXISTS (SELECT FROM id_mark)
    ${UNLESS_KNOWN}
  )
  SELECT EXISTS (SELECT FROM content_mark) AS news, event.seq, event.signed, event.mark = $5::bytea AS same
  FROM (VALUES (1)) AS always LEFT JOIN ringup.events AS event ON event.id = $9::text`

/** The marks first: another repeat may have one of them locked, and wait for the place. */
const FILL = `
  WITH seen AS (UPDATE ringup.repeats SET seen = $1::float8 WHERE key IN ($2::bytea, $3::bytea) RETURNING 1)
  INSERT INTO ringup.filler (place, payload) SELECT $4::integer, $5::bytea FROM (SELECT count(*) FROM seen) AS marks
  ON CONFLICT (place) DO UPDATE SET payload = excluded.payload`

/** Counts the unsigned, stores the event, and puts it in its customer's line. */
const KEEP = `
  WITH counted AS (
    INSERT INTO ringup.limits AS known (who, kind, day, events)
    SELECT $1::bytea, $2::text, $3::integer, 1 WHERE NOT $4::boolean
    ON CONFLICT (who, kind) DO UPDATE SET day = greatest(known.day, excluded.day),
      events = CASE WHEN known.day < excluded.day THEN 1 ELSE known.events + 1 END
    RETURNING events
  ), kept AS (
    INSERT INTO ringup.events (id, kind, list, who, signed, occurred, received, due, mark, payload, state, reason)
    SELECT $6::text, $2::text, $7::text, $1::bytea, $4::boolean, $8::float8, $9::float8, $9::float8, $10::bytea, $11::bytea,
      CASE WHEN limited THEN 'dead' ELSE 'waiting' END, CASE WHEN limited THEN 'limited' END
    FROM (SELECT coalesce((SELECT events FROM counted), 0) > $5::integer AS limited) AS day
    RETURNING seq, who, state, due
  ), line AS (
    INSERT INTO ringup.lines AS known (who, seq, due) SELECT who, seq, due FROM kept WHERE state = 'waiting'
    ON CONFLICT (who) DO UPDATE SET due = least(known.due, excluded.due)
  )
  SELECT state FROM kept`

/** Of a line: nobody has it. */
const FREE = '(line.leased_until IS NULL OR line.leased_until <= clock_timestamp())'
const IS_HELD = 'EXISTS (SELECT FROM ringup.held_lists AS held WHERE held.list = event.list)'
const COLUMNS = `event.seq, event.id, event.kind, event.list, event.who, event.occurred, event.attempts, event.misses,
  event.replayed, event.payload`

/** A line that somebody writes to is left for the next turn. */
const LOCK_LINES = `
  SELECT line.who FROM ringup.lines AS line WHERE line.due <= $1::float8 AND ${FREE} AND line.who <> ALL ($3::bytea[])
  ORDER BY line.due, line.seq LIMIT $2::integer FOR UPDATE SKIP LOCKED`

/**
 * Of locked lines: their next event, of the lists that are not held. Leases those that are due, as many as wanted; makes
 * exact when the others are; and ends those with nothing left. A statement of its own, so that it sees what was written
 * before the lines were locked.
 */
const LEASE_NEXT = `
  WITH next AS MATERIALIZED (
    SELECT line.who, line.due AS was, line.seq AS place, head.seq, coalesce(head.due, 'infinity') AS due,
      head.seq IS NOT NULL OR EXISTS (
        SELECT FROM ringup.events AS event WHERE event.who = line.who AND event.state = 'waiting') AS waits
    FROM ringup.lines AS line LEFT JOIN LATERAL (
      SELECT event.seq, event.due FROM ringup.events AS event
      WHERE event.who = line.who AND event.state = 'waiting' AND NOT ${IS_HELD}
      ORDER BY event.occurred, event.seq LIMIT 1) AS head ON true
    WHERE line.who = ANY ($1::bytea[])
  ), taken AS MATERIALIZED (
    SELECT who, seq, was, place FROM next WHERE due <= $2::float8 ORDER BY was, place LIMIT $3::integer
  ), leased AS (
    UPDATE ringup.lines AS line SET due = next.due,
      lease = CASE WHEN taken.who IS NULL THEN line.lease ELSE $4::uuid END,
      leased_until = CASE WHEN taken.who IS NULL THEN line.leased_until ELSE clock_timestamp() + $5::float8 * interval '1 ms' END
    FROM next LEFT JOIN taken ON taken.who = next.who
    WHERE line.who = next.who AND next.waits AND (taken.who IS NOT NULL OR line.due <> next.due)
  ), ended AS (
    DELETE FROM ringup.lines AS line USING next WHERE line.who = next.who AND NOT next.waits
  )
  SELECT ${COLUMNS} FROM taken JOIN ringup.events AS event ON event.seq = taken.seq ORDER BY taken.was, taken.place`

/** The oldest event of a list that is due, and first of its customer's on this list. */
const LOCK_FIRST_OF_LIST = `
  SELECT event.seq FROM ringup.events AS event JOIN ringup.lines AS line ON line.who = event.who
  WHERE event.list = $1::text AND event.state = 'waiting' AND event.due <= $2::float8 AND ${FREE}
    AND line.who <> ALL ($3::bytea[]) AND NOT EXISTS (
    SELECT FROM ringup.events AS older WHERE older.who = event.who AND older.state = 'waiting' AND older.list = event.list
      AND (older.occurred, older.seq) < (event.occurred, event.seq))
  ORDER BY event.occurred, event.seq LIMIT 1 FOR UPDATE OF line SKIP LOCKED`

/** Unless it has gone before its line was locked. */
const LEASE_ONE = `
  WITH leased AS (
    UPDATE ringup.lines AS line SET lease = $2::uuid, leased_until = clock_timestamp() + $3::float8 * interval '1 ms'
    FROM ringup.events AS event WHERE event.seq = $1::bigint AND event.state = 'waiting' AND line.who = event.who AND ${FREE}
    RETURNING line.who
  )
  SELECT ${COLUMNS} FROM ringup.events AS event JOIN leased ON leased.who = event.who WHERE event.seq = $1::bigint`

const PROBE_LIST = 'UPDATE ringup.held_lists SET due = $2 WHERE list = $1'

const FIND = `
  SELECT seq, who, list, occurred, octet_length(payload) AS bytes FROM ringup.events WHERE id = $1 AND state = 'waiting'`

/** Gives a line back, if it is still ours; its next event is looked for at the next claim. */
const RETURN_LINE = `
  line AS (
    UPDATE ringup.lines SET lease = NULL, leased_until = NULL, due = 0
    WHERE who = $1::bytea AND lease IS NOT DISTINCT FROM $2::uuid RETURNING who
  )`
const OF_THE_LINE = "seq = $3::bigint AND state = 'waiting' AND EXISTS (SELECT FROM line)"

const DELIVER = `
  WITH ${RETURN_LINE}, gone AS (
    DELETE FROM ringup.events WHERE ${OF_THE_LINE} RETURNING seq
  ), said AS (
    INSERT INTO ringup.fields AS known (who, scope, name, occurred)
    SELECT $1::bytea, said.scope, said.name, $4::float8 FROM unnest($5::text[], $6::text[]) AS said (scope, name)
    WHERE EXISTS (SELECT FROM gone)
    ON CONFLICT (who, scope, name) DO UPDATE SET occurred = greatest(known.occurred, excluded.occurred)
  )
  SELECT seq FROM gone`

const POSTPONE = `
  WITH ${RETURN_LINE}
  UPDATE ringup.events SET reason = $4::text, attempts = attempts + 1, misses = misses + $5::integer, due = $6::float8
  WHERE ${OF_THE_LINE} RETURNING seq`

const BURY = `
  WITH ${RETURN_LINE}
  UPDATE ringup.events SET state = 'dead', reason = $4::text, due = $5::float8, attempts = attempts + $6::integer
  WHERE ${OF_THE_LINE} RETURNING seq`

const RELEASE_ALL = 'UPDATE ringup.lines SET lease = NULL, leased_until = NULL, due = 0 WHERE lease = ANY ($1::uuid[])'

const HOLD_LIST = `
  INSERT INTO ringup.held_lists (list, due) VALUES ($1, $2)
  ON CONFLICT (list) DO UPDATE SET due = excluded.due RETURNING xmax = 0 AS fresh`

const toWhoHas = (which: string) => `SELECT who FROM ringup.events WHERE state = 'waiting' AND ${which}`
/** For customers for whom something may be due earlier than it was. */
const bringForward = (which: string) => `UPDATE ringup.lines SET due = 0 WHERE due > 0 AND ${which}`

const BRING_LIST_FORWARD = bringForward(`who IN (${toWhoHas('list = $1')})`)
/** What stood behind an event of the list. */
const BRING_OTHERS_FORWARD = bringForward(
  `who IN (${toWhoHas('list = $1')}) AND EXISTS (
    SELECT FROM ringup.events AS other WHERE other.who = lines.who AND other.state = 'waiting' AND other.list IS DISTINCT FROM $1)`,
)
const BRING_REASON_FORWARD = bringForward(`who IN (${toWhoHas('reason = $1')})`)
const WAKE = "UPDATE ringup.events SET due = 0 WHERE state = 'waiting' AND reason = $1 AND due > 0"

/** Of lines that are free, and of held lists by their first event. */
const NEXT_DUE = `
  SELECT least(
    (SELECT line.due FROM ringup.lines AS line WHERE ${FREE} AND line.who <> ALL ($1::bytea[])
      ORDER BY line.due, line.seq LIMIT 1),
    (SELECT min(greatest(held.due, first.due)) FROM ringup.held_lists AS held CROSS JOIN LATERAL (
      SELECT event.due FROM ringup.events AS event JOIN ringup.lines AS line ON line.who = event.who
      WHERE event.list = held.list AND event.state = 'waiting' AND ${FREE} AND line.who <> ALL ($1::bytea[])
      ORDER BY event.occurred, event.seq LIMIT 1) AS first)
  ) AS due`

/** All but the newest that fit. */
const SURPLUS = `
  SELECT seq FROM (
    SELECT seq, count(*) OVER newest AS letters, sum(octet_length(payload)) OVER newest AS bytes
    FROM ringup.events WHERE state = 'dead' WINDOW newest AS (ORDER BY due DESC, seq DESC)) AS dead
  WHERE letters > $1::bigint OR bytes > $2::bigint`
const OLD_DEAD = "SELECT seq FROM ringup.events WHERE state = 'dead' AND due <= $1 ORDER BY due, seq LIMIT $2"
/** Or one that the operator replays at this moment would lose its mark, and stay. */
const LOCK_DEAD = `
  SELECT seq FROM ringup.events WHERE seq = ANY ($1::bigint[]) AND state = 'dead' ORDER BY seq FOR UPDATE`
const FORGET_MARKS = toForgetMarks('event.seq = ANY ($1::bigint[])')

const SWEEP_REPEATS = `
  DELETE FROM ringup.repeats WHERE key IN (
    SELECT key FROM ringup.repeats WHERE expires <= $1 LIMIT $2) AND expires <= $1 RETURNING 1`
const SWEEP_FIELDS = `
  DELETE FROM ringup.fields WHERE (who, scope, name) IN (
    SELECT who, scope, name FROM ringup.fields WHERE occurred <= $1 LIMIT $2) AND occurred <= $1 RETURNING 1`

const COUNT_STATES = `
  SELECT state, count(*)::integer AS events, sum(octet_length(payload))::float8 AS bytes FROM ringup.events GROUP BY state`
const COUNT = `
  SELECT state, kind, CASE WHEN state = 'waiting' AND ${IS_HELD} THEN 'unknown_list' ELSE reason END AS reason,
    count(*)::integer AS events, sum(octet_length(payload))::float8 AS bytes, min(occurred) AS oldest
  FROM ringup.events AS event GROUP BY 1, 2, 3 ORDER BY min(seq)`
const DROPPED = 'SELECT dropped_dead::float8 AS dropped FROM ringup.meta'
