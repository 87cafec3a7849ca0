/** Wraps the queue, and tells health whether events are stored, and how each attempt ends. Test orders do not count. */
import { isTestAddress, isTestOrder } from '../../contract/test-order.js'
import { type Queue, QueueFullError, type Reason } from '../queue/index.js'

export interface QueueListener {
  onStored(failure?: 'full' | 'store'): void
  onTried(outcome: 'delivered' | Reason): void
  /** The queue could not hand out an event, or write its outcome. */
  onQueueFailed(): void
}

export function watchQueue(queue: Queue, listener: QueueListener): Queue {
  /** The events that are being sent, except test orders. */
  const claims = new Set<string>()

  const orTellFailure = <Result>(result: Promise<Result>) =>
    result.catch((error: unknown) => {
      listener.onQueueFailed()
      throw error
    })

  return {
    ...queue,
    async accept(event) {
      if (isTestAddress(event.body.email)) return queue.accept(event)
      try {
        const outcome = await queue.accept(event)
        listener.onStored()
        return outcome
      } catch (error) {
        listener.onStored(error instanceof QueueFullError ? 'full' : 'store')
        throw error
      }
    },
    async claim(...which) {
      const batch = await orTellFailure(queue.claim(...which))
      for (const event of batch.events) if ('text' in event && !isTestOrder(event.text)) claims.add(event.id)
      return batch
    },
    release(ids) {
      for (const id of ids) claims.delete(id)
      return orTellFailure(queue.release(ids))
    },
    async settle(id, outcome) {
      await orTellFailure(queue.settle(id, outcome))
      if (claims.delete(id)) listener.onTried('reason' in outcome ? outcome.reason : outcome.as)
    },
  }
}
