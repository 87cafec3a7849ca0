/**
 * The operator's queries and changes of the queue, safe while a proxy runs.
 *
 * While one process writes to a file, the proxy cannot store an event. So rows are read first, without a transaction,
 * and changed a few at a time by their keys. If the operator changes an event that is being sent, the outcome of that
 * request is not written.
 */
import { toEmail } from '../../../contract/email.js'
import type { Seal } from '../../seal.js'
import { enqueueAll, forget, prepareEvent } from '../enqueue.js'
import { rememberErased } from '../erase.js'
import { toWho } from '../identity.js'
import { prepareForOperator } from '../prepare.js'
import { createRoom } from '../room.js'
import { DEAD, STOPPED, WAITS } from '../schema.js'
import { adopt, type Shop } from '../shop.js'
import type { Store } from '../store/index.js'
import { createMove } from '../transition.js'
import { BOUNDS, type EventRow, type IncomingEvent, type QueueContext, type Reason, type Transition } from '../types.js'
import { count, readLongestGap } from './count.js'
import {
  type Cursor,
  type Entry,
  type Filter,
  find,
  findOrders,
  type Reader,
  readLatest,
  readOne,
  readPage,
  readTimeline,
} from './entries.js'

/** The number of rows in one read. */
const AT_ONCE = 200
/** The number of rows that one transaction changes. It takes some milliseconds, because SQLite overwrites deleted data. */
const CHANGED_AT_ONCE = 50

/** One event, or all dead letters of a reason. */
export type Which = { id: string } | { reason: Reason }

/** The result of the request to send an event now. */
export type SendResult = 'due' | 'dead' | 'unknown'

/** The operator's functions on the queue. */
export type Operator = ReturnType<typeof createOperator>

type Key = Pick<EventRow, 'seq' | 'who'>

