/** What waits in this browser: in memory on this page, and stored for the next one. */
import type { Schedule } from '../send/schedule.js'
import type { Send } from '../send/transport.js'
import { type Consent, readPermission } from './consent.js'
import { type Copies, readCopies, removeCopy, writeCopy } from './copies.js'
import { type Event, type EventStatus, readEvent, toStored } from './event.js'
import {
  EVENT_KEY,
  type Persistence,
  readDeniedAt,
  readKeys,
  readStored,
  removeStored,
  writeStored,
} from './storage.js'

/** All that one page knows of what waits. */
export interface Outbox extends Consent, Copies {
  settings: Persistence & { endpoint: string; consent: unknown }
  send: Send
  schedule: Schedule
  /** Tells the page what became of an event that no call waits for. */
  announce: (event: Event, status: EventStatus) => void
  /** Events by id. Of what has ended on this page only the id is left: its copy may be read before it is deleted. */
  events: Map<string, Event | undefined>
}

/** What has not ended, oldest first. */
export const allEvents = ({ events }: Outbox): Event[] =>
  [...events.values()].filter((event) => event !== undefined).sort((one, other) => one.at - other.at)

/** Writes it where it outlives the page. */
export function storeEvent(outbox: Outbox, event: Event): void {
  const text = toStored(event)
  void writeCopy(outbox, event.id, text)
  event.isStored = writeStored(outbox.settings, EVENT_KEY + event.id, text)
}

/** Forgets it wherever it is; what has ended may still come to a better end. */
export function endEvent(outbox: Outbox, event: Event, end: EventStatus): EventStatus {
  if (!event.end) {
    if (event.isStored) removeStored(EVENT_KEY + event.id)
    // Without consent it has no copy, or all copies go, and no database is to be opened for that.
    if (readPermission(outbox) === 'granted') void removeCopy(outbox, event.id)
  }
  outbox.events.set(event.id, undefined)
  event.end = end
  return end
}

/** Another tab has delivered it, or dropped it, and has told the page there. */
export function forgetEvent({ events }: Outbox, id: string): void {
  const event = events.get(id)
  if (!event) return
  event.end = { status: 'queued', reason: 'another_tab' }
  events.set(id, undefined)
}

/** What was stored, and is not there any more on a page that comes back, has been delivered or erased meanwhile. */
export function forgetRemoved(outbox: Outbox): void {
  for (const { id, isStored } of allEvents(outbox))
    if (isStored && !readStored(outbox.settings, EVENT_KEY + id)) forgetEvent(outbox, id)
}

/** Takes in what earlier pages and other tabs have stored. */
export function loadStored(outbox: Outbox): void {
  for (const key of readKeys(EVENT_KEY)) load(outbox, readStored(outbox.settings, key), true)
}

/** Takes in what a killed browser has left in IndexedDB only. */
export async function loadCopies(outbox: Outbox): Promise<void> {
  const texts = await readCopies(outbox)
  if (readPermission(outbox) === 'granted') for (const text of texts) load(outbox, text, false)
}

function load({ events }: Outbox, text: string | undefined, isStored: boolean): void {
  const event = readEvent(text)
  if (!event || event.at <= readDeniedAt() || events.has(event.id)) return
  event.isStored = isStored
  events.set(event.id, event)
}
