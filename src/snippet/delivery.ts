/** One attempt to deliver an event, and what each answer means for it. */
import { MAX_QUEUED_MS } from '../contract/limits.js'
import { rememberAccepted, wasAccepted } from './accepted-orders.js'
import { readGate } from './consent.js'
import { type Entry, endEntry, storeEntry } from './entries.js'
import { withTime } from './event.js'
import { announce, type Result } from './outcome.js'
import { within } from './safely.js'
import { scheduleRetry, startAnew } from './schedule.js'
import { shrink } from './shrink.js'
import { type Delivery, send } from './transport.js'

const TIMEOUT_MS = 10_000

/**
 * Sends the event, unless that has no point any more; the request leaves before this returns.
 *
 * @param retry called when this page is to try again
 * @returns `queued` where the event still waits
 */
export function attempt(entry: Entry, retry: () => void): Promise<Result> {
  if (entry.state !== 'sending') entry.attempt = start(entry, retry)
  return entry.attempt ?? Promise.resolve({ status: 'queued' })
}

async function start(entry: Entry, retry: () => void): Promise<Result> {
  const { event, identity } = entry
  const age = Math.max(0, Date.now() - event.at)
  if (identity && wasAccepted(identity)) return endEntry(entry, { status: 'duplicate', reason: 'order_number' })
  if (age > MAX_QUEUED_MS[event.kind]) return endEntry(entry, { status: 'dropped', reason: 'expired' })
  if (entry.state !== 'ended') entry.state = 'sending'
  entry.attempts += 1
  const answer = send(event.id, withTime('age', age, entry.envelope))
  // Gives up waiting, not the request: one that is only slow still arrives.
  const delivery = await within<Delivery, 'late'>(TIMEOUT_MS, answer, 'late')
  if (delivery !== 'late') return settle(entry, delivery, retry)
  void answer.then((late) => settleLate(entry, late, retry))
  return settle(entry, { outcome: 'unreachable', code: 'timeout' }, retry)
}

function settle(entry: Entry, delivery: Delivery, retry: () => void): Result | Promise<Result> {
  if (delivery.outcome === 'delivered') return accept(entry, retry)
  if (entry.end) return entry.end // erased or pushed out meanwhile
  entry.last = delivery.code
  entry.state = 'waiting'
  switch (delivery.outcome) {
    case 'refused':
      return delivery.status === 413 && shorten(entry) ? attempt(entry, retry) : refuse(entry, delivery)
    case 'parked':
      entry.state = 'parked'
      break
    case 'busy':
    case 'unreachable':
      scheduleRetry(delivery, retry)
  }
  return { status: 'queued', reason: delivery.code }
}

/** An answer that came after the time limit still counts. */
function settleLate(entry: Entry, delivery: Delivery, retry: () => void): void {
  if (delivery.outcome === 'delivered' && entry.end?.status !== 'accepted') announce(entry.event, accept(entry, retry))
  if (delivery.outcome === 'refused' && !entry.end)
    announce(entry.event, { ...refuse(entry, delivery), status: 'dropped' })
}

function accept(entry: Entry, retry: () => void): Result {
  // Consent may have been withdrawn meanwhile.
  if (entry.identity && readGate().state === 'open') rememberAccepted(entry.identity)
  const end = endEntry(entry, { status: 'accepted' })
  startAnew(retry)
  return end
}

const refuse = (entry: Entry, { code, fields }: Extract<Delivery, { outcome: 'refused' }>): Result =>
  endEntry(entry, { status: 'rejected', reason: code, fields })

/** Once, for a server that takes less than the proxy does. False when there is nothing to leave out. */
function shorten(entry: Entry): boolean {
  const { envelope, bytes } = shrink(entry.event, 0)
  if (envelope === entry.envelope) return false
  Object.assign(entry, { envelope, bytes })
  entry.isStored = storeEntry(entry)
  return true
}
