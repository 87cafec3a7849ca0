/**
 * The outbox: events the page has given us and the proxy has not yet answered for.
 *
 * An event is stored, sent, and only then removed. A tab closed in between sends the event twice, never not at all;
 * the proxy drops the second by its id.
 */
import { MAX_EVENT_BYTES, VERSION } from '../../contract/limits.js'
import { createSchedule } from '../send/schedule.js'
import { createTransport, type Sender } from '../send/transport.js'
import { attempt, tellEnd } from './attempt.js'
import { createConsent, decide, readPermission, readState } from './consent.js'
import { createCopies } from './copies.js'
import { allEvents, endEvent, eraseStored, loadCopies, loadStored, type Outbox, storeEvent } from './entries.js'
import type { Event, EventStatus } from './event.js'
import { asOnlyTab } from './only-tab.js'
import { fitEvent } from './size.js'
import { ACCEPTED_KEY, markDenied, readDeniedAt, readStorageKind, removeStored } from './storage.js'

const MAX_EVENTS = 20
const MAX_BYTES = 96 * 1024
/** In memory, while consent is undecided. */
const MAX_HELD = 10

const FULL: EventStatus = { status: 'rejected', reason: 'outbox_full' }
const DENIED: EventStatus = { status: 'blocked', reason: 'denied' }

/** @param settings asked each time: they may be set later */
export function createOutbox(
  settings: Outbox['settings'] & { consent: unknown },
  announce: Outbox['announce'],
): Outbox {
  const outbox: Outbox = {
    settings,
    announce,
    consent: createConsent(settings),
    copies: createCopies(settings),
    send: createTransport(settings),
    schedule: createSchedule(() => void drain(outbox)),
    events: new Map(),
    endedIds: new Set(),
    erasures: 0,
  }
  return outbox
}

/** The id of the event, or of the same one that waits already; and what the attempt comes to. */
export interface Enqueued {
  id: string
  result: EventStatus | Promise<EventStatus>
}

/** Stores the event and sends it, both before this returns. */
export function enqueue(outbox: Outbox, event: Event): Enqueued {
  const { id } = event
  const permission = readPermission(outbox.consent)
  if (permission === 'denied') return { id, result: DENIED }
  const isGranted = permission === 'granted'
  if (isGranted) loadStored(outbox)
  fitEvent(event)
  if (event.bytes > MAX_EVENT_BYTES) return { id, result: { status: 'rejected', reason: 'too_large' } }
  const same = allEvents(outbox).find(({ identity = '', text }) => identity === event.identity || text === event.text)
  if (!same) {
    outbox.events.set(id, event)
    makeRoom(outbox, event, isGranted ? MAX_EVENTS : MAX_HELD)
    if (!isGranted) event.state = 'held'
    else if (!event.end) storeEvent(outbox, event)
  }
  const taken = same ?? event
  // One that has found no place is still tried, once.
  const result = isGranted ? attempt(outbox, taken, 'call') : (taken.end ?? { status: 'held', reason: permission })
  return { id: taken.id, result }
}

/** An order may push out the oldest sign-ups, if that makes room; nothing pushes out an order. */
function makeRoom(outbox: Outbox, newest: Event, maxEvents: number): void {
  const kept = allEvents(outbox)
  const victims: Event[] = []
  while (kept.length > maxEvents || countBytes(kept) > MAX_BYTES) {
    const oldest = kept.findIndex((event) => event.kind === 'addToList' && event !== newest)
    if (oldest < 0) return void endEvent(outbox, newest, FULL)
    victims.push(...kept.splice(oldest, 1))
  }
  for (const victim of victims) {
    tellEnd(outbox, victim, FULL)
    endEvent(outbox, victim, FULL)
  }
}

function countBytes(events: Event[]): number {
  let sum = 0
  for (const { bytes } of events) sum += bytes
  return sum
}

