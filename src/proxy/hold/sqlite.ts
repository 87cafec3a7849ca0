/**
 * The hold in one SQLite file, for one proxy process.
 *
 * The file has everything; memory has the headers of what is in it, read at start and again when the operator has
 * changed the file. So claiming and counting read nothing, and an event's way through costs two writes.
 */
import { randomUUID } from 'node:crypto'
import type { Event } from '../../contract/event.js'
import type { Seal } from '../seal.js'
import { DAY_MS, DEAD_LETTERS_KEPT_MS, FIELDS_KEPT_MS, MOST, MOST_A_DAY } from './bounds.js'
import type { Database, OpenDatabase, Statement } from './database.js'
import { createDeadLetters, type DeadLetter, type DeadLetters } from './dead-letters.js'
import { type Said, toSaid } from './fields.js'
import { createGroup, type Defer, type Undo } from './group.js'
import {
  type Arrival,
  type Counts,
  type HeldEvent,
  type Hold,
  HoldFullError,
  isAnswer,
  type Reason,
  type Unfit,
} from './index.js'
import { createLimits, type Limited } from './limits.js'
import { createQueue, type Queue, type Waiting } from './queue.js'
import { openRecord, toContact, toHeldEvent, toTimely } from './record.js'
import { type Mark, toContentMark, toIdMark, toWho } from './repeats.js'
import { openForProxy } from './sqlite-file.js'
import { DROPPED_DEAD, toForgetMark } from './sqlite-schema.js'

/** Deleting overwrites, so many at once would keep requests waiting. */
const SWEPT_AT_ONCE = 100
/** How often to look whether the operator has changed the file. */
const LOOK_MS = 500
/** When to ask again for an event that could not be read: a page of the file is damaged, or the disk is in trouble. */
const UNREAD_MS = 30_000

export interface Options {
  seal: Seal
  now?: () => number
  /** How much it takes, when less than it could. */
  most?: Partial<typeof MOST>
  lookMs?: number
  /** Called when an event, or what the operator has changed, could not be read. It is tried again. */
  onUnread?: (error: unknown, id?: string) => void
  /** How to wait for others to share a commit with. */
  defer?: Defer
}

interface File {
  /** Made with mode 0600 when absent, as is the lock beside it. */
  file: string
}

/** All of an arrival that can be known before the transaction. */
interface Prepared {
  event: Waiting
  receivedMs: number
  who: Buffer
  idMark: Mark
  contentMark: Mark
  payload: Buffer
}

/**
 * @throws Error in a sentence when the file cannot be used, is from a newer version, another proxy's, or sealed with a
 * key that is not given
 */
export function createSqliteHold({ file, ...options }: Options & File): Hold {
  return createHoldIn(openForProxy(file, options.seal), options)
}

