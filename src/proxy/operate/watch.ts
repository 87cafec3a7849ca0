/** Wraps the queue, and reports each arrival and the end of each attempt. */
import type { Event } from '../../contract/event.js'
import { isTestAddress, isTestOrder } from '../../contract/test-order.js'
import { type Queue, QueueFullError, type Reason } from '../queue/index.js'

export type StepOutcome =
  | 'new' // into the queue
  | 'duplicate'
  | 'queue_full' // refused
  | 'queue_failed'
  | 'delivered' // out of the queue
  | Reason // kept for another attempt, or as a dead letter

/** One arrival or attempt, without personal data. */
export interface Seen {
  /** `accept`: a page sent the event; `attempt`: the proxy sent it to the API. */
  step: 'accept' | 'attempt'
  kind: Event['kind']
  /** The list's public name. */
  list?: string
  outcome: StepOutcome
}

/** @param onFailed called if the queue could not hand out an event, or write its end */
export function watchQueue(queue: Queue, onSeen: (seen: Seen) => void, onFailed: () => void): Queue {
  const claims = new Map<string, Pick<Seen, 'kind' | 'list'>>()

  const orTellFailure = <Result>(result: Promise<Result>) =>
    result.catch((error: unknown) => {
      onFailed()
      throw error
    })

  return {
    ...queue,
    async accept(event) {
      if (isTestAddress(event.body.email)) return queue.accept(event) // a test order is not the shop's
      const seen = { step: 'accept', ...toEvent(event) } as const
      try {
        const outcome = await queue.accept(event)
        onSeen({ ...seen, outcome })
        return outcome
      } catch (error) {
        onSeen({ ...seen, outcome: error instanceof QueueFullError ? 'queue_full' : 'queue_failed' })
        throw error
      }
    },
    async claim(...which) {
      const found = await orTellFailure(queue.claim(...which))
      for (const event of found.events) {
        if (!('text' in event && isTestOrder(event.text))) claims.set(event.id, toEvent(event))
      }
      return found
    },
    release(ids) {
      for (const id of ids) claims.delete(id)
      return orTellFailure(queue.release(ids))
    },
    async settle(id, outcome) {
      await orTellFailure(queue.settle(id, outcome))
      const event = claims.get(id)
      claims.delete(id)
      if (event) onSeen({ step: 'attempt', ...event, outcome: 'reason' in outcome ? outcome.reason : outcome.as })
    },
  }
}

const toEvent = ({ kind, list }: { kind: Event['kind']; list?: string }): Pick<Seen, 'kind' | 'list'> => ({
  kind,
  ...(list !== undefined && { list }),
})
