/**
 * How many unsigned events one customer has had today. Counted in memory; written from the second on, because almost
 * nobody has a second one, and after a restart one more or less does not matter.
 */
import type { Event } from '../../contract/event.js'
import { DAY_MS } from './bounds.js'
import type { Undo } from './group.js'

/** Of customers with a single event so far; more than come by in a day, but a flood of made-up ones must end somewhere. */
const MOST_KNOWN = 100_000

export interface Limited {
  who: string
  kind: Event['kind']
  events: number
}

interface Parts {
  /** What an earlier process has written of this day. */
  read(day: number): Limited[]
  write(limited: Limited, day: number): void
}

export interface Limits {
  /** Counts one more, at this moment. @returns how many it is with this one */
  count(who: string, kind: Event['kind'], receivedMs: number, undo: Undo): number
  /** Knows no more than what is written. */
  forget(): void
}

export function createLimits({ read, write }: Parts): Limits {
  let today = Number.NaN
  const counts = new Map<string, number>()

  function begin(day: number) {
    today = day
    counts.clear()
    for (const { who, kind, events } of read(day)) counts.set(kind + who, events)
  }

  function makeRoom() {
    if (counts.size < MOST_KNOWN) return
    for (const [name, events] of counts) if (events === 1) counts.delete(name)
  }

  return {
    count(who, kind, receivedMs, undo) {
      const day = Math.floor(receivedMs / DAY_MS)
      if (day !== today) begin(day)
      const name = kind + who
      const before = counts.get(name)
      if (before === undefined) makeRoom()
      const events = (before ?? 0) + 1
      counts.set(name, events)
      undo.push(() => (before === undefined ? counts.delete(name) : counts.set(name, before)))
      if (events > 1) write({ who, kind, events }, day)
      return events
    },
    forget() {
      today = Number.NaN
      counts.clear()
    },
  }
}
