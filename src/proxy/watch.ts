/** The hold, watched: the same hold, and somebody is told what goes in and how each attempt to send it ends. */
import type { Event } from '../contract/event.js'
import { type Hold, HoldFullError, type Reason } from './hold/index.js'

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

export function watchHold(hold: Hold, onSeen: (seen: Seen) => void): Hold {
  const claimed = new Map<string, Pick<Seen, 'kind' | 'list'>>()

  function settle(id: string, outcome: Outcome) {
    const event = claimed.get(id)
    claimed.delete(id)
    if (event) onSeen({ step: 'attempt', ...event, outcome })
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
      const events = await hold.claim(...which)
      for (const event of events) claimed.set(event.id, toEvent(event))
      return events
    },
    async deliver(...event) {
      await hold.deliver(...event)
      settle(event[0], 'delivered')
    },
    async postpone(...event) {
      await hold.postpone(...event)
      settle(event[0], event[1])
    },
    async postponeList(...event) {
      await hold.postponeList(...event)
      settle(event[0], 'unknown_list')
    },
    async bury(...event) {
      await hold.bury(...event)
      settle(event[0], event[1])
    },
  }
}

function toEvent(event: { kind: Event['kind']; list?: string }): Pick<Seen, 'kind' | 'list'> {
  return { kind: event.kind, ...(event.list !== undefined && { list: event.list }) }
}
