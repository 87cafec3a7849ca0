/**
 * Promises: of each line, one event is sent at a time, and of those that are due the oldest first. An older event that arrives while a
 * newer one of its network waits is not calm, so it may go later. An event is overtaken only by a delivered event of its line that
 * happened at least a minute later and is trusted as much. A line contains one customer's orders, or the sign-ups of one customer and list.
 */
import type { Happening } from '../history.js'
import { A_PAGE } from '../proxy.js'
import type { Round } from '../round.js'

/** An event that has arrived, maybe several times. */
interface Arrival {
  id: string
  thing: string
  line: string
  signed: boolean
  /** The time of the order or sign-up as the proxy may know it. It differs between arrivals, and if the clock is set before the commit. */
  from: number
  to: number
  /** The time at which it is due, by the proxy's clock. */
  dueMs: number
  acknowledgedMs?: number
}

/** The proxy's delay between reading a request and storing its event. */
const TOLERANCE_MS = 2_000
const OVERTAKEN_MS = 60_000
const WEBHOOK_WAITS_MS = 60_000

export function checkLines(round: Round): string[] {
  const arrivals = readArrivals(round)
  return [...checkSending(round, arrivals), ...checkOvertaken(round, arrivals)]
}

function readArrivals({ history }: Round): Map<string, Arrival> {
  const arrivals = new Map<string, Arrival>()
  for (const { what, id = '', thing, customer, kind, list, atMs, signed = false, ...times } of history) {
    const own = arrivals.get(id)
    const isAcknowledged = what === 'acknowledged' && own !== undefined
    if ((what !== 'arrived' && !isAcknowledged) || thing === undefined) continue
    if (isAcknowledged) own.acknowledgedMs ??= atMs
    const { occurredMs = 0, proxyMs = 0 } = times
    const line = `${customer} ${kind} ${list ?? ''}`
    const dueMs = Math.max(proxyMs + (signed ? WEBHOOK_WAITS_MS : 0), own?.dueMs ?? 0)
    const [from, to] = [Math.min(occurredMs, own?.from ?? occurredMs), Math.max(occurredMs, own?.to ?? occurredMs)]
    arrivals.set(id, { ...own, id, thing, line, signed, from, to, dueMs })
  }
  return arrivals
}

function checkSending({ history, dead }: Round, arrivals: Map<string, Arrival>): string[] {
  const died = new Set(dead.map(({ id }) => id)) // maybe before its acknowledgement
  const broken: string[] = []
  /** Events that wait and were never tried, the first of each thing. Another arrival of the thing is its duplicate. */
  const waiting = new Map<string, Arrival>()
  const known = new Set<string>()
  const inFlight = new Map<string, Arrival>()
  const delivered: Arrival[] = []
  for (const [place, happening] of history.entries()) {
    const { what, atMs, id = '', proxyMs = 0 } = happening
    if (what === 'proxy gone') inFlight.clear()
    if (what === 'api answer' || what === 'no answer') inFlight.delete(id)
    const own = arrivals.get(id)
    if (!own) continue
    const key = (signed: boolean) => `${own.thing} ${signed}`
    if (what === 'acknowledged' && !known.has(key(true)) && !known.has(key(own.signed))) {
      known.add(key(own.signed))
      if (!died.has(id)) waiting.set(id, own)
    }
    if (what === 'asked') {
      known.add(key(own.signed)) // the answer to its sender comes later
      const others = (all: Iterable<Arrival>) =>
        [...all].filter(
          (other) => other !== own && other.line === own.line && Number(other.signed) >= Number(own.signed),
        )
      const isBefore = (other: Arrival) =>
        other.to < own.from - TOLERANCE_MS &&
        other.dueMs < proxyMs - TOLERANCE_MS &&
        (other.acknowledgedMs ?? atMs) < Math.min(own.acknowledgedMs ?? atMs, atMs - TOLERANCE_MS)
      for (const other of others(waiting.values()).filter(isBefore))
        broken.push(`${own.thing} went before ${other.thing}`)
      for (const other of inFlight.values())
        if (other.line === own.line) broken.push(`${own.thing} was sent together with ${other.thing}`)
      const hasOvertaken = (other: Arrival) =>
        other.from >= own.to + OVERTAKEN_MS + TOLERANCE_MS && other.to <= proxyMs - TOLERANCE_MS
      for (const other of others(delivered).filter(hasOvertaken))
        broken.push(`${own.thing} was sent after ${other.thing}`)
      inFlight.set(id, own)
    }
    if (what === 'log') waiting.delete(id)
    if (what === 'asked') {
      for (const other of waiting.values()) {
        if (other.thing === own.thing && other.signed === own.signed) waiting.delete(other.id)
      }
    }
    if (isDelivered(happening) && isWritten(history, place, id)) delivered.push(own)
  }
  return broken
}

/** The proxy knows of the delivery when it has the answer. */
export const isDelivered = ({ what, status, note }: Happening) =>
  what === 'api answer' && Number(status) >= 200 && Number(status) < 300 && note !== A_PAGE

/** The proxy has stored the answer. It was not killed before, and its disk was not full. */
export const WRITTEN_MS = 100

function isWritten(history: Happening[], place: number, of: string): boolean {
  const untilMs = (history[place]?.atMs ?? 0) + WRITTEN_MS
  return !history.slice(place).some(({ what, id, note, atMs }) => {
    const isOfEvent = id === of && (what === 'asked' || note === 'queue_failed')
    return isOfEvent || (what === 'proxy gone' && atMs <= untilMs)
  })
}

function checkOvertaken({ history, dead }: Round, arrivals: Map<string, Arrival>): string[] {
  const delivered = history.filter(isDelivered).flatMap(({ id = '' }) => arrivals.get(id) ?? [])
  return dead.flatMap(({ id, reason, occurredMs }) => {
    const arrived = history.find((happening) => happening.what === 'arrived' && happening.id === id)
    if (reason !== 'overtaken' || !arrived) return []
    const { customer, kind, list, signed = false } = arrived
    const hasOvertaken = (other: Arrival) =>
      other.line === `${customer} ${kind} ${list ?? ''}` &&
      other.to >= occurredMs + OVERTAKEN_MS - TOLERANCE_MS &&
      Number(other.signed) >= Number(signed)
    return delivered.some(hasOvertaken) ? [] : [`${arrived.thing} is overtaken by no event`]
  })
}