export function createOperator({
  store,
  move,
  seal,
  hash,
  log,
}: Pick<QueueContext, 'store' | 'move' | 'seal' | 'hash' | 'log'>) {
  const select = <Row>(sql: string, values: unknown[]) => store.read(({ ask }) => ask<Row>(sql, values))
  const reading =
    <Values extends unknown[], Result>(read: (reader: Reader, ...values: Values) => Promise<Result>) =>
    (...values: Values) =>
      store.read((transaction) => read({ ...transaction, seal, hash }, ...values))

  /** Logs what the operator has done. */
  function note(name: string, count: number, which: { id?: string; reason?: string } = {}) {
    if (count > 0) log({ event: 'operator', act: name, count, ...which })
  }

  /** Changes rows that are still in this state. @returns their number */
  async function changeAll(keys: Key[], state: string, write: (step: Transition, row: EventRow) => Promise<unknown>) {
    let changed = 0
    for (let from = 0; from < keys.length; from += CHANGED_AT_ONCE) {
      changed += await move('ack', async (step) => {
        let count = 0
        for (const { seq, who } of keys.slice(from, from + CHANGED_AT_ONCE)) {
          await step.lock(who)
          const [row] = await step.ask<EventRow>(`SELECT * FROM events WHERE seq = ?1 AND ${state}`, [seq])
          if (row) await write(step, row)
          count += Number(row !== undefined)
        }
        return count
      })
    }
    return changed
  }

  function readKeys(which: Which, state: string) {
    const [column, value] = 'id' in which ? ['id', which.id] : ['reason', which.reason]
    return select<Key>(`SELECT seq, who FROM events WHERE ${state} AND ${column} = ?1 ORDER BY who`, [value])
  }

  async function replay(which: Which): Promise<number> {
    const count = await changeAll(await readKeys(which, DEAD), DEAD, async (step, row) => {
      await step.ask(REPLAY, [row.seq, step.nowMs])
      step.room.remove(row)
      step.room.add({ ...row, state: 'waiting' })
    })
    note('replay', count, which)
    return count
  }

  async function drop(which: Which): Promise<number> {
    const state = 'id' in which ? `(${WAITS} OR ${STOPPED})` : DEAD
    const count = await changeAll(await readKeys(which, state), state, forget)
    note('drop', count, which)
    return count
  }

  /** Makes an event due. */
  async function send(id: string): Promise<SendResult> {
    const [row] = await select<Pick<EventRow, 'state'>>('SELECT state FROM events WHERE id = ?1', [id])
    if (row?.state !== 'waiting') return row?.state === 'dead' ? 'dead' : 'unknown'
    await move('ack', ({ ask, nowMs }) => ask(`UPDATE events SET due = ?2 WHERE id = ?1 AND ${WAITS}`, [id, nowMs]))
    note('send', 1, { id })
    return 'due'
  }

  async function erase(email: string) {
    const address = toEmail(email)
    if (address === undefined) throw new Error('This is not an e-mail address.')
    const who = toWho(address, hash)
    const erased = { events: 0, records: 0 }
    for (;;) {
      const keys = await select<Key>('SELECT seq, who FROM events WHERE who = ?1 LIMIT 500', [who])
      if (keys.length === 0) break // or an event has arrived in the meantime
      await changeAll(keys, "who <> ''", async (step, row) => {
        erased[row.state === 'delivered' ? 'records' : 'events'] += 1
        if (row.list === '')
          await rememberErased(
            step,
            [row.identity, row.name].filter((key) => key !== null),
          )
        await forget(step, row)
      })
    }
    note('erase', erased.events + erased.records)
    store.overwriteDeleted?.()
    return erased
  }

  return {
    /** Reads a page of events. `after`: the value `next` of the page before. */
    page: reading(readPage),
    /** Reads one event that waits, is a dead letter, or was refused. */
    read: reading(readOne),
    find: reading(find),
    findOrders: reading(findOrders),
    /** Reads the latest events. `beforeMs`: the time of the last event on the page before. */
    latest: reading(readLatest),
    timeline: reading(readTimeline),
    count: reading(count),
    /** Reads the longest time without an order since a moment. */
    longestGap: reading(readLongestGap),
    send,
    /** Adds an event that the shop's own records have. @throws QueueFullError */
    async add(event: IncomingEvent) {
      const [result] = await move('accept', (step) => enqueueAll(step, [prepareEvent(event, { seal, hash })], seal))
      if (result instanceof Error) throw result
      note('add', 1, { id: event.id })
    },
    /** Sends dead letters again, whatever their attempts and their age. @returns their number */
    replay,
    /** Deletes one event that was not delivered, or all dead letters of a reason. @returns their number */
    drop,
    /** Deletes all data of an e-mail address. @returns the number of events and of records of delivered events */
    erase,
    /** Binds the database to this shop and API. */
    async adopt(shop: Shop) {
      await store.transaction('ack', ({ ask }) => adopt(ask, shop, hash))
      note('adopt', 1)
    },
    /** Notes for the log that customers' data was shown. */
    noteReveal: (count: number, which: { id?: string } = {}) => note('reveal', count, which),
  }
}

/** The operator's queue from another process, while a proxy runs. */
export interface QueueAdmin extends Operator {
  /** Yields events one by one, because there may be 60,000. */
  list(filter?: Filter): AsyncIterable<Entry>
  close(): Promise<void>
}

/**
 * Opens the operator's queue from another process, without changing the database.
 *
 * @throws Error in a sentence
 */
export async function createQueueAdmin(store: Store, seal: Seal): Promise<QueueAdmin> {
  const hash = await prepareForOperator(store, seal)
  const log = () => {} // the commands print what they do
  const move = createMove(
    store,
    log,
    createRoom(BOUNDS, true, () => performance.now()),
  )
  const operator = createOperator({ store, move, seal, hash, log })
  return { ...operator, list: (filter) => listAll(operator, filter), close: store.close }
}

const REPLAY = `
  UPDATE events SET state = 'waiting', reason = NULL, refusals = 0, replayed = 1, due = ?2 WHERE seq = ?1`

/** Reads in pages, so that a transaction does not stay open while the caller works. */
async function* listAll({ page }: Pick<Operator, 'page'>, filter: Filter = {}): AsyncIterable<Entry> {
  let after: Cursor | undefined
  do {
    const { events, next } = await page(filter, AT_ONCE, after)
    yield* events
    after = next
  } while (after)
}
