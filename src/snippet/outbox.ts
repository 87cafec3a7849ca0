/**
 * The outbox: events the page has given us and the proxy has not yet answered for.
 *
 * An event is stored, sent, and only then removed. A tab closed in between sends the event twice, never not at all;
 * the proxy drops the second by its id.
 */
import type { Event } from '../contract/event.js'
import { MAX_QUEUED_MS, VERSION, WIRE_VERSION } from '../contract/limits.js'
import { parse, within } from './attempt.js'
import { readGate } from './consent.js'
import { announce, type Result } from './outcome.js'
import { tryAgain } from './schedule.js'
import { settings } from './settings.js'
import { shrink } from './shrink.js'
import { eachStored, PREFIX, store, useCopies } from './storage.js'
import { type Answer, ask, TIMEOUT_MS } from './transport.js'

/** An event, and what this page has seen of it. */
export interface Waiting {
  id: string
  kind: Event['kind']
  list?: string | undefined
  signature?: string | undefined
  body: Event['body']
  /** When it happened, by this browser's clock. */
  at: number
  attempts: number
  /** What the last attempt came to. */
  last?: string
  /** The attempt that is on its way, or after which it is not to be sent now: until its timer, or for the rest of this page. */
  busy?: number
}

type Fields = Record<string, unknown>

const MAX_WAITING = 20

/** Orders this browser has had accepted: a thank-you page reloaded is not a second order. */
export const REPEAT_MS = 2_592_000_000 // 30 days

/** By id; false for what has ended on this page: its copy may still be read. */
let waiting: Record<string, Waiting | false> = {}
/** Oldest first. */
const all = () => (Object.values(waiting).filter((each) => each) as Waiting[]).sort((one, other) => one.at - other.at)

/** Stores the event and sends it, both before this returns. */
export function post(event: Waiting): Result | Promise<Result> {
  const closed = readGate()
  shrink(event)
  if ((closed as Result | undefined)?.[0] !== 'blocked') waiting[event.id] = event
  // An order may push out the oldest sign-up; nothing pushes out an order.
  if (all().length > MAX_WAITING) {
    const victim = all().find(({ list }) => list) ?? event
    forget(victim.id)
    announce(victim, 'dropped', 'outbox_full')
  }
  return closed || send(event)
}

/**
 * Sends what waits. Settles when each has had its attempt.
 *
 * @param anyway those too that are to be sent later
 */
export async function drain(anyway?: boolean): Promise<void> {
  if (readGate() || !settings.endpoint) return
  eachStored((key) => {
    load(localStorage[key])
    if (Date.now() - localStorage[key] > REPEAT_MS) delete localStorage[key] // an event is no number
  })
  // One by one: a call made meanwhile finds keepalive free. What is withdrawn or delivered meanwhile is not sent.
  for (const event of all())
    if (waiting[event.id] && (anyway || !event.busy)) {
      const [status, reason] = await send(event)
      if (status !== 'queued') announce(event, status === 'rejected' ? 'dropped' : status, reason)
    }
}

/** The drain, and what a killed browser has left in IndexedDB only. */
export function drainCopies(): void {
  useCopies((copies) => {
    const reading = copies.getAll()
    reading.onsuccess = () => {
      reading.result.map(load)
      void drain()
    }
  })
  void drain()
}

/** The shopper's decision. Whatever is not a yes erases what is kept. */
export function consent(given: string): void {
  settings.consent = given
  if (given === 'granted') drainCopies()
  else {
    waiting = {}
    eachStored((key) => delete localStorage[key])
    store(() => indexedDB.deleteDatabase('ringup'))
  }
}

export function status() {
  return {
    version: VERSION,
    consent: settings.consent,
    storage: store(() => localStorage) ? 'local' : 'memory',
    waiting: all().map(({ id, kind, at, attempts, last }) => ({ id, kind, ageMs: Date.now() - at, attempts, last })),
    held: readGate() ? all().length : 0,
  }
}

async function send(event: Waiting): Promise<Result> {
  const { id, kind, list, signature, body } = event
  const now = Date.now()
  event.at = Math.min(event.at, now)
  const end = (...result: Result): Result => {
    forget(id)
    return result
  }
  const number = (body as { cart_data?: Fields }).cart_data?.order_number
  const key = toKey([number, body.email, !signature]) // a signed event may say more
  if (number && now - store(() => localStorage[key]) < REPEAT_MS) return end('duplicate', 'order_number')
  if (now - event.at > (list ? MAX_QUEUED_MS.addToList : MAX_QUEUED_MS.convert)) return end('dropped', 'expired')
  if (!event.attempts && waiting[id]) {
    const text = JSON.stringify(event)
    store(() => (localStorage[PREFIX + id] = text))
    useCopies((copies) => copies.put(text, id))
  }
  event.busy = ++event.attempts
  const {
    fields,
    status,
    wait,
    code = `http_${status}`,
    ok,
    id: taken,
  } = await within(
    // Gives up waiting, not the request: one that is only slow still arrives.
    TIMEOUT_MS,
    ask(JSON.stringify({ v: WIRE_VERSION, age: now - event.at, id, kind, list, signature, body })),
  ).catch((code): Answer => ({ code }))
  event.last = code
  // A captive portal or a single-page fallback answers 200 to anything, so only the proxy's own words count.
  if (status === 202 && ok && taken === id) {
    // Consent may have been withdrawn meanwhile.
    if (number && !readGate()) store(() => (localStorage[key] = now))
    return end('accepted')
  }
  // Ask again and the answer stays the same.
  if (/400|41[035]|422|451/.test(status as unknown as string)) return end('rejected', code, fields)
  if (navigator.onLine)
    tryAgain(event, status, wait, () => {
      event.busy = 0
      void drain()
    })
  else {
    // Does not count, and needs no timer: the drain comes with the network.
    event.busy = event.attempts = 0
  }
  // Consent may have been withdrawn meanwhile, and the event with it.
  return readGate() || (waiting[id] ? ['queued', code] : ['rejected', 'outbox_full'])
}

function load(text: string): void {
  const event: Waiting | undefined = parse(text)
  if (event?.body) waiting[event.id] ??= event // nor a mark, nor what another script keeps there
}

function forget(id: string): void {
  waiting[id] = false
  store(() => delete localStorage[PREFIX + id])
  useCopies((copies) => copies.delete(id))
}

/** Under which an accepted order is remembered: a hash, from which nobody learns who has ordered. 133 is over any letter of order numbers. */
export function toKey(parts: unknown[]): string {
  return PREFIX + [...`${parts}`].reduce((hash, sign) => (hash * 133 + sign.charCodeAt(0)) | 0, 7)
}
