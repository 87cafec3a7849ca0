/**
 * The queue where its database is: the same statements on SQLite, in a Durable Object and on Postgres.
 *
 * The database has everything; memory has only what is under way. Of each customer the events that may go are `ready`, all
 * others `behind`; what becomes of an event says which is next. Where several proxies share the database, a claim is also
 * written down as a lease, by the database's clock, so a proxy that was killed keeps a customer waiting for no longer than
 * that, and what became of an event is written only by whoever has the lease still.
 */
import { randomUUID } from 'node:crypto'
import type { Log } from '../log/line.js'
import { type Hash, type Seal, toAnswerLabel } from '../seal.js'
import { type Ack, ackAll, type Claim } from './ack.js'
import { takeActs } from './acts.js'
import { createQueueAdmin } from './admin.js'
import { createClaiming } from './claim.js'
import { dropDeadLetters } from './dead-letters.js'
import { enqueueAll } from './enqueue.js'
import { count, readTotals } from './events.js'
import { writeTally } from './hours.js'
import { type EventRecord, type PreparedEvent, prepareEvent } from './incoming-event.js'
import type { Accepted, Counts, Disposition, Operator, Queue, Reason } from './index.js'
import { type Bounds, MOST } from './rules.js'
import { prepare, readNote, rememberApi, type Shop, writeNote } from './schema.js'
import { limitSessionless, type Sessionless, toStep } from './sessionless.js'
import type { Store, Transaction } from './store/index.js'
import { askRows } from './store/rows.js'
import { sweep } from './sweep.js'
import { createUsage } from './usage.js'

/** Longer than a request to the API may take, and than writing what became of it. */
const LEASE_MS = 60_000

export interface CoreOptions {
  seal: Seal
  /** Whose orders it has; undefined: anybody's. */
  shop?: Shop
  log: Log
  /** How much it takes, when other than usual. */
  most?: Partial<Bounds>
  leaseMs?: number
}

/** One thing to write; those that come together share a transaction. */
export type Write = { as: 'enqueue'; event: EventRecord } | { as: 'ack'; id: string; disposition: Disposition }

/** What became of it: in plain values, so that it can be told to another thread. */
export type Written = { result: Accepted | undefined } | { failure: Failure }
export interface Failure {
  name: string
  message: string
  code?: string
}

/** The queue without its groups: what may be in another thread. */
export interface Core
  extends Pick<
    Queue,
    | 'claim'
    | 'release'
    | 'wake'
    | 'nextInMs'
    | 'sweep'
    | 'record'
    | 'takeActs'
    | 'count'
    | 'readNote'
    | 'writeNote'
    | 'close'
  > {
  /** All in one durable commit, but one that fails fails alone. */
  write(writes: Write[]): Promise<Written[]>
  operator: Operator
}

/** A write under way. */
type Job = { error?: unknown } & (
  | { as: 'enqueue'; event: PreparedEvent; outcome?: Accepted; release?: () => void }
  | { as: 'ack'; ack: Ack | undefined; isFound?: boolean }
)

/** @throws Error in a sentence when the database is another's, from another version, or sealed with a key that is not given */
export async function openCore(store: Store, options: CoreOptions): Promise<Core> {
  return createCore(store, await prepare(store, options), options)
}

