/**
 * What the operator asks of the queue, safe beside a running proxy. What was under way to the API meanwhile becomes nothing
 * there.
 *
 * While one process writes to a file, the proxy can answer no page. So nothing is looked for in a transaction: rows are
 * found first, which keeps nobody waiting, and changed a few at a time, by their keys.
 */
import { Email } from '../../../contract/email.js'
import type { Seal } from '../../seal.js'
import { changeEvent } from '../events.js'
import { forget, removeOne } from '../gone.js'
import { arrange, bringForwardOne } from '../line.js'
import { createMove } from '../moves.js'
import { toCustomer } from '../rules.js'
import { prepareForOperator } from '../schema.js'
import type { Store } from '../store/index.js'
import { count } from '../totals.js'
import type { EventRow, Moving, Reason, Working } from '../types.js'
import { type Act, writeAct } from './acts.js'
import { find, findOrders } from './find.js'
import { readHours, readOrigins } from './hours.js'
import { type Filter, type Listed, type Look, type Place, readOne, readPage } from './listed.js'
import { readLatest, readTimeline } from './recent.js'

/** Rows read at once. */
const AT_ONCE = 200
/** Rows changed in one transaction: some milliseconds, since what is deleted is overwritten. */
const CHANGED_AT_ONCE = 50

type Found = Pick<EventRow, 'seq' | 'customer' | 'line'>

/** One event, or all dead letters of a reason. */
export type Which = { id: string } | { reason: Reason }

/** What became of the wish to send an event now. */
export type Sent =
  | { as: 'due' }
  /** Another of its customer goes first; that one is due now. */
  | { as: 'behind'; id: string }
  | { as: 'dead' | 'unknown' }

/** What the operator does with the queue. */
export type Operator = ReturnType<typeof createOperator>

