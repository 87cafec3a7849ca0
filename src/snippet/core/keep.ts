/** Stores events, ends them, and erases them when consent is denied. */
import { readPermission } from './consent.js'
import { deleteCopies, removeCopy, tellDenied } from './copies.js'
import { type Event, type EventStatus, readEvent, toStored } from './event.js'
import { announce } from './outcome.js'
import { type Outbox, readEvents } from './snippet.js'
import {
  DENIED_KEY,
  EVENT_KEY,
  KEPT_KEY,
  markDenied,
  readDeniedAt,
  readKeys,
  readStored,
  removeStored,
  writeStored,
} from './storage.js'

export const DENIED: EventStatus = { status: 'blocked', reason: 'denied' }

/** Writes the event to localStorage. */
export function storeEvent({ settings }: Outbox, event: Event): void {
  event.isStored = writeStored(settings, EVENT_KEY + event.id, toStored(event))
}

/**
 * Ends the event and removes it from every place. A late acknowledgement can still turn the outcome into `accepted`. If
 * no call waits for the outcome, it is announced to the page.
 */
export function endEvent(outbox: Outbox, event: Event, end: EventStatus): EventStatus {
  if (event.end?.status === 'accepted') return event.end
  if (!event.end) {
    removeStored(EVENT_KEY + event.id) // an earlier page may have stored it where this one may not
    // Without consent, copies do not exist or are all being deleted.
    if (readPermission(outbox) === 'granted') void removeCopy(outbox, event.id)
  }
  outbox.events.set(event.id, undefined)
  event.end = end
  if (end.status === 'accepted') {
    if (event.identity) outbox.accepted.add(event.identity)
    outbox.schedule?.reset()
  }
  if (!event.isAwaited) announce(event, end.status === 'accepted' ? end : { ...end, status: 'dropped' })
  return end
}

/** Loads the events that earlier pages and other tabs have stored. */
export function loadStored(outbox: Outbox): void {
  for (const key of readKeys(EVENT_KEY)) loadEvent(outbox, readStored(key), true)
}

export function loadEvent({ events }: Outbox, text: string | null | undefined, isStored: boolean): void {
  const event = readEvent(text)
  if (!event || event.at <= readDeniedAt() || events.has(event.id)) return
  events.set(event.id, Object.assign(event, { isStored, loadedAt: Date.now() }))
}

/** Erases stored events in all tabs, permanently. A later `granted` does not restore them. */
export function erase(outbox: Outbox): void {
  loadStored(outbox) // so the end of each stored event is announced
  markDenied() // before anything is erased, so other tabs know the reason
  if (!readDeniedAt()) tellDenied() // localStorage is full
  deny(outbox)
  for (const key of readKeys(EVENT_KEY, KEPT_KEY)) removeStored(key) // also values that could not be read
  if (!readDeniedAt()) markDenied() // storage was full until now
}

/** The time that a tab may take to load. A loading tab finds the denial when it begins to listen. */
const LOADING_MS = 10_000

/**
 * Erases the events of this page, also when consent was denied in another tab. That tab has erased all stored events.
 * It may have been granted consent again since, because this page may receive the denial late.
 */
function deny(outbox: Outbox): void {
  outbox.decision = 'denied'
  outbox.decidedAt = Date.now()
  for (const event of readEvents(outbox)) endEvent(outbox, event, DENIED)
  void deleteCopies(outbox).then(() => setTimeout(() => removeStored(DENIED_KEY), LOADING_MS))
}

/** Listens for a denial in another tab, from the first event on. A removed key has the value null. */
export function hearDenial(outbox: Outbox): void {
  if (outbox.onDenied) return
  outbox.onDenied = () => deny(outbox)
  addEventListener('storage', ({ key, newValue }) => {
    if (key === DENIED_KEY && newValue) outbox.onDenied?.()
  })
  // Another tab denied consent while this page was loading.
  if (readDeniedAt() > outbox.decidedAt) outbox.onDenied()
}
