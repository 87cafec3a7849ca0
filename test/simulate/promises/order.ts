/** Events of one customer reach the API in the order in which they occurred, while the proxy has several of them. */
import type { Happening } from '../history.js'
import type { Round } from '../round.js'

/** One order or sign-up, whatever ids it came with. */
interface Waiting {
  thing: string
  customer: string | undefined
  isSignUp: boolean
  /** As far as the proxy can know: each arrival says it a little differently. */
  from: number
  to: number
  acknowledgedMs: number
}

const TOLERANCE_MS = 2_000

export function checkOrder({ history, dead }: Round): string[] {
  // Sign-ups of a list that is held wait in nobody's way, and one of them asks when it is time.
  const isHeld = history.some(({ note }) => note === 'list_held')
  const occurred = readOccurred(history)
  // One too many of its customer is in nobody's way, also when the proxy was killed before it could log it.
  const sent = new Set(history.flatMap(({ what, id }) => (what === 'asked' ? [id] : [])))
  const neverSent = new Set<string | undefined>(dead.filter((id) => !sent.has(id)))
  const things = new Map<string | undefined, string>()
  for (const { what, id, thing } of history) if (what === 'arrived' && thing !== undefined) things.set(id, thing)
  const waiting = new Map<string, Waiting>()
  const known = new Set<string>()
  const broken: string[] = []
  for (const { what, atMs, id, customer, kind, note } of history) {
    const thing = things.get(id?.slice(0, 36))
    if (thing === undefined) continue
    if (what === 'acknowledged' && !known.has(thing) && !neverSent.has(id)) {
      const times = occurred.get(thing) ?? []
      const span = { from: Math.min(...times), to: Math.max(...times) }
      waiting.set(thing, { thing, customer, isSignUp: kind === 'addToList', ...span, acknowledgedMs: atMs })
    }
    const isOver = what === 'effect' || what === 'no effect' || note === 'dead_letter'
    if (isOver) waiting.delete(thing)
    if (isOver || what === 'acknowledged') known.add(thing)
    const asked = what === 'asked' && waiting.get(thing)
    if (!asked || (isHeld && asked.isSignUp)) continue
    const isOlder = (other: Waiting) =>
      other.customer === customer && other.to < asked.from - TOLERANCE_MS && other.acknowledgedMs < atMs - TOLERANCE_MS
    const older = [...waiting.values()].filter(isOlder).filter(({ isSignUp }) => !(isHeld && isSignUp))
    for (const other of older) broken.push(`${thing} went before ${other.thing}`)
  }
  return broken
}

/** Of each arrival, by the proxy's clock. */
function readOccurred(history: Happening[]): Map<string, number[]> {
  const occurred = new Map<string, number[]>()
  for (const { thing, occurredMs } of history)
    if (thing !== undefined && occurredMs !== undefined)
      occurred.set(thing, [...(occurred.get(thing) ?? []), occurredMs])
  return occurred
}
