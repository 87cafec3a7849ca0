/**
 * Promise: if the proxy has several events of one line, they reach the API in the order in which they occurred. A line contains one
 * customer's orders, or the sign-ups of one customer and list. A tried event may be detached, and then does not block its line. But once
 * a later order of its customer is delivered, it is not sent any more.
 */
import type { Happening } from '../history.js'
import { A_PAGE } from '../proxy.js'
import type { Round } from '../round.js'
import { UNSENT } from './kept.js'

/** One order or sign-up, with all ids under which it arrived. */
interface Waiting {
  thing: string
  line: string
  isOrder: boolean
  /** The id of a later delivered order of its customer. */
  overtakenBy?: string | undefined
  /** The time of the order or sign-up as the proxy may know it. The time differs slightly between arrivals. */
  from: number
  to: number
  acknowledgedMs: number
}

const TOLERANCE_MS = 2_000

export function checkOrder({ history, dead }: Round): string[] {
  const occurred = readOccurred(history)
  // An order above the customer's limit does not block others, even if the proxy was killed before it logged this.
  const sent = new Set(history.flatMap(({ what, id }) => (what === 'asked' ? [id] : [])))
  const neverSent = new Set<string | undefined>(dead.filter((id) => !sent.has(id)))
  const things = new Map<string | undefined, string>()
  for (const { what, id, thing } of history) if (what === 'arrived' && thing !== undefined) things.set(id, thing)
  const waiting = new Map<string, Waiting>()
  const known = new Set<string>()
  /** Things that were sent to the API, perhaps before their sender got the acknowledgement. */
  const tried = new Set<string>()
  const broken: string[] = []
  /** The answer was not stored before the proxy ended, so the proxy does not know it; see `checkOnce`. */
  const isAskedAgain = (of: string, place: number) =>
    history.slice(place).some(({ what, id }) => what === 'asked' && id === of)
  for (const [place, happening] of history.entries()) {
    const { what, atMs, id, note } = happening
    const thing = things.get(id?.slice(0, 36))
    if (thing === undefined) continue
    if (what === 'acknowledged' && !known.has(thing) && !neverSent.has(id)) {
      waiting.set(thing, toWaiting(thing, happening, occurred.get(thing) ?? []))
    }
    const own = waiting.get(thing)
    const isOlder = (other: Waiting) =>
      own !== undefined &&
      other.line === own.line &&
      other.to < own.from - TOLERANCE_MS &&
      other.acknowledgedMs < atMs - TOLERANCE_MS
    const older = [...waiting.values()].filter(isOlder)
    if (what === 'asked' && own) {
      const { overtakenBy } = own
      if (overtakenBy && !isAskedAgain(overtakenBy, place))
        broken.push(`${thing} was sent after a later order of its customer`)
      for (const other of older) if (!tried.has(other.thing)) broken.push(`${thing} was sent before ${other.thing}`)
    }
    if (what === 'asked') tried.add(thing)
    if (isDelivered(happening) && own?.isOrder) for (const other of older) other.overtakenBy = id
    const isOver = isDelivered(happening) || UNSENT.includes(note ?? '')
    if (isOver) waiting.delete(thing)
    if (isOver || what === 'acknowledged') known.add(thing)
  }
  return broken
}

/** The proxy knows of the delivery when it has the answer. */
export const isDelivered = ({ what, status, note }: Happening) =>
  what === 'api answer' && Number(status) >= 200 && Number(status) < 300 && note !== A_PAGE

function toWaiting(thing: string, { customer, kind, list, atMs }: Happening, times: number[]): Waiting {
  const span = { from: Math.min(...times), to: Math.max(...times) }
  return {
    thing,
    line: `${customer} ${kind} ${list ?? ''}`,
    isOrder: kind === 'convert',
    acknowledgedMs: atMs,
    ...span,
  }
}

/** The time of the event that each arrival states, by the proxy's clock. */
function readOccurred(history: Happening[]): Map<string, number[]> {
  const occurred = new Map<string, number[]>()
  for (const { thing, occurredMs } of history)
    if (thing !== undefined && occurredMs !== undefined)
      occurred.set(thing, [...(occurred.get(thing) ?? []), occurredMs])
  return occurred
}
