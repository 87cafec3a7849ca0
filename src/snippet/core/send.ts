/** Sends events. The event is stored, sent in the task of the call, and removed once the proxy has acknowledged it. */
import { AIM_BYTES, MAX_EVENT_BYTES } from '../../contract/limits.js'
import type { Problem } from '../../contract/raw.js'
import { copyEvent } from './copies.js'
import { type Answer, type EventStatus, isExpired, type QueuedEvent, toBody } from './event.js'
import { isFields, toFields } from './fields.js'
import { DENIED, endEvent, obeyDenial, readPermission, storeEvent } from './outbox.js'
import { importRest } from './rest.js'
import { parseJson, within } from './safely.js'
import { toUrl } from './settings.js'
import { readEvents, type Snippet } from './snippet.js'

/** The most events that wait for consent in memory. The rest limits the events in storage. */
const MAX_HELD = 10

export const TIMEOUT_MS = 10_000

export const FULL: EventStatus = { status: 'rejected', reason: 'outbox_full' }

const TIMED_OUT: Answer = { fields: { code: 'timeout' } }

/** Stores the event and sends it before this function returns, if the shopper allows that. */
export function enqueue(snippet: Snippet, event: QueuedEvent): EventStatus | Promise<EventStatus> {
  const { outbox, settings } = snippet
  const permission = readPermission(outbox)
  if (permission === 'denied') return DENIED
  if (permission === 'granted') return begin(snippet, event)
  if (isFields(settings.consent)) void importRest(snippet) // it follows the consent platform
  const held = readEvents(outbox)
  if (held.length >= MAX_HELD) {
    const oldest = held.find(({ kind }) => kind === 'addToList')
    if (!oldest) return FULL
    endEvent(outbox, oldest, FULL)
  }
  event.state = 'held'
  outbox.events.set(event.id, event)
  return { status: 'held', reason: permission }
}

/** Sends held events, all of which are stored before the first is sent. */
export function release(snippet: Snippet): void {
  const held = readEvents(snippet.outbox).filter(({ state }) => state === 'held')
  held.forEach(storeEvent)
  for (const event of held) void begin(snippet, event)
}

function begin(snippet: Snippet, event: QueuedEvent): Promise<EventStatus> {
  const { outbox } = snippet
  outbox.events.set(event.id, event)
  obeyDenial(outbox)
  if (event.end) return Promise.resolve(event.end) // another tab denied consent
  if (!event.isStored) storeEvent(event)
  const result = attempt(snippet, event)
  copyEvent(outbox, event) // it takes milliseconds, so the request is sent first
  return result
}

/** Sends the event, unless it is under way. The request leaves before this function returns. */
export function attempt(snippet: Snippet, event: QueuedEvent, quota?: typeof QUOTA): Promise<EventStatus> {
  if (event.attempt) return event.attempt
  event.attempts += 1
  event.attempt = sendOnce(snippet, event, quota).finally(() => {
    delete event.attempt
  })
  return event.attempt
}

/**
 * Sends the event, and waits for the answer for 10 s. This ends the wait, not the request: a late answer still counts. The rest knows
 * the meaning of an answer that is not an acknowledgement.
 */
export async function sendOnce(snippet: Snippet, event: QueuedEvent, quota?: typeof QUOTA): Promise<EventStatus> {
  if (isExpired(event)) return endEvent(snippet.outbox, event, { status: 'dropped', reason: 'expired' })
  event.state = 'sending'
  const answered = post(snippet, event, quota)
  const answer = await within(TIMEOUT_MS, answered, TIMED_OUT)
  if (answer === TIMED_OUT) void answered.then((late) => settle(snippet, event, late))
  return settle(snippet, event, answer)
}

async function settle(snippet: Snippet, event: QueuedEvent, answer: Answer): Promise<EventStatus> {
  if (event.end) return event.end
  event.last = String(answer.fields.code ?? `http_${answer.status}`)
  const rest = await importRest(snippet)
  if (event.end) return event.end // consent was denied in the meantime
  event.state = 'waiting' // the rest sends it as soon as it has loaded
  return rest ? rest.settle(snippet, event, answer) : { status: 'queued', reason: event.last }
}

/**
 * Keepalive bodies under way may total 64 KiB per page (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch). Above
 * these limits, the event is sent without keepalive. The event is stored, so the next page can send it.
 */
const QUOTA = { requests: 4, bytes: MAX_EVENT_BYTES }

/**
 * Events of earlier pages and retries leave room for a call, because the shopper may leave a thank-you page immediately
 * (test/browser/leaving-the-page.spec.ts).
 */
export const LATER_QUOTA = { requests: 3, bytes: MAX_EVENT_BYTES - AIM_BYTES }

/** Sends the event and ends it when the proxy has acknowledged it, however late. Never rejects. */
export async function post({ outbox }: Pick<Snippet, 'outbox'>, event: QueuedEvent, quota = QUOTA): Promise<Answer> {
  const { inFlight, settings } = outbox
  // The proxy refuses an event of this size. The rest shortens it.
  if (event.bytes > MAX_EVENT_BYTES) return { fields: { code: 'too_large' } }
  const isKeepalive = inFlight.requests < quota.requests && inFlight.bytes + event.bytes <= quota.bytes
  const count = (requests: number) => {
    if (!isKeepalive) return
    inFlight.requests += requests
    inFlight.bytes += requests * event.bytes
  }
  count(1)
  try {
    const response = await fetch(toUrl(settings.endpoint), {
      method: 'POST',
      credentials: 'omit',
      keepalive: isKeepalive,
      redirect: 'manual',
      body: toBody(event), // a string travels as text/plain, so no preflight can be lost at unload
      cache: 'no-store',
    })
    const { status, headers } = response
    const fields = toFields(parseJson(await response.text().catch(String)))
    // A captive portal or a single-page fallback answers 200 to any request, so only the proxy's own answer counts.
    if (status === 202 && fields.ok === true && fields.id === event.id)
      // from the proxy's schema
      endEvent(outbox, event, { status: 'accepted', problems: (fields.problems ?? []) as Problem[] })
    return { status, fields, retryAfter: headers.get('Retry-After') }
  } catch {
    return { fields: { code: 'network' }, isKeepalive } // also CORS, a blocker, or a page's own `fetch`
  } finally {
    count(-1)
  }
}
