/**
 * The room of waiting events, and of dead letters with refused reports: contract 6, "Fair share" (../fair-share.ts).
 * The rows are counted again now and then, and in between in memory.
 */
import { hasRoom, type Use } from '../fair-share.js'
import { forget } from './enqueue.js'
import { countUp } from './meta.js'
import { STOPPED, WAITS } from './schema.js'
import type { Transaction } from './store/index.js'
import { type Bounds, type EventRow, type Size, type Transition, toKind, type Weight } from './types.js'

/** The time for which counts are valid. Commands and other proxies change the rows too. */
const VALID_MS = { alone: 15_000, shared: 5_000 }

/** Sizes by name: `all`, `unsigned`, `stopped`, and each network. */
type Sizes = Map<string, Size>

const NOTHING: Size = { events: 0, bytes: 0 }

function add(sizes: Sizes, name: string, events: number, bytes: number) {
  const size = sizes.get(name) ?? NOTHING
  const sum = { events: size.events + events, bytes: size.bytes + bytes }
  if (sum.events <= 0) sizes.delete(name)
  else sizes.set(name, sum)
}

function toNames({ state, signed, network }: Omit<Weight, 'bytes'>): string[] {
  if (state === 'delivered') return []
  if (state !== 'waiting') return ['stopped']
  return ['all', ...(signed ? [] : ['unsigned']), ...(network === '' ? [] : [`of ${network}`])]
}

export type Room = ReturnType<typeof createRoom>

export function createRoom(most: Bounds, isShared: boolean, monotonic: () => number) {
  let sizes: Sizes = new Map()
  let countedMs = Number.NEGATIVE_INFINITY

  /** Counts the rows, if the last count is no longer valid. */
  async function refresh({ ask }: Pick<Transaction, 'ask'>) {
    if (monotonic() - countedMs < (isShared ? VALID_MS.shared : VALID_MS.alone)) return
    const fresh: Sizes = new Map()
    for (const row of await ask<Weight & Size>(COUNT)) {
      for (const name of toNames(row)) add(fresh, name, row.events, row.bytes)
    }
    sizes = fresh
    countedMs = monotonic()
  }

  /** Collects the changes of one transaction. They count for others once it is committed. */
  function begin() {
    const changes: Sizes = new Map()
    const change = (row: Weight, by: 1 | -1) => {
      for (const name of toNames(row)) {
        const { events, bytes } = changes.get(name) ?? NOTHING
        changes.set(name, { events: events + by, bytes: bytes + by * row.bytes })
      }
    }
    const read = (name: string): Size => {
      const [before, more] = [sizes.get(name) ?? NOTHING, changes.get(name) ?? NOTHING]
      return { events: before.events + more.events, bytes: before.bytes + more.bytes }
    }
    return {
      add: (row: Weight) => change(row, 1),
      remove: (row: Weight) => change(row, -1),
      has({ signed, network, bytes }: Weight): boolean {
        const [all, unsigned, own] = [read('all'), read('unsigned'), read(`of ${network}`)]
        const toUse = (what: keyof Size): Use => ({ all: all[what], unsigned: unsigned[what], network: own[what] })
        // A signature uses room once: the same event again is a duplicate.
        const more = { signed: signed === 1, isExempt: network === '' || signed === 1 }
        return (
          hasRoom(most.queueEvents, toUse('events'), { size: 1, ...more }) &&
          hasRoom(most.queueBytes, toUse('bytes'), { size: bytes, ...more })
        )
      },
      isCalm: (network: string) => network === '' || read(`of ${network}`).events === 0,
      stopped: () => read('stopped'),
      commit() {
        for (const [name, { events, bytes }] of changes) add(sizes, name, events, bytes)
      },
    }
  }

  return { refresh, begin }
}

const COUNT = [WAITS, STOPPED]
  .map(
    (which) => `
  SELECT state, signed, network, count(*) AS events, CAST(sum(bytes) AS bigint) AS bytes
  FROM events WHERE ${which} GROUP BY state, signed, network`,
  )
  .join(' UNION ALL ')

/* Too many dead letters */

/** The name in `meta` of the number of dropped rows. */
export const DROPPED = 'dropped'
const AT_ONCE = 200
/** A little more is dropped than necessary, so that not each new dead letter causes a search. */
const AIM = 0.99

/** Drops the oldest dead letters and refused reports of the network that has most, unsigned ones first. */
export async function dropSurplus(step: Transition, most: Bounds) {
  const isOver = ({ events, bytes }: Size, part = 1) =>
    events > most.deadLetters * part || bytes > most.deadLetterBytes * part
  if (!isOver(step.room.stopped())) return
  let [size = NOTHING] = await step.ask<Size>(COUNT_STOPPED)
  while (isOver(size)) {
    const rows = await step.ask<EventRow>(OLDEST_OF_LARGEST, [AT_ONCE, most.deadLetters, most.deadLetterBytes])
    if (rows.length === 0) return
    for (const row of rows) {
      if (!isOver(size, AIM)) return
      size = { events: size.events - 1, bytes: size.bytes - row.bytes }
      if (!(await forget(step, row))) continue
      await countUp(step.ask, DROPPED)
      const { id, reason } = row
      step.tell({ event: 'dead_letter_dropped', id, kind: toKind(row), ...(reason && { reason }) })
    }
  }
}

/** Counts the rows themselves before one is deleted, because counts in memory may be some seconds old. */
const COUNT_STOPPED = `SELECT count(*) AS events, CAST(coalesce(sum(bytes), 0) AS bigint) AS bytes FROM events WHERE ${STOPPED}`

const OLDEST_OF_LARGEST = `
  WITH largest AS (
    SELECT signed, network FROM events WHERE ${STOPPED} GROUP BY signed, network
    ORDER BY signed, count(*) * 1.0 / ?2 + sum(bytes) * 1.0 / ?3 DESC LIMIT 1)
  SELECT events.* FROM events, largest
  WHERE ${STOPPED} AND events.signed = largest.signed AND events.network = largest.network ORDER BY due, seq LIMIT ?1`
