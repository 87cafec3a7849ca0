/** The first attempt: the event is stored, sent in the task of the call, and removed once the proxy has acknowledged it. */
import { MAX_EVENT_BYTES } from '../../contract/limits.js'
import type { Problem } from '../../contract/said.js'
import { readPermission } from './consent.js'
import { copyEvent } from './copies.js'
import { type Answer, type Event, type EventStatus, isExpired, toBody } from './event.js'
import { toFields } from './fields.js'
import { DENIED, endEvent, hearDenial, storeEvent } from './keep.js'
import { importRest } from './rest.js'
import { parseJson, within } from './safely.js'
import { readEvents, type Snippet } from './snippet.js'

/** The most events that wait for consent in memory. The rest limits the events in storage. */
const MAX_HELD = 10

export const TIMEOUT_MS = 10_000

export const FULL: EventStatus = { status: 'rejected', reason: 'outbox_full' }

const TIMED_OUT: Answer = { fields: { code: 'timeout' } }

/** The id of the event, or of its waiting duplicate, and the result of the attempt. */
interface Enqueued {
  id: string
  result: EventStatus | Promise<EventStatus>
}

/** Stores the event and sends it before this function returns. */
export function enqueue(snippet: Snippet, event: Event): Enqueued {
  const { outbox, rest } = snippet
  const { id, identity, text } = event
  const permission = readPermission(outbox)
  if (permission === 'denied') return { id, result: DENIED }
  if (identity && outbox.accepted.has(identity)) return { id, result: { status: 'duplicate', reason: 'order_number' } }
  const same = readEvents(outbox).find(
    (each) => !isExpired(each) && (each.text === text || (identity && each.identity === identity)),
  )
  const isGranted = permission === 'granted'
  const held: EventStatus = { status: 'held', reason: permission }
  if (same) {
    if (isGranted && !same.isStored) storeEvent(outbox, same) // storage may have been refused until now
    const waiting: EventStatus = isGranted ? { status: 'queued', reason: same.last ?? same.state } : held
    return { id: same.id, result: same.attempt ?? waiting }
  }
  if (isGranted) return { id, result: begin(snippet, event) }
  if (readEvents(outbox).length >= MAX_HELD && !rest?.makeRoom(outbox, MAX_HELD)) return { id, result: FULL }
  event.state = 'held'
  outbox.events.set(id, event)
  return { id, result: held }
}

/** Sends held events, all of which are stored before the first is sent. */
export function release(snippet: Snippet): void {
  const { outbox } = snippet
  if (readPermission(outbox) !== 'granted') return
  const held = readEvents(outbox).filter(({ state }) => state === 'held')
  for (const event of held) storeEvent(outbox, event)
  for (const event of held) void begin(snippet, event)
}

function begin(snippet: Snippet, event: Event): Promise<EventStatus> {
  const { outbox } = snippet
  outbox.events.set(event.id, event)
  if (!event.isStored) storeEvent(outbox, event)
  event.attempt = attempt(snippet, event)
  // These calls take milliseconds, so the request is sent first.
  hearDenial(outbox)
  copyEvent(outbox, event)
  return event.attempt
}

async function attempt(snippet: Snippet, event: Event): Promise<EventStatus> {
  event.state = 'sending'
  event.attempts += 1
  const answer = await postInTime(snippet, event, (late) => takeOver(snippet, event, late))
  delete event.attempt
  if (event.end) return event.end
  event.last = String(answer.fields.code ?? `http_${answer.status}`)
  const status = await takeOver(snippet, event, answer)
  if (status) return status
  event.state = 'waiting' // the rest sends it as soon as it has loaded
  return { status: 'queued', reason: event.last }
}

/**
 * Sends the event, and waits for the answer for 10 s. This ends the wait, not the request.
 *
 * @param onLate acts on the answer to a slow request, which still counts
 */
export async function postInTime(
  snippet: Snippet,
  event: Event,
  onLate: (late: Answer) => unknown,
  quota?: typeof QUOTA,
): Promise<Answer> {
  const answered = post(snippet, event, quota)
  const answer = await within(TIMEOUT_MS, answered, TIMED_OUT)
  if (answer === TIMED_OUT) void answered.then(onLate)
  return answer
}

/** Passes the event to the rest, which knows the meaning of the answer. */
async function takeOver(snippet: Snippet, event: Event, answer: Answer): Promise<EventStatus | undefined> {
  const rest = await importRest(snippet)
  // Consent may have been denied in the meantime.
  return event.end ?? rest?.takeOver(snippet, event, answer)
}

/**
 * Keepalive bodies under way may total 64 KiB per page (Fetch standard, "HTTP-network-or-cache fetch"). Above these
 * limits, the event is sent without keepalive. The event is stored, so the next page can send it.
 */
const QUOTA = { requests: 4, bytes: MAX_EVENT_BYTES }

export const NO_KEEPALIVE = { requests: 0, bytes: 0 }

/** Sends the event and ends it when the proxy has acknowledged it, however late. Never rejects. */
export async function post({ outbox }: Pick<Snippet, 'outbox'>, event: Event, quota = QUOTA): Promise<Answer> {
  const { inFlight, settings } = outbox
  const isKeepalive = inFlight.requests < quota.requests && inFlight.bytes + event.bytes <= quota.bytes
  const count = (requests: number) => {
    if (!isKeepalive) return
    inFlight.requests += requests
    inFlight.bytes += requests * event.bytes
  }
  // The proxy refuses an event of this size. The rest shortens it.
  if (event.bytes > MAX_EVENT_BYTES) return { fields: { code: 'too_large' } }
  count(1)
  try {
    const response = await fetch(settings.endpoint, {
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
