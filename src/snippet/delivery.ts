/** One attempt to deliver an event, and what each answer means for it. */
import { MAX_QUEUED_MS } from '../contract/limits.js'
import { rememberAccepted, wasAccepted } from './accepted-orders.js'
import { readPermission } from './consent.js'
import { type Entry, endEntry, storeEntry } from './entries.js'
import { withTime } from './event.js'
import { announce, type EventStatus } from './outcome.js'
import { within } from './safely.js'
import { resetBackoff, scheduleRetry } from './schedule.js'
import { shrink } from './shrink.js'
import { type Delivery, type Sender, send } from './transport.js'

const TIMEOUT_MS = 10_000
const ACCEPTED: EventStatus = { status: 'accepted' }
const TIMEOUT: Delivery = { outcome: 'unreachable', code: 'timeout' }

/**
 * Sends the event, unless it is on its way or has no point any more; the request leaves before this returns.
 *
 * @returns `queued` where the event still waits
 */
export function attempt(entry: Entry, sender: Sender): Promise<EventStatus> {
  if (entry.state !== 'sending' || !entry.attempt) entry.attempt = start(entry, sender)
  return entry.attempt
}

async function start(entry: Entry, sender: Sender): Promise<EventStatus> {
  const { kind, at, identity, envelope } = entry
  const toAge = () => Math.max(0, Date.now() - at)
  if (identity && wasAccepted(identity)) return endEntry(entry, { status: 'duplicate', reason: 'order_number' })
  if (toAge() > MAX_QUEUED_MS[kind]) return endEntry(entry, { status: 'dropped', reason: 'expired' })
  if (!entry.end) entry.state = 'sending'
  entry.attempts += 1
  const answer = send(
    entry,
    () => withTime('age', toAge(), envelope),
    sender,
    () => !entry.end,
  )
  // Gives up waiting, not the request: one that is only slow still arrives, and its answer counts.
  const delivery = await within(TIMEOUT_MS, answer, TIMEOUT)
  if (delivery === TIMEOUT) void answer.then((late) => applyLate(entry, late))
  return applyDelivery(entry, delivery)
}

function applyDelivery(entry: Entry, delivery: Delivery): EventStatus | Promise<EventStatus> {
  const { outcome, code, status, fields } = delivery
  if (outcome === 'delivered') {
    // Consent may have been withdrawn meanwhile.
    if (entry.identity && readPermission() === 'granted') rememberAccepted(entry.identity)
    endEntry(entry, ACCEPTED)
    resetBackoff()
    return ACCEPTED
  }
  if (entry.end) return entry.end // erased or pushed out meanwhile
  entry.last = code
  entry.state = outcome === 'parked' ? 'parked' : 'waiting'
  if (outcome === 'refused')
    return status === 413 && shorten(entry)
      ? attempt(entry, 'drain')
      : endEntry(entry, { status: 'rejected', reason: code, fields })
  if (outcome !== 'parked') scheduleRetry(delivery)
  return { status: 'queued', reason: code }
}

async function applyLate(entry: Entry, late: Delivery): Promise<void> {
  const isLast = late.outcome === 'delivered' || late.outcome === 'refused'
  if (isLast && entry.end !== ACCEPTED) announceEnd(entry, await applyDelivery(entry, late))
}

/** Once, for a server that takes less than the proxy does. False when there is nothing to leave out. */
function shorten(entry: Entry): boolean {
  const { envelope } = entry
  Object.assign(entry, shrink(entry, 0))
  storeEntry(entry)
  return entry.envelope !== envelope
}

/** Tells the page what became of an event that no call waits for. */
export function announceEnd(entry: Entry, { status, ...why }: EventStatus): void {
  if (status !== 'queued') announce(entry, { status: status === 'accepted' ? status : 'dropped', ...why })
}
