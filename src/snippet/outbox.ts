/**
 * The outbox: events the page has given us and the proxy has not yet answered for.
 *
 * An event is stored, sent, and only then removed. A tab closed in between sends the event twice, never not at all;
 * the proxy drops the second by its id.
 */
import type { Event } from '../contract/event.js'
import { MAX_QUEUED_MS, WIRE_VERSION } from '../contract/limits.js'
import { attempt } from './attempt.js'
import { announce } from './outcome.js'
import { settings } from './settings.js'
import { forget, readStored, store } from './storage.js'
import { type Delivery, fits, send } from './transport.js'

type Omitting<E, Known extends string> = E extends Event ? Omit<E, Known> : never
/** An event less what is only known at the moment it is sent. */
export type Payload = Omitting<Event, 'v' | 'age'>
type Stored = Payload & { at: number }

/** A clock this far ahead was set wrong, then or now: the event starts again at now. */
const CLOCK_SLACK_MS = 300_000

/** On their way from this page: a drain leaves them alone. */
const underWay = new Set<string>()

/** Stores the event and sends it, both before this returns. */
export async function post(payload: Payload): Promise<Delivery> {
  const event = { ...payload, at: Date.now() }
  const text = JSON.stringify(event)
  if (!fits(text)) return { status: 'rejected', reason: 'too_large', fields: [''] }
  store(event.id, text)
  return transmit(event)
}

/**
 * Sends again what earlier pages could not, oldest first, one after the other, so that a browser coming back does not
 * send all at once. Settles when each has had its attempt.
 */
export async function drain(): Promise<void> {
  if (!settings.endpoint) return
  const waiting = [...readStored()].flatMap(([id, text]) => (underWay.has(id) ? [] : (toEvent(id, text) ?? [])))
  for (const { id } of waiting) underWay.add(id) // before the first is sent: another drain may begin meanwhile
  for (const event of waiting.sort((a, b) => a.at - b.at)) {
    const { status, reason } = await transmit(event)
    if (status !== 'queued') announce({ ...event, status: status === 'rejected' ? 'dropped' : status, reason })
  }
}

async function transmit({ at, ...event }: Stored): Promise<Delivery> {
  underWay.add(event.id)
  const age = Math.max(0, Date.now() - at)
  const body = JSON.stringify({ v: WIRE_VERSION, ...event, age })
  const delivery = await send(settings.endpoint, event.id, body)
  underWay.delete(event.id)
  if (delivery.status !== 'queued') forget(event.id)
  return delivery
}

/** What a page before this one stored; what is too old or unreadable is dropped, and said to be. */
function toEvent(id: string, text: string): Stored | undefined {
  const event = attempt(() => JSON.parse(text) as Stored) // checked below as far as it is used here; by the proxy whole
  const now = Date.now()
  if (event && event.at > now + CLOCK_SLACK_MS) {
    event.at = now
    store(id, JSON.stringify(event))
  }
  if (event && now - event.at <= MAX_QUEUED_MS[event.kind]) return event
  forget(id)
  announce({ kind: 'convert', ...event, id, status: 'dropped', reason: event ? 'expired' : 'unreadable' })
  return undefined
}
