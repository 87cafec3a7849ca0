/** A later attempt to deliver an event, and what each answer means for it. */
import { AIM_BYTES, MAX_EVENT_BYTES } from '../../../contract/limits.js'
import { type Answer, type Event, type EventStatus, isExpired } from '../../core/event.js'
import { endEvent, storeEvent } from '../../core/keep.js'
import { NO_KEEPALIVE, postInTime } from '../../core/send.js'
import type { Snippet } from '../../core/snippet.js'
import { toDelivery } from './answers.js'
import { keepInRoom } from './room.js'
import { shorten } from './shorten.js'

/** Sends the event, unless it is on its way or has expired. The request leaves before this returns. */
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
 * Keepalive quotas. The drain leaves room for a call, because a thank-you page may be left at once while earlier orders are on their
 * way (test/browser/leaving-the-page.spec.ts).
 */
const DRAIN = { requests: 3, bytes: MAX_EVENT_BYTES - AIM_BYTES }

async function send(snippet: Snippet, event: Event, quota: typeof DRAIN): Promise<EventStatus> {
  event.state = 'sending'
  // A refusal that comes late still ends the event. An acknowledgement does so in post().
  const onLate = (late: Answer) => event.end || applyAnswer(snippet, event, late)
  const answer = await postInTime(snippet, event, onLate, quota)
  return event.end ?? takeOver(snippet, event, answer)
}

/** Acts on the answer to an attempt that was not acknowledged: the core's first one, or a later one. */
export function takeOver(snippet: Snippet, event: Event, answer: Answer): EventStatus | Promise<EventStatus> {
  if (answer.fields.code === 'too_large')
    return shortenToFit(snippet, event) ? retry(snippet, event) : (event.end as EventStatus)
  // Other scripts of the page may have used up the keepalive quota. Without keepalive there is no quota.
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
  // Storage may have been refused until now. An event of another page is in its own place.
  if (!event.isStored && !event.loadedAt) storeEvent(outbox, event)
  event.state = outcome === 'parked' ? 'parked' : 'waiting'
  if (outcome !== 'parked') outbox.schedule?.retryAfter({ ...delivery, outcome })
  return { status: 'queued', reason: code }
}

/** Shortens an event that is too large to send. Returns false if it stays too large, and has ended. */
function shortenToFit({ outbox }: Snippet, event: Event): boolean {
  shorten(event)
  if (event.bytes <= MAX_EVENT_BYTES) {
    if (event.isStored) storeEvent(outbox, event)
    return true
  }
  endEvent(outbox, event, { status: 'rejected', reason: 'too_large' })
  return false
}
