/**
 * The queue: events in the proxy that the API has not taken yet, and what is known of those it has. README.md has its states,
 * moves and invariants on one page.
 *
 * What it promises, whichever database holds it: when `accept` resolves, the event has survived a power cut; an event
 * leaves only when it is delivered, by the operator, or as a dead letter too many, which is counted and logged.
 */
import type { Act } from './operator/acts.js'
import type { Tally } from './operator/hours.js'
import type { Operator } from './operator/index.js'
import type { Accepted, Claimed, Counts, Disposition, IncomingEvent, Probe, Reason } from './types.js'

export type { Trace } from './operator/find.js'
export type { Operator, QueueAdmin, Sent, Which } from './operator/index.js'
export type { Filter, Listed, Place, State } from './operator/listed.js'
export type { Recent, Step } from './operator/recent.js'
export type {
  Claimed,
  Counts,
  Disposition,
  IncomingEvent,
  Probe,
  QueuedEvent,
  Reason,
  Source,
  Unfit,
} from './types.js'
export { QueueFullError } from './types.js'

export interface Queue {
  /**
   * Stores the event, or recognises a duplicate; either way after one durable commit, shared with others that come within
   * milliseconds.
   *
   * @throws QueueFullError
   */
  accept(event: IncomingEvent): Promise<Accepted>
  /**
   * Events whose time has come: of what is due first what is signed, then what was never tried, then the rest by time; of each
   * customer one. Nobody else gets them until they are acknowledged, or the process ends; where others share the database, a
   * while after it.
   */
  claim(most: number, probe?: Probe): Promise<Claimed>
  /** Claimed events that were not sent after all may be claimed again. */
  release(ids: string[]): Promise<void>
  ack(id: string, disposition: Disposition): Promise<void>
  /** Makes events that wait for one of these reasons due at once. @param isAloneToo also those that wait by themselves; they do by default */
  wake(reasons: Reason[], isAloneToo?: boolean): Promise<void>
  /** When the next event may be claimed, or undefined when none waits. */
  nextInMs(): Promise<number | undefined>
  /** Forgets what is past its time: what duplicates are known by, and dead letters after 14 days. */
  sweep(): Promise<void>
  /** Counts for charts. */
  record(tally: Tally): Promise<void>
  /** What operators have done since the last time this was asked, by anybody. */
  takeActs(): Promise<Act[]>
  count(): Promise<Counts>
  /** What was noted under this name, also by an earlier process or another proxy. */
  readNote(name: string): Promise<string | undefined>
  writeNote(name: string, text: string): Promise<void>
  close(): Promise<void>
}

/** The queue as the proxy has opened it: for its operator's page too. */
export type OpenQueue = Queue & Operator
