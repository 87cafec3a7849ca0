/**
 * How many events there are, exactly: one row for each state, kind, reason, and whether anybody vouched for it, changed in the
 * transaction that moves the event. On Postgres each proxy has rows of its own, or all would wait for the same few.
 *
 * The bounds of the queue, health and metrics read it; nothing is ever counted by looking through the events.
 */
import type { Ask } from './store/index.js'
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

  /** @param proxy whose rows they are; empty where one proxy has the database */
  async function write(transaction: Pick<Moving, 'ask' | 'dialect'>, proxy: string) {
    // In one order, so that two transactions do not wait for each other.
    const rows = [...changes]
      .filter(([, { events, bytes }]) => events !== 0 || bytes !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { state, kind, signed, reason, events, bytes }]) => [proxy, state, kind, signed, reason, events, bytes])
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

/** What proxies before this one have left: into one row each, or there would be more with each start. */
export async function foldTotals(moving: Pick<Moving, 'ask' | 'dialect'>) {
  const rows = await moving.ask<Total>(
    "DELETE FROM totals WHERE proxy <> '' RETURNING state, kind, signed, reason, events, bytes",
  )
  for (const { state, kind, signed, reason, events, bytes } of rows) {
    await askRows(moving, ADD, [['', state, kind, signed, reason, events, bytes]])
  }
}

export function sum(totals: Total[], which: Partial<Total> = {}): Size {
  const names = Object.keys(which) as (keyof Total)[] // of a Partial<Total>
  const rows = totals.filter((total) => names.every((name) => total[name] === which[name]))
  return {
    events: rows.reduce((all, { events }) => all + events, 0),
    bytes: rows.reduce((all, { bytes }) => all + bytes, 0),
  }
}

export async function count(ask: Ask, nowMs: number): Promise<Counts> {
  const totals = await readTotals(ask)
  const [first] = await ask<{ occurred: number }>(
    "SELECT occurred FROM events WHERE state <> 'dead' ORDER BY seq LIMIT 1",
  )
  const [waiting, dead] = [sum(totals, { state: 'waiting' }), sum(totals, { state: 'dead' })]
  const dropped = totals.filter(({ state }) => state === 'dropped')
  return {
    waiting: waiting.events,
    waitingBytes: waiting.bytes,
    dead: dead.events,
    deadBytes: dead.bytes,
    waitingBy: group(totals, 'waiting').map(({ reason, ...row }) => ({ ...row, reason: reason || undefined })),
    deadBy: group(totals, 'dead').map(({ reason, ...row }) => ({ ...row, reason: reason || 'unreadable' })),
    oldestWaitingMs: first && nowMs - first.occurred,
    droppedDead: sum(dropped).events,
    droppedBy: [...new Set(dropped.map(({ reason }) => reason))].map((reason) => ({
      reason: reason || 'unreadable',
      count: sum(dropped, { reason }).events,
    })),
  }
}

/** Those of one state by kind and reason: whether anybody vouched for them is nobody's business here. */
function group(totals: Total[], state: Total['state']) {
  const groups = new Map<string, { kind: Total['kind']; reason: Total['reason']; count: number }>()
  for (const { kind, reason } of totals.filter((total) => total.state === state)) {
    groups.set(`${kind} ${reason}`, { kind, reason, count: sum(totals, { state, kind, reason }).events })
  }
  return [...groups.values()].filter(({ count }) => count !== 0)
}
