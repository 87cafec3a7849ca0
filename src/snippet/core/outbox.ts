/**
 * The outbox keeps each event until the proxy has answered it: in memory, in localStorage with one key for each event, and a copy in
 * IndexedDB.
 *
 * Storage may be refused, full, broken or cleared. A read then finds nothing, and a write is lost. This browser then forgets the event
 * when the page closes.
 */
import { removeCopy } from './copies.js'
import { type EventStatus, type QueuedEvent, readEvent, toStored } from './event.js'
import { announce } from './outcome.js'
import { safely } from './safely.js'
import { type Outbox, readEvents } from './snippet.js'

/** The start of an event's key, followed by its id. */
export const EVENT_KEY = 'ringup:event:'
/** The key of the time at which consent was denied. It stays, and older events are void. */
export const DENIED_KEY = 'ringup:denied'
/** The start of the keeper's key, followed by the time. Written on a page whose script did not load. */
export const KEPT_KEY = 'ringup:kept'

/** Lists the keys that begin with one of these names. */
export const readKeys = (...starts: string[]): string[] =>
  safely(() => Object.keys(localStorage).filter((key) => starts.some((start) => key.startsWith(start)))) ?? []

export const readStored = (key: string): string | null | undefined => safely(() => localStorage.getItem(key))

/** Returns false if the value is not stored. */
export const writeStored = (key: string, value: string): boolean =>
  safely(() => localStorage.setItem(key, value) ?? localStorage.getItem(key)) === value

export function removeStored(key: string): void {
  safely(() => localStorage.removeItem(key))
}

/** Reads the time of the denial. 0 if consent was not denied, or if the clock was wrong. */
function readDeniedAt(): number {
  const at = Number(readStored(DENIED_KEY))
  return at > Date.now() ? 0 : at
}

/** Writes the event to localStorage. */
export function storeEvent(event: QueuedEvent): void {
  event.isStored = writeStored(EVENT_KEY + event.id, toStored(event))
}

/** Loads an event of another page or tab. An event from before the denial is void. */
export function loadEvent(outbox: Outbox, text: string | null | undefined, isStored = false): void {
  const event = readEvent(text)
  if (!event || outbox.events.has(event.id)) return
  if (event.at < readDeniedAt()) {
    removeStored(EVENT_KEY + event.id)
    removeCopy(outbox, event.id)
  } else outbox.events.set(event.id, Object.assign(event, { isStored, isOfOtherPage: true }))
}

/** The most events that the outbox stores. */
export const MAX_STORED = 20

/** Loads the events that earlier pages and other tabs have stored. */
export function loadStored(outbox: Outbox): void {
  for (const key of readKeys(EVENT_KEY).slice(0, MAX_STORED)) loadEvent(outbox, readStored(key), true)
}

/**
 * Ends the event and removes it from every place. A late acknowledgement can still turn the outcome into `accepted`. If
 * no call waits for the outcome, it is announced to the page.
 */
export function endEvent(outbox: Outbox, event: QueuedEvent, end: EventStatus): EventStatus {
  if (event.end?.status === 'accepted') return event.end
  if (!event.end) removeStored(EVENT_KEY + event.id)
  // Without consent, copies do not exist or are all being erased.
  if (!event.end && readPermission(outbox) === 'granted') removeCopy(outbox, event.id)
  outbox.events.set(event.id, undefined)
  event.end = end
  if (end.status === 'accepted') outbox.schedule?.reset()
  if (!event.isAwaited) announce(event, end.status === 'accepted' ? end : { ...end, status: 'dropped' })
  return end
}

/** `granted`, or the reason why events are not stored and sent: `denied` permanently, `required` for now. */
export function readPermission({ settings, decision }: Outbox): 'granted' | 'denied' | 'required' {
  return decision ?? (settings.consent === 'not-required' ? 'granted' : 'required')
}

export const DENIED: EventStatus = { status: 'blocked', reason: 'denied' }

/** Obeys a denial that this page has not heard: its storage was written before the page opened, or while the page was frozen. */
export function obeyDenial(outbox: Outbox): void {
  const deniedAt = readDeniedAt()
  if (deniedAt > outbox.decidedAt) deny(outbox, deniedAt)
  for (const event of readEvents(outbox)) if (event.at < deniedAt) endEvent(outbox, event, DENIED)
}

/** Ends every event of this page. */
export function deny(outbox: Outbox, decidedAt: number): void {
  Object.assign(outbox, { decision: 'denied', decidedAt })
  for (const event of readEvents(outbox)) endEvent(outbox, event, DENIED)
}

/** Listens for a denial in another tab. It is obeyed immediately, even if the clock was set back. */
export function hearDenial(outbox: Outbox): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === DENIED_KEY && newValue) deny(outbox, Date.now())
  })
}
