/** What comes into the queue, and what became of what is under way: many in one durable commit, but one that fails fails alone. */
import { toAnswerLabel } from '../seal.js'
import { type Ack, ackAll } from './ack.js'
import { dropTooMany } from './dead-letters.js'
import { enqueueAll, prepareEvent } from './enqueue.js'
import { rememberApi } from './schema.js'
import { createRoom, hasTooManySessionless, limitSessionless } from './shares.js'
import type { Accepted, Disposition, Failure, Moving, PreparedEvent, Working, Write, Written } from './types.js'

/** A write under way. */
type Job = { error?: unknown } & (
  | { as: 'enqueue'; event: PreparedEvent; outcome?: Accepted }
  | { as: 'ack'; ack: Ack | undefined; isFound?: boolean }
)

export function createWriting(working: Working) {
  const { move, seal, hash, log, shop, most, claims, lease } = working
  let isApiKnown = shop === undefined

  async function write(writes: Write[]): Promise<Written[]> {
    const jobs = writes.map(toJob)
    await transactAll(jobs)
    for (const job of jobs) {
      if (job.error === undefined && job.as === 'ack' && job.ack) forgetClaim(job.ack)
    }
    isApiKnown ||= jobs.some(hasDelivered)
    if (jobs.some(hasNoSession))
      await keepShare().catch((error) => log({ event: 'queue_failed', reason: String(error) }))
    return jobs.map(toWritten)
  }

  function toJob(given: Write): Job {
    if (given.as === 'enqueue') return { as: 'enqueue', event: prepareEvent(given.event, { seal, hash }) }
    const claim = claims.get(given.id)
    return { as: 'ack', ack: claim && toAck(claim, given.disposition) }
  }

  function toAck(claim: Ack['claim'], disposition: Disposition): Ack {
    const text = disposition.as === 'dead' ? disposition.answer : undefined
    return { claim, disposition, answer: text === undefined ? null : seal.seal(text, toAnswerLabel(claim.id)) }
  }

  function forgetClaim({ claim }: Ack) {
    if (claims.get(claim.id) === claim) claims.delete(claim.id)
  }

  async function transactAll(jobs: Job[]): Promise<void> {
    let begun = false
    try {
      await move(jobs.some(({ as }) => as === 'enqueue') ? 'accept' : 'ack', async (moving) => {
        begun = true
        await transact(moving, jobs)
      })
    } catch (error) {
      // Not begun: the database is away, or somebody else writes for long. Trying each alone would wait as often.
      if (begun && jobs.length > 1) for (const job of jobs) await transactAll([job])
      else for (const job of jobs) job.error = error
    }
  }

  async function transact(moving: Moving, jobs: Job[]) {
    for (const job of jobs) delete job.error // of a try that was taken back
    const acked = jobs.flatMap((job) => (job.as === 'ack' && job.ack ? [{ job, ack: job.ack }] : []))
    const customers = jobs.flatMap((job) =>
      job.as === 'enqueue' ? job.event.customer : (job.ack?.claim.customer ?? []),
    )
    await moving.lock(...customers)
    await enqueueJobs(moving, jobs)
    const found = await ackAll(
      moving,
      acked.map(({ ack }) => ack),
      { hash, lease },
    )
    for (const { job, ack } of acked) job.isFound = found.has(ack)
    if (moving.hasDied()) await dropTooMany(moving, most)
    if (shop && !isApiKnown && jobs.some(hasDelivered)) await rememberApi(moving.ask, shop, hash)
  }

  async function enqueueJobs(moving: Moving, jobs: Job[]) {
    const enqueued = jobs.flatMap((job) => (job.as === 'enqueue' ? [job] : []))
    if (enqueued.length === 0) return
    const room = createRoom(await moving.totals(), most)
    for (const job of enqueued) {
      try {
        room.take(job.event)
      } catch (error) {
        job.error = error
      }
    }
    const taken = enqueued.filter(({ error }) => error === undefined)
    const events = taken.map(({ event }) => event)
    const outcomes = await enqueueAll(moving, events, { most, seal, claims })
    for (const job of taken) job.outcome = outcomes.get(job.event) ?? 'duplicate'
  }

  async function keepShare() {
    await move('ack', async (moving) => {
      if (await hasTooManySessionless(moving, most)) await limitSessionless(moving, most, claims)
      if (moving.hasDied()) await dropTooMany(moving, most)
    })
  }

  return write
}

const hasDelivered = (job: Job) => job.as === 'ack' && job.isFound === true && job.ack?.disposition.as === 'delivered'

const hasNoSession = (job: Job) =>
  job.as === 'ack' && job.ack?.disposition.as === 'retry' && job.ack.disposition.reason === 'no_session'

function toWritten(job: Job): Written {
  if (job.error !== undefined) return { failure: toFailure(job.error) }
  return { result: job.as === 'enqueue' ? job.outcome : undefined }
}

export function toFailure(error: unknown): Failure {
  const { name, message, code } = error as Error & { code?: unknown }
  return { name, message, ...(code !== undefined && { code: String(code) }) }
}
