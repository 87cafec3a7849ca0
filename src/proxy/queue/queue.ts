/**
 * The queue in a database: the same statements on SQLite, in a Durable Object and on Postgres.
 *
 * The database has everything; memory has only what is under way. Of each customer the events that may go are `ready`, all
 * others `behind`; what becomes of an event says which is next. Where several proxies share the database, a claim is also
 * written down as a lease, by the database's clock, so a proxy that was killed keeps a customer waiting for no longer than
 * that, and what became of an event is written only by whoever has the lease still.
 */
import { randomUUID } from 'node:crypto'
import type { Contact } from '../../contract/contact.js'
import type { Event } from '../../contract/event.js'
import type { Log } from '../log/line.js'
import { type Hash, type Seal, toAnswerLabel } from '../seal.js'
import { takeActs } from './acts.js'
import { createQueueAdmin } from './admin.js'
import { arrange, count, FORGETTABLE, forgetDead, readTotals, remove, SETTLE } from './events.js'
import { createGroup, type Defer } from './group.js'
import { writeTally } from './hours.js'
import type {
  Arrival,
  Claimed,
  Claiming,
  Counts,
  Disposition,
  OpenQueue,
  Queue,
  QueuedEvent,
  Reason,
  Unfit,
} from './index.js'
import {
  type Bounds,
  DAY_MS,
  DEAD_LETTERS_KEPT_MS,
  type DeadLetter,
  FIELDS_KEPT_MS,
  isAnswer,
  type Mark,
  MOST,
  type Said,
  toContentMark,
  toCustomer,
  toDropped,
  toIdempotencyKey,
  toIdKey,
  toIdMark,
  toSaidNames,
  toTimely,
} from './rules.js'
import { prepare, readNote, rememberApi, type Shop, writeNote } from './schema.js'
import { limitSessionless, type Sessionless, toStep } from './sessionless.js'
import type { Store, Transaction } from './store/index.js'
import { createUsage } from './usage.js'

/** Longer than a request to the API may take, and than writing what became of it. */
const LEASE_MS = 60_000
/** When to ask again for an event that could not be read: a page of the file is damaged, or the disk is in trouble. */
const UNREAD_MS = 30_000
/** A page of the file is damaged: the others on it are, too. */
class UnreadError extends Error {}
/** More than a page has of them. */
const MOST_UNREAD = 500
/** Rows that a sweep looks at in one transaction, and dead letters that it deletes: some milliseconds. */
const SWEPT_AT_ONCE = 2_000
const FORGOTTEN_AT_ONCE = 100
/** Events looked at in one round of a claim, when many of the first are of a held list; more are left for the next claim. */
const LOOKED_AT_ONCE = 200
const ROUNDS = 20
/** Enough of the first to make room for one that is new. */
const DROPPED_AT_ONCE = 1_000

export interface QueueOptions {
  seal: Seal
  /** Whose orders it has; undefined: anybody's. */
  shop?: Shop
  log: Log
  /** How much it takes, when other than usual. */
  most?: Partial<Bounds>
  /** How to wait for others to share a commit with. */
  defer?: Defer
  leaseMs?: number
}

/** All of an arrival that can be known before the transaction. */
interface Prepared {
  arrival: Arrival
  customer: string
  idMark: Mark
  contentMark: Mark
  payload: Buffer
}

/** An event that this proxy has under way. */
interface Claim {
  seq: number
  id: string
  customer: string
  signed: number
  kind: Event['kind']
  list: string | undefined
  occurredMs: number
  bytes: number
  /** What the API gets; undefined when it gets nothing. */
  sent: string | undefined
}

/** What the index has of an event that may go. */
interface Candidate {
  seq: number
  customer: string
}

type Next = Candidate & { due: number }

interface Row extends Candidate {
  signed: number
  id: string
  kind: Event['kind']
  list: string | null
  state: string
  replayed: number
  occurred: number
  attempts: number
  misses: number
  bytes: number
  payload: Uint8Array | ArrayBuffer
}

