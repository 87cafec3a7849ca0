/** Events of one customer reach the API in the order in which they occurred, while the proxy has several of them. */
import type { Happening } from '../history.js'
import type { Round } from '../round.js'

interface Waiting {
  id: string
  list: string | undefined
  customer: string | undefined
  /** As far as the proxy can know: each arrival says it a little differently. */
  from: number
  to: number
  acknowledgedMs: number
}

const TOLERANCE_MS = 2_000

export function checkOrder({ history }: Round): string[] {
  const isHeld = history.some(({ note }) => note === 'list_held')
  const occurred = readOccurred(history)
  const waiting = new Map<string, Waiting>()
  const over = new Set<string>()
  const known = new Set<string | undefined>()
  const broken: string[] = []
  for (const { what, atMs, id: key, thing, customer, list, note } of history) {
    const id = key?.slice(0, 36)
    if (id === undefined) continue
    const isOver = what === 'effect' || what === 'no effect' || (what === 'log' && note?.startsWith('dead_letter'))
    if (isOver) over.add(id)
    if (isOver) waiting.delete(id)
    if (what === 'acknowledged' && !known.has(thing) && !over.has(id)) {
      const times = occurred.get(id) ?? []
      waiting.set(id, { id, list, customer, from: Math.min(...times), to: Math.max(...times), acknowledgedMs: atMs })
    }
    if (what === 'acknowledged') known.add(thing)
    const asked = what === 'asked' && waiting.get(id)
    if (!asked) continue
    const isOlder = (other: Waiting) =>
      other.customer === customer && other.to < asked.from - TOLERANCE_MS && other.acknowledgedMs < atMs - TOLERANCE_MS
    const older = [...waiting.values()].filter(isOlder).filter(({ list }) => !(isHeld && list))
    for (const other of older) broken.push(`${id} went before ${other.id} of ${customer}`)
  }
  return broken
}

/** By id, of each arrival. */
function readOccurred(history: Happening[]): Map<string, number[]> {
  const occurred = new Map<string, number[]>()
  for (const { id, occurredMs } of history)
    if (id !== undefined && occurredMs !== undefined) occurred.set(id, [...(occurred.get(id) ?? []), occurredMs])
  return occurred
}
