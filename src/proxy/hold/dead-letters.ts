/** The headers of all dead letters, in memory, in the order they died: how many there are, and which goes first. */
import type { Event } from '../../contract/event.js'
import type { Reason } from './index.js'

export interface DeadLetter {
  seq: number
  kind: Event['kind']
  reason: Reason
  signed: boolean
  bytes: number
  diedMs: number
}

export interface DeadLetters {
  readonly size: number
  readonly bytes: number
  load(all: Iterable<[id: string, letter: DeadLetter]>): void
  /** @returns what takes it back */
  add(id: string, letter: DeadLetter): () => void
  /** @returns what takes it back */
  remove(id: string): () => void
  find(id: string): DeadLetter | undefined
  oldest(): [id: string, letter: DeadLetter] | undefined
  /** Those that died by then, the oldest first. */
  until(diedMs: number, most: number): [id: string, letter: DeadLetter][]
  values(): Iterable<DeadLetter>
}

export function createDeadLetters(): DeadLetters {
  let letters = new Map<string, DeadLetter>()
  let bytes = 0

  function remove(id: string) {
    const letter = letters.get(id)
    if (!letter) return () => {}
    letters.delete(id)
    bytes -= letter.bytes
    return () => {
      letters = new Map([[id, letter], ...letters]) // only the oldest are removed, so it was in front
      bytes += letter.bytes
    }
  }

  function add(id: string, letter: DeadLetter) {
    const undo = remove(id)
    letters.set(id, letter)
    bytes += letter.bytes
    return () => {
      remove(id)
      undo()
    }
  }

  return {
    get size() {
      return letters.size
    },
    get bytes() {
      return bytes
    },
    load(all) {
      letters = new Map(all)
      bytes = 0
      for (const letter of letters.values()) bytes += letter.bytes
    },
    add,
    remove,
    find: (id) => letters.get(id),
    oldest: () => letters.entries().next().value,
    until(diedMs, most) {
      const dead: [string, DeadLetter][] = []
      for (const entry of letters) {
        if (entry[1].diedMs > diedMs || dead.length === most) break
        dead.push(entry)
      }
      return dead
    },
    values: () => letters.values(),
  }
}
