/**
 * The hold: events in the proxy that the API has not taken yet, and what is known of those it has.
 *
 * What every engine promises: when `accept` resolves, the event has survived a power cut; an event leaves only by
 * `deliver` or by becoming a dead letter, which has a reason.
 */
import type { Event } from '../../contract/event.js'

/** These fields of an event of either kind, where it has them. */
type Fields<Name extends string> = {
  [K in Event['kind']]: Pick<Extract<Event, { kind: K }>, Extract<keyof Extract<Event, { kind: K }>, Name>>
}[Event['kind']]

/** An event as the guards have let it through, with the moment it happened by the proxy's clock. */
export type Arrival = Fields<'kind' | 'id' | 'list' | 'body'> & {
  receivedMs: number
  occurredMs: number
  /** By a signature, or sent with the server token: never a repeat of an unsigned event, and not limited. */
  signed: boolean
}

/** An event on its way to the API. */
export type HeldEvent = Fields<'kind' | 'id' | 'list'> & {
  /** The body as JSON, as the API gets it. */
  text: string
  occurredMs: number
  /** Whose it is, without saying who: events of one `who` go in order. */
  who: string
  /** How often the API was asked. */
  attempts: number
  /** How often the API had no session for this order. */
  misses: number
  /** The operator wants it sent: no age is too old. */
  replayed: boolean
}

/** A claimed event that cannot be sent, and why: to be buried for this reason. */
export type Unfit = Pick<HeldEvent, 'id' | 'kind' | 'who'> & { unfit: Reason }

export type State = 'waiting' | 'dead'

/** An event as the operator sees it. */
export interface Listed {
  id: string
  kind: Event['kind']
  list?: string
  state: State
  reason?: Reason
  attempts: number
  occurredMs: number
  receivedMs: number
  /** What it will send to the API; undefined when no key opens the record, or it is damaged. */
  body?: Event['body']
}

/** What health and metrics tell; no personal data. */
export interface Counts {
  waiting: number
  waitingBytes: number
  dead: number
  deadBytes: number
  /** Of waiting events: how many wait for which reason (those never tried have none), and the oldest's age. */
  waitingBy: { kind: Event['kind']; reason: Reason | undefined; count: number }[]
  deadBy: { kind: Event['kind']; reason: Reason; count: number }[]
  oldestWaitingMs: number | undefined
  /** Dead letters pushed out by newer ones since the database was made. */
  droppedDead: number
}

/** The hold takes no more for now: 503, and the browser keeps the event. */
export class HoldFullError extends Error {
  constructor() {
    super('the hold is full')
    this.name = 'HoldFullError'
  }
}

/** Why an event waits, or why it is not sent again. */
export type Reason =
  | 'unreachable' // network, TLS, timeout, half an answer
  | 'busy' // the API asked to come again
  | 'credentials' // 401, 403: the key is wrong, not the event
  | 'address' // the API is not at RINGUP_API_URL
  | 'no_session' // no session to convert, yet
  | 'unknown_list' // the API has no list of this id
  | 'refused' // the API will never take it
  | 'expired' // too old to hit the right session
  | 'limited' // more of one e-mail in a day than a customer does
  | 'stale' // a newer sign-up has already said all that this one says
  | 'unreadable' // no key opens the record, or it is damaged

/** Dead letters for what the API has answered: it was asked once more than before. Of all others it was not asked. */
export const isAnswer = (reason: Reason) => reason === 'refused' || reason === 'no_session'

export interface Hold {
  /**
   * Stores the event, or recognises a repeat; either way after one durable commit, shared with others that come within
   * milliseconds.
   *
   * @throws HoldFullError
   */
  accept(arrival: Arrival): Promise<'new' | 'repeat' | 'limited'>
  /**
   * Events whose time has come, at most one of each customer and that one the oldest; nobody else gets them until
   * they are settled by one of the next four calls, or the process ends; where others share the database, a while after it.
   */
  claim(most: number, dueMs: number): Promise<(HeldEvent | Unfit)[]>
  deliver(id: string): Promise<void>
  /** Tries again at `dueMs`. */
  postpone(id: string, reason: Reason, dueMs: number): Promise<void>
  /** Holds all events of one list until `dueMs`. */
  postponeList(id: string, list: string, dueMs: number): Promise<void>
  /** Makes it a dead letter: kept, not sent again. */
  bury(id: string, reason: Reason): Promise<void>
  /** Makes all events that wait for one reason due at once. */
  wake(reason: Reason): Promise<void>
  /** When the next event may be claimed, or undefined when none waits. */
  nextDueMs(): Promise<number | undefined>
  /** Forgets what is past its time: repeats, and dead letters after 14 days. */
  sweep(nowMs: number): Promise<void>
  count(): Promise<Counts>
  close(): Promise<void>
}

/** The operator's hold: the same database, from another process, beside a running proxy. */
export interface Ledger {
  /** Oldest first, one at a time: there may be 60,000. */
  list(filter?: { state?: State; reason?: Reason }): AsyncIterable<Listed>
  read(id: string): Promise<Listed | undefined>
  /** Sends a dead letter again, its attempts forgotten and its age no matter. @returns how many there were */
  replay(which: { id: string } | { reason: Reason }): Promise<number>
  drop(id: string): Promise<boolean>
  /** Deletes everything kept of this e-mail but bare ids. @returns how many events and marks went */
  erase(email: string): Promise<{ events: number; marks: number }>
  count(): Promise<Counts>
  close(): Promise<void>
}
