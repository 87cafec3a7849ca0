/**
 * The outbox: events the page has given us and the proxy has not yet answered for.
 *
 * An event is stored, sent, and only then removed. A tab closed in between sends the event twice, never not at all;
 * the proxy drops the second by its id.
 */
import type { Event } from '../contract/event.js'
import { MAX_EVENT_BYTES, MAX_QUEUED_MS, VERSION, WIRE_VERSION } from '../contract/limits.js'
import { attempt } from './attempt.js'
import { decide, readConsent } from './consent.js'
import { announce } from './outcome.js'
import { isRepeat, remember } from './repeats.js'
import { toWaitMs } from './schedule.js'
import { settings } from './settings.js'
import { shrink } from './shrink.js'
import { canStore, type Entry, eraseStored, forget, readCopies, readStored, store } from './storage.js'
import { type Delivery, send, toBytes } from './transport.js'

type Omitting<E, Known extends string> = E extends Event ? Omit<E, Known> : never
/** An event less what is only known at the moment it is sent. */
export type Payload = Omitting<Event, 'v' | 'age'>

/** An event, and what this page has seen of it. */
export interface Waiting {
  payload: Payload
  /** When it happened, by this browser's clock. */
  at: number
  attempts: number
  /** Of what one page may try; see schedule.ts. */
  spent: number
  /** What the last attempt came to. */
  last?: string | undefined
  /** On its way. */
  busy?: boolean
  /** Not to be sent now: until its timer, or for the rest of this page. */
  resting?: boolean
  /** The proxy has called it too large once. */
  shrunk?: boolean
}

const AIM_BYTES = 16_384
/** A clock this far ahead was set wrong, then or now: the event starts again at now. */
const CLOCK_SLACK_MS = 300_000

const MAX_WAITING = 20
/** While the shopper has not decided: in memory only. */
const MAX_HELD = 10
const MAX_WAITING_BYTES = 98_304

const waiting = new Map<string, Waiting>()
/** Ids this page has met: what it has delivered does not come back from a copy that is not yet deleted. */
const known = new Set<string>()

/** Stores the event and sends it, both before this returns. */
export async function post(payload: Payload): Promise<Delivery> {
  shrink(payload, AIM_BYTES)
  const size = toBytes(JSON.stringify(payload))
  if (size > MAX_EVENT_BYTES) return { status: 'rejected', reason: 'too_large', fields: [''] }
  const closed = readGate()
  if (closed?.status === 'blocked') return closed
  if (!closed && isRepeat(payload)) return { status: 'duplicate', reason: 'order_number' }
  const event = { payload, at: Date.now(), attempts: 0, spent: 0 }
  const hasRoom = makeRoom(payload.kind, size, closed ? MAX_HELD : MAX_WAITING)
  if (hasRoom) admit(event)
  const delivery = closed ?? (await transmit(event))
  return hasRoom || !/queued|held/.test(delivery.status) ? delivery : { status: 'rejected', reason: 'outbox_full' }
}

/** What keeps events in memory, neither stored nor sent; undefined when nothing does. */
function readGate(): Delivery | undefined {
  const consent = readConsent()
  if (consent === 'denied') return { status: 'blocked', reason: 'consent_denied' }
  if (consent === 'undecided') return { status: 'held', reason: 'consent_undecided' }
  return (document as { prerendering?: boolean }).prerendering ? { status: 'queued', reason: 'prerendering' } : undefined
}

/**
 * Sends what waits, oldest first, one after the other, so that a browser coming back does not send all at once.
 * Settles when each has had its attempt.
 *
 * @param all those too that are to be sent later
 */
export async function drain(all?: boolean): Promise<void> {
  if (readGate() || !settings.endpoint) return
  await alone(async () => {
    readStored().forEach(readEvent)
    for (const event of [...waiting.values()].sort((a, b) => a.at - b.at)) {
      const { payload, at, busy, resting } = event
      const now = Date.now()
      if (at > now + CLOCK_SLACK_MS) event.at = now
      if (now - at > MAX_QUEUED_MS[payload.kind]) drop(event, 'expired')
      else if (!busy && (all || !resting) && waiting.has(payload.id)) {
        const { status, reason } = await transmit(event)
        if (status !== 'queued') announce({ ...payload, status: status === 'rejected' ? 'dropped' : status, reason })
      }
    }
  })
}