/** @throws Error in a sentence when the database is another's, from another version, or sealed with a key that is not given */
export async function openIn(store: Store, options: QueueOptions): Promise<OpenQueue> {
  const hash = await prepare(store, options)
  return { ...createQueue(store, hash, options), operator: createQueueAdmin(store, { seal: options.seal, hash }) }
}

function createQueue(store: Store, hash: Hash, options: QueueOptions): Queue {
  const { seal, log, shop, most: given, defer, leaseMs = LEASE_MS } = options
  const most = { ...MOST, ...given }
  const lease = store.isShared ? randomUUID() : ''
  const group = createGroup(store, defer)
  const usage = createUsage(most, () => store.read(({ ask }) => readTotals(ask)), store.isAlone)
  const claims = new Map<string, Claim>()
  let sessionless = 0
  let isApiKnown = shop === undefined
  /** Events that could not be read, and when they may be again. */
  const unread = new Map<number, number>()
  const underWay = new Set<Promise<unknown>>()
  let counts: Counts | undefined
  let closed = false

  function prepareArrival(arrival: Arrival): Prepared {
    const customer = toCustomer(arrival.body.email, hash)
    const payload = seal.seal(JSON.stringify(arrival.body), arrival.id)
    return {
      arrival,
      customer,
      payload,
      idMark: toIdMark(arrival.id),
      contentMark: toContentMark(arrival, hash, customer),
    }
  }

  /** Lets `close` wait for it. */
  function during<Result>(job: Promise<Result>): Promise<Result> {
    underWay.add(job)
    const forget = () => underWay.delete(job)
    job.then(forget, forget)
    return job
  }

  async function accept(arrival: Arrival): Promise<'new' | 'duplicate' | 'limited'> {
    const prepared = prepareArrival(arrival)
    const bytes = prepared.payload.length
    // Duplicates are refused as well, or a full queue would tell which events it knows.
    const release = await usage.reserve(bytes)
    let outcome: 'new' | 'duplicate' | 'limited' | undefined
    try {
      outcome = await group.add('arrival', prepared.customer, (transaction) => take(transaction, prepared))
    } finally {
      if (outcome !== 'new') release()
    }
    if (outcome === 'limited') {
      log({ event: 'dead_letter', id: arrival.id, kind: arrival.kind, reason: 'limited' })
      await onDead(bytes, 'limited')
    }
    return outcome
  }

  async function take(transaction: Transaction, prepared: Prepared): Promise<'new' | 'duplicate' | 'limited'> {
    const { arrival, idMark, contentMark, customer } = prepared
    await transaction.lock(customer)
    if (!(await remember(transaction, idMark, arrival))) return seeAgain(transaction, idMark)
    if (!(await remember(transaction, contentMark, arrival))) return seeAgain(transaction, contentMark)
    const [known] = await transaction.ask<DeadLetter>(`SELECT ${FORGETTABLE} FROM events WHERE id = ?1`, [arrival.id])
    if (!known) return enqueue(transaction, prepared)
    if (!arrival.signed || known.signed) return 'duplicate'
    // An unsigned event makes room for the same one, signed. One of another order or sign-up has used its id, and stays.
    if (known.mark !== contentMark.key) {
      const id = randomUUID()
      await transaction.ask('UPDATE repeats SET event = ?1 WHERE key = ?2', [toIdKey(id), contentMark.key])
      return enqueue(transaction, prepareArrival({ ...arrival, id }))
    }
    await remove(transaction, known.seq)
    return enqueue(transaction, prepared)
  }

  /** @returns whether it is new; a signed event always is, unless a signed one was before */
  async function remember(
    { ask, nowMs }: Transaction,
    { key, content, customer, keptMs }: Mark,
    { id, signed }: Arrival,
  ) {
    const changed = await ask(
      `INSERT INTO repeats (key, content, customer, signed, seen, expires, event) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (key) DO UPDATE SET content = excluded.content, customer = excluded.customer, signed = excluded.signed,
         seen = excluded.seen, expires = excluded.expires, event = excluded.event
       WHERE repeats.expires <= excluded.seen OR repeats.content <> excluded.content OR repeats.signed < excluded.signed
       RETURNING key`,
      [key, content, customer, Number(signed), nowMs, nowMs + keptMs, customer === null ? null : toIdKey(id)],
    )
    return changed.length > 0
  }

  /** A duplicate waits for the disk too, or its answer would come sooner. It prolongs nothing: a page reloaded all day is new tomorrow. */
  async function seeAgain({ ask, nowMs }: Transaction, { key }: Mark): Promise<'duplicate'> {
    await ask('UPDATE repeats SET seen = ?1 WHERE key = ?2', [nowMs, key])
    return 'duplicate'
  }

  async function enqueue(transaction: Transaction, prepared: Prepared): Promise<'new' | 'limited'> {
    const { ask, nowMs } = transaction
    const { arrival, customer, contentMark, payload } = prepared
    const { id, kind, signed } = arrival
    const list = arrival.kind === 'addToList' ? arrival.list : null
    const isLimited = !signed && (await countToday(transaction, customer, kind)) > most[kind]
    const isHeld = list !== null && (await ask('SELECT list FROM held_lists WHERE list = ?1', [list])).length > 0
    const state = isLimited ? 'dead' : isHeld ? 'held' : undefined
    const reason = isLimited ? 'limited' : null
    const occurred = Math.round(nowMs - arrival.ageMs)
    const [row] = await ask<{ seq: number; state: string }>(
      `INSERT INTO events (id, kind, list, customer, signed, occurred, received, state, reason, due, mark, mark_until, bytes)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ${state ? `'${state}'` : ALONE_OR_BEHIND}, ?8, ?7, ?9, ?10, ?11)
       RETURNING seq, state`,
      [
        id,
        kind,
        list,
        customer,
        Number(signed),
        occurred,
        nowMs,
        reason,
        contentMark.key,
        nowMs + contentMark.keptMs,
        payload.length,
      ],
    )
    await ask('INSERT INTO payloads (seq, payload) VALUES (?1, ?2)', [row?.seq, payload])
    if (row?.state === 'behind') await arrange(transaction, customer)
    return isLimited ? 'limited' : 'new'
  }

  async function countToday({ ask, nowMs }: Transaction, customer: string, kind: Event['kind']): Promise<number> {
    const [today] = await ask<{ events: number }>(
      `INSERT INTO limits (customer, kind, day, events) VALUES (?1, ?2, ?3, 1)
       ON CONFLICT (customer, kind) DO UPDATE SET day = excluded.day,
         events = CASE WHEN limits.day = excluded.day THEN limits.events + 1 ELSE 1 END
       RETURNING events`,
      [customer, kind, Math.floor(nowMs / DAY_MS)],
    )
    return today?.events ?? 1
  }

  /** One dead letter more; with too many, some go, and with each what it is known by, or it could never come again. */
  async function onDead(bytes: number, reason: Reason) {
    usage.add({ dead: 1, deadBytes: bytes, limited: Number(reason === 'limited') })
    await usage.look()
    if (!usage.isOver()) return
    const dropped = await store.transaction('ack', async (transaction) => {
      const totals = await readTotals(transaction.ask)
      const letters = await transaction.ask<DeadLetter>(OLDEST_DEAD, [DROPPED_AT_ONCE])
      const gone: DeadLetter[] = []
      for (const letter of toDropped(letters, totals, most)) {
        if (!(await forgetDead(transaction, letter))) continue
        await transaction.ask(COUNT_DROPPED, [letter.reason])
        gone.push(letter)
      }
      return gone
    })
    for (const letter of dropped) {
      usage.add({ dead: -1, deadBytes: -letter.bytes, limited: -Number(letter.reason === 'limited') })
      log({ event: 'dead_letter_dropped', id: letter.id, kind: letter.kind, reason: letter.reason })
    }
  }

  async function claim(wanted: number, which: Claiming = {}): Promise<Claimed> {
    for (let failed = 0; ; failed += 1) {
      try {
        const claimed = await claimOnce(wanted, which)
        // What can be read goes on. When nothing can, it may be the whole disk, and whoever asks must wait.
        if (claimed.events.length === 0 && failed > 0) throw new Error('No event could be read.')
        return claimed
      } catch (error) {
        if (!(error instanceof UnreadError) || failed > MOST_UNREAD) throw error
      }
    }
  }

  async function claimOnce(wanted: number, { notOf = [], asQuestion }: Claiming): Promise<Claimed> {
    const avoided = new Set(notOf)
    const turn = async (transaction: Transaction) => {
      const { ask, nowMs } = transaction
      for (const [seq, untilMs] of unread) if (untilMs <= nowMs) unread.delete(seq)
      const lists = await ask<HeldList>(
        `SELECT list, due, known FROM held_lists ORDER BY list${store.dialect.lockRows}`,
      )
      const found: Found[] = []
      const look = async (candidate: Candidate) => {
        const event = await readEvent(transaction, candidate, lists).catch((error: unknown) => {
          if (store.isShared) throw error
          unread.set(candidate.seq, nowMs + UNREAD_MS)
          log({ event: 'queue_failed', reason: String(error) })
          throw new UnreadError()
        })
        if (typeof event === 'object') found.push(event)
        return event === 'put aside'
      }
      for (const list of lists) await (list.known ? letGo(transaction, list.list) : probe(transaction, list, look))
      await chooseReady(transaction, { wanted, asQuestion, avoided, found, look })
      for (const { claim } of found) {
        if (!store.isShared) break
        const until = nowMs + leaseMs
        await ask('UPDATE events SET lease = ?1, leased_until = ?2 WHERE seq = ?3', [lease, until, claim.seq])
      }
      const nextInMs = found.length < wanted ? await readNext(transaction, found, lists.length > 0) : undefined
      return { found, nextInMs }
    }
    const { found, nextInMs } = await store.transaction('ack', turn)
    for (const { claim } of found) claims.set(claim.id, claim)
    return { events: found.map(({ event }) => event), nextInMs }
  }

  interface HeldList {
    list: string
    due: number
    known: number
  }

  interface Found {
    claim: Claim
    event: QueuedEvent | Unfit
  }

  interface Choice {
    wanted: number
    asQuestion: Claiming['asQuestion']
    avoided: Set<string>
    found: Found[]
    /** @returns whether another of the same customer may go in its stead */
    look: (candidate: Candidate) => Promise<boolean>
  }

  /** Nobody else of the same customer is under way, and it can be read. */
  const isFree = ({ seq, customer }: Candidate, found: Found[], nowMs: number) =>
    ![...claims.values(), ...found.map(({ claim }) => claim)].some((other) => other.customer === customer) &&
    (unread.get(seq) ?? 0) <= nowMs

  async function chooseReady(transaction: Transaction, { wanted, asQuestion, avoided, found, look }: Choice) {
    const { ask, nowMs } = transaction
    const which = asQuestion ? toQuestion(asQuestion.notKind) : 'TRUE ORDER BY due, seq'
    const looked = new Set<number>()
    for (let round = 0; round < ROUNDS && found.length < wanted; round += 1) {
      // Each customer has two that are ready at most.
      const besides = 2 * (claims.size + avoided.size) + unread.size + looked.size
      const limit = besides + (round === 0 ? wanted : LOOKED_AT_ONCE)
      let isNew = false
      const candidates = await ask<Candidate>(toReadySql(which, store.dialect.lockRows), [nowMs, limit])
      for (const candidate of candidates) {
        if (found.length >= wanted) return
        if (looked.has(candidate.seq) || avoided.has(candidate.customer) || !isFree(candidate, found, nowMs)) continue
        looked.add(candidate.seq)
        isNew = (await look(candidate)) || isNew
      }
      if (candidates.length < limit && !isNew) return
    }
  }

  /** One event of a list that the API does not know asks again. */
  async function probe({ ask, nowMs }: Transaction, { list, due }: HeldList, look: Choice['look']) {
    if (due > nowMs || [...claims.values()].some((claim) => claim.list === list)) return
    const [first] = await ask<Candidate>(FIRST_OF_LIST, [list, nowMs])
    if (first) await look(first)
  }

  /** The API knows the list: its events go with their customers' others again, some in each turn. */
  async function letGo(transaction: Transaction, list: string) {
    const { ask } = transaction
    const events = await ask<Candidate>(
      "SELECT seq, customer FROM events WHERE list = ?1 AND state = 'held' ORDER BY occurred, seq LIMIT ?2",
      [list, LOOKED_AT_ONCE],
    )
    for (const { seq } of events) await ask("UPDATE events SET state = 'behind' WHERE seq = ?1", [seq])
    for (const customer of [...new Set(events.map(({ customer }) => customer))].sort()) {
      await transaction.lock(customer)
      await arrange(transaction, customer)
    }
    if (events.length < LOOKED_AT_ONCE) await ask('DELETE FROM held_lists WHERE list = ?1', [list])
  }

  /** @returns undefined when it has gone; put aside: its list is held, and now it waits with the list, in nobody's way */
  async function readEvent(transaction: Transaction, { seq, customer }: Candidate, lists: HeldList[]) {
    const { ask, nowMs } = transaction
    const [row] = await ask<Row>(READ, [seq])
    if (!row) return undefined
    const isHeld = lists.some(({ list, known }) => list === row.list && !known)
    if (isHeld && row.state !== 'held') {
      await transaction.lock(customer)
      await ask("UPDATE events SET state = 'held' WHERE seq = ?1", [seq])
      await arrange(transaction, customer)
      return 'put aside'
    }
    const newer = row.list === null ? [] : await ask<{ list: string; names: string }>(NEWER, [customer, row.occurred])
    const said = newer.map(({ list, names }): Said => ({ list, names: JSON.parse(names) })) // `ack` has written it
    return toFound(row, said, nowMs)
  }

  function toFound(row: Row, newer: Said[], nowMs: number): Found {
    const { seq, id, kind, customer, signed, occurred, bytes, attempts, misses } = row
    const list = row.list ?? undefined
    const replayed = row.replayed === 1
    const accepted = open(row)
    const sent = accepted === undefined || list === undefined ? accepted : toSent(accepted, { list, replayed }, newer)
    const claim = { seq, id, customer, signed, kind, list, occurredMs: occurred, bytes, sent }
    if (accepted === undefined || sent === undefined) {
      return { claim, event: { id, kind, customer, unfit: accepted === undefined ? 'unreadable' : 'stale' } }
    }
    const event = {
      id,
      kind,
      ...(list !== undefined && { list }),
      text: sent,
      idempotencyKey: toIdempotencyKey(id, accepted, sent),
      ageMs: nowMs - occurred,
      customer,
      attempts,
      misses,
      replayed,
    } as QueuedEvent // `enqueue` made the row of an Arrival: kind and list belong together
    return { claim, event }
  }

  /** @returns the body as JSON; undefined when the record is damaged or no key opens it, which must not stop the others */
  function open({ payload, id }: Row): string | undefined {
    try {
      const text = seal.open(toBuffer(payload), id)
      JSON.parse(text) // the seal says that nobody changed what `enqueue` wrote, but without a key there is none
      return text
    } catch {
      return undefined
    }
  }

  /** A sign-up, less what newer ones have said; undefined when nothing is left to send. */
  function toSent(text: string, { list, replayed }: { list: string; replayed: boolean }, newer: Said[]) {
    if (newer.length === 0) return text
    const body = toContact(text)
    const left = toTimely(list, body, newer, hash) ?? (replayed ? { email: body.email } : undefined) // the operator wants it sent
    return left && JSON.stringify(left)
  }

  /**
   * @param found events that are about to be under way
   * @param hasLists there may be held lists
   */
  async function readNext({ ask, nowMs }: Transaction, found: Found[] = [], hasLists = true) {
    const besides = 2 * (claims.size + found.length) + unread.size
    const ready = await ask<Next>(NEXT, [nowMs, besides + 1])
    const free = ready.filter((candidate) => isFree(candidate, found, Number.POSITIVE_INFINITY))
    const underWay = new Set([...claims.values()].map(({ list }) => list))
    const held = hasLists ? await ask<{ list: string; due: number }>(NEXT_OF_LISTS) : []
    const lists = held.filter(({ list }) => !underWay.has(list))
    const dues = [...free.map(({ seq, due }) => Math.max(due, unread.get(seq) ?? 0)), ...lists.map(({ due }) => due)]
    return dues.length > 0 ? Math.min(...dues) - nowMs : undefined
  }

  async function ack(id: string, disposition: Disposition): Promise<void> {
    const claim = claims.get(id)
    if (!claim) return
    const { customer, bytes } = claim
    const { answer: text } = disposition.as === 'dead' ? disposition : {}
    const answer = text === undefined ? null : seal.seal(text, toAnswerLabel(id))
    const found = await group.add('ack', customer, (transaction) => write(transaction, claim, disposition, answer))
    if (claims.get(id) === claim) claims.delete(id)
    if (disposition.as === 'delivered' && found) isApiKnown = true
    if (!found) return
    if (disposition.as === 'retry' && disposition.reason === 'no_session' && !claim.signed) return onSessionless()
    if (disposition.as === 'retry' || disposition.as === 'list_unknown') return
    usage.add({ waiting: -1, waitingBytes: -bytes })
    if (disposition.as === 'dead') await onDead(bytes + (answer?.length ?? 0), disposition.reason)
  }

  /** Counted at times: it takes a look at all that waits. */
  async function onSessionless() {
    sessionless += 1
    if (sessionless < toStep(most)) return
    sessionless = 0
    const isFree = ({ id }: Sessionless) => !claims.has(id)
    const dead = await store.transaction('ack', (transaction) => limitSessionless(transaction, most, isFree))
    for (const { id, bytes } of dead) {
      log({ event: 'dead_letter', id, kind: 'convert', reason: 'no_session' })
      usage.add({ waiting: -1, waitingBytes: -bytes })
      await onDead(bytes, 'no_session')
    }
  }

  /** @returns whether the event was still there and ours; the operator, or after our lease another proxy, may have taken it */
  async function write(transaction: Transaction, claim: Claim, disposition: Disposition, answer: Buffer | null) {
    const { ask, nowMs } = transaction
    const { seq, id, customer, list } = claim
    const status = disposition.status ?? null
    await transaction.lock(customer)
    const isDelivered = disposition.as === 'delivered'
    const ours = `lease = '${lease}' AND state <> 'dead'`
    const isOurs = isDelivered
      ? await remove(transaction, seq, ours)
      : (await ask(`SELECT seq FROM events WHERE seq = ?1 AND ${ours}`, [seq])).length > 0
    if (!isOurs) return false
    if (isDelivered) {
      await ask(SETTLE, [nowMs, status, toIdKey(id)])
      if (shop && !isApiKnown) await rememberApi(ask, shop, hash)
      if (list !== undefined && claim.sent !== undefined) await saySent(transaction, claim, list, claim.sent)
    } else if (disposition.as === 'dead') {
      const { reason } = disposition
      await ask(DEAD_LETTER, [reason, nowMs, Number(isAnswer(reason)), seq, status, answer?.length ?? 0])
      if (answer) await ask('UPDATE payloads SET answer = ?1 WHERE seq = ?2', [answer, seq])
    } else {
      const reason = disposition.as === 'retry' ? disposition.reason : 'unknown_list'
      const miss = disposition.as === 'retry' && disposition.miss
      await ask(RETRY, [reason, Math.round(nowMs + disposition.waitMs), Number(miss ?? false), seq, status])
      if (disposition.as === 'list_unknown' && list !== undefined) await hold(transaction, list, disposition.waitMs)
      if (list !== undefined) await ask(FOLLOW_LIST, [seq])
    }
    const isOver = disposition.as === 'delivered' || disposition.as === 'dead'
    // The API took no offence at the list, or was not asked: the others of it may go.
    if (isOver && list !== undefined) await ask('UPDATE held_lists SET known = 1 WHERE list = ?1', [list])
    await arrange(transaction, customer)
    return true
  }

  async function saySent({ ask }: Transaction, { customer, occurredMs }: Claim, list: string, sent: string) {
    await ask(
      `INSERT INTO fields (customer, occurred, list, names) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (customer, occurred, list) DO UPDATE SET names = excluded.names`,
      [customer, occurredMs, list, JSON.stringify(toSaidNames(toContact(sent), hash))],
    )
  }

  /** Others of the list follow when they are claimed, which is at once: other events of their customers may stand behind them. */
  async function hold({ ask, nowMs }: Transaction, list: string, waitMs: number) {
    const [known] = await ask('SELECT list FROM held_lists WHERE list = ?1 AND known = 0', [list])
    await ask(
      `INSERT INTO held_lists (list, due) VALUES (?1, ?2)
       ON CONFLICT (list) DO UPDATE SET due = excluded.due, known = 0`,
      [list, Math.round(nowMs + waitMs)],
    )
    if (!known) await ask("UPDATE events SET due = ?1 WHERE list = ?2 AND state = 'ready' AND due > ?1", [nowMs, list])
  }

  async function wake(reason: Reason) {
    const sql = "UPDATE events SET due = ?1 WHERE state <> 'dead' AND reason = ?2 AND due > ?1"
    await store.transaction('ack', ({ ask, nowMs }) => ask(sql, [nowMs, reason]))
  }

  /** Some at a time, so that nobody waits long: all else goes on in between. */
  async function sweep() {
    let forgotten = FORGOTTEN_AT_ONCE
    while (!closed && forgotten === FORGOTTEN_AT_ONCE) {
      forgotten = await store.transaction('ack', async (transaction) => {
        const beforeMs = transaction.nowMs - DEAD_LETTERS_KEPT_MS
        const letters = await transaction.ask<DeadLetter>(OLD_DEAD, [beforeMs, FORGOTTEN_AT_ONCE])
        for (const letter of letters) await forgetDead(transaction, letter)
        return letters.length
      })
      await breathe()
    }
    await sweepTable('repeats', 'key', 'expires <= ?3', (nowMs) => nowMs)
    await sweepTable('limits', 'customer', 'day < ?3', (nowMs) => Math.floor(nowMs / DAY_MS))
    await sweepTable('fields', 'customer', 'occurred <= ?3', (nowMs) => nowMs - FIELDS_KEPT_MS)
  }

  /** In the order of its key: an index on its times would be one more page to write with each event. */
  async function sweepTable(table: string, key: string, condition: string, toBound: (nowMs: number) => number) {
    let from: string | undefined = ''
    while (from !== undefined && !closed) {
      const after: string = from
      from = await store.transaction('ack', async ({ ask, nowMs }) => {
        const [end] = await ask<{ key: string }>(
          `SELECT ${key} AS key FROM ${table} WHERE ${key} > ?1 ORDER BY ${key} LIMIT 1 OFFSET ${SWEPT_AT_ONCE}`,
          [after],
        )
        const to = end?.key ?? '~' // behind all of base64url
        await ask(`DELETE FROM ${table} WHERE ${key} > ?1 AND ${key} <= ?2 AND ${condition}`, [
          after,
          to,
          toBound(nowMs),
        ])
        return end?.key
      })
      await breathe()
    }
  }

  return {
    accept: (arrival) => during(accept(arrival)),
    claim,
    ack: (id, disposition) => during(ack(id, disposition)),
    wake,
    nextInMs: () => store.read((transaction) => readNext(transaction)),
    sweep,
    record: (tally) => writeTally(store, tally),
    takeActs: () => takeActs(store),
    count: countAll,
    readNote: (name) => store.read(({ ask }) => readNote(ask, name)),
    async writeNote(name, text) {
      await store.transaction('ack', ({ ask }) => writeNote(ask, name, text))
    },
    async close() {
      closed = true
      await group.flush()
      await Promise.allSettled(underWay)
      await releaseAll()
      await store.close()
    },
  }

  /** A damaged page of a file keeps events from being counted, but not from coming and going: then the figures are the latest. */
  async function countAll(): Promise<Counts> {
    try {
      counts = await store.read(count)
    } catch (error) {
      if (!counts || store.isShared) throw error
      log({ event: 'queue_failed', reason: String(error) })
    }
    return counts
  }

  /** What is under way here may go elsewhere at once. When this cannot be written, it goes when the lease ends. */
  async function releaseAll() {
    if (!store.isShared || claims.size === 0) return
    const sql = "UPDATE events SET lease = '', leased_until = 0 WHERE lease = ?1"
    await store.transaction('ack', ({ ask }) => ask(sql, [lease])).catch(() => {})
  }
}

