/**
 * The outbox: events the page has given us and the proxy has not yet answered for.
 *
 * An event is stored, sent, and only then removed. A tab closed in between sends the event twice, never not at all;
 * the proxy drops the second by its id.
 */
import { MAX_EVENT_BYTES, VERSION } from '../contract/limits.js'
import { decide, readConsent, readPermission } from './consent.js'
import { announceEnd, attempt } from './delivery.js'
import {
  addEntry,
  allEntries,
  type Entry,
  endEntry,
  eraseStored,
  loadCopies,
  loadStored,
  storeEntry,
  toEntry,
} from './entries.js'
import type { WaitingEvent } from './event.js'
import type { EventStatus } from './outcome.js'
import { asOnlyTab } from './page-life.js'
import { isPaused, onRetry, scheduleRetry } from './schedule.js'
import { settings } from './settings.js'
import { ACCEPTED_KEY, markDenied, readDeniedAt, readStorageKind, removeStored } from './storage.js'
import type { Sender } from './transport.js'

const MAX_EVENTS = 20
const MAX_BYTES = 96 * 1024
/** In memory, while consent is undecided. */
const MAX_HELD = 10

const FULL: EventStatus = { status: 'rejected', reason: 'outbox_full' }
const DENIED: EventStatus = { status: 'blocked', reason: 'denied' }

onRetry(() => void drain())

/** Its id, or that of the same order that waits already; and what the attempt comes to. */
export interface Enqueued {
  id: string
  result: EventStatus | Promise<EventStatus>
}

/** Stores the event and sends it, both before this returns. */
export function enqueue(event: WaitingEvent): Enqueued {
  const { id } = event
  const permission = readPermission()
  if (permission === 'denied') return { id, result: DENIED }
  const isGranted = permission === 'granted'
  if (isGranted) loadStored()
  const entry = toEntry(event)
  if (entry.bytes > MAX_EVENT_BYTES) return { id, result: { status: 'rejected', reason: 'too_large' } }
  const same = allEntries().find(({ identity }) => identity && identity === entry.identity)
  if (!same) {
    addEntry(entry)
    makeRoom(entry, isGranted ? MAX_EVENTS : MAX_HELD)
    if (!isGranted) entry.state = 'held'
    else if (!entry.end) storeEntry(entry)
  }
  const taken = same ?? entry
  // One that has found no place is still tried, once.
  const result = isGranted ? attempt(taken, 'call') : (taken.end ?? { status: 'held', reason: permission })
  return { id: taken.id, result }
}

/** An order may push out the oldest sign-ups, if that makes room; nothing pushes out an order. */
function makeRoom(newest: Entry, maxEvents: number): void {
  const kept = allEntries()
  const victims: Entry[] = []
  while (kept.length > maxEvents || kept.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES) {
    const oldest = kept.findIndex((entry) => entry.kind === 'addToList' && entry !== newest)
    if (oldest < 0) return void endEntry(newest, FULL)
    victims.push(...kept.splice(oldest, 1))
  }
  for (const victim of victims) {
    announceEnd(victim, FULL)
    endEntry(victim, FULL)
  }
}

/** Sends what is due, side by side. Settles when each has had its attempt. */
export async function drain(): Promise<void> {
  if (isPaused() || readWaiting('waiting').length === 0) return
  const isAlone = await asOnlyTab(() => deliverAll(readWaiting('waiting'), 'drain'))
  if (!isAlone) scheduleRetry(ANOTHER_TAB)
}

/** All that waits: what this page was not to try again, too, and whatever the proxy has asked for. */
export const flush = (): Promise<void> => deliverAll(readWaiting('waiting', 'parked'), 'drain')

/** What is in one of these states, with what other tabs have stored; nothing while it may not be sent. */
function readWaiting(...states: Entry['state'][]): Entry[] {
  if (readPermission() !== 'granted' || !settings.endpoint) return []
  loadStored()
  return allEntries().filter(({ state }) => states.includes(state))
}

/** It is at it, and may not get through: looked at again, and not counted. */
const ANOTHER_TAB = { outcome: 'busy', status: 429 } as const

/** Sends what no call waits for. */
async function deliverAll(entries: Entry[], sender: Sender): Promise<void> {
  await Promise.all(entries.map(async (entry) => announceEnd(entry, await attempt(entry, sender))))
}

/** The drain, and what a killed browser has left in IndexedDB only. */
export async function drainCopies(): Promise<void> {
  if (readPermission() !== 'granted') return
  void drain()
  await loadCopies()
  void drain()
}

/** What was held is stored, all of it before the first is sent; then sent side by side. */
export function release(): void {
  if (readPermission() !== 'granted') return
  const held = allEntries().filter(({ state }) => state === 'held')
  held.forEach(storeEntry)
  void deliverAll(held, 'call')
}

/** The shopper's decision. Whatever is not a yes erases what is kept, here and in other tabs, for good. */
export function consent(choice: unknown): void {
  decide(choice)
  if (readPermission() === 'denied') {
    loadStored() // what is void a moment later is still told
    markDenied()
    erase()
    if (!readDeniedAt()) markDenied() // storage was full until now
  } else {
    release()
    void drainCopies()
  }
}

/** Erases all there is. What is on its way is told by whoever waits for its answer. */
export function erase(): void {
  allEntries().forEach(deny)
  eraseStored()
  removeStored(ACCEPTED_KEY)
}

/** What is only here: localStorage was full, and had no room to tell of the denial either. */
export function eraseUnstored(): void {
  allEntries()
    .filter(({ isStored }) => !isStored)
    .forEach(deny)
}

function deny(entry: Entry): void {
  if (entry.state !== 'sending') announceEnd(entry, DENIED)
  endEntry(entry, DENIED)
}

export function status() {
  const all = allEntries()
  const waiting = all.map(({ id, kind, at, attempts, last }) => ({ id, kind, ageMs: Date.now() - at, attempts, last }))
  const held = all.filter(({ state }) => state === 'held').length
  return { version: VERSION, consent: readConsent(), storage: readStorageKind(), waiting, held }
}