/** The hold in a database that is open, whoever runs it. */
export function createHoldIn({ db, hash, close }: OpenDatabase, options: Options): Hold {
  const { seal, now = Date.now, most: given, lookMs = LOOK_MS, onUnread = () => {}, defer } = options
  const most = { ...MOST, ...given }
  const run = prepare(db)
  const group = createGroup(db, defer)
  const queue = createQueue()
  /** Under way to the API: in memory, because with the process go its claims. */
  const claims = new Map<string, { event: Waiting; sent: string | undefined }>()
  const dead = createDeadLetters()
  const limits = createLimits({
    read: (day) => run.limits.all([day]) as Limited[], // the statement's columns
    write: ({ who, kind, events }, day) => run.limit.run([toBytes(who), kind, day, events]),
  })
  let nextSeq = 1
  let droppedDead = 0
  let version = db.readVersion()
  let lookedMs = Number.NEGATIVE_INFINITY
  let closed = false
  load()

  function load() {
    // Read first: when that fails, memory stays as it is.
    const [waiting, letters] = [run.waiting.all() as Row[], run.dead.all() as Row[]]
    queue.load(waiting.map(toWaiting))
    dead.load(letters.map(toDeadLetter))
    limits.forget() // those of a customer who was erased too
    // Never less than before: a number given twice could settle another event than was claimed.
    nextSeq = Math.max(nextSeq, (readRow(run.lastSeq) as { last: number }).last + 1)
    droppedDead = (readRow(run.dropped, [DROPPED_DEAD]) as { value: number }).value
  }

  /** Another process may have dropped, replayed or erased. */
  function look() {
    if (performance.now() - lookedMs < lookMs) return
    lookedMs = performance.now()
    try {
      const current = db.readVersion()
      if (version !== current) load()
      version = current
    } catch (error) {
      lookedMs += UNREAD_MS // what memory knows goes on
      onUnread(error)
    }
  }

  function prepareArrival(arrival: Arrival): Prepared {
    const who = toWho(arrival.body.email, hash)
    const text = JSON.stringify(arrival.body)
    const payload = seal.seal(text, arrival.id)
    const { receivedMs } = arrival
    const event = toNewEvent(arrival, who, text, payload.length)
    return {
      event,
      receivedMs,
      who,
      payload,
      idMark: toIdMark(arrival.id),
      contentMark: toContentMark(arrival, hash, who),
    }
  }

  function take(arrival: Arrival, prepared: Prepared, undo: Undo): 'new' | 'repeat' | 'limited' {
    const { event, payload, idMark, contentMark } = prepared
    // Repeats are refused as well, or a full hold would tell which events it knows.
    if (queue.size >= most.waiting || queue.bytes + payload.length > most.waitingBytes) throw new HoldFullError()
    if (!remember(idMark, prepared) || !remember(contentMark, prepared)) return writeAsMuch(prepared)
    const kept = queue.find(event.id) ?? dead.find(event.id)
    if (!kept) return keep(prepared, undo)
    if (!event.signed || kept.signed) return writeAsMuch(prepared)
    // An unsigned event makes room for the same one, signed. One of another order or sign-up has used its id, and stays.
    if (!isOf(kept.seq, contentMark)) return keep(prepareArrival({ ...arrival, id: randomUUID() }), undo)
    replace(event.id, kept.seq, undo)
    return keep(prepared, undo)
  }

  function keep(prepared: Prepared, undo: Undo): 'new' | 'limited' {
    const { event, receivedMs } = prepared
    const limited = !event.signed && limits.count(event.who, event.kind, receivedMs, undo) > MOST_A_DAY[event.kind]
    event.seq = nextSeq++
    insert(prepared, limited)
    if (limited) addDead({ ...event, reason: 'limited', diedMs: receivedMs }, event.id, undo)
    else {
      queue.add(event)
      undo.push(() => queue.remove(event))
    }
    return limited ? 'limited' : 'new'
  }

  /** @returns whether it is news; a signed event always is, unless a signed one was before */
  function remember({ key, content, who, keptMs }: Mark, { receivedMs, event }: Prepared): boolean {
    const signed = Number(event.signed)
    return run.remember.run([key, content, who, signed, receivedMs, receivedMs + keptMs]).changes > 0
  }

  function isOf(seq: number, { key }: Mark): boolean {
    const row = readRow(run.mark, [seq]) as { mark: ArrayBuffer } | undefined // the statement's one column
    return row !== undefined && key.equals(Buffer.from(row.mark))
  }

  /** Forgets the event of this id, for a better one. */
  function replace(id: string, seq: number, undo: Undo) {
    run.forget.run([seq])
    const waiting = queue.find(id)
    if (waiting) {
      queue.remove(waiting)
      undo.push(() => queue.add(waiting))
    }
    undo.push(dead.remove(id))
  }

  /** So that a repeat takes as long as news does. It prolongs nothing: a page reloaded all day is not new tomorrow. */
  function writeAsMuch({ idMark, contentMark, receivedMs, payload }: Prepared): 'repeat' {
    run.seen.run([receivedMs, idMark.key])
    run.seen.run([receivedMs, contentMark.key])
    run.fill.run([payload.length])
    return 'repeat'
  }

  function insert({ event, receivedMs, who, payload, contentMark }: Prepared, limited: boolean) {
    const { seq, id, kind, list = null, signed, occurredMs } = event
    const [state, reason] = limited ? ['dead', 'limited'] : ['waiting', null]
    const times = [occurredMs, receivedMs, receivedMs]
    run.insert.run([seq, id, kind, list, who, Number(signed), ...times, state, reason, contentMark.key, payload])
  }

  /** Keeps it, and lets the oldest go when there are too many; with each goes its mark, or it could never come again. */
  function addDead(letter: DeadLetter, id: string, undo: Undo) {
    undo.push(dead.add(id, letter))
    while (dead.size > most.dead || dead.bytes > most.deadBytes) {
      const oldest = dead.oldest()
      if (!oldest) return
      undo.push(dead.remove(oldest[0]))
      if (!forgetDead(oldest[1].seq)) continue // the operator was faster
      run.countDropped.run([DROPPED_DEAD])
      droppedDead += 1
      undo.push(() => {
        droppedDead -= 1
      })
    }
  }

  function forgetDead(seq: number): boolean {
    run.forgetMark.run([seq])
    return run.forgetDead.run([seq]).changes > 0
  }

  /** What to hand out. Undefined: the operator has taken it away. */
  function toClaimed(event: Waiting): HeldEvent | Unfit | undefined {
    const { id, kind, who } = event
    const text = event.text ?? readText(event)
    if (text === undefined) return undefined
    if (text === 'unreadable') return { id, kind, who, unfit: text }
    const left =
      event.list === undefined ? text : toTimely(text, { ...event, list: event.list }, readNewer(event), hash)
    if (left === undefined) return { id, kind, who, unfit: 'stale' }
    return toHeldEvent(event, left)
  }

  function readText({ seq, id }: Waiting): string | undefined {
    const row = readRow(run.read, [seq]) as { payload: ArrayBuffer } | undefined // the statement's one column
    return row && openRecord(Buffer.from(row.payload), id, seal)
  }

  function readNewer({ who, occurredMs }: Waiting): Said[] {
    const rows = run.newer.all([toBytes(who), occurredMs]) as { scope: string; name: string }[] // its columns
    return rows.map(({ scope, name }) => [scope, name])
  }

  /** Writes what became of an event. One that the operator has taken away meanwhile becomes nothing. */
  async function settle(id: string, write: (event: Waiting, undo: Undo) => boolean, apply: (event: Waiting) => void) {
    const claim = claims.get(id)
    const event = claim?.event ?? queue.find(id)
    if (!event) return
    const found = await group.add('settled', (undo) => write(event, undo))
    if (found) apply(event)
    else queue.remove(event)
    if (claim) unclaim(id, event.who)
  }

  function remove({ seq, id, who, list, occurredMs }: Waiting): boolean {
    const found = run.remove.run([seq]).changes > 0
    const sent = claims.get(id)?.sent
    if (found && sent && list !== undefined) {
      const said = toSaid(list, toContact(sent), hash)
      run.say.run([toBytes(who), occurredMs, JSON.stringify(said)])
    }
    return found
  }

  function postpone(event: Waiting, reason: Reason, dueMs: number): boolean {
    const { attempts, misses } = toPostponed(event, reason)
    return run.postpone.run([reason, attempts, misses, dueMs, event.seq]).changes > 0
  }

  function claimOne(event: Waiting, dueMs: number): HeldEvent | Unfit | undefined {
    let claimed: HeldEvent | Unfit | undefined
    try {
      claimed = toClaimed(event)
      if (!claimed) queue.remove(event)
    } catch (error) {
      queue.change(event, { dueMs: dueMs + UNREAD_MS }) // nobody waits for it but its own customer's later events
      onUnread(error, event.id)
      throw error
    } finally {
      if (!claimed) queue.release(event.who)
    }
    if (claimed) claims.set(event.id, { event, sent: 'text' in claimed ? claimed.text : undefined })
    return claimed
  }

  function unclaim(id: string, who: string) {
    claims.delete(id)
    queue.release(who)
  }

  async function sweepTable(statement: Statement, beforeMs: number) {
    for (const [from, to] of toSlices(db.countPages())) {
      if (closed) return
      await group.add('arrival', () => statement.run([beforeMs, from, to]))
    }
  }

  return {
    async accept(arrival) {
      const prepared = prepareArrival(arrival)
      return group.add('arrival', (undo) => take(arrival, prepared, undo))
    },
    async claim(count, dueMs) {
      look()
      const events: (HeldEvent | Unfit)[] = []
      const errors: unknown[] = []
      while (events.length + errors.length < count) {
        const event = queue.take(dueMs)
        if (!event) break
        try {
          const claimed = claimOne(event, dueMs)
          if (claimed) events.push(claimed)
        } catch (error) {
          errors.push(error)
        }
      }
      // What can be read goes on. When nothing can, it may be the whole disk, and whoever asks must wait.
      if (events.length === 0 && errors.length > 0) throw errors[0]
      return events
    },
    deliver: (id) =>
      settle(id, remove, (event) => {
        queue.remove(event)
        if (event.list !== undefined) queue.freeList(event.list)
      }),
    postpone: (id, reason, dueMs) =>
      settle(
        id,
        (event) => postpone(event, reason, dueMs),
        (event) => queue.change(event, { ...toPostponed(event, reason), reason, dueMs }),
      ),
    postponeList: (id, list, dueMs) =>
      settle(
        id,
        (event) => postpone(event, 'unknown_list', dueMs),
        (event) => {
          queue.change(event, { ...toPostponed(event, 'unknown_list'), reason: 'unknown_list', dueMs })
          queue.holdList(list, dueMs)
        },
      ),
    bury: (id, reason) =>
      settle(
        id,
        (event, undo) => {
          const diedMs = now()
          const found = run.bury.run([reason, Number(isAnswer(reason)), diedMs, event.seq]).changes > 0
          if (found) addDead({ ...event, reason, diedMs }, event.id, undo)
          return found
        },
        (event) => {
          queue.remove(event)
          // The API took no offence at the list, or was not asked: the next of it may ask.
          if (event.list !== undefined) queue.freeList(event.list)
        },
      ),
    wake: async (reason) => queue.wake(reason),
    async nextDueMs() {
      look()
      return queue.nextDueMs()
    },
    async sweep(nowMs) {
      let swept = SWEPT_AT_ONCE
      while (!closed && swept === SWEPT_AT_ONCE) {
        swept = await group.add('arrival', (undo) => {
          const letters = dead.until(nowMs - DEAD_LETTERS_KEPT_MS, SWEPT_AT_ONCE)
          for (const [id, letter] of letters) {
            forgetDead(letter.seq)
            undo.push(dead.remove(id))
          }
          return letters.length
        })
      }
      if (!closed) await group.add('arrival', () => run.sweepLimits.run([Math.floor(nowMs / DAY_MS)]))
      await sweepTable(run.sweepRepeats, nowMs)
      await sweepTable(run.sweepFields, nowMs - FIELDS_KEPT_MS)
    },
    count: async () => toCounts(queue, dead, now(), droppedDead),
    async close() {
      group.flush()
      closed = true
      close()
    },
  }
}

