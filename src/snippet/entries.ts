/** What waits in this browser: in memory on this page, and stored for the next one. */
import { readPermission } from './consent.js'
import { deleteCopies, readCopies, removeCopy, writeCopy } from './copies.js'
import { toEvent, toIdentity, type WaitingEvent, withTime } from './event.js'
import type { EventStatus } from './outcome.js'
import { safely } from './safely.js'
import { shrink } from './shrink.js'
import { EVENT_KEY, readDeniedAt, readEventKeys, readStored, removeStored, writeStored } from './storage.js'

/** An event, and what this page has seen of it. */
export interface Entry extends WaitingEvent {
  /** `held`: for the shopper's consent, in memory only. `parked`: for the next page. */
  state: 'held' | 'waiting' | 'sending' | 'parked'
  /** As it is stored and sent, but for its time. */
  envelope: string
  bytes: number
  /** What makes two calls one order. */
  identity: string | undefined
  isStored: boolean
  attempts: number
  /** What the last attempt came to. */
  last?: string
  /** The last attempt. */
  attempt?: Promise<EventStatus>
  /** How it ended, where it has. */
  end?: EventStatus
}

/** By id. */
const entries = new Map<string, Entry>()
/** What has ended on this page: its copy may be read before it is deleted. */
const endedIds = new Set<string>()
/** How often everything was erased: what was read before that, and comes after it, is not taken any more. */
let erasures = 0

/** Oldest first. */
export const allEntries = (): Entry[] => [...entries.values()].sort((one, other) => one.at - other.at)

export function toEntry(event: WaitingEvent): Entry {
  return { ...event, ...shrink(event), state: 'waiting', identity: toIdentity(event), isStored: false, attempts: 0 }
}

export function addEntry(entry: Entry): void {
  entries.set(entry.id, entry)
}

/** Writes it where it outlives the page. */
export function storeEntry(entry: Entry): void {
  const { id, at, envelope } = entry
  const text = withTime('at', at, envelope)
  void writeCopy(id, text)
  entry.isStored = writeStored(EVENT_KEY + id, text)
}

/** Forgets it wherever it is; what has ended may still come to a better end. */
export function endEntry(entry: Entry, end: EventStatus): EventStatus {
  const { id } = entry
  if (!entry.end) {
    entries.delete(id)
    endedIds.add(id)
    removeStored(EVENT_KEY + id)
    void removeCopy(id)
  }
  entry.end = end
  return end
}

/** Another tab has delivered it, or dropped it, and has told the page there. */
export function forgetEntry(id: string): void {
  const entry = entries.get(id)
  if (entry) entry.end = { status: 'queued', reason: 'another_tab' }
  entries.delete(id)
}

/** What was stored, and is not there any more on a page that comes back, has been delivered or erased meanwhile. */
export function forgetRemoved(): void {
  for (const { id, isStored } of allEntries()) if (isStored && !readStored(EVENT_KEY + id)) forgetEntry(id)
}

/** Takes in what earlier pages and other tabs have stored. */
export function loadStored(): void {
  for (const key of readEventKeys()) load(readStored(key), true)
}

/** Takes in what a killed browser has left in IndexedDB only. */
export async function loadCopies(): Promise<void> {
  const before = erasures
  const texts = await readCopies()
  if (erasures === before && readPermission() === 'granted') for (const text of texts) load(text, false)
}

function load(text: unknown, isStored: boolean): void {
  const event = toEvent(text)
  if (!event || event.at <= readDeniedAt() || entries.has(event.id) || endedIds.has(event.id)) return
  const entry = safely(() => toEntry(event)) // of what somebody else has put there
  if (entry) addEntry({ ...entry, isStored })
}

/** Also what could not be read, or may not be. */
export function eraseStored(): void {
  erasures += 1
  readEventKeys().forEach(removeStored)
  void deleteCopies()
}
