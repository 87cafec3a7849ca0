/**
 * The operator's queries and changes of the queue, safe beside a running proxy.
 *
 * While one process writes to a file, the proxy cannot store an event. So rows are found first, without a transaction,
 * and changed a few at a time by their keys. If the operator changes an event that is being sent, the result of that
 * try is not written.
 */
import { Email } from '../../../contract/conversion.js'
import type { Seal } from '../../seal.js'
import { countUnreadable } from '../find-unreadable.js'
import { forget } from '../forget.js'
import { toWho } from '../identity.js'
import { prepareForOperator } from '../prepare.js'
import { DEAD } from '../schema.js'
import { change } from '../settle.js'
import { adopt } from '../shop.js'
import type { Store } from '../store/index.js'
import { createMove } from '../transition.js'
import {
  type DailyBounds,
  type EventRow,
  type QueueContext,
  REPLAYED,
  type Reason,
  type Shop,
  type Transition,
} from '../types.js'
import { type Act, writeAct } from './acts.js'
import { type Booked, type Completed, complete } from './complete.js'
import { count } from './count.js'
import { readHours, readOrigins } from './hours.js'
import {
  type Cursor,
  type Filter,
  find,
  findOrders,
  type Listed,
  type Reader,
  readLatest,
  readOne,
  readPage,
  readTimeline,
} from './listed.js'

/** The number of rows in one read. */
const AT_ONCE = 200
/**
 * The number of rows that one transaction changes. This takes some milliseconds, because SQLite overwrites deleted
 * data.
 */
const CHANGED_AT_ONCE = 50

type Found = Pick<EventRow, 'seq' | 'who'>

/** One event, or all dead letters of a reason. */
export type Which = { id: string } | { reason: Reason }

/** The result of the request to send an event now. */
export type Sent =
  | { as: 'due' }
  /** Another event of its customer is sent first. That one is due now. */
  | { as: 'behind'; id: string }
  | { as: 'dead' | 'unknown' }

/** The operator's functions on the queue. */
export type Operator = ReturnType<typeof createOperator>

type Context = Pick<QueueContext, 'store' | 'move' | 'seal' | 'hash' | 'claims'> & { most: DailyBounds }

