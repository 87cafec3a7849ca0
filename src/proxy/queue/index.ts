/**
 * The ledger of the proxy: one row for each event, and the queue of the events that wait. README.md explains it on one page.
 *
 * Promise: when `accept` resolves, the event has survived a power cut. An event ends only when it is delivered, when the
 * operator drops it, or as one dead letter too many, which is counted and logged.
 */
import type { Act } from './operator/acts.js'
import type { Tally } from './operator/hours.js'
import type { Operator } from './operator/index.js'
import type { Accepted, Claimed, Counts, Disposition, IncomingEvent, Probe, Reason, RefusedReport } from './types.js'

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
  /** Keeps a report that could not become an event, for the operator. */
  refuse(report: RefusedReport): Promise<void>
  /**
   * Claims due events, one of each customer. No other claim gets them until they are acknowledged or released, or the process
   * ends. If several proxies share the database, a claim ends with its lease.
   */
  claim(most: number, probe?: Probe): Promise<Claimed>
  /** Releases claimed events that were not sent. */
  release(ids: string[]): Promise<void>
  /** Writes what became of a claimed event. */
  ack(id: string, disposition: Disposition): Promise<void>
  /** Makes events due that wait for one of these reasons. @param isAloneToo also those that wait alone, which is the default */
  wake(reasons: Reason[], isAloneToo?: boolean): Promise<void>
  /** Reads customers whose events the API refused since it took one. @param list the target: a list, or empty for orders */
  readRefused(list: string): Promise<string[]>
  /** Reads when the next event may be claimed. Undefined when no event waits. */
  nextInMs(): Promise<number | undefined>
  /** Deletes rows that are past their time. */
  sweep(): Promise<void>
  /** Adds counts for charts. */
  record(tally: Tally): Promise<void>
  /** Takes the acts of operators that are not logged yet. */
  takeActs(): Promise<Act[]>
  count(): Promise<Counts>
  /** Reads a note of this name, also of an earlier process or another proxy. */
  readNote(name: string): Promise<string | undefined>
  writeNote(name: string, text: string): Promise<void>
  close(): Promise<void>
}

/** The queue as the proxy opens it, with what its operator's page needs. */
export type OpenQueue = Queue & Operator
