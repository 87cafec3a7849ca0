/** Counts of a database that groups its events. */
import type { Event } from '../../contract/event.js'
import type { Counts, Reason, State } from './index.js'

/** Events of one state, kind and reason. */
export interface Counted {
  state: State
  kind: Event['kind']
  reason: Reason | null
  events: number
  bytes: number
  /** When the oldest of them occurred. */
  oldest: number
}

export function toCounts(rows: Counted[], droppedDead: number, nowMs: number): Counts {
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const dead = rows.filter(({ state }) => state === 'dead')
  const oldestMs = Math.min(...waiting.map(({ oldest }) => oldest))
  return {
    waiting: sum(waiting, 'events'),
    waitingBytes: sum(waiting, 'bytes'),
    dead: sum(dead, 'events'),
    deadBytes: sum(dead, 'bytes'),
    waitingBy: waiting.map(({ kind, reason, events }) => ({ kind, reason: reason ?? undefined, count: events })),
    deadBy: dead.map(({ kind, reason, events }) => ({ kind, reason: reason ?? 'unreadable', count: events })),
    oldestWaitingMs: waiting.length > 0 ? nowMs - oldestMs : undefined,
    droppedDead,
  }
}

function sum(rows: Counted[], column: 'events' | 'bytes'): number {
  return rows.reduce((total, row) => total + row[column], 0)
}