/** Sends what is due, side by side. Settles when each has had its attempt. */
export async function drain(outbox: Outbox): Promise<void> {
  if (outbox.schedule.isPaused() || readWaiting(outbox, 'waiting').length === 0) return
  const isAlone = await asOnlyTab(() => deliverAll(outbox, readWaiting(outbox, 'waiting'), 'drain'))
  if (!isAlone) outbox.schedule.retryAfter(ANOTHER_TAB)
}

/** All that waits: what this page was not to try again, too, and whatever the proxy has asked for. */
export const flush = (outbox: Outbox): Promise<void> =>
  deliverAll(outbox, readWaiting(outbox, 'waiting', 'parked'), 'drain')

/** What is in one of these states, with what other tabs have stored; nothing while it may not be sent. */
function readWaiting(outbox: Outbox, ...states: Event['state'][]): Event[] {
  if (readPermission(outbox.consent) !== 'granted' || !outbox.settings.endpoint) return []
  loadStored(outbox)
  return allEvents(outbox).filter(({ state }) => states.includes(state))
}

/** It is at it, and may not get through: looked at again, and not counted. */
const ANOTHER_TAB = { outcome: 'busy', status: 429 } as const

/** Sends what no call waits for. */
async function deliverAll(outbox: Outbox, events: Event[], sender: Sender): Promise<void> {
  await Promise.all(events.map(async (event) => tellEnd(outbox, event, await attempt(outbox, event, sender))))
}

/** The drain, and what a killed browser has left in IndexedDB only. */
export async function drainCopies(outbox: Outbox): Promise<void> {
  if (readPermission(outbox.consent) !== 'granted') return
  void drain(outbox)
  await loadCopies(outbox)
  void drain(outbox)
}

/** What was held is stored, all of it before the first is sent; then sent side by side. */
export function release(outbox: Outbox): void {
  if (readPermission(outbox.consent) !== 'granted') return
  const held = allEvents(outbox).filter(({ state }) => state === 'held')
  for (const event of held) storeEvent(outbox, event)
  void deliverAll(outbox, held, 'call')
}

/** The shopper's decision. Whatever is not a yes erases what is kept, here and in other tabs, for good. */
export function consent(outbox: Outbox, choice: unknown): void {
  decide(outbox.consent, choice)
  if (readPermission(outbox.consent) === 'denied') {
    loadStored(outbox) // what is void a moment later is still told
    markDenied()
    erase(outbox)
    if (!readDeniedAt()) markDenied() // storage was full until now
  } else {
    release(outbox)
    void drainCopies(outbox)
  }
}

/** Consent was denied in another tab, which erases what is stored. */
export function hearDenial(outbox: Outbox): void {
  decide(outbox.consent, 'denied')
  erase(outbox)
}

/** Erases all there is. What is on its way is told by whoever waits for its answer. */
function erase(outbox: Outbox): void {
  for (const event of allEvents(outbox)) deny(outbox, event)
  eraseStored(outbox)
  removeStored(ACCEPTED_KEY)
}

/** What is only here: localStorage was full, and had no room to tell of the denial either. */
export function eraseUnstored(outbox: Outbox): void {
  for (const event of allEvents(outbox)) if (!event.isStored) deny(outbox, event)
}

function deny(outbox: Outbox, event: Event): void {
  if (event.state !== 'sending') tellEnd(outbox, event, DENIED)
  endEvent(outbox, event, DENIED)
}

/** How this browser's outbox stands. */
export interface OutboxStatus {
  version: string
  consent: 'granted' | 'denied' | 'required' | 'not-required'
  storage: 'local' | 'memory'
  waiting: { id: string; kind: 'convert' | 'addToList'; ageMs: number; attempts: number; last: string | undefined }[]
  /** Events that wait for consent. */
  held: number
}

export function readStatus(outbox: Outbox): OutboxStatus {
  const all = allEvents(outbox)
  const waiting = all.map(({ id, kind, at, attempts, last }) => ({ id, kind, ageMs: Date.now() - at, attempts, last }))
  const held = all.filter(({ state }) => state === 'held').length
  return {
    version: VERSION,
    consent: readState(outbox.consent),
    storage: readStorageKind(outbox.settings),
    waiting,
    held,
  }
}
