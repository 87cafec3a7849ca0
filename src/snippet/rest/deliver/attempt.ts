/** A later attempt to deliver an event, and the effect of each answer on it. */
import { AIM_BYTES, MAX_EVENT_BYTES } from '../../../contract/limits.js'
import { type Answer, type Event, type EventStatus, isExpired } from '../../core/event.js'
import { endEvent, storeEvent } from '../../core/keep.js'
import { NO_KEEPALIVE, postInTime } from '../../core/send.js'
import type { Snippet } from '../../core/snippet.js'
import { toDelivery } from './answers.js'
import { keepInRoom } from './room.js'
import { shorten } from './shorten.js'

/** Sends the event, unless it is under way or has expired. The request leaves before this function returns. */
export function retry(snippet: Snippet, event: Event): Promise<EventStatus> {
  event.attempt ??= attempt(snippet, event).finally(() => {
    delete event.attempt
  })
  return event.attempt
}

async function attempt(snippet: Snippet, event: Event): Promise<EventStatus> {
  const { outbox } = snippet
  if (isExpired(event)) return endEvent(outbox, event, { status: 'dropped', reason: 'expired' })
  if (event.bytes > MAX_EVENT_BYTES && !shortenToFit(snippet, event)) return event.end as EventStatus
  event.attempts += 1
  return send(snippet, event, DRAIN)
}

/**
 * Keepalive quotas. The drain leaves room for a call, because the shopper may leave a thank-you page at once while
 * earlier orders are under way (test/browser/leaving-the-page.spec.ts).
 */
const DRAIN = { requests: 3, bytes: MAX_EVENT_BYTES - AIM_BYTES }

async function send(snippet: Snippet, event: Event, quota: typeof DRAIN): Promise<EventStatus> {
  event.state = 'sending'
  // A late refusal still ends the event. For a late acknowledgement, post() does so.
  const onLate = (late: Answer) => event.end || applyAnswer(snippet, event, late)
  const answer = await postInTime(snippet, event, onLate, quota)
  return event.end ?? takeOver(snippet, event, answer)
}

/** Acts on an answer that is not an acknowledgement, of the core's first attempt or a later one. */
export function takeOver(snippet: Snippet, event: Event, answer: Answer): EventStatus | Promise<EventStatus> {
  if (answer.fields.code === 'too_large')
    return shortenToFit(snippet, event) ? retry(snippet, event) : (event.end as EventStatus)
  // Other scripts of the page may have used up the keepalive quota. Requests without keepalive have no quota.
  if (answer.isKeepalive && !document.hidden) return send(snippet, event, NO_KEEPALIVE)
  return applyAnswer(snippet, event, answer)
}

function applyAnswer({ outbox }: Snippet, event: Event, answer: Answer): EventStatus {
  const delivery = toDelivery(answer)
  const { outcome, code, problems } = delivery
  if (outcome === 'refused') return endEvent(outbox, event, { status: 'rejected', reason: code, problems })
  event.last = code
  const full = keepInRoom(outbox, event)
  if (full) return full
  // Storage may have been refused until now. An event of another page is already stored under its own key.
  if (!event.isStored && !event.loadedAt) storeEvent(outbox, event)
  event.state = outcome === 'parked' ? 'parked' : 'waiting'
  if (outcome !== 'parked') outbox.schedule?.retryAfter({ ...delivery, outcome })
  return { status: 'queued', reason: code }
}

/** Shortens an event that is too large to send. If it stays too large, ends the event and returns false. */
function shortenToFit({ outbox }: Snippet, event: Event): boolean {
  shorten(event)
  if (event.bytes <= MAX_EVENT_BYTES) {
    if (event.isStored) storeEvent(outbox, event)
    return true
  }
  endEvent(outbox, event, { status: 'rejected', reason: 'too_large' })
  return false
}