export function createOperator({ store, move, seal, hash }: Pick<Working, 'store' | 'move' | 'seal' | 'hash'>) {
  const keys = { seal, hash }
  const select = <Row>(sql: string, values: unknown[]) => store.read(({ ask }) => ask<Row>(sql, values))
  const looking =
    <Given extends unknown[], Result>(read: (look: Look, ...given: Given) => Promise<Result>) =>
    (...given: Given) =>
      store.read((transaction) => read({ ...transaction, ...keys }, ...given))
  const tell = async (act: Act) => {
    if (act.count > 0) await store.transaction('ack', ({ ask }) => writeAct(ask, act))
  }

  /** @returns how many of these there still were */
  async function change<Row>(rows: Row[], write: (moving: Moving, row: Row) => Promise<boolean>) {
    let changed = 0
    for (let from = 0; from < rows.length; from += CHANGED_AT_ONCE) {
      changed += await move('ack', async (moving) => {
        let written = 0
        for (const row of rows.slice(from, from + CHANGED_AT_ONCE)) written += Number(await write(moving, row))
        return written
      })
    }
    return changed
  }

  /** Does something to these events, where they are still what they were, and arranges their lines. */
  async function changeEvents(
    which: Which,
    state: string,
    write: (moving: Moving, event: EventRow) => Promise<unknown>,
  ) {
    const [column, value] = 'id' in which ? ['id', which.id] : ['reason', which.reason]
    const sql = `SELECT seq, customer, line FROM events WHERE ${state} AND ${column} = ?1 ORDER BY customer`
    return change(await select<Found>(sql, [value]), async (moving, { seq, customer, line }) => {
      await moving.lock(customer)
      const [event] = await moving.ask<EventRow>(`SELECT * FROM events WHERE seq = ?1 AND ${state}`, [seq])
      if (!event) return false
      await write(moving, event)
      await arrange(moving, line)
      return true
    })
  }

  async function replay(which: Which): Promise<number> {
    const replayed = await changeEvents(which, "state = 'dead'", (moving, event) => {
      const fresh = { reason: null, attempts: 0, misses: 0, planned: null }
      return changeEvent(moving, event, { ...fresh, state: 'behind', replayed: 1, due: moving.nowMs })
    })
    await tell({ act: 'replay', ...which, count: replayed })
    return replayed
  }

  async function drop(which: Which): Promise<number> {
    const dropped = await changeEvents(which, 'id' in which ? 'TRUE' : "state = 'dead'", (moving, event) =>
      forget(moving, event),
    )
    await tell({ act: 'drop', ...which, count: dropped })
    return dropped
  }

  /** Makes due what has to go for it: itself, and the one ahead of it. */
  const send = (id: string): Promise<Sent> =>
    move('ack', async (moving) => {
      const event = await readOne({ ...moving, ...keys }, id)
      if (!event) return { as: 'unknown' }
      if (event.state === 'dead') return { as: 'dead' }
      const sql = 'SELECT seq, customer, line FROM events WHERE id IN (?1, ?2)'
      for (const { seq, customer } of await moving.ask<Found>(sql, [id, event.behind ?? id])) {
        await moving.lock(customer)
        await bringForwardOne(moving, seq)
      }
      await writeAct(moving.ask, { act: 'send', id, count: 1 })
      return event.behind === undefined ? { as: 'due' } : { as: 'behind', id: event.behind }
    })

  async function erase(email: string) {
    const parsed = Email.safeParse(email)
    if (!parsed.success) throw new Error('This is not an e-mail address.')
    const customer = toCustomer(parsed.data, hash)
    const erased = { events: 0, marks: 0 }
    for (;;) {
      const events = await select<Found>(OF_CUSTOMER, [customer, `${customer}!`])
      const marks = await select<{ key: string }>('SELECT key FROM repeats WHERE customer = ?1', [customer])
      if (events.length + marks.length === 0) break // or one has come meanwhile
      erased.events += await change(events, async (moving, { seq }) => {
        await moving.lock(customer)
        return removeOne(moving, seq, 'deleted')
      })
      erased.marks += await change(marks, async ({ ask, lock }, { key }) => {
        await lock(customer)
        return (await ask(DELETE_MARK, [key, customer])).length > 0
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
    /** Some events, oldest first; of dead letters, those that died last. `after`: what the page before has said as `next`. */
    page: looking(readPage),
    read: looking(readOne),
    /** Finds orders by the keyed hashes: all with this number, or with this number and e-mail. */
    find: looking(find),
    /** Finds each order: this customer's where the e-mail is one that came with it, else anybody's. */
    findOrders: looking(findOrders),
    /** All events, also those delivered within a week, the latest first. `beforeMs`: the time of the last one before these. */
    latest: looking(readLatest),
    /** What happened to an event, oldest first; the first and the latest of many tries. */
    timeline: looking(readTimeline),
    /** Counts of each hour, for charts. */
    hours: looking(readHours),
    origins: looking(readOrigins),
    count: looking(count),
    send,
    /** Sends dead letters again, their attempts forgotten and their age no matter. @returns how many there were */
    replay,
    /** Deletes for good; of one event it is no matter in which state it is. @returns how many there were */
    drop,
    /** Deletes everything kept of this e-mail but bare ids. @returns how many events and marks went */
    erase,
    /** Customers' data is shown: for the log. */
    tellRevealed: (which: { id?: string; count: number }) => tell({ act: 'reveal', ...which }),
  }
}

/** The operator's queue from another process, beside a running proxy. */
export interface QueueAdmin extends Operator {
  /** Oldest first, one at a time: there may be 60,000. */
  list(filter?: Filter): AsyncIterable<Listed>
  close(): Promise<void>
}

/**
 * The same from another process, which changes nothing by opening it.
 *
 * @throws Error in a sentence
 */
export async function createQueueAdmin(store: Store, seal: Seal): Promise<QueueAdmin> {
  const hash = await prepareForOperator(store, seal)
  const operator = createOperator({ store, move: createMove(store, () => {}, ''), seal, hash })
  return { ...operator, list: (filter) => listAll(operator, filter), close: store.close }
}

/** Reads in pages, so that no transaction stays open while somebody reads along. */
export async function* listAll({ page }: Pick<Operator, 'page'>, filter: Filter = {}): AsyncIterable<Listed> {
  let after: Place | undefined
  do {
    const { events, next } = await page(filter, AT_ONCE, after)
    yield* events
    after = next
  } while (after)
}

/** A customer's lines are named after the customer; a space comes before `!`. */
const OF_CUSTOMER = 'SELECT seq, customer, line FROM events WHERE line >= ?1 AND line < ?2'

const DELETE_MARK = 'DELETE FROM repeats WHERE key = ?1 AND customer = ?2 RETURNING key'
