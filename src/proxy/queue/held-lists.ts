/**
 * Lists that the API does not know: their events wait, in nobody's way, and one of them asks again. When the API knows the
 * list, they go with their customers' others again.
 */
import { arrange } from './events.js'
import type { Transaction } from './store/index.js'

/** How many events of a list are let go in one transaction. */
const FREED_AT_ONCE = 200

export interface HeldList {
  list: string
  due: number
  /** The API knows it now. */
  known: number
}

/** What the index has of an event that may go. */
export interface Candidate {
  seq: number
  customer: string
}

export const readHeldLists = ({ ask, dialect }: Transaction) =>
  ask<HeldList>(`SELECT list, due, known FROM held_lists ORDER BY list${dialect.lockRows}`)

/** Others of the list follow when they are claimed, which is at once: other events of their customers may stand behind them. */
export async function holdList({ ask, nowMs }: Transaction, list: string, waitMs: number) {
  const [known] = await ask('SELECT list FROM held_lists WHERE list = ?1 AND known = 0', [list])
  await ask(
    `INSERT INTO held_lists (list, due) VALUES (?1, ?2)
     ON CONFLICT (list) DO UPDATE SET due = excluded.due, known = 0`,
    [list, Math.round(nowMs + waitMs)],
  )
  if (!known) await ask("UPDATE events SET due = ?1 WHERE list = ?2 AND state = 'ready' AND due > ?1", [nowMs, list])
}

/** Its list is held: now it waits with the list, in nobody's way. */
export async function putAside(transaction: Transaction, { seq, customer }: Candidate) {
  await transaction.lock(customer)
  await transaction.ask("UPDATE events SET state = 'held' WHERE seq = ?1", [seq])
  await arrange(transaction, customer)
}

/** The API knows the list, or does not mind it. */
export const freeList = ({ ask }: Transaction, list: string) =>
  ask('UPDATE held_lists SET known = 1 WHERE list = ?1', [list])

/** Some events of a list that the API knows now, in each turn. */
export async function freeEvents(transaction: Transaction, { list }: HeldList) {
  const { ask } = transaction
  const events = await ask<Candidate>(
    "SELECT seq, customer FROM events WHERE list = ?1 AND state = 'held' ORDER BY occurred, seq LIMIT ?2",
    [list, FREED_AT_ONCE],
  )
  for (const { seq } of events) await ask("UPDATE events SET state = 'behind' WHERE seq = ?1", [seq])
  const customers = [...new Set(events.map(({ customer }) => customer))]
  if (customers.length > 0) await transaction.lock(...customers)
  for (const customer of customers) await arrange(transaction, customer)
  if (events.length < FREED_AT_ONCE) await ask('DELETE FROM held_lists WHERE list = ?1', [list])
}

/** The first event of a list, which asks again. */
export interface Question extends Candidate {
  list: string
  /**
   * 1: longer than any that is ready, so it goes first. Or else one that the API is always too busy for would keep all others
   * waiting; the other way round, it might never be asked.
   */
  waitedLongest: number
}

/** The one of a list that may ask again, unless another proxy's does. One that waits for its turn has its customer's newer wait. */
export async function readQuestion(
  { ask, nowMs }: Transaction,
  { list, due }: HeldList,
): Promise<Question | undefined> {
  if (due > nowMs) return undefined
  const [first] = await ask<Omit<Question, 'list'>>(FIRST_OF_LIST, [list, nowMs, due])
  return first && { ...first, list }
}

const FIRST_OF_LIST = `
  SELECT seq, customer, CASE WHEN EXISTS (
    SELECT 1 FROM events AS ready WHERE ready.state = 'ready' AND ready.leased_until <= ?2
      AND ready.due < CASE WHEN first.due > ?3 THEN first.due ELSE ?3 END) THEN 0 ELSE 1 END AS "waitedLongest"
  FROM events AS first
  WHERE list = ?1 AND state = 'held' AND due <= ?2 AND NOT EXISTS (
    SELECT 1 FROM events AS other WHERE other.list = ?1 AND other.state = 'held' AND other.leased_until > ?2)
    AND NOT EXISTS (
      SELECT 1 FROM events AS older WHERE older.customer = first.customer AND older.state = 'held' AND older.list = ?1
        AND (older.occurred, older.seq) < (first.occurred, first.seq))
  ORDER BY occurred, seq LIMIT 1`

/** When the first event of a list may go. */
export async function readDue({ ask }: Transaction, { list, known, due }: HeldList) {
  const [first] = await ask<{ seq: number; due: number }>(NEXT_OF_LIST, [list])
  return first && { seq: first.seq, due: known ? 0 : Math.max(first.due, due) }
}

const NEXT_OF_LIST = "SELECT seq, due FROM events WHERE list = ?1 AND state = 'held' ORDER BY occurred, seq LIMIT 1"
