/**
 * What the operator asks of the queue, safe beside a running proxy. What was under way to the API meanwhile becomes nothing
 * there.
 *
 * While one process writes to a file, the proxy can answer no page. So nothing is looked for in a transaction: rows are
 * found first, which keeps nobody waiting, and changed a few at a time, by their keys.
 */
import { Email } from '../../contract/email.js'
import type { Event } from '../../contract/event.js'
import type { Hash, Seal } from '../seal.js'
import { arrange, count, FORGETTABLE, forget, remove } from './events.js'
import type { Listed, QueueAdmin, Reason, State } from './index.js'
import { type DeadLetter, toCustomer } from './rules.js'
import type { Store, Transaction } from './store/index.js'

/** Rows read at once. */
const AT_ONCE = 200
/** Rows changed in one transaction: some milliseconds, since what is deleted is overwritten. */
const CHANGED_AT_ONCE = 50

interface Found {
  seq: number
  customer: string
}

export function createQueueAdmin(store: Store, { seal, hash }: { seal: Seal; hash: Hash }): QueueAdmin {
  const find = <Row>(sql: string, values: unknown[]) => store.read(({ ask }) => ask<Row>(sql, values))

  /** @returns how many of these there still were */
  async function change<Row>(rows: Row[], write: (transaction: Transaction, row: Row) => Promise<boolean>) {
    let changed = 0
    for (let from = 0; from < rows.length; from += CHANGED_AT_ONCE) {
      const some = rows.slice(from, from + CHANGED_AT_ONCE)
      changed += await store.transaction('ack', async (transaction) => {
        let written = 0
        for (const row of some) written += Number(await write(transaction, row))
        return written
      })
    }
    return changed
  }

  /** In pages, so that no transaction stays open while somebody reads along. */
  async function* list({ state, reason }: { state?: State; reason?: Reason } = {}): AsyncIterable<Listed> {
    const which = state === undefined ? 'TRUE' : state === 'dead' ? "state = 'dead'" : "state <> 'dead'"
    let last = 0
    for (;;) {
      const rows = await find<Row>(toPage(which), [last, AT_ONCE])
      for (const row of rows) if (reason === undefined || row.reason === reason) yield toListed(row, seal)
      const end = rows.at(-1)
      if (!end) return
      last = end.seq
    }
  }

  async function replay(which: { id: string } | { reason: Reason }): Promise<number> {
    const [column, value] = 'id' in which ? ['id', which.id] : ['reason', which.reason]
    const dead = await find<Found>(
      `SELECT seq, customer FROM events WHERE state = 'dead' AND ${column} = ?1 ORDER BY customer`,
      [value],
    )
    return change(dead, async (transaction, { seq, customer }) => {
      await transaction.lock(customer)
      const replayed = await transaction.ask(REPLAY, [transaction.nowMs, seq])
      await arrange(transaction, customer)
      return replayed.length > 0
    })
  }

  async function drop(id: string): Promise<boolean> {
    const found = await find<Found>('SELECT seq, customer FROM events WHERE id = ?1', [id])
    const dropped = await change(found, async (transaction, { seq, customer }) => {
      await transaction.lock(customer)
      const [event] = await transaction.ask<DeadLetter>(`SELECT ${FORGETTABLE} FROM events WHERE seq = ?1`, [seq])
      if (!event) return false
      await forget(transaction, event)
      await arrange(transaction, customer)
      return true
    })
    return dropped > 0
  }

  async function erase(email: string) {
    const parsed = Email.safeParse(email)
    if (!parsed.success) throw new Error('This is not an e-mail address.')
    const customer = toCustomer(parsed.data, hash)
    const erased = { events: 0, marks: 0 }
    for (;;) {
      const events = await find<Found>('SELECT seq, customer FROM events WHERE customer = ?1', [customer])
      const marks = await find<{ key: string }>('SELECT key FROM repeats WHERE customer = ?1', [customer])
      if (events.length + marks.length === 0) break // or one has come meanwhile
      erased.events += await change(events, async (transaction, { seq }) => {
        await transaction.lock(customer)
        return remove(transaction, seq)
      })
      erased.marks += await change(marks, async ({ ask, lock }, { key }) => {
        await lock(customer)
        return (
          (await ask('DELETE FROM repeats WHERE key = ?1 AND customer = ?2 RETURNING key', [key, customer])).length > 0
        )
      })
    }
    await store.transaction('ack', async ({ ask }) => {
      for (const table of ['limits', 'fields']) await ask(`DELETE FROM ${table} WHERE customer = ?1`, [customer])
    })
    store.overwriteDeleted?.()
    return erased
  }

  return {
    list,
    async read(id) {
      const [row] = await find<Row>(`SELECT ${COLUMNS} WHERE event.id = ?1`, [id])
      return row && toListed(row, seal)
    },
    replay,
    drop,
    erase,
    count: () => store.read(count),
    close: store.close,
  }
}

interface Row {
  seq: number
  id: string
  kind: Event['kind']
  list: string | null
  state: string
  reason: Reason | null
  attempts: number
  occurred: number
  received: number
  payload: Uint8Array
}

const COLUMNS = `
  event.seq, id, kind, list, state, reason, attempts, occurred, received, payload
  FROM events AS event JOIN payloads ON payloads.seq = event.seq`
const toPage = (which: string) => `SELECT ${COLUMNS} WHERE event.seq > ?1 AND ${which} ORDER BY event.seq LIMIT ?2`

const REPLAY = `
  UPDATE events SET state = 'behind', reason = NULL, attempts = 0, misses = 0, replayed = 1, due = ?1
  WHERE seq = ?2 AND state = 'dead' RETURNING seq`

function toListed(row: Row, seal: Seal): Listed {
  const { id, kind, list, state, reason, attempts, occurred, received } = row
  const body = readBody(row, seal)
  return {
    id,
    kind,
    ...(list !== null && { list }),
    state: state === 'dead' ? 'dead' : 'waiting',
    ...(state === 'held' ? { reason: 'unknown_list' } : reason !== null && { reason }),
    attempts,
    occurredMs: occurred,
    receivedMs: received,
    ...(body && { body }),
  }
}

function readBody({ id, payload }: Row, seal: Seal): Event['body'] | undefined {
  try {
    return JSON.parse(seal.open(Buffer.from(payload), id)) // the seal says that nobody changed what the proxy wrote
  } catch {
    return undefined // damaged, or no key opens it
  }
}
