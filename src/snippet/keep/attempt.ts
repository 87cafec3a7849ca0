/** One attempt to deliver an event, and what comes of it. */
import { MAX_QUEUED_MS } from '../../contract/limits.js'
import { within } from '../safely.js'
import type { Delivery } from '../send/delivery.js'
import type { Sender } from '../send/transport.js'
import { readAcceptedAt, rememberAccepted } from './accepted-orders.js'
import { readPermission } from './consent.js'
import { endEvent, type Outbox } from './entries.js'
import { type Event, type EventStatus, toAgeMs, toBody } from './event.js'

const TIMEOUT_MS = 10_000
const TIMEOUT: Delivery = { outcome: 'unreachable', code: 'timeout' }

/**
 * Sends the event, unless it is on its way or has no point any more; the request leaves before this returns.
 *
 * @returns `queued` where the event still waits
 */
export function attempt(outbox: Outbox, event: Event, sender: Sender): Promise<EventStatus> {
  if (event.state !== 'sending' || !event.attempt) event.attempt = start(outbox, event, sender)
  return event.attempt
}

async function start(outbox: Outbox, event: Event, sender: Sender): Promise<EventStatus> {
  const { identity } = event
  if (identity && readAcceptedAt(outbox.settings, identity))
    return endEvent(outbox, event, { status: 'duplicate', reason: 'order_number' })
  if (toAgeMs(event.at) > MAX_QUEUED_MS[event.kind])
    return endEvent(outbox, event, { status: 'dropped', reason: 'expired' })
  if (!event.end) event.state = 'sending'
  event.attempts += 1
  const answer = outbox.send(event, () => toBody(event), sender)
  // Gives up waiting, not the request: one that is only slow still arrives, and its answer counts.
  const delivery = await within(TIMEOUT_MS, answer, TIMEOUT)
  if (delivery === TIMEOUT) void answer.then((late) => applyLate(outbox, event, late))
  return applyDelivery(outbox, event, delivery)
}

function applyDelivery(outbox: Outbox, event: Event, delivery: Delivery): EventStatus {
  const { outcome, code, problems = [] } = delivery
  if (outcome === 'delivered') {
    // Consent may have been withdrawn meanwhile.
    if (event.identity && readPermission(outbox) === 'granted') rememberAccepted(outbox.settings, event.identity)
    const accepted = endEvent(outbox, event, { status: 'accepted', problems })
    outbox.schedule.reset()
    return accepted
  }
  if (event.end) return event.end // erased or pushed out meanwhile
  if (outcome === 'refused') return endEvent(outbox, event, { status: 'rejected', reason: code, problems })
  event.last = code
  event.state = outcome === 'parked' ? 'parked' : 'waiting'
  if (outcome !== 'parked') outbox.schedule.retryAfter(delivery)
  return { status: 'queued', reason: code }
}

function applyLate(outbox: Outbox, event: Event, late: Delivery): void {
  const isLast = late.outcome === 'delivered' || late.outcome === 'refused'
  if (isLast && event.end?.status !== 'accepted') tellEnd(outbox, event, applyDelivery(outbox, event, late))
}

/** Tells the page what became of an event that no call waits for. */
export function tellEnd({ announce }: Outbox, event: Event, end: EventStatus): void {
  const status = end.status === 'accepted' ? 'accepted' : 'dropped'
  if (end.status === 'queued' || event.told === status) return // or of two attempts both were answered
  event.told = status
  announce(event, { ...end, status })
}
