/**
 * The outbox: events the page has given us and the proxy has not yet answered for.
 *
 * An event is stored, sent, and only then removed. A tab closed in between sends the event twice, never not at all;
 * the proxy drops the second by its id.
 */
import { MAX_EVENT_BYTES, VERSION } from '../contract/limits.js'
import { eraseAccepted, forgetOld } from './accepted-orders.js'
import { decide, type Gate, readConsent, readGate } from './consent.js'
import { attempt } from './delivery.js'
import {
  addEntry,
  allEntries,
  type Entry,
  endEntry,
  eraseEntries,
  findSame,
  loadCopies,
  loadStored,
  storeEntry,
  toEntry,
} from './entries.js'
import type { WaitingEvent } from './event.js'
import { announce, type Result } from './outcome.js'
import { asOnlyTab } from './page-life.js'
import { isHeld, scheduleRetry } from './schedule.js'
import { settings } from './settings.js'
import { readStorageKind, tellDenied } from './storage.js'

const MAX_EVENTS = 20
const MAX_BYTES = 96 * 1024
/** In memory, while consent is undecided. */
const MAX_HELD = 10

/** Its id, or that of the same order that waits already; and what the attempt comes to. */
interface Enqueued {
  id: string
  result: Promise<Result>
}

/** Stores the event and sends it, both before this returns. */
export function enqueue(event: WaitingEvent): Enqueued {
  const answer = (id: string, result: Result): Enqueued => ({ id, result: Promise.resolve(result) })
  const gate = readGate()
  if (gate.state === 'blocked') return answer(event.id, { status: 'blocked', reason: gate.reason })
  const entry = toEntry(event)
  if (entry.bytes > MAX_EVENT_BYTES) return answer(event.id, { status: 'rejected', reason: 'too_large' })
  if (gate.state === 'open') loadStored()
  const same = findSame(entry.identity) ?? add(entry, gate)
  const { id } = same.event
  // One that found no place is still tried, once.
  if (gate.state === 'open') return { id, result: attempt(same, retry) }
  return answer(id, same.end ?? { status: 'held', reason: gate.reason })
}

function add(entry: Entry, gate: Gate): Entry {
  addEntry(entry)
  makeRoom(entry, gate.state === 'open' ? MAX_EVENTS : MAX_HELD)
  if (gate.state === 'held') entry.state = 'held'
  else if (entry.state === 'waiting') entry.isStored = storeEntry(entry)
  return entry
}

/** An order may push out the oldest sign-up; nothing pushes out an order. */
function makeRoom(newest: Entry, maxEvents: number): void {
  const isFull = (all: Entry[]) => all.length > maxEvents || all.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_BYTES
  for (let all = allEntries(); isFull(all); all = allEntries()) {
    const victim = all.find(({ event }) => event.kind === 'addToList') ?? newest
    endEntry(victim, { status: 'rejected', reason: 'outbox_full' })
    if (victim !== newest) announce(victim.event, { status: 'dropped', reason: 'outbox_full' })
  }
}

/**
 * Sends what waits, side by side. Settles when each has had its attempt.
 *
 * @param which `all`: those too that this page was not to try again, and whatever the proxy has asked for
 */
export async function drain(which: 'due' | 'all' = 'due'): Promise<void> {
  const isDue = ({ state }: Entry) => state === 'waiting' || (which === 'all' && state === 'parked')
  const sendDue = async () => {
    loadStored()
    await Promise.all(allEntries().filter(isDue).map(deliver))
  }
  if (readGate().state !== 'open' || !settings.endpoint || (which === 'due' && isHeld())) return
  forgetOld()
  loadStored()
  if (which === 'all') return sendDue()
  if (allEntries().some(isDue) && !(await asOnlyTab(sendDue))) scheduleRetry({ outcome: 'elsewhere' }, retry)
}

const retry = (): void => void drain()

/** Sends what no call waits for, and tells the page what became of it. */
async function deliver(entry: Entry): Promise<void> {
  const result = await attempt(entry, retry)
  if (result.status !== 'queued')
    announce(entry.event, result.status === 'accepted' ? result : { ...result, status: 'dropped' })
}

/** The drain, and what a killed browser has left in IndexedDB only. */
export async function drainCopies(): Promise<void> {
  void drain()
  if (readGate().state !== 'open') return
  await loadCopies()
  void drain()
}

/** What was held is stored, all of it before the first is sent; then sent side by side. */
export function release(): void {
  if (readGate().state !== 'open') return
  const held = allEntries().filter(({ state }) => state === 'held')
  for (const entry of held) {
    entry.state = 'waiting'
    entry.isStored = storeEntry(entry)
  }
  for (const entry of held) void deliver(entry)
  void drainCopies()
}

/** The shopper's decision. Whatever is not a yes erases what is kept, here and in other tabs, for good. */
export function consent(choice: unknown): void {
  decide(choice)
  if (readGate().state !== 'blocked') release()
  else {
    tellDenied()
    erase()
  }
}

/** Erases all there is. What is on its way is told by whoever waits for its answer. */
export function erase(): void {
  loadStored()
  for (const entry of allEntries()) {
    if (entry.state !== 'sending') announce(entry.event, { status: 'dropped', reason: 'denied' })
    endEntry(entry, { status: 'blocked', reason: 'denied' })
  }
  eraseEntries()
  eraseAccepted()
}

export function status() {
  const all = allEntries()
  return {
    version: VERSION,
    consent: readConsent(),
    storage: readStorageKind(),
    waiting: all.map(({ event: { id, kind, at }, attempts, last }) => ({
      id,
      kind,
      ageMs: Date.now() - at,
      attempts,
      last,
    })),
    held: all.filter(({ state }) => state === 'held').length,
  }
}
