/** The hold, watched: the same hold, and somebody is told what goes in and how each attempt to send it ends. */
import type { Event } from '../../contract/event.js'
import { type Hold, HoldFullError, type Reason } from '../hold/index.js'

export type Outcome =
  | 'new' // into the hold
  | 'repeat'
  | 'limited'
  | 'hold_full' // refused
  | 'hold_failed'
  | 'delivered' // out of the hold
  | Reason // kept for another attempt, or as a dead letter

/** What became of one event; nothing in it is about a person. */
export interface Seen {
  /** `arrival`: a page sent it; `attempt`: it was to be sent on. */
  step: 'arrival' | 'attempt'
  kind: Event['kind']
  /** The list's public name. */
  list?: string
  outcome: Outcome
}

/** @param onFailed called when the hold could not hand out an event, or write what became of one */
export function watchHold(hold: Hold, onSeen: (seen: Seen) => void, onFailed: () => void): Hold {
  const claimed = new Map<string, Pick<Seen, 'kind' | 'list'>>()

  async function settle(id: string, outcome: Outcome, settled: Promise<void>) {
    await tellFailure(settled)
    const event = claimed.get(id)
    claimed.delete(id)
    if (event) onSeen({ step: 'attempt', ...event, outcome })
  }

  function tellFailure<Result>(result: Promise<Result>): Promise<Result> {
    return result.catch((error: unknown) => {
      onFailed()
      throw error
    })
  }

  return {
    ...hold,
    async accept(arrival) {
      const tell = (outcome: Outcome) => onSeen({ step: 'arrival', ...toEvent(arrival), outcome })
      try {
        const outcome = await hold.accept(arrival)
        tell(outcome)
        return outcome
      } catch (error) {
        tell(error instanceof HoldFullError ? 'hold_full' : 'hold_failed')
        throw error
      }
    },
    async claim(...which) {
      const events = await tellFailure(hold.claim(...which))
      for (const event of events) claimed.set(event.id, toEvent(event))
      return events
    },
    deliver: (id) => settle(id, 'delivered', hold.deliver(id)),
    postpone: (id, reason, dueMs) => settle(id, reason, hold.postpone(id, reason, dueMs)),
    postponeList: (id, list, dueMs) => settle(id, 'unknown_list', hold.postponeList(id, list, dueMs)),
    bury: (id, reason) => settle(id, reason, hold.bury(id, reason)),
  }
}

function toEvent(event: { kind: Event['kind']; list?: string }): Pick<Seen, 'kind' | 'list'> {
  return { kind: event.kind, ...(event.list !== undefined && { list: event.list }) }
}
