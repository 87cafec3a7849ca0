/**
 * The outbox: events that the page has reported and the proxy has not acknowledged.
 *
 * An event is stored, sent, and removed when the proxy has it or refuses it, when it is too old, or consent is denied. A tab
 * closed in between sends the event twice, never not at all; the proxy drops the second by its id.
 */
import { MAX_EVENT_BYTES, VERSION } from '../../contract/limits.js'
import { createSchedule } from '../send/schedule.js'
import { createTransport, type Sender } from '../send/transport.js'
import { attempt, tellEnd } from './attempt.js'
import { readPermission, readState } from './consent.js'
import { deleteCopies } from './copies.js'
import { allEvents, endEvent, loadCopies, loadStored, type Outbox, storeEvent } from './entries.js'
import type { Event, EventStatus } from './event.js'
import { asOnlyTab } from './only-tab.js'
import {
  ACCEPTED_KEY,
  EVENT_KEY,
  KEPT_KEY,
  markDenied,
  readDeniedAt,
  readKeys,
  readStorageKind,
  removeStored,
} from './storage.js'

const MAX_EVENTS = 20
const MAX_BYTES = 96 * 1024
/** How many events are held in memory while consent is undecided. */
const MAX_HELD = 10

const FULL: EventStatus = { status: 'rejected', reason: 'outbox_full' }
const DENIED: EventStatus = { status: 'blocked', reason: 'denied' }

/** @param settings are read at each use: they may be set later */
export function createOutbox(settings: Outbox['settings'], announce: Outbox['announce']): Outbox {
  const outbox: Outbox = {
    settings,
    announce,
    send: createTransport(settings),
    schedule: createSchedule(() => void drain(outbox)),
    events: new Map(),
    // Consent was denied in another tab, which erases what is stored. What is in memory only goes here: a full localStorage may
    // have had no room for the mark that tells of the denial.
    onDeleted: () =>
      erase(
        outbox,
        allEvents(outbox).filter(({ isStored }) => !isStored),
      ),
  }
  return outbox
}

/** What `enqueue` answers: the id of the event, or of the same one that waits already; and how its attempt ends. */
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
  // An event for which there was no room is still tried, once.
  const result = isGranted ? attempt(outbox, taken, 'call') : (taken.end ?? { status: 'held', reason: permission })
  return { id: taken.id, result }
}

/**
 * Makes room for the newest event. The oldest sign-ups go, if that is enough; an order never goes. Else the newest is not
 * kept.
 */
function makeRoom(outbox: Outbox, newest: Event, maxEvents: number): void {
  const kept = allEvents(outbox)
  const signUps = kept.filter((event) => event.kind === 'addToList' && event !== newest)
  const victims: Event[] = []
  let bytes = 0
  for (const event of kept) bytes += event.bytes
  const isFull = () => kept.length - victims.length > maxEvents || bytes > MAX_BYTES
  for (const signUp of signUps) {
    if (!isFull()) break
    victims.push(signUp)
    bytes -= signUp.bytes
  }
  if (isFull()) return void endEvent(outbox, newest, FULL)
  for (const victim of victims) tellEnd(outbox, victim, endEvent(outbox, victim, FULL))
}

/** Sends all events that wait, at the same time, unless another tab is doing so. Settles when each has had its attempt. */
export async function drain(outbox: Outbox): Promise<void> {
  if (outbox.schedule.isPaused() || readWaiting(outbox, 'waiting').length === 0) return
  const isAlone = await asOnlyTab(() => deliverAll(outbox, readWaiting(outbox, 'waiting'), 'drain'))
  if (!isAlone) outbox.schedule.retryAfter(ANOTHER_TAB)
}

/** Sends all events that wait, also those left for the next page, and also while the proxy has asked for a pause. */
export const flush = (outbox: Outbox): Promise<void> =>
  deliverAll(outbox, readWaiting(outbox, 'waiting', 'parked'), 'drain')

/** Reads the events in one of these states, those that other tabs have stored too; none while nothing may be sent. */
function readWaiting(outbox: Outbox, ...states: Event['state'][]): Event[] {
  if (readPermission(outbox) !== 'granted' || !outbox.settings.endpoint) return []
  loadStored(outbox)
  return allEvents(outbox).filter(({ state }) => states.includes(state))
}

/** Another tab sends the events, and may fail: this one looks again later, which counts as no failed try. */
const ANOTHER_TAB = { outcome: 'busy', status: 429 } as const

/** Sends these events at the same time, and announces how each ended: no call waits for it. */
async function deliverAll(outbox: Outbox, events: Event[], sender: Sender): Promise<void> {
  await Promise.all(events.map(async (event) => tellEnd(outbox, event, await attempt(outbox, event, sender))))
}

/** Drains the outbox, and then what a killed browser has left in IndexedDB only. */
export async function drainCopies(outbox: Outbox): Promise<void> {
  if (readPermission(outbox) !== 'granted') return
  void drain(outbox)
  await loadCopies(outbox)
  return drain(outbox)
}

/** Stores the events that were held for consent, all before the first is sent; then sends them at the same time. */
export function release(outbox: Outbox): void {
  if (readPermission(outbox) !== 'granted') return
  const held = allEvents(outbox).filter(({ state }) => state === 'held')
  for (const event of held) storeEvent(outbox, event)
  void deliverAll(outbox, held, 'call')
}

/** Takes the shopper's decision. Whatever is not a yes erases what is kept, here and in other tabs, for good. */
export function consent(outbox: Outbox, choice: unknown): void {
  if (choice !== 'granted') {
    loadStored(outbox) // so that the end of each stored event is announced
    markDenied() // before anything is erased: then other tabs know why
    deny(outbox)
    for (const key of [...readKeys(EVENT_KEY), ...readKeys(KEPT_KEY)]) removeStored(key) // also what could not be read
    if (!readDeniedAt()) markDenied() // storage was full until now
  } else {
    outbox.decision = 'granted'
    release(outbox)
    void drainCopies(outbox)
  }
}

/**
 * Erases what this page holds, also when consent was denied in another tab. That tab has erased all that was stored, and may
 * have had a yes and orders since: this one may hear of it late.
 */
export function deny(outbox: Outbox): void {
  outbox.decision = 'denied'
  erase(outbox, allEvents(outbox))
  void deleteCopies(outbox)
  removeStored(ACCEPTED_KEY)
}

/** The end of an event under way is announced by whoever waits for its answer. */
function erase(outbox: Outbox, events: Event[]): void {
  for (const event of events) {
    endEvent(outbox, event, DENIED)
    if (event.state !== 'sending') tellEnd(outbox, event, DENIED)
  }
}

/** The state of this browser's outbox. */
export interface OutboxStatus {
  version: string
  consent: 'granted' | 'denied' | 'required' | 'not-required'
  storage: 'local' | 'memory'
  waiting: { id: string; kind: 'convert' | 'addToList'; ageMs: number; attempts: number; last: string | undefined }[]
  /** How many events wait for consent. */
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