/** What a killed browser has left in IndexedDB only. */
export async function drainCopies(): Promise<void> {
  if (!readGate()) (await readCopies()).forEach(readEvent)
  await drain()
}

/** The shopper's decision. Whatever is not a yes is a no, and erases what is kept. */
export function consent(given: 'granted' | 'denied'): void {
  decide(given)
  if (given === 'granted') void drain()
  else {
    waiting.clear()
    eraseStored()
  }
}

export function status() {
  const now = Date.now()
  const events = Array.from(waiting.values(), ({ payload: { id, kind }, at, attempts, last }) => ({
    id,
    kind,
    ageMs: now - at,
    attempts,
    last,
  }))
  return {
    version: VERSION,
    consent: readConsent(),
    storage: canStore() ? 'local' : 'memory',
    waiting: events,
    held: readConsent() === 'undecided' ? events.length : 0,
  }
}

/** One drain at a time over all tabs, where the browser can tell them apart; given back when the page is left. */
async function alone(pass: () => Promise<void>): Promise<void> {
  const left = new Promise<void>((resolve) => addEventListener('pagehide', () => resolve(), { once: true }))
  try {
    await navigator.locks.request('ringup', () => Promise.race([pass(), left]))
  } catch {
    await pass() // http, and frames of no origin, have no locks: twice is what the proxy sees to
  }
}

async function transmit(event: Waiting): Promise<Delivery> {
  const { payload, at } = event
  const { id } = payload
  const text = JSON.stringify(payload)
  event.busy = true
  event.attempts += 1
  if (waiting.has(id)) store(id, `[${at},${text}]`)
  const delivery = await send(`${settings.endpoint}`, id, `{"v":${WIRE_VERSION},"age":${Math.max(0, Date.now() - at)},${text.slice(1)}`)
  event.busy = false
  event.last = delivery.reason
  if (delivery.http === 413 && !event.shrunk) {
    event.shrunk = true
    shrink(payload, 0)
    return transmit(event)
  }
  if (delivery.status === 'queued') rest(event, toWaitMs(event, delivery))
  else if (waiting.delete(id)) { 
    if (delivery.status === 'accepted') remember(payload)
    forget(id)
  }
  return delivery
}

/** Offline there is nothing to wait for but the browser's own word. */
function rest(event: Waiting, waitMs: number): void {
  event.resting = navigator.onLine
  if (event.resting && waitMs >= 0) {
    setTimeout(() => {
      event.resting = false
      void drain()
    }, waitMs)
  }
}

/** An order may push out the oldest sign-ups; nothing else pushes out anything. */
function makeRoom(kind: Payload['kind'], size: number, limit: number): boolean {
  if (limit === MAX_WAITING) readStored().forEach(readEvent) // what other tabs have kept counts
  const events = [...waiting.values()]
  const isFull = () => waiting.size >= limit || size + toBytes(JSON.stringify([...waiting.values()])) > MAX_WAITING_BYTES
  for (const event of events) if (kind === 'convert' && event.payload.kind !== kind && isFull()) drop(event, 'outbox_full')
  return !isFull()
}

function admit(event: Waiting): void {
  waiting.set(event.payload.id, event)
  known.add(event.payload.id)
}

/** What is unreadable is forgotten; the proxy checks the rest. */
function readEvent([id, text]: Entry): void {
  if (known.has(id)) return
  const [at, payload] = attempt(() => JSON.parse(text) as [number, Payload]) ?? []
  const event = { payload: { kind: 'convert', ...payload, id } as Payload, at: Number(at), attempts: 0, spent: 0 }
  admit(event)
  if (!payload?.body || !at) drop(event, 'unreadable')
}

function drop({ payload }: Waiting, reason: string): void {
  waiting.delete(payload.id)
  forget(payload.id)
  announce({ ...payload, status: 'dropped', reason })
}
