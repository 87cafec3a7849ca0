/**
 * What the operator asks of the queue, safe beside a running proxy. What was under way to the API meanwhile becomes nothing
 * there.
 *
 * While one process writes to a file, the proxy can answer no page. So nothing is looked for in a transaction: rows are
 * found first, which keeps nobody waiting, and changed a few at a time, by their keys.
 */
import { Email } from '../../contract/email.js'
import type { Hash, Seal } from '../seal.js'
import { writeAct } from './acts.js'
import { findById, findByOrder } from './find.js'
import { FORGETTABLE, type Forgettable, forget, removeOne } from './gone.js'
import { readHours, readOrigins } from './hours.js'
import { arrange, bringForwardOne } from './line.js'
import { type Keys, readOne, readPage } from './listed.js'
import { createMove } from './moves.js'
import type { Filter, Listed, Place, QueueAdmin, Sent, Trace } from './operator.js'
import { readLatest, readTimeline } from './recent.js'
import { toCustomer } from './rules.js'
import type { Store } from './store/index.js'
import { count } from './totals.js'
import type { Countable, Moving, Reason } from './types.js'

/** Rows read at once. */
const AT_ONCE = 200
/** Rows changed in one transaction: some milliseconds, since what is deleted is overwritten. */
const CHANGED_AT_ONCE = 50

interface Found {
  seq: number
  id: string
  customer: string
  line: string
}

type Which = { id: string } | { reason: Reason }

