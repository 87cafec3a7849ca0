/** Writes arrivals and settlements, many in one durable commit. If one fails, only that one fails. */

import { isTestOrder } from '../../contract/test-order.js'
import { toAnswerLabel } from '../seal.js'
import { dropTooMany, limitDetached } from './drop.js'
import { enqueueAll, type Prepared, prepareEvent } from './enqueue.js'
import { createGroup, type Defer } from './group.js'
import { markHeavy } from './heavy.js'
import type { Queue } from './index.js'
import { type PreparedReport, prepareReport, refuseAll } from './refuse.js'
import { type Room, toLimit, UNSIGNED } from './room.js'
import { type Settlement, settleAll } from './settle.js'
import type { Binding } from './shop.js'
import { type Accepted, type QueueContext, QueueFullError, type Transition } from './types.js'

/** An arrival, a refused report, or the result of a claimed event. */
type Write = { event: Prepared } | { report: PreparedReport } | { settlement: Settlement }
type Written = Accepted | undefined

interface Parts {
  room: Room
  binding: Binding
  defer: Defer | undefined
}

export function createWriting(context: QueueContext, { room, binding, defer }: Parts) {
  const { move, seal, log, most, claims } = context
  const group = createGroup(write, defer)

  const accept: Queue['accept'] = async (event) => {
    const written = await group.add('accept', { event: prepareEvent(event, context) })
    return written as Accepted // it is an arrival
  }

  const refuse: Queue['refuse'] = async (report) => {
    await group.add('accept', { report: prepareReport(report, context) })
  }

  const ack: Queue['ack'] = async (id, disposition) => {
    const claim = claims.get(id)
    if (!claim) return
    const text = disposition.as === 'dead' ? disposition.answer : undefined
    const answer = text === undefined ? null : seal.seal(text, toAnswerLabel(id))
    await group.add('ack', { settlement: { claim, disposition, answer } })
  }

  async function write(writes: Write[]): Promise<(Written | Error)[]> {
    const written = await writeAll(writes)
    for (const [place, each] of writes.entries()) {
      if (!('settlement' in each) || written[place] instanceof Error) continue
      const { claim } = each.settlement
      if (claims.get(claim.id) === claim) claims.delete(claim.id)
    }
    if (writes.some(waitsDetached) && room.mayBeCrowded()) {
      await keepShares().catch((error) => log({ event: 'queue_failed', reason: String(error) }))
    }
    return written
  }

  async function writeAll(writes: Write[]): Promise<(Written | Error)[]> {
    let begun = false
    try {
      const hasArrival = writes.some((each) => !('settlement' in each))
      return await move(hasArrival ? 'accept' : 'ack', (step) => {
        begun = true
        return transact(step, writes)
      })
    } catch (error) {
      // The database is away, or another program writes for long. Each single write would wait as long again.
      if (!begun || writes.length === 1) throw error
      const written: (Written | Error)[] = []
      for (const each of writes) written.push(...(await writeAll([each]).catch((error: Error) => [error])))
      return written
    }
  }

  async function transact(step: Transition, writes: Write[]) {
    await step.lock(...writes.flatMap(toWho))
    const events = writes.flatMap((each) => ('event' in each ? each.event : []))
    if (room.isShort()) await markHeavy(step, events, toLimit(most, UNSIGNED))
    const taken = events.filter(({ row, payload }) => step.takeRoom({ ...row, bytes: payload.length }))
    if (taken.some(({ isTest }) => !isTest)) await binding.use(step.ask, 'stored')
    const accepted = await enqueueAll(step, taken, context)
    await refuseAll(
      step,
      writes.flatMap((each) => ('report' in each ? each.report : [])),
    )
    const settlements = writes.flatMap((each) => ('settlement' in each ? each.settlement : []))
    const delivered = await settleAll(step, settlements, context)
    if (delivered.some(({ sent = '' }) => !isTestOrder(sent))) await binding.use(step.ask, 'delivered')
    if (step.hasDied) await dropTooMany(step, most)
    const outcomes = new Map(taken.map((event, place) => [event, accepted[place]]))
    return writes.map((each) => ('event' in each ? (outcomes.get(each.event) ?? new QueueFullError()) : undefined))
  }

  const keepShares = () =>
    move('ack', async (step) => {
      await limitDetached(step, context)
      if (step.hasDied) await dropTooMany(step, most)
    })

  return { accept, refuse, ack, flush: group.flush }
}

const toWho = (each: Write) =>
  'event' in each ? each.event.row.who : 'settlement' in each ? each.settlement.claim.who : []

const waitsDetached = (each: Write) =>
  'settlement' in each && each.settlement.disposition.as === 'retry' && each.settlement.disposition.isDetached === true