/** By `all`, because libsql's `get` that has failed once fails for ever, whatever it is asked (0.5.29; see the damaged page in sqlite.test.ts). */
function readRow(statement: Statement, parameters: unknown[] = []): unknown {
  return statement.all(parameters)[0]
}

function prepare(db: Database) {
  return {
    waiting: db.prepare(`SELECT ${HEADER} FROM events WHERE state = 'waiting' ORDER BY seq`),
    dead: db.prepare(`SELECT ${HEADER} FROM events WHERE state = 'dead' ORDER BY due, seq`),
    lastSeq: db.prepare('SELECT coalesce(max(seq), 0) AS last FROM events'),
    dropped: db.prepare('SELECT value FROM meta WHERE name = ?'),
    countDropped: db.prepare('UPDATE meta SET value = value + 1 WHERE name = ?'),
    // Changes nothing when the mark is known: of the same content, in its time, and not unsigned while this is signed.
    remember: db.prepare(
      `INSERT INTO repeats (key, content, who, signed, seen, expires) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET content = excluded.content, who = excluded.who, signed = excluded.signed,
         seen = excluded.seen, expires = excluded.expires
       WHERE expires <= excluded.seen OR content <> excluded.content OR signed < excluded.signed`,
    ),
    seen: db.prepare('UPDATE repeats SET seen = ? WHERE key = ?'),
    fill: db.prepare('REPLACE INTO filler (seq, payload) VALUES (1, zeroblob(?))'),
    limits: db.prepare('SELECT lower(hex(who)) AS who, kind, events FROM limits WHERE day = ?'),
    limit: db.prepare('REPLACE INTO limits (who, kind, day, events) VALUES (?, ?, ?, ?)'),
    sweepLimits: db.prepare('DELETE FROM limits WHERE day < ?'),
    insert: db.prepare(
      `INSERT INTO events (seq, id, kind, list, who, signed, occurred, received, due, state, reason, mark, payload)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    mark: db.prepare('SELECT mark FROM events WHERE seq = ?'),
    read: db.prepare("SELECT payload FROM events WHERE seq = ? AND state = 'waiting'"),
    newer: db.prepare('SELECT scope, name FROM fields WHERE who = ? AND occurred > ?'),
    say: db.prepare(
      `INSERT INTO fields (who, scope, name, occurred)
       SELECT ?1, value ->> 0, value ->> 1, ?2 FROM json_each(?3) WHERE true
       ON CONFLICT (who, scope, name) DO UPDATE SET occurred = max(occurred, excluded.occurred)`,
    ),
    remove: db.prepare('DELETE FROM events WHERE seq = ?'),
    postpone: db.prepare(
      "UPDATE events SET reason = ?, attempts = ?, misses = ?, due = ? WHERE seq = ? AND state = 'waiting'",
    ),
    bury: db.prepare(
      "UPDATE events SET state = 'dead', reason = ?, attempts = attempts + ?, due = ? WHERE seq = ? AND state = 'waiting'",
    ),
    forget: db.prepare('DELETE FROM events WHERE seq = ?'),
    // With a dead letter goes what it is known by: the same thing reported again would else be taken for one that is kept.
    forgetMark: db.prepare(toForgetMark("seq = ?1 AND state = 'dead'")),
    forgetDead: db.prepare("DELETE FROM events WHERE seq = ? AND state = 'dead'"),
    sweepRepeats: db.prepare('DELETE FROM repeats WHERE expires <= ? AND key >= ? AND key < ?'),
    sweepFields: db.prepare('DELETE FROM fields WHERE occurred <= ? AND who >= ? AND who < ?'),
  }
}

const HEADER = `seq, id, kind, list, lower(hex(who)) AS who, signed, replayed, occurred, due, reason, attempts, misses,
  length(payload) AS bytes`

interface Row {
  seq: number
  id: string
  kind: Event['kind']
  list: string | null
  who: string
  signed: number
  replayed: number
  occurred: number
  due: number
  reason: Reason | null
  attempts: number
  misses: number
  bytes: number
}

function toWaiting(row: Row): Waiting {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    list: row.list ?? undefined,
    who: row.who,
    signed: row.signed === 1,
    replayed: row.replayed === 1,
    occurredMs: row.occurred,
    dueMs: row.due,
    reason: row.reason ?? undefined,
    attempts: row.attempts,
    misses: row.misses,
    bytes: row.bytes,
    text: undefined,
  }
}

function toDeadLetter({ id, seq, kind, reason, signed, bytes, due }: Row): [string, DeadLetter] {
  // A dead letter always has a reason; one without would be of a file that somebody else has written.
  return [id, { seq, kind, reason: reason ?? 'unreadable', signed: signed === 1, bytes, diedMs: due }]
}

function toNewEvent(arrival: Arrival, who: Buffer, text: string, bytes: number): Waiting {
  return {
    seq: 0, // given when it is written
    id: arrival.id,
    kind: arrival.kind,
    list: arrival.kind === 'addToList' ? arrival.list : undefined,
    who: who.toString('hex'),
    signed: arrival.signed,
    replayed: false,
    occurredMs: arrival.occurredMs,
    dueMs: arrival.receivedMs,
    reason: undefined,
    attempts: 0,
    misses: 0,
    bytes,
    text,
  }
}

function toPostponed({ attempts, misses }: Waiting, reason: Reason) {
  return { attempts: attempts + 1, misses: misses + Number(reason === 'no_session') }
}

const toBytes = (hex: string) => Buffer.from(hex, 'hex')

/** A sweep reads all of a table, and one transaction may take some milliseconds only: keys are random, so by their first byte. */
function toSlices(pages: number): [from: Buffer, to: Buffer][] {
  const count = Math.min(Math.max(Math.ceil(pages / 1_000), 1), 256)
  const border = (slice: number) =>
    slice === count ? Buffer.alloc(33, 255) : Buffer.of(Math.floor((slice * 256) / count))
  return Array.from({ length: count }, (_, slice) => [slice === 0 ? Buffer.of() : border(slice), border(slice + 1)])
}

function toCounts(queue: Queue, dead: DeadLetters, nowMs: number, droppedDead: number): Counts {
  const waitingBy = createTally<Counts['waitingBy'][number]>()
  const deadBy = createTally<Counts['deadBy'][number]>()
  let oldestMs = Number.POSITIVE_INFINITY
  for (const { kind, list, reason, occurredMs } of queue.values()) {
    waitingBy.count({ kind, reason: list !== undefined && queue.isHeld(list) ? 'unknown_list' : reason, count: 0 })
    oldestMs = Math.min(oldestMs, occurredMs)
  }
  for (const { kind, reason } of dead.values()) deadBy.count({ kind, reason, count: 0 })
  return {
    waiting: queue.size,
    waitingBytes: queue.bytes,
    dead: dead.size,
    deadBytes: dead.bytes,
    waitingBy: waitingBy.all(),
    deadBy: deadBy.all(),
    oldestWaitingMs: queue.size > 0 ? nowMs - oldestMs : undefined,
    droppedDead,
  }
}

function createTally<Entry extends { kind: string; reason: Reason | undefined; count: number }>() {
  const entries = new Map<string, Entry>()
  return {
    count(entry: Entry) {
      const name = `${entry.kind} ${entry.reason}`
      const known = entries.get(name) ?? entry
      known.count += 1
      entries.set(name, known)
    },
    all: () => [...entries.values()],
  }
}
