/** What comes into the queue, and what became of what is under way: many in one durable commit, but one that fails fails alone. */
import { toAnswerLabel } from '../seal.js'
import { type Ack, ackAll } from './ack.js'
import { dropTooMany } from './dead-letters.js'
import { enqueueAll, prepareEvent } from './enqueue.js'
import { createGroup, type Defer } from './group.js'
import type { Queue } from './index.js'
import { rememberApi } from './schema.js'
import { createRoom, limitSessionless } from './shares.js'
import { type Accepted, type Moving, type PreparedEvent, QueueFullError, type Working } from './types.js'

/** An arrival, or what became of a claimed event. */
type Write = { event: PreparedEvent; ack?: undefined } | { ack: Ack; event?: undefined }
/** What became of an arrival. */
type Written = Accepted | undefined

export function createWriting(working: Working, defer?: Defer) {
  const { move, seal, log, shop, hash, most, claims } = working
  const group = createGroup(write, defer)
  let isApiKnown = shop === undefined

  const accept: Queue['accept'] = async (event) => {
    const write = { event: prepareEvent(event, working) }
    return (await group.add('accept', write)) as Accepted // it is an arrival
  }

  const ack: Queue['ack'] = async (id, disposition) => {
    const claim = claims.get(id)
    if (!claim) return
    const text = disposition.as === 'dead' ? disposition.answer : undefined
    const answer = text === undefined ? null : seal.seal(text, toAnswerLabel(id))
    await group.add('ack', { ack: { claim, disposition, answer } })
  }

  async function write(writes: Write[]): Promise<(Written | Error)[]> {
    const written = await writeAll(writes)
    for (const [place, { ack }] of writes.entries()) {
      if (!ack || written[place] instanceof Error) continue
      if (claims.get(ack.claim.id) === ack.claim) claims.delete(ack.claim.id)
    }
    if (writes.some(hasNoSession)) {
      await keepShare().catch((error) => log({ event: 'queue_failed', reason: String(error) }))
    }
    return written
  }

  async function writeAll(writes: Write[]): Promise<(Written | Error)[]> {
    let begun = false
    try {
      const hasArrival = writes.some(({ event }) => event)
      const { written, hasDelivered } = await move(hasArrival ? 'accept' : 'ack', (moving) => {
        begun = true
        return transact(moving, writes)
      })
      isApiKnown ||= hasDelivered
      return written
    } catch (error) {
      // Not begun: the database is away, or somebody else writes for long. Trying each alone would wait as often.
      if (!begun || writes.length === 1) throw error
      const written: (Written | Error)[] = []
      for (const each of writes) written.push(...(await writeAll([each]).catch((error: Error) => [error])))
      return written
    }
  }

  async function transact(moving: Moving, writes: Write[]) {
    await moving.lock(...writes.map(({ event, ack }) => (event ?? ack.claim).customer))
    const events = writes.flatMap(({ event }) => event ?? [])
    const accepted = await enqueue(moving, events)
    const acks = writes.flatMap(({ ack }) => ack ?? [])
    const hasDelivered = await ackAll(moving, acks, working)
    if (moving.hasDied()) await dropTooMany(moving, most)
    if (shop && !isApiKnown && hasDelivered) await rememberApi(moving.ask, shop, hash)
    return { written: writes.map(({ event }) => event && (accepted.get(event) ?? new QueueFullError())), hasDelivered }
  }

  /** @returns what became of those that had room */
  async function enqueue(moving: Moving, events: PreparedEvent[]) {
    const taken = events.length > 0 ? events.filter(createRoom(await moving.totals(), most)) : []
    const accepted = await enqueueAll(moving, taken, working)
    return new Map(taken.map((event, place) => [event, accepted[place]]))
  }

  /** Orders that no session is found for have their share. */
  const keepShare = () =>
    move('ack', async (moving) => {
      await limitSessionless(moving, most, claims)
      if (moving.hasDied()) await dropTooMany(moving, most)
    })

  return { accept, ack, flush: group.flush }
}

const hasNoSession = ({ ack }: Write) => ack?.disposition.as === 'retry' && ack.disposition.reason === 'no_session'
