/**
 * The ledger of the proxy: one row for each event, and the queue of the waiting events. README.md explains it on one
 * page.
 *
 * Promise: when `accept` resolves, the event survives a power cut. An event ends in one of three ways: it is delivered,
 * the operator drops it, or it exceeds the limit of dead letters. The last case is counted and logged.
 */
import type { Act } from './operator/acts.js'
import type { Tally } from './operator/hours.js'
import type { Operator } from './operator/index.js'
import type { Accepted, Claimed, Counts, Disposition, IncomingEvent, Probe, Reason, RefusedReport } from './types.js'

export { isOtherCurrency } from './complete.js'
export type { Booked } from './operator/complete.js'
export type { Operator, QueueAdmin, Sent, Which } from './operator/index.js'
export type { Cursor, Filter, Listed, Sought, Step, Trace } from './operator/listed.js'
export type {
  Claimed,
  Counts,
  Disposition,
  IncomingEvent,
  Probe,
  QueuedEvent,
  Reason,
  RefusedReason,
  RefusedReport,
  Source,
  Unfit,
} from './types.js'
export { QueueFullError, STATES } from './types.js'

export interface Queue {
  /**
   * Stores the event, or recognises it as a duplicate. Resolves after a durable commit, which events that arrive within
   * milliseconds share.
   *
   * @throws QueueFullError
   */
  accept(event: IncomingEvent): Promise<Accepted>
  /** Stores a report that could not become an event, for the operator. */
  refuse(report: RefusedReport): Promise<void>
  /**
   * Claims due events, one of each customer. Other claims do not get them until they are acknowledged or released, or
   * the process ends. If several proxies share the database, a claim ends with its lease.
   */
  claim(most: number, probe?: Probe): Promise<Claimed>
  /** Releases claimed events that were not sent. */
  release(ids: string[]): Promise<void>
  /** Writes the result of a claimed event. */
  ack(id: string, disposition: Disposition): Promise<void>
  /**
   * Makes events due that wait for one of these reasons. @param isDetachedToo also detached events, which is the default
   */
  wake(reasons: Reason[], isDetachedToo?: boolean): Promise<void>
  /**
   * Reads the customers whose events the API has refused since it last accepted one. @param list the target: a list, or
   * empty for orders
   */
  readRefused(list: string): Promise<string[]>
  /** Reads the time until the next event may be claimed. Undefined if no event waits. */
  nextInMs(): Promise<number | undefined>
  /** Deletes rows whose time is over. */
  sweep(): Promise<void>
  /** Adds counts for charts. */
  record(tally: Tally): Promise<void>
  /** Takes the operators' acts that are not yet logged. */
  takeActs(): Promise<Act[]>
  count(): Promise<Counts>
  /** Reads a note, also of an earlier process or another proxy. */
  readNote(name: string): Promise<string | undefined>
  writeNote(name: string, text: string): Promise<void>
  close(): Promise<void>
}

/** The queue as the proxy opens it, with the functions for the operator's page. */
export type OpenQueue = Queue & Operator
