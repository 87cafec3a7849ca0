/** What comes into the queue, and what became of what is under way: many in one durable commit, but one that fails fails alone. */
import { type Seal, toAnswerLabel } from '../seal.js'
import { type Ack, ackAll } from './ack.js'
import type { Working } from './core.js'
import { dropDeadLetters } from './dead-letters.js'
import { enqueueAll } from './enqueue.js'
import { type EventRecord, type PreparedEvent, prepareEvent } from './incoming-event.js'
import type { Accepted, Disposition, Reason } from './index.js'
import { rememberApi } from './schema.js'
import { limitSessionless, toStep } from './sessionless.js'
import type { Transaction } from './store/index.js'

/** One thing to write; those that come together share a transaction. */
export type Write = { as: 'enqueue'; event: EventRecord } | { as: 'ack'; id: string; disposition: Disposition }

/** What became of it: in plain values, so that it can be told to another thread. */
export type Written = { result: Accepted | undefined } | { failure: Failure }
export interface Failure {
  name: string
  message: string
  code?: string
}

/** A write under way. */
type Job = { error?: unknown } & (
  | { as: 'enqueue'; event: PreparedEvent; outcome?: Accepted; release?: () => void }
  | { as: 'ack'; ack: Ack | undefined; isFound?: boolean }
)

export function createWriting(working: Working) {
  const { store, seal, hash, log, shop, most, usage, claims, lease } = working
  const isFree = ({ id }: { id: string }) => !claims.has(id)
  let isApiKnown = shop === undefined
  /** Unsigned orders put back for want of a session since the last time they were counted, which takes a look at all that waits. */
  let sessionless = 0
  /** Since dead letters were looked at the last time. */
  let hasDied = false

  async function write(writes: Write[]): Promise<Written[]> {
    await usage.refresh()
    const jobs = writes.map(toJob)
    await transactAll(jobs.filter(({ error }) => error === undefined))
    for (const job of jobs) follow(job)
    await keepBounds().catch((error: unknown) => log({ event: 'queue_failed', reason: String(error) }))
    return jobs.map(toWritten)
  }

  function toJob(given: Write): Job {
    if (given.as === 'ack') {
      const claim = claims.get(given.id)
      return { as: 'ack', ack: claim && toAck(claim, given.disposition, seal) }
    }
    const event = prepareEvent(given.event, { seal, hash })
    try {
      // Duplicates are refused as well, or a full queue would tell which events it knows.
      return { as: 'enqueue', event, release: usage.reserve(event.payload.length) }
    } catch (error) {
      return { as: 'enqueue', event, error }
    }
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
    const acked = jobs.flatMap((job) => (job.as === 'ack' && job.ack ? [{ job, ack: job.ack }] : []))
    const events = enqueued.map(({ event }) => event)
    const acks = acked.map(({ ack }) => ack)
    await transaction.lock(...[...events, ...acks.map(({ claim }) => claim)].map(({ customer }) => customer))
    const outcomes = await enqueueAll(transaction, events, { most, seal, isFree })
    for (const job of enqueued) job.outcome = outcomes.get(job.event) ?? 'duplicate'
    const found = await ackAll(transaction, acks, { hash, lease })
    for (const { job, ack } of acked) job.isFound = found.has(ack)
    if (shop && !isApiKnown && jobs.some(hasDelivered)) await rememberApi(transaction.ask, shop, hash)
  }

  /** What memory has to know of it, now that it is on the disk. */
  function follow(job: Job) {
    if (job.error !== undefined) {
      if (job.as === 'enqueue') job.release?.()
    } else if (job.as === 'enqueue') {
      const { event, outcome, release } = job
      if (outcome !== 'new') release?.()
      else if (event.freed) usage.add({ waiting: -event.freed.waiting, waitingBytes: -event.freed.waitingBytes })
      if (outcome !== 'limited') return
      log({ event: 'dead_letter', id: event.id, kind: event.kind, reason: 'limited' })
      addDead(event.payload.length, 'limited')
    } else if (job.ack) {
      followAck(job.ack, job.isFound === true)
      isApiKnown ||= hasDelivered(job)
    }
  }

  function followAck({ claim, disposition, answer }: Ack, isFound: boolean) {
    if (claims.get(claim.id) === claim) claims.delete(claim.id)
    if (!isFound) return
    if (disposition.as === 'retry' && disposition.reason === 'no_session' && !claim.signed) sessionless += 1
    if (disposition.as === 'retry' || disposition.as === 'list_unknown') return
    usage.add({ waiting: -1, waitingBytes: -claim.bytes })
    if (disposition.as === 'dead') addDead(claim.bytes + (answer?.length ?? 0), disposition.reason)
  }

  function addDead(bytes: number, reason: Reason) {
    hasDied = true
    usage.add({ dead: 1, deadBytes: bytes, limited: Number(reason === 'limited') })
  }

  async function keepBounds() {
    if (sessionless >= toStep(most)) {
      sessionless = 0
      for (const { id, bytes } of await limitSessionless(store, most, isFree)) {
        log({ event: 'dead_letter', id, kind: 'convert', reason: 'no_session' })
        usage.add({ waiting: -1, waitingBytes: -bytes })
        addDead(bytes, 'no_session')
      }
    }
    if (!hasDied) return
    hasDied = false
    if (usage.isOver()) await dropDeadLetters(working)
  }

  return write
}

function toAck(claim: Ack['claim'], disposition: Disposition, seal: Seal): Ack {
  const text = disposition.as === 'dead' ? disposition.answer : undefined
  return { claim, disposition, answer: text === undefined ? null : seal.seal(text, toAnswerLabel(claim.id)) }
}

const hasDelivered = (job: Job) => job.as === 'ack' && job.isFound === true && job.ack?.disposition.as === 'delivered'

function toWritten(job: Job): Written {
  if (job.error !== undefined) return { failure: toFailure(job.error) }
  return { result: job.as === 'enqueue' ? job.outcome : undefined }
}

export function toFailure(error: unknown): Failure {
  const { name, message, code } = error as Error & { code?: unknown }
  return { name, message, ...(code !== undefined && { code: String(code) }) }
}
