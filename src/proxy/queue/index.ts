/**
 * The ledger of the proxy: one row for each event, and the queue of the waiting events. README.md explains it on one
 * page.
 *
 * Promise: when `accept` resolves, the event survives a power cut. An event ends in one of three ways: it is delivered,
 * the operator drops it, or it exceeds the limit of dead letters. The last case is counted and logged.
 */
import type { Operator } from './operator/index.js'
import type { Batch, ClaimOptions, IncomingEvent, Outcome, Reason, RefusedReport } from './types.js'

export type { Cursor, Entry, Filter, Search, Step, Trace } from './operator/entries.js'
export type { Operator, QueueAdmin, SendResult, Which } from './operator/index.js'
export type { Shop } from './shop.js'
export type {
  Bounds,
  Counts,
  IncomingEvent,
  OrderCount,
  Outcome,
  QueuedEvent,
  Reason,
  RefusedReason,
  RefusedReport,
  Trouble,
  UnfitEvent,
} from './types.js'
export { BOUNDS, FAILURES, QueueFullError, STATES, TROUBLES } from './types.js'

export interface Queue {
  /**
   * Stores the event, or recognises it as a duplicate. Resolves after a durable commit, which events that arrive within
   * milliseconds share.
   *
   * @throws QueueFullError
   */
  accept(event: IncomingEvent): Promise<'new' | 'duplicate'>
  /** Stores a report that could not become an event, for the operator. */
  refuse(report: RefusedReport): Promise<void>
  /**
   * Claims due events, one of each line. Other claims do not get them until they are settled or released, or the process
   * ends. If several proxies share the database, a claim ends with its lease.
   */
  claim(most: number, options?: ClaimOptions): Promise<Batch>
  /** Releases claimed events that were not sent. */
  release(ids: string[]): Promise<void>
  /** Writes the outcome of a claimed event. */
  settle(id: string, outcome: Outcome): Promise<void>
  /** Makes events due that wait for one of these reasons, in the order of their times. */
  wake(reasons: readonly Reason[]): Promise<void>
  /** Deletes rows whose time is over. */
  sweep(): Promise<void>
  /** Reads a note, also of an earlier process or another proxy. */
  readNote(name: string): Promise<string | undefined>
  writeNote(name: string, text: string): Promise<void>
  close(): Promise<void>
}

/** The queue as the proxy opens it, with the functions for the operator's page. */
export type OpenQueue = Queue & Operator
