/** What waits in this browser: in memory on this page, and stored for the next one. */
import { safely } from '../safely.js'
import type { Schedule } from '../send/schedule.js'
import type { Send } from '../send/transport.js'
import { type Consent, readPermission } from './consent.js'
import { type Copies, deleteCopies, readCopies, removeCopy, writeCopy } from './copies.js'
import { type Event, type EventStatus, readEvent, toStored } from './event.js'
import { fitEvent } from './size.js'
import {
  EVENT_KEY,
  KEPT_KEY,
  type Persistence,
  readDeniedAt,
  readEventKeys,
  readStored,
  removeStored,
  writeStored,
} from './storage.js'

/** All that one page knows of what waits. */
export interface Outbox {
  settings: Persistence & { endpoint: string }
  consent: Consent
  copies: Copies
  send: Send
  schedule: Schedule
  /** Tells the page what became of an event that no call waits for. */
  announce: (event: Event, status: EventStatus) => void
  /** By id. */
  events: Map<string, Event>
  /** What has ended on this page: its copy may be read before it is deleted. */
  endedIds: Set<string>
  /** How often everything was erased: what was read before that, and comes after it, is not taken any more. */
  erasures: number
}

/** Oldest first. */
export const allEvents = ({ events }: Outbox): Event[] => [...events.values()].sort((one, other) => one.at - other.at)

/** Writes it where it outlives the page. */
export function storeEvent({ settings, copies }: Outbox, event: Event): void {
  const text = toStored(event)
  void writeCopy(copies, event.id, text)
  event.isStored = writeStored(settings, EVENT_KEY + event.id, text)
}

/** Forgets it wherever it is; what has ended may still come to a better end. */
export function endEvent({ events, endedIds, copies }: Outbox, event: Event, end: EventStatus): EventStatus {
  const { id } = event
  if (!event.end) {
    events.delete(id)
    endedIds.add(id)
    removeStored(EVENT_KEY + id)
    void removeCopy(copies, id)
  }
  event.end = end
  return end
}

/** Another tab has delivered it, or dropped it, and has told the page there. */
export function forgetEvent({ events }: Outbox, id: string): void {
  const event = events.get(id)
  if (event) event.end = { status: 'queued', reason: 'another_tab' }
  events.delete(id)
}

/** What was stored, and is not there any more on a page that comes back, has been delivered or erased meanwhile. */
export function forgetRemoved(outbox: Outbox): void {
  for (const { id, isStored } of allEvents(outbox))
    if (isStored && !readStored(outbox.settings, EVENT_KEY + id)) forgetEvent(outbox, id)
}

/** Takes in what earlier pages and other tabs have stored. */
export function loadStored(outbox: Outbox): void {
  for (const key of readEventKeys()) load(outbox, readStored(outbox.settings, key), true)
}

/** Takes in what a killed browser has left in IndexedDB only. */
export async function loadCopies(outbox: Outbox): Promise<void> {
  const before = outbox.erasures
  const texts = await readCopies(outbox.copies)
  const isWanted = outbox.erasures === before && readPermission(outbox.consent) === 'granted'
  for (const text of isWanted ? texts : []) load(outbox, text, false)
}

function load({ events, endedIds }: Outbox, text: string | undefined, isStored: boolean): void {
  const event = readEvent(text)
  if (!event || event.at <= readDeniedAt() || events.has(event.id) || endedIds.has(event.id)) return
  event.isStored = isStored
  // Somebody else may have put something there that cannot be sent.
  safely(() => {
    fitEvent(event)
    events.set(event.id, event)
  })
}

/** Also what could not be read, or may not be. */
export function eraseStored(outbox: Outbox): void {
  outbox.erasures += 1
  for (const key of [...readEventKeys(), KEPT_KEY]) removeStored(key)
  void deleteCopies(outbox.copies)
}
