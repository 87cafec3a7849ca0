/** Writes arrivals and outcomes, many in one durable commit. If one fails, only that one fails. */
import { toAnswerLabel } from '../seal.js'
import { type Arrival, enqueueAll, prepareEvent, prepareReport, type ReportArrival, refuseAll } from './enqueue.js'
import { createGroup, type Defer } from './group.js'
import type { Queue } from './index.js'
import { dropSurplus } from './room.js'
import { type Settlement, settleAll } from './settle.js'
import type { Bounds, QueueContext, Transition } from './types.js'

/** An arrival, a refused report, or the outcome of a claimed event. */
type Write = { event: Arrival } | { report: ReportArrival } | { settlement: Settlement }
type Result = 'new' | 'duplicate' | undefined

export function createWriting(context: QueueContext, most: Bounds, defer?: Defer) {
  const { move, seal, claims } = context
  const group = createGroup(write, defer)

  const accept: Queue['accept'] = async (event) => {
    const result = await group.add('accept', { event: prepareEvent(event, context) })
    return result as 'new' | 'duplicate' // `enqueueAll` has a result for each event
  }

  const refuse: Queue['refuse'] = async (report) => {
    await group.add('accept', { report: prepareReport(report, context) })
  }

  const settle: Queue['settle'] = async (id, outcome) => {
    const claim = claims.get(id)
    if (!claim) return
    const text = outcome.as === 'dead' ? outcome.answer : undefined
    const answer = text === undefined ? null : seal.seal(text, toAnswerLabel(id))
    await group.add('ack', { settlement: { claim, outcome, answer } })
  }

  async function write(writes: Write[]): Promise<(Result | Error)[]> {
    const results = await writeAll(writes)
    for (const [place, each] of writes.entries()) {
      if (!('settlement' in each) || results[place] instanceof Error) continue
      const { claim } = each.settlement
      if (claims.get(claim.id) === claim) claims.delete(claim.id)
    }
    return results
  }

  async function writeAll(writes: Write[]): Promise<(Result | Error)[]> {
    let hasBegun = false
    try {
      const hasArrival = writes.some((each) => !('settlement' in each))
      return await move(hasArrival ? 'accept' : 'ack', (step) => {
        hasBegun = true
        return transact(step, writes)
      })
    } catch (error) {
      // The database is away, or another program writes for long. Each single write would wait as long again.
      if (!hasBegun || writes.length === 1) throw error
      const results: (Result | Error)[] = []
      for (const each of writes) results.push(...(await writeAll([each]).catch((error: Error) => [error])))
      return results
    }
  }

  async function transact(step: Transition, writes: Write[]): Promise<(Result | Error)[]> {
    await step.lock(...writes.flatMap(toWho))
    const events = writes.flatMap((each) => ('event' in each ? each.event : []))
    const reports = writes.flatMap((each) => ('report' in each ? each.report : []))
    const settlements = writes.flatMap((each) => ('settlement' in each ? each.settlement : []))
    const results = (await enqueueAll(step, events, seal)).values()
    await refuseAll(step, reports)
    await settleAll(step, settlements)
    await dropSurplus(step, most)
    return writes.map((each) => ('event' in each ? results.next().value : undefined))
  }

  return { accept, refuse, settle, flush: group.flush }
}

const toWho = (each: Write) =>
  'event' in each ? each.event.row.who : 'settlement' in each ? each.settlement.claim.who : []
