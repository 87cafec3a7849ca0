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

/** The API knows the list, or does not mind it. */
export const freeList = ({ ask }: Transaction, list: string) =>
  ask('UPDATE held_lists SET known = 1 WHERE list = ?1', [list])

/** Some events of a list that the API knows now, in each turn. */
export async function freeEvents(transaction: Transaction, list: string) {
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

/** The first event of the list, which asks again; undefined while another proxy's does. */
export async function readFirst({ ask, nowMs }: Transaction, list: string): Promise<Candidate | undefined> {
  const [first] = await ask<Candidate>(FIRST_OF_LIST, [list, nowMs])
  return first
}

const FIRST_OF_LIST = `
  SELECT seq, customer FROM events
  WHERE list = ?1 AND state = 'held' AND due <= ?2 AND NOT EXISTS (
    SELECT 1 FROM events AS other WHERE other.list = ?1 AND other.state = 'held' AND other.leased_until > ?2)
  ORDER BY occurred, seq LIMIT 1`

/** Of each held list, when its first event may go. */
export const readDues = ({ ask }: Transaction) => ask<{ list: string; due: number }>(NEXT_OF_LISTS)

const NEXT_OF_LISTS = `
  SELECT held.list, CASE WHEN known = 1 THEN 0 ELSE (
    SELECT CASE WHEN event.due > held.due THEN event.due ELSE held.due END FROM events AS event
    WHERE event.list = held.list AND event.state = 'held' ORDER BY occurred, seq LIMIT 1) END AS due
  FROM held_lists AS held
  WHERE EXISTS (SELECT 1 FROM events AS event WHERE event.list = held.list AND event.state = 'held')`
