/** Every attempt after the first, and the effect of each answer on the event. */
import { MAX_EVENT_BYTES } from '../../../contract/limits.js'
import type { Answer, EventStatus, QueuedEvent } from '../../core/event.js'
import { ofDocument } from '../../core/globals.js'
import { EVENT_KEY, endEvent, loadStored, readPermission, readStored, storeEvent } from '../../core/outbox.js'
import { attempt, LATER_QUOTA, sendOnce } from '../../core/send.js'
import { type Outbox, readEvents, type Snippet } from '../../core/snippet.js'
import { toDelivery } from './answers.js'
import { keepInRoom } from './room.js'
import { shorten } from './shorten.js'

const NO_KEEPALIVE = { requests: 0, bytes: 0 }

/** Sends all events that have failed on this page, unless the proxy has asked for a pause. Resolves when each has had its attempt. */
export async function drain(snippet: Snippet): Promise<void> {
  if (!snippet.outbox.schedule?.isPaused()) await sendAll(snippet, ({ state }) => state === 'waiting')
}

/** Sends all waiting events of this browser, also those parked for the next page. */
export async function flush(snippet: Snippet): Promise<void> {
  await sendAll(snippet, ({ state }) => state !== 'held', true)
}

async function sendAll(snippet: Snippet, isDue: (event: QueuedEvent) => boolean, loads = false): Promise<void> {
  const { outbox } = snippet
  if (readPermission(outbox) !== 'granted' || !outbox.settings.endpoint) return
  if (loads) loadStored(outbox)
  forgetRemoved(outbox)
  await Promise.all(
    readEvents(outbox)
      .filter(isDue)
      .map((event) => attempt(snippet, event, LATER_QUOTA)),
  )
}

/** Removes events of other pages from memory that have left storage, because another tab has settled them and announced their outcome. */
function forgetRemoved({ events }: Outbox): void {
  for (const [id, event] of events) {
    if (!event?.isStored || !event.isOfOtherPage || readStored(EVENT_KEY + id)) continue
    event.end = { status: 'queued', reason: 'another_tab' }
    events.set(id, undefined)
  }
}

/** Acts on an answer that is not an acknowledgement. */
export function settle(snippet: Snippet, event: QueuedEvent, answer: Answer): EventStatus | Promise<EventStatus> {
  if (answer.fields.code === 'too_large')
    return shortenToFit(snippet.outbox, event) ? sendOnce(snippet, event, LATER_QUOTA) : (event.end as EventStatus)
  // Other scripts of the page may have used up the keepalive quota. Requests without keepalive have no quota.
  if (answer.isKeepalive && !ofDocument('hidden')) return sendOnce(snippet, event, NO_KEEPALIVE)
  return applyAnswer(snippet.outbox, event, answer)
}

function applyAnswer(outbox: Outbox, event: QueuedEvent, answer: Answer): EventStatus {
  const delivery = toDelivery(answer)
  const { outcome, code, problems } = delivery
  if (outcome === 'refused') return endEvent(outbox, event, { status: 'rejected', reason: code, problems })
  event.last = code
  const full = keepInRoom(outbox, event)
  if (full) return full
  // Storage may have been refused until now. An event of another page is already stored under its own key.
  if (!event.isStored && !event.isOfOtherPage) storeEvent(event)
  event.state = outcome === 'parked' ? 'parked' : 'waiting'
  if (outcome !== 'parked') outbox.schedule?.retryAfter({ ...delivery, outcome })
  return { status: 'queued', reason: code }
}

/** Shortens an event that is too large to send. If it stays too large, ends the event and returns false. */
function shortenToFit(outbox: Outbox, event: QueuedEvent): boolean {
  shorten(event)
  if (event.bytes <= MAX_EVENT_BYTES) {
    if (event.isStored) storeEvent(event)
    return true
  }
  endEvent(outbox, event, { status: 'rejected', reason: 'too_large' })
  return false
}
