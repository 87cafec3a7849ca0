/**
 * One localStorage key per event: two tabs never write the same one, so neither can undo what the other did.
 *
 * What is stored is kept in memory too. Storage that refuses, is full or was cleared costs no more than this browser
 * forgetting the event when the page goes.
 */
import { attempt } from './attempt.js'

const PREFIX = 'ringup:event:'
const memory = new Map<string, string>()

export function store(id: string, text: string): void {
  memory.set(id, text)
  attempt(() => localStorage.setItem(PREFIX + id, text))
}

export function forget(id: string): void {
  memory.delete(id)
  attempt(() => localStorage.removeItem(PREFIX + id))
}

/** Everything stored by this page or one before it: id → text. */
export function readStored(): Map<string, string> {
  const stored = new Map(memory)
  attempt(() => {
    for (const [key, text] of Object.entries<string>(localStorage)) {
      if (key.startsWith(PREFIX)) stored.set(key.slice(PREFIX.length), text)
    }
  })
  return stored
}