function createCore(store: Store, hash: Hash, options: CoreOptions): Core {
  const { seal, log, shop, leaseMs = LEASE_MS } = options
  const most = { ...MOST, ...options.most }
  const lease = store.isShared ? randomUUID() : ''
  const usage = createUsage(most, () => store.read(({ ask }) => readTotals(ask)), store.isAlone)
  const claims = new Map<string, Claim>()
  const claiming = createClaiming({ store, seal, hash, log, claims, lease, leaseMs })
  const toOtherId = (event: PreparedEvent, id: string): PreparedEvent => ({
    ...event,
    id,
    payload: seal.seal(seal.open(event.payload, event.id), id),
  })
  const replacing = { seal, isFree: (id: string) => !claims.has(id) }
  let isApiKnown = shop === undefined
  /** Unsigned orders put back for want of a session since the last time they were counted, which takes a look at all that waits. */
  let sessionless = 0
  let counts: Counts | undefined
  let isClosed = false

  async function write(writes: Write[]): Promise<Written[]> {
    if (writes.some(({ as }) => as === 'enqueue')) await usage.refresh()
    const jobs = writes.map(toJob)
    await transactAll(jobs.filter(isOpen))
    for (const job of jobs) follow(job)
    const isStep = sessionless >= toStep(most)
    if (isStep) await endSessionless().catch(onFailed)
    if (isStep || jobs.some(hasDied)) await dropDeadLetters(store, { most, usage, log }).catch(onFailed)
    return jobs.map(toWritten)
  }

  function toAck(claim: Claim, disposition: Disposition): Ack {
    const text = disposition.as === 'dead' ? disposition.answer : undefined
    return { claim, disposition, answer: text === undefined ? null : seal.seal(text, toAnswerLabel(claim.id)) }
  }

  const onFailed = (error: unknown) => log({ event: 'queue_failed', reason: String(error) })

  function toJob(given: Write): Job {
    if (given.as === 'ack') {
      const claim = claims.get(given.id)
      return { as: 'ack', ack: claim && toAck(claim, given.disposition) }
    }
    const job: Job = { as: 'enqueue', event: prepareEvent(given.event, { seal, hash }) }
    try {
      // Duplicates are refused as well, or a full queue would tell which events it knows.
      job.release = usage.reserve(job.event.payload.length)
    } catch (error) {
      job.error = error
    }
    return job
  }

  async function transactAll(jobs: Job[]): Promise<void> {
    if (jobs.length === 0) return
    let begun = false
    try {
      await store.transaction(jobs.some(({ as }) => as === 'enqueue') ? 'accept' : 'ack', async (transaction) => {
        begun = true
        await transact(transaction, jobs)
      })
    } catch (error) {
      // Not begun: the database is away, or somebody else writes for long. Trying each alone would wait as often.
      if (begun && jobs.length > 1) for (const job of jobs) await transactAll([job])
      else for (const job of jobs) job.error = error
    }
  }

  async function transact(transaction: Transaction, jobs: Job[]) {
    const enqueued = jobs.flatMap((job) => (job.as === 'enqueue' ? [job] : []))
    const acked = jobs.flatMap((job) => (job.as === 'ack' && job.ack ? [job] : []))
    const acks = acked.flatMap(({ ack }) => ack ?? [])
    await transaction.lock(...enqueued.map(({ event }) => event.customer), ...acks.map(({ claim }) => claim.customer))
    const prepared = enqueued.map(({ event }) => event)
    const outcomes = prepared.length > 0 ? await enqueueAll(transaction, prepared, { most, toOtherId, replacing }) : []
    for (const [place, job] of enqueued.entries()) job.outcome = outcomes[place] ?? 'duplicate'
    const found = acks.length > 0 ? await ackAll(transaction, acks, { hash, lease }) : new Set<Ack>()
    for (const job of acked) job.isFound = job.ack !== undefined && found.has(job.ack)
    if (shop && !isApiKnown && acked.some(hasDelivered)) await rememberApi(transaction.ask, shop, hash)
  }

  /** What memory has to know of it, now that it is on the disk. */
  function follow(job: Job) {
    if (job.as === 'enqueue') {
      if (job.error !== undefined || job.outcome !== 'new') job.release?.()
      else if (job.event.freed) {
        const { waiting, waitingBytes } = job.event.freed
        usage.add({ waiting: -waiting, waitingBytes: -waitingBytes })
      }
      if (job.error === undefined && job.outcome === 'limited') {
        const { id, kind, payload } = job.event
        log({ event: 'dead_letter', id, kind, reason: 'limited' })
        addDead(payload.length, 'limited')
      }
      return
    }
    if (!job.ack || job.error !== undefined) return
    const { claim, disposition, answer } = job.ack
    if (claims.get(claim.id) === claim) claims.delete(claim.id)
    if (!job.isFound) return
    if (hasDelivered(job)) isApiKnown = true
    if (disposition.as === 'retry' && disposition.reason === 'no_session' && !claim.signed) sessionless += 1
    if (disposition.as === 'retry' || disposition.as === 'list_unknown') return
    usage.add({ waiting: -1, waitingBytes: -claim.bytes })
    if (disposition.as === 'dead') addDead(claim.bytes + (answer?.length ?? 0), disposition.reason)
  }

  const addDead = (bytes: number, reason: Reason) =>
    usage.add({ dead: 1, deadBytes: bytes, limited: Number(reason === 'limited') })

  async function endSessionless() {
    sessionless = 0
    const isFree = ({ id }: Sessionless) => !claims.has(id)
    const dead = await store.transaction('ack', (transaction) => limitSessionless(transaction, most, isFree))
    for (const { id, bytes } of dead) {
      log({ event: 'dead_letter', id, kind: 'convert', reason: 'no_session' })
      usage.add({ waiting: -1, waitingBytes: -bytes })
      addDead(bytes, 'no_session')
    }
  }

  async function wake(reason: Reason) {
    const sql = "UPDATE events SET due = ?1 WHERE state <> 'dead' AND reason = ?2 AND due > ?1"
    await store.transaction('ack', ({ ask, nowMs }) => ask(sql, [nowMs, reason]))
  }

  /** A damaged page of a file keeps events from being counted, but not from coming and going: then the figures are the latest. */
  async function countAll(): Promise<Counts> {
    try {
      counts = await count(store)
    } catch (error) {
      if (!counts || store.isShared) throw error
      onFailed(error)
    }
    return counts
  }

  async function release(ids: string[]) {
    const released = ids.flatMap((id) => claims.get(id) ?? [])
    for (const { id } of released) claims.delete(id)
    if (!store.isShared || released.length === 0) return
    const rows = released.map(({ seq }) => [seq])
    await store.transaction('ack', (transaction) => askRows(transaction, toRelease(lease), rows))
  }

  /** What is under way here may go elsewhere at once. When this cannot be written, it goes when the lease ends. */
  const releaseAll = () => release([...claims.keys()]).catch(() => {})

  return {
    ...claiming,
    write,
    release,
    wake,
    sweep: () => sweep(store, () => isClosed),
    record: (tally) => writeTally(store, tally),
    takeActs: () => takeActs(store),
    operator: createQueueAdmin(store, { seal, hash }),
    count: countAll,
    readNote: (name) => store.read(({ ask }) => readNote(ask, name)),
    async writeNote(name, text) {
      await store.transaction('ack', ({ ask }) => writeNote(ask, name, text))
    },
    async close() {
      isClosed = true
      await releaseAll()
      await store.close()
    },
  }
}

const toRelease = (lease: string) => ({
  sql: `UPDATE events SET lease = '', leased_until = 0 WHERE seq IN (:rows) AND lease = '${lease}'`,
  row: '?1',
})

const isOpen = (job: Job) => job.error === undefined && (job.as === 'enqueue' || job.ack !== undefined)

const hasDelivered = (job: Job) => job.as === 'ack' && job.isFound === true && job.ack?.disposition.as === 'delivered'

const hasDied = (job: Job) =>
  job.error === undefined &&
  (job.as === 'enqueue' ? job.outcome === 'limited' : job.isFound === true && job.ack?.disposition.as === 'dead')

function toWritten(job: Job): Written {
  if (job.error !== undefined) return { failure: toFailure(job.error) }
  return { result: job.as === 'enqueue' ? job.outcome : undefined }
}

export function toFailure(error: unknown): Failure {
  const { name, message, code } = error as Error & { code?: unknown }
  return { name, message, ...(code !== undefined && { code: String(code) }) }
}
