/** Wraps the queue, and reports each arrival and the end of each attempt. */
import type { Conversion } from '../../contract/conversion.js'
import type { Event } from '../../contract/event.js'
import { isTestAddress, isTestOrder } from '../../contract/test-order.js'
import { type Queue, QueueFullError, type Reason } from '../queue/index.js'

export type StepOutcome =
  | 'new' // into the queue
  | 'duplicate'
  | 'limited'
  | 'late' // too old when it arrived
  | 'queue_full' // refused
  | 'queue_failed'
  | 'delivered' // out of the queue
  | Reason // kept for another attempt, or as a dead letter

/** A part of an order without which it is not whole. An order without an e-mail address is a refused report. */
export type Lack = 'total' | 'items'

/** One arrival or attempt, without personal data. */
export interface Seen {
  /** `accept`: a page sent the event; `attempt`: the proxy sent it to the API. */
  step: 'accept' | 'attempt'
  kind: Event['kind']
  /** The list's public name. */
  list?: string
  outcome: StepOutcome
  /** The parts that the order lacks. */
  lacks?: Lack[]
}

/** @param onFailed called if the queue could not hand out an event, or write its end */
export function watchQueue(queue: Queue, onSeen: (seen: Seen) => void, onFailed: () => void): Queue {
  const claimed = new Map<string, Pick<Seen, 'kind' | 'list' | 'lacks'>>()

  const orTellFailure = <Result>(result: Promise<Result>) =>
    result.catch((error: unknown) => {
      onFailed()
      throw error
    })

  return {
    ...queue,
    async accept(event) {
      if (isTestAddress(event.body.email)) return queue.accept(event) // a test order is not the shop's
      const seen = { step: 'accept', ...toEvent(event), lacks: toLacks(event.kind, event.body) } as const
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
        const text = 'text' in event ? event.text : '{}'
        if (!isTestOrder(text))
          claimed.set(event.id, { ...toEvent(event), lacks: toLacks(event.kind, JSON.parse(text)) })
      }
      return found
    },
    release(ids) {
      for (const id of ids) claimed.delete(id)
      return orTellFailure(queue.release(ids))
    },
    async ack(id, disposition) {
      await orTellFailure(queue.ack(id, disposition))
      const event = claimed.get(id)
      claimed.delete(id)
      const outcome = 'reason' in disposition ? disposition.reason : ENDS[disposition.as]
      if (event) onSeen({ step: 'attempt', ...event, outcome })
    },
  }
}

/** Ends without a reason. */
const ENDS = { delivered: 'delivered', list_unknown: 'unknown_list', list_waits: 'unknown_list' } as const

function toLacks(kind: Event['kind'], { cart_data, cart_items = [] }: Partial<Conversion>): Lack[] {
  if (kind !== 'convert') return []
  return [
    ...(cart_data?.cart_value === undefined ? ['total' as const] : []),
    ...(cart_items.length === 0 ? ['items' as const] : []),
  ]
}

const toEvent = ({ kind, list }: { kind: Event['kind']; list?: string }): Pick<Seen, 'kind' | 'list'> => ({
  kind,
  ...(list !== undefined && { list }),
})
