/**
 * The queue's store in the SQLite database of a Durable Object. Of one name there is one object, so it is the only writer,
 * and the operator's calls come to the same object.
 *
 * The runtime lets no answer and no request out before what was written is on the disk; an arrival waits for that too.
 */
import type { ObjectStorage } from '../../run/cloudflare.js'
import type { Ask, Store, Urgency } from './index.js'
import { toSqlite } from './sqlite.js'

/** Values of one statement (Cloudflare's limits, November 2026). */
const MAX_VALUES = 100
const dialect = toSqlite(MAX_VALUES)

interface Options {
  storage: ObjectStorage
  /** Called within each transaction that writes: what it writes itself is on the disk with it, or neither is. */
  onWritten?: (urgency: Urgency) => void
  now?: () => number
}

export function createObjectStore({ storage, onWritten = () => {}, now = Date.now }: Options): Store {
  const { sql } = storage
  // The runtime keeps statements prepared, by their text.
  const ask: Ask = async <Row>(text: string, values: unknown[] = []) => {
    const cursor = sql.exec(text, ...values)
    const rows = cursor.toArray() as Row[] // the columns it names
    hasWritten ||= cursor.rowsWritten > 0
    return rows
  }
  let hasWritten = false
  const toTransaction = () => ({ ask, nowMs: now(), lock: async () => {}, dialect })
  return {
    place: 'of the object',
    isShared: false,
    async transaction(urgency, work) {
      const result = await storage.transaction(async () => {
        const done = await work(toTransaction())
        if (hasWritten) onWritten(urgency)
        hasWritten = false
        return done
      })
      if (urgency === 'accept') await storage.sync()
      return result
    },
    read: (work) => work(toTransaction()),
    close: async () => {}, // the runtime does
  }
}
