/**
 * Events of one line reach the API in the order in which they occurred, while the proxy has several of them: a customer's orders,
 * or a customer's sign-ups of one list. One that was tried may wait alone, and then keeps nobody waiting; but once a later order of
 * its customer is delivered, it is not sent any more.
 */
import type { Happening } from '../history.js'
import { A_PAGE } from '../proxy.js'
import type { Round } from '../round.js'

/** One order or sign-up, whatever ids it came with. */
interface Waiting {
  thing: string
  line: string
  isOrder: boolean
  /** The id of a later order of its customer that was delivered. */
  overtakenBy?: string | undefined
  /** When it happened, as far as the proxy can know: each arrival says it a little differently. */
  from: number
  to: number
  acknowledgedMs: number
}

const TOLERANCE_MS = 2_000

export function checkOrder({ history, dead }: Round): string[] {
  const occurred = readOccurred(history)
  // One too many of its customer is in nobody's way, also when the proxy was killed before it could log it.
  const sent = new Set(history.flatMap(({ what, id }) => (what === 'asked' ? [id] : [])))
  const neverSent = new Set<string | undefined>(dead.filter((id) => !sent.has(id)))
  const things = new Map<string | undefined, string>()
  for (const { what, id, thing } of history) if (what === 'arrived' && thing !== undefined) things.set(id, thing)
  const waiting = new Map<string, Waiting>()
  const known = new Set<string>()
  /** Things that were asked with, perhaps before whoever sent them was told that they are taken. */
  const tried = new Set<string>()
  const broken: string[] = []
  /** Its answer could not be written before the proxy ended, which then knows nothing of it; see `checkOnce`. */
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
        broken.push(`${thing} went after a later order of its customer`)
      for (const other of older) if (!tried.has(other.thing)) broken.push(`${thing} went before ${other.thing}`)
    }
    if (what === 'asked') tried.add(thing)
    if (isDelivered(happening) && own?.isOrder) for (const other of older) other.overtakenBy = id
    const isOver = isDelivered(happening) || note === 'dead_letter' || note === 'dead_letter_dropped'
    if (isOver) waiting.delete(thing)
    if (isOver || what === 'acknowledged') known.add(thing)
  }
  return broken
}

/** The proxy knows of it when it has the answer. */
export const isDelivered = ({ what, status, note }: Happening) =>
  what === 'told' && Number(status) >= 200 && Number(status) < 300 && note !== A_PAGE

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

/** When each arrival says that it occurred, by the proxy's clock. */
function readOccurred(history: Happening[]): Map<string, number[]> {
  const occurred = new Map<string, number[]>()
  for (const { thing, occurredMs } of history)
    if (thing !== undefined && occurredMs !== undefined)
      occurred.set(thing, [...(occurred.get(thing) ?? []), occurredMs])
  return occurred
}