const toContact = (text: string): Contact => JSON.parse(text) // `enqueue` wrote it, and only sign-ups have a list

const toBuffer = (bytes: Uint8Array | ArrayBuffer) =>
  bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const breathe = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Most customers have one event: it may go, and nothing has to be arranged. */
const ALONE_OR_BEHIND = `
  CASE WHEN EXISTS (SELECT 1 FROM events WHERE customer = ?4 AND state IN ('ready', 'behind')) THEN 'behind' ELSE 'ready' END`

/** Unless another proxy has one of the same customer under way. */
const toReadySql = (which: string, lockRows: string) => `
  SELECT seq, customer FROM events AS event
  WHERE state = 'ready' AND due <= ?1 AND leased_until <= ?1 AND NOT EXISTS (
    SELECT 1 FROM events AS other
    WHERE other.customer = event.customer AND other.leased_until > ?1) AND ${which} LIMIT ?2${lockRows}`

const toQuestion = (notKind?: Event['kind']) => `
  coalesce(reason, '') NOT IN ('credentials', 'address')
  ORDER BY CASE WHEN attempts > 0 THEN 1 ELSE 0 END, CASE WHEN kind = '${notKind ?? ''}' THEN 1 ELSE 0 END, signed DESC, due, seq`

const FIRST_OF_LIST = `
  SELECT seq, customer FROM events
  WHERE list = ?1 AND state = 'held' AND due <= ?2 AND NOT EXISTS (
    SELECT 1 FROM events AS other WHERE other.list = ?1 AND other.state = 'held' AND other.leased_until > ?2)
  ORDER BY occurred, seq LIMIT 1`

