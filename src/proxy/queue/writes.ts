/** What comes into the queue, and what became of what is under way: many in one durable commit, but one that fails fails alone. */
import { toAnswerLabel } from '../seal.js'
import { type Ack, ackAll } from './ack.js'
import { dropTooMany } from './dead-letters.js'
import { enqueueAll, prepareEvent } from './enqueue.js'
import { rememberApi } from './schema.js'
import { createRoom, limitSessionless } from './shares.js'
import {
  type Claim,
  type Disposition,
  type Failure,
  type Moving,
  type PreparedEvent,
  QueueFullError,
  type Working,
  type Write,
  type Written,
} from './types.js'

/** One thing to write, and what became of it. */
interface Job {
  event?: PreparedEvent | undefined
  ack?: Ack | undefined
  written?: Written
}

export function createWriting(working: Working) {
  const { move, seal, log, shop, hash, most, claims } = working
  let isApiKnown = shop === undefined

  async function write(writes: Write[]): Promise<Written[]> {
    const jobs = writes.map(toJob)
    await writeAll(jobs)
    for (const { ack, written } of jobs) {
      if (ack && written && 'result' in written && claims.get(ack.claim.id) === ack.claim) claims.delete(ack.claim.id)
    }
    if (jobs.some(hasNoSession)) {
      await keepShare().catch((error) => log({ event: 'queue_failed', reason: String(error) }))
    }
    return jobs.map(({ written = { result: undefined } }) => written)
  }

  function toJob(given: Write): Job {
    if (given.as === 'enqueue') return { event: prepareEvent(given.event, working) }
    const claim = claims.get(given.id)
    return { ack: claim && toAck(claim, given.disposition) }
  }

  function toAck(claim: Claim, disposition: Disposition): Ack {
    const text = disposition.as === 'dead' ? disposition.answer : undefined
    return { claim, disposition, answer: text === undefined ? null : seal.seal(text, toAnswerLabel(claim.id)) }
  }

  async function writeAll(jobs: Job[]): Promise<void> {
    let begun = false
    try {
      const hasArrival = jobs.some(({ event }) => event !== undefined)
      const hasDelivered = await move(hasArrival ? 'accept' : 'ack', async (moving) => {
        begun = true
        return transact(moving, jobs)
      })
      isApiKnown ||= hasDelivered
    } catch (error) {
      // Not begun: the database is away, or somebody else writes for long. Trying each alone would wait as often.
      if (begun && jobs.length > 1) for (const job of jobs) await writeAll([job])
      else for (const job of jobs) job.written = { failure: toFailure(error) }
    }
  }

  /** @returns whether an event was delivered */
  async function transact(moving: Moving, jobs: Job[]): Promise<boolean> {
    const customers = jobs.flatMap(({ event, ack }) => (event ?? ack?.claim)?.customer ?? [])
    await moving.lock(...customers)
    await enqueueJobs(moving, jobs)
    const acks = jobs.flatMap(({ ack }) => ack ?? [])
    const hasDelivered = await ackAll(moving, acks, working)
    for (const job of jobs) if (job.ack) job.written = { result: undefined }
    if (moving.hasDied()) await dropTooMany(moving, most)
    if (shop && !isApiKnown && hasDelivered) await rememberApi(moving.ask, shop, hash)
    return hasDelivered
  }

  async function enqueueJobs(moving: Moving, jobs: Job[]) {
    const arrivals = jobs.flatMap((job) => (job.event ? [{ job, event: job.event }] : []))
    if (arrivals.length === 0) return
    const take = createRoom(await moving.totals(), most)
    const [taken, refused] = [[] as (typeof arrivals)[number][], [] as (typeof arrivals)[number][]]
    for (const arrival of arrivals) (take(arrival.event) ? taken : refused).push(arrival)
    for (const { job } of refused) job.written = { failure: toFailure(new QueueFullError()) }
    const events = taken.map(({ event }) => event)
    const outcomes = await enqueueAll(moving, events, working)
    for (const [place, { job }] of taken.entries()) job.written = { result: outcomes[place] }
  }

  /** Orders that no session is found for have their share. */
  const keepShare = () =>
    move('ack', async (moving) => {
      await limitSessionless(moving, most, claims)
      if (moving.hasDied()) await dropTooMany(moving, most)
    })

  return write
}

const hasNoSession = ({ ack }: Job) => ack?.disposition.as === 'retry' && ack.disposition.reason === 'no_session'

export function toFailure(error: unknown): Failure {
  const { name, message, code } = error as Error & { code?: unknown }
  return { name, message, ...(code !== undefined && { code: String(code) }) }
}
