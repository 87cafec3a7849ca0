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
import { readPermission, readState } from './consent.js'
import { allEvents, endEvent, eraseStored, loadCopies, loadStored, type Outbox, storeEvent } from './entries.js'
import type { Event, EventStatus } from './event.js'
import { asOnlyTab } from './only-tab.js'
import { ACCEPTED_KEY, markDenied, readStorageKind, removeStored } from './storage.js'

const MAX_EVENTS = 20
const MAX_BYTES = 96 * 1024
/** In memory, while consent is undecided. */
const MAX_HELD = 10

const FULL: EventStatus = { status: 'rejected', reason: 'outbox_full' }
const DENIED: EventStatus = { status: 'blocked', reason: 'denied' }

/** @param settings asked each time: they may be set later */
export function createOutbox(settings: Outbox['settings'], announce: Outbox['announce']): Outbox {
  const outbox: Outbox = {
    settings,
    announce,
    send: createTransport(settings),
    schedule: createSchedule(() => void drain(outbox)),
    events: new Map(),
    // What is only here: localStorage is full, and had no room to tell of the denial either.
    onDeleted: () =>
      erase(
        outbox,
        allEvents(outbox).filter(({ isStored }) => !isStored),
      ),
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
  const permission = readPermission(outbox)
  if (permission === 'denied') return { id, result: DENIED }
  const isGranted = permission === 'granted'
  if (isGranted) loadStored(outbox)
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
  const signUps = kept.filter((event) => event.kind === 'addToList' && event !== newest)
  let bytes = 0
  for (const event of kept) bytes += event.bytes
  let count = kept.length
  const victims = signUps.filter((signUp) => {
    if (count <= maxEvents && bytes <= MAX_BYTES) return false
    count -= 1
    bytes -= signUp.bytes
    return true
  })
  if (count > maxEvents || bytes > MAX_BYTES) return void endEvent(outbox, newest, FULL)
  for (const victim of victims) tellEnd(outbox, victim, endEvent(outbox, victim, FULL))
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
  if (readPermission(outbox) !== 'granted' || !outbox.settings.endpoint) return []
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
  if (readPermission(outbox) !== 'granted') return
  void drain(outbox)
  await loadCopies(outbox)
  void drain(outbox)
}

/** What was held is stored, all of it before the first is sent; then sent side by side. */
export function release(outbox: Outbox): void {
  if (readPermission(outbox) !== 'granted') return
  const held = allEvents(outbox).filter(({ state }) => state === 'held')
  for (const event of held) storeEvent(outbox, event)
  void deliverAll(outbox, held, 'call')
}

/** The shopper's decision. Whatever is not a yes erases what is kept, here and in other tabs, for good. */
export function consent(outbox: Outbox, choice: unknown): void {
  if (choice !== 'granted') {
    loadStored(outbox) // what is void a moment later is still told
    markDenied() // before anything goes: then other tabs know why
    deny(outbox)
    markDenied() // storage may have been full until now
  } else {
    outbox.decision = 'granted'
    release(outbox)
    void drainCopies(outbox)
  }
}

/** Erases all there is, also when it was denied in another tab. What is on its way is told by whoever waits for its answer. */
export function deny(outbox: Outbox): void {
  outbox.decision = 'denied'
  erase(outbox, allEvents(outbox))
  eraseStored()
  removeStored(ACCEPTED_KEY)
}

function erase(outbox: Outbox, events: Event[]): void {
  for (const event of events) {
    endEvent(outbox, event, DENIED)
    if (event.state !== 'sending') tellEnd(outbox, event, DENIED)
  }
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
  return {
    version: VERSION,
    consent: readState(outbox),
    storage: readStorageKind(outbox.settings),
    waiting: all.map(({ id, kind, at, attempts, last }) => ({ id, kind, ageMs: Date.now() - at, attempts, last })),
    held: all.filter(({ state }) => state === 'held').length,
  }
}