const READ = `
  SELECT event.seq, id, kind, list, customer, signed, state, replayed, occurred, attempts, misses, bytes, payload
  FROM events AS event JOIN payloads ON payloads.seq = event.seq WHERE event.seq = ?1`

const NEWER = 'SELECT list, names FROM fields WHERE customer = ?1 AND occurred > ?2'

const NEXT = `
  SELECT seq, customer, due FROM events WHERE state = 'ready' AND leased_until <= ?1 ORDER BY due, seq LIMIT ?2`

/** Of held lists by their first event. */
const NEXT_OF_LISTS = `
  SELECT held.list, CASE WHEN known = 1 THEN 0 ELSE (
    SELECT CASE WHEN event.due > held.due THEN event.due ELSE held.due END FROM events AS event
    WHERE event.list = held.list AND event.state = 'held' ORDER BY occurred, seq LIMIT 1) END AS due
  FROM held_lists AS held
  WHERE EXISTS (SELECT 1 FROM events AS event WHERE event.list = held.list AND event.state = 'held')`

const RETRY = `
  UPDATE events SET reason = ?1, due = ?2, attempts = attempts + 1, misses = misses + ?3, status = ?5, lease = '',
    leased_until = 0
  WHERE seq = ?4`

const FOLLOW_LIST =
  "UPDATE events SET state = 'held' WHERE seq = ?1 AND list IN (SELECT list FROM held_lists WHERE known = 0)"

const DEAD_LETTER = `
  UPDATE events SET state = 'dead', reason = ?1, due = ?2, attempts = attempts + ?3, status = coalesce(?5, status),
    bytes = bytes + ?6, lease = '', leased_until = 0
  WHERE seq = ?4`

const OLDEST_DEAD = `
  SELECT ${FORGETTABLE} FROM events WHERE state = 'dead'
  ORDER BY CASE WHEN reason = 'limited' THEN 0 WHEN reason = 'no_session' AND signed = 0 THEN 1 ELSE 2 END, due, seq LIMIT ?1`

const OLD_DEAD = `SELECT ${FORGETTABLE} FROM events WHERE state = 'dead' AND due <= ?1 ORDER BY due, seq LIMIT ?2`

const COUNT_DROPPED = `
  INSERT INTO dropped (reason, events) VALUES (?1, 1)
  ON CONFLICT (reason) DO UPDATE SET events = dropped.events + 1`
