/** The limits of one browser: 20 events, 96 KiB. */
import type { EventStatus, QueuedEvent } from '../../core/event.js'
import { endEvent } from '../../core/outbox.js'
import { FULL } from '../../core/send.js'
import { type Outbox, readEvents } from '../../core/snippet.js'

const MAX_EVENTS = 20
const MAX_BYTES = 96 * 1024

/** Ends an event that would have to wait if the outbox is full. It has been tried once. */
export function keepInRoom(outbox: Outbox, event: QueuedEvent): EventStatus | undefined {
  outbox.events.delete(event.id)
  const hasRoom = makeRoom(outbox, MAX_EVENTS, MAX_BYTES - event.bytes)
  outbox.events.set(event.id, event)
  return hasRoom ? undefined : endEvent(outbox, event, FULL)
}

/**
 * Makes room for one more event by giving up the oldest sign-ups. Orders are never given up. Sign-ups stay if
 * giving them up would not be enough.
 */
export function makeRoom(outbox: Outbox, maxEvents: number, maxBytes = MAX_BYTES): boolean {
  const events = readEvents(outbox)
  const victims: QueuedEvent[] = []
  const isFull = () => {
    let bytes = 0
    for (const event of events) bytes += event.bytes
    return events.length >= maxEvents || bytes > maxBytes
  }
  while (isFull()) {
    const oldest = events.findIndex(({ kind }) => kind === 'addToList')
    if (oldest < 0) return false
    victims.push(...events.splice(oldest, 1))
  }
  for (const victim of victims) {
    victim.isAwaited = false // its call gets the outcome only when its request ends, and the shopper may leave before
    endEvent(outbox, victim, FULL)
  }
  return true
}