export function createOperator(context: Context) {
  const { store, move, seal, hash } = context
  const select = <Row>(sql: string, values: unknown[]) => store.read(({ ask }) => ask<Row>(sql, values))
  const reading =
    <Given extends unknown[], Result>(read: (reader: Reader, ...given: Given) => Promise<Result>) =>
    (...given: Given) =>
      store.read((transaction) => read({ ...transaction, seal, hash }, ...given))
  const tell = async (act: Act) => {
    if (act.count > 0) await store.transaction('ack', ({ ask }) => writeAct(ask, act))
  }

  /** Changes rows that are still in this state. @returns their number */
  async function changeAll(rows: Found[], state: string, write: (step: Transition, row: EventRow) => Promise<unknown>) {
    let changed = 0
    for (let from = 0; from < rows.length; from += CHANGED_AT_ONCE) {
      changed += await move('ack', async (step) => {
        let written = 0
        for (const { seq, who } of rows.slice(from, from + CHANGED_AT_ONCE)) {
          await step.lock(who)
          const [row] = await step.ask<EventRow>(`SELECT * FROM events WHERE seq = ?1 AND ${state}`, [seq])
          if (row) await write(step, row)
          written += Number(row !== undefined)
        }
        return written
      })
    }
    return changed
  }

  function readWhich(which: Which, state: string) {
    const [column, value] = 'id' in which ? ['id', which.id] : ['reason', which.reason]
    return select<Found>(`SELECT seq, who FROM events WHERE ${state} AND ${column} = ?1 ORDER BY who`, [value])
  }

  async function replay(which: Which): Promise<number> {
    const replayed = await changeAll(await readWhich(which, DEAD), DEAD, (step, row) => {
      step.count(1, row)
      const fresh = { reason: null, attempts: 0, misses: 0, detached: 0, early: 0 }
      return change(step, row.seq, { ...fresh, state: 'waiting', replayed: REPLAYED, due: step.nowMs })
    })
    await tell({ act: 'replay', ...which, count: replayed })
    return replayed
  }

  async function drop(which: Which): Promise<number> {
    const state = 'id' in which ? "state IN ('waiting', 'dead', 'refused')" : DEAD
    const dropped = await changeAll(await readWhich(which, state), state, async (step, row) => {
      if (row.state === 'waiting') step.count(-1, row)
      await forget(step, row.seq)
    })
    await tell({ act: 'drop', ...which, count: dropped })
    return dropped
  }

  /** Makes an event due, and the event that blocks its line. */
  const send = (id: string): Promise<Sent> =>
    move('ack', async (step) => {
      const event = await readOne({ ...step, seal, hash }, id)
      if (!event || event.state === 'refused') return { as: 'unknown' }
      if (event.state === 'dead') return { as: 'dead' }
      const sql = "SELECT seq, who FROM events WHERE id IN (?1, ?2) AND state = 'waiting'"
      for (const { seq, who } of await step.ask<Found>(sql, [id, event.behind ?? id])) {
        await step.lock(who)
        await change(step, seq, { early: 1 })
      }
      await writeAct(step.ask, { act: 'send', id, count: 1 })
      return event.behind === undefined ? { as: 'due' } : { as: 'behind', id: event.behind }
    })

  /** Erases a customer. Only the ids stay, for a week, so that a repeated event is still a duplicate. */
  async function erase(email: string) {
    const parsed = Email.safeParse(email)
    if (!parsed.success) throw new Error('This is not an e-mail address.')
    const who = toWho(parsed.data, hash)
    const erased = { events: 0, records: 0 }
    for (;;) {
      const rows = await select<Found>('SELECT seq, who FROM events WHERE who = ?1 LIMIT 500', [who])
      if (rows.length === 0) break // or an event has arrived in the meantime
      await changeAll(rows, 'who = who', async (step, row) => {
        if (row.who !== who) return
        if (row.state === 'waiting') step.count(-1, row)
        erased[row.state === 'waiting' || row.state === 'dead' ? 'events' : 'records'] += 1
        await forget(step, row.seq)
        await change(step, row.seq, { who: '', content: '', network: '', sources: null })
      })
    }
    await tell({ act: 'erase', count: erased.events + erased.records })
    store.overwriteDeleted?.()
    return erased
  }

  return {
    /** Reads a page of events. `after`: the value `next` of the page before. */
    page: reading(readPage),
    /** Reads one event that waits, is a dead letter, or was refused. */
    read: reading(readOne),
    /** Finds an event by its id, or all orders of a number, or those of a number and e-mail. */
    find: reading(find),
    /** Finds each order by its number. Those of another customer are marked. */
    findOrders: reading(findOrders),
    /** Reads the latest events. `beforeMs`: the time of the last event on the page before. */
    latest: reading(readLatest),
    timeline: reading(readTimeline),
    /** Counts of each hour, for charts. */
    hours: reading(readHours),
    origins: reading(readOrigins),
    count: reading(count),
    /** Counts the waiting events that cannot be opened with any key. */
    countUnreadable: reading(countUnreadable),
    send,
    /** Sends dead letters again, whatever their attempts and their age. @returns their number */
    replay,
    /** Deletes one event in any state, or all dead letters of a reason. @returns their number */
    drop,
    /** Deletes all data of an e-mail except bare ids. @returns the number of events and of records of past events */
    erase,
    /** Completes a refused report of an order: the operator vouches for its number and its customer. */
    complete: (order: string, email: string, booked: Booked = {}) =>
      move('accept', (step): Promise<Completed> => complete(step, order, email, booked, context)),
    /** Binds the database to this shop and API. */
    adopt: (shop: Shop) =>
      store.transaction('ack', async ({ ask }) => {
        await adopt(ask, shop, hash)
        await writeAct(ask, { act: 'adopt', count: 1 })
      }),
    /** Notes for the log that customers' data was shown. */
    tellRevealed: (which: { id?: string; count: number }) => tell({ act: 'reveal', ...which }),
  }
}

/** The operator's queue from another process, beside a running proxy. */
export interface QueueAdmin extends Operator {
  /** Yields events one by one, because there may be 60,000. */
  list(filter?: Filter): AsyncIterable<Listed>
  close(): Promise<void>
}

/**
 * Opens the operator's queue from another process, without changing the database.
 *
 * @throws Error in a sentence
 */
export async function createQueueAdmin(store: Store, seal: Seal): Promise<QueueAdmin> {
  const hash = await prepareForOperator(store, seal)
  // Orders of the operator are signed, and have no daily limit.
  const most = { dailyConversions: 0, dailySignUps: 0 }
  const operator = createOperator({ store, move: createMove(store, () => {}), seal, hash, claims: new Map(), most })
  return { ...operator, list: (filter) => listAll(operator, filter), close: store.close }
}

/** Reads in pages, so that a transaction does not stay open while the caller works. */
export async function* listAll({ page }: Pick<Operator, 'page'>, filter: Filter = {}): AsyncIterable<Listed> {
  let after: Cursor | undefined
  do {
    const { events, next } = await page(filter, AT_ONCE, after)
    yield* events
    after = next
  } while (after)
}
