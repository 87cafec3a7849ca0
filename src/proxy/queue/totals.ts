/**
 * How many events there are, exactly: one row for each state, kind, reason, and whether anybody vouched for it, changed in the
 * transaction that moves the event. On Postgres there are up to sixteen of each, or all proxies would wait for the same few.
 *
 * The bounds of the queue, health and metrics read it; nothing is ever counted by looking through the events.
 */
import type { Ask, Transaction } from './store/index.js'
import { askRows } from './store/rows.js'
import type { Countable, Counts, Moving, Size, Total } from './types.js'

export function createChanges() {
  const changes = new Map<string, Total>()

  function add(by: 1 | -1, { kind, signed, bytes, ...event }: Countable) {
    const state = event.state === 'dead' || event.state === 'dropped' ? event.state : 'waiting'
    const reason = event.reason ?? ''
    const key = [state, kind, signed, reason].join()
    const { events, bytes: before } = changes.get(key) ?? { events: 0, bytes: 0 }
    changes.set(key, { state, kind, signed, reason, events: events + by, bytes: before + by * bytes })
  }

  /** @param part which of the rows; empty where one proxy has the database */
  async function write(transaction: Pick<Moving, 'ask' | 'dialect'>, part: string) {
    // In one order, so that two transactions do not wait for each other.
    const rows = [...changes]
      .filter(([, { events, bytes }]) => events !== 0 || bytes !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { state, kind, signed, reason, events, bytes }]) => [part, state, kind, signed, reason, events, bytes])
    await askRows(transaction, ADD, rows)
  }

  /** What the database had before this transaction, with what it changes. */
  const addTo = (totals: Total[]) => [...totals, ...changes.values()]

  /** There are more dead letters than before. */
  const hasDied = () => [...changes.values()].some(({ state, events }) => state === 'dead' && events > 0)

  return { add, addTo, hasDied, write }
}

const ADD = {
  sql: `INSERT INTO totals (proxy, state, kind, signed, reason, events, bytes) VALUES :rows
    ON CONFLICT (proxy, state, kind, signed, reason) DO UPDATE SET events = totals.events + excluded.events,
      bytes = totals.bytes + excluded.bytes`,
  row: '(?1, ?2, ?3, ?4, ?5, ?6, ?7)',
}

/** Several of one kind, where several proxies share the database. */
export const readTotals = (ask: Ask) =>
  ask<Total>('SELECT state, kind, signed, reason, events, bytes FROM totals ORDER BY state, kind, reason, signed')

export function sum<Row extends Size>(totals: Row[], which: Partial<Row> = {}): Size {
  const names = Object.keys(which) as (keyof Row)[] // of a Partial<Row>
  const rows = totals.filter((total) => names.every((name) => total[name] === which[name]))
  return {
    events: rows.reduce((all, { events }) => all + events, 0),
    bytes: rows.reduce((all, { bytes }) => all + bytes, 0),
  }
}

export async function count({ ask, nowMs }: Pick<Transaction, 'ask' | 'nowMs'>): Promise<Counts> {
  const totals = await ask<Omit<Total, 'signed'>>(COUNTS)
  const [first] = await ask<{ occurred: number }>(FIRST)
  const of = (state: Total['state']) => totals.filter((total) => total.state === state)
  const [waiting, dead] = [of('waiting'), of('dead')]
  return {
    waiting: sum(waiting).events,
    waitingBytes: sum(waiting).bytes,
    dead: sum(dead).events,
    deadBytes: sum(dead).bytes,
    waitingBy: waiting.map(({ kind, reason, events }) => ({ kind, reason: reason || undefined, count: events })),
    deadBy: dead.map(({ kind, reason, events }) => ({ kind, reason: reason || 'unreadable', count: events })),
    oldestWaitingMs: first && nowMs - first.occurred,
    droppedDead: sum(of('dropped')).events,
  }
}

/** Whether anybody vouched for them is nobody's business here. */
const COUNTS = `
  SELECT state, kind, reason, CAST(sum(events) AS bigint) AS events, CAST(sum(bytes) AS bigint) AS bytes FROM totals
  GROUP BY state, kind, reason HAVING sum(events) <> 0 ORDER BY state, kind, reason`

const FIRST = "SELECT occurred FROM events WHERE state <> 'dead' ORDER BY seq LIMIT 1"