export function createQueueAdmin(store: Store, keys: { seal: Seal; hash: Hash }): QueueAdmin {
  const move = createMove(store, { log: () => {}, proxy: '' })
  const find = <Row>(sql: string, values: unknown[]) => store.read(({ ask }) => ask<Row>(sql, values))

  /** @returns how many of these there still were */
  async function change<Row>(rows: Row[], write: (moving: Moving, row: Row) => Promise<boolean>) {
    let changed = 0
    for (let from = 0; from < rows.length; from += CHANGED_AT_ONCE) {
      const some = rows.slice(from, from + CHANGED_AT_ONCE)
      changed += await move('ack', async (moving) => {
        let written = 0
        for (const row of some) written += Number(await write(moving, row))
        return written
      })
    }
    return changed
  }

  const tell = (act: Parameters<typeof writeAct>[1]) =>
    act.count > 0 ? store.transaction('ack', ({ ask }) => writeAct(ask, act)) : undefined

  /** In pages, so that no transaction stays open while somebody reads along. */
  async function* list(filter: Filter = {}): AsyncIterable<Listed> {
    let after: Place | undefined
    do {
      const from = after
      const { events, next } = await store.read(({ ask }) => readPage(ask, keys, filter, AT_ONCE, from))
      yield* events
      after = next
    } while (after)
  }

  const findWhich = (which: Which, state: string) => {
    const [column, value] = 'id' in which ? ['id', which.id] : ['reason', which.reason]
    return find<Found>(
      `SELECT seq, id, customer, line FROM events WHERE ${state} AND ${column} = ?1 ORDER BY customer`,
      [value],
    )
  }

  async function replay(which: Which): Promise<number> {
    const replayed = await change(await findWhich(which, "state = 'dead'"), async (moving, { seq, customer, line }) => {
      await moving.lock(customer)
      const [letter] = await moving.ask<Countable>(DEAD, [seq])
      if (!letter) return false
      await moving.ask(REPLAY, [moving.nowMs, seq])
      moving.count(-1, letter)
      moving.count(1, { ...letter, state: 'behind', reason: null })
      await arrange(moving, line)
      return true
    })
    await tell({ act: 'replay', ...which, count: replayed })
    return replayed
  }

  async function drop(which: Which): Promise<number> {
    const state = 'id' in which ? 'TRUE' : "state = 'dead'"
    const dropped = await change(await findWhich(which, state), async (moving, { seq, customer, line }) => {
      await moving.lock(customer)
      const sql = `SELECT ${FORGETTABLE} FROM events WHERE seq = ?1 AND ${state}`
      const [event] = await moving.ask<Forgettable>(sql, [seq])
      if (!event) return false
      await forget(moving, event)
      await arrange(moving, line)
      return true
    })
    await tell({ act: 'drop', ...which, count: dropped })
    return dropped
  }

  async function send(id: string): Promise<Sent> {
    return move('ack', async (moving) => {
      const sent = await sendNow(moving, keys, id)
      if (sent.as !== 'unknown' && sent.as !== 'dead') await writeAct(moving.ask, { act: 'send', id, count: 1 })
      return sent
    })
  }

  async function erase(email: string) {
    const parsed = Email.safeParse(email)
    if (!parsed.success) throw new Error('This is not an e-mail address.')
    const customer = toCustomer(parsed.data, keys.hash)
    const erased = { events: 0, marks: 0 }
    for (;;) {
      const events = await find<Found>(OF_CUSTOMER, [customer, `${customer}!`])
      const marks = await find<{ key: string }>('SELECT key FROM repeats WHERE customer = ?1', [customer])
      if (events.length + marks.length === 0) break // or one has come meanwhile
      erased.events += await change(events, async (moving, { seq }) => {
        await moving.lock(customer)
        return removeOne(moving, seq, 'deleted')
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
    await tell({ act: 'erase', count: erased.events + erased.marks })
    store.overwriteDeleted?.()
    return erased
  }

  return {
    list,
    page: (filter, most, after) => store.read(({ ask }) => readPage(ask, keys, filter, most, after)),
    read: (id) => store.read(({ ask }) => readOne(ask, keys, id)),
    find: (which) =>
      store.read(({ ask }) =>
        'id' in which ? findById(ask, keys, which.id) : findByOrder(ask, keys, which.order, which.email),
      ),
    findOrders: (orders) =>
      store.read(async ({ ask }) => {
        const found: Trace[][] = []
        for (const { order, email } of orders) {
          const own = email === undefined ? [] : await findByOrder(ask, keys, order, email)
          found.push(own.length > 0 ? own : await findByOrder(ask, keys, order))
        }
        return found
      }),
    send,
    replay,
    drop,
    latest: (most, beforeMs) => store.read(({ ask }) => readLatest(ask, most, beforeMs)),
    timeline: (id) => store.read(({ ask }) => readTimeline(ask, id)),
    hours: (sinceMs) => store.read(({ ask, nowMs }) => readHours(ask, sinceMs, nowMs)),
    origins: () => store.read(({ ask }) => readOrigins(ask)),
    async tellRevealed(which) {
      await tell({ act: 'reveal', ...which })
    },
    erase,
    count: () => store.read(({ ask, nowMs }) => count(ask, nowMs)),
    close: store.close,
  }
}

/** A customer's lines are named after the customer; a space comes before `!`. */
const OF_CUSTOMER = 'SELECT seq, id, customer, line FROM events WHERE line >= ?1 AND line < ?2'

const DEAD = "SELECT state, kind, signed, reason, bytes FROM events WHERE seq = ?1 AND state = 'dead'"

const REPLAY = `
  UPDATE events SET state = 'behind', reason = NULL, attempts = 0, misses = 0, replayed = 1, due = ?1, planned = NULL
  WHERE seq = ?2`

/** Makes due what has to go for it: itself, or the one ahead of it. */
async function sendNow(moving: Moving, keys: Keys, id: string): Promise<Sent> {
  const event = await readOne(moving.ask, keys, id)
  if (!event) return { as: 'unknown' }
  if (event.state === 'dead') return { as: 'dead' }
  const first = event.behind ?? id
  for (const { seq, customer } of await moving.ask<Found>('SELECT seq, customer FROM events WHERE id IN (?1, ?2)', [
    id,
    first,
  ])) {
    await moving.lock(customer)
    await bringForwardOne(moving, seq)
  }
  return event.behind === undefined ? { as: 'due' } : { as: 'behind', id: event.behind }
}
