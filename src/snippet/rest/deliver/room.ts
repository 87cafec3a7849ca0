/** The limits of one browser: 20 events, 96 KiB. */
import type { EventStatus, QueuedEvent } from '../../core/event.js'
import { endEvent } from '../../core/outbox.js'
import { FULL } from '../../core/send.js'
import { type Outbox, readEvents } from '../../core/snippet.js'

const MAX_EVENTS = 20
const MAX_BYTES = 96 * 1024

/**
 * Ends an event that would have to wait if the outbox is full. It has been tried once. The oldest sign-ups are given up for it, if that
 * is enough. Orders are never given up.
 */
export function keepInRoom(outbox: Outbox, event: QueuedEvent): EventStatus | undefined {
  const others = readEvents(outbox).filter((each) => each !== event)
  const victims: QueuedEvent[] = []
  const isFull = () => {
    const bytes = others.reduce((sum, each) => sum + each.bytes, event.bytes)
    return others.length >= MAX_EVENTS || bytes > MAX_BYTES
  }
  while (isFull()) {
    const oldest = others.findIndex(({ kind }) => kind === 'addToList')
    if (oldest < 0) return endEvent(outbox, event, FULL)
    victims.push(...others.splice(oldest, 1))
  }
  for (const victim of victims) {
    victim.isAwaited = false // its call gets the outcome only when its request ends, and the shopper may leave before
    endEvent(outbox, victim, FULL)
  }
  return undefined
}
