/**
 * The queue: events in the proxy that the API has not taken yet, and what is known of those it has.
 *
 * What it promises, whichever database holds it: when `accept` resolves, the event has survived a power cut; an event
 * leaves only when it is delivered, by the operator, or as a dead letter too many, which is counted and logged.
 */
import type { Event } from '../../contract/event.js'
import type { Problem } from '../../contract/said.js'
import type { Tally } from './hours.js'
import type { Act, Operator } from './operator.js'

export type * from './operator.js'

/** These fields of an event of either kind, where it has them. */
type Fields<Name extends string> = {
  [K in Event['kind']]: Pick<Extract<Event, { kind: K }>, Extract<keyof Extract<Event, { kind: K }>, Name>>
}[Event['kind']]

/** An event as the guards have let it through. */
export type IncomingEvent = Fields<'kind' | 'id' | 'list' | 'body'> & {
  /** How long ago it happened. The moment itself is told by the clock of the database. */
  ageMs: number
  /** What could not be read of it: the event went without these fields. */
  problems?: Problem[]
  /** By a signature, or sent with the server token: never a duplicate of an unsigned event, and not limited. */
  signed: boolean
  /** Who reported it; a page where nothing is said. */
  from?: Source
}

/** A page of the shop, the shop's platform, or another program of the shop. */
export type Source = 'page' | 'webhook' | 'server'

/** An event on its way to the API. */
export type QueuedEvent = Fields<'kind' | 'id' | 'list'> & {
  /** The body as JSON, as the API gets it. */
  text: string
  /** One key for one body: another when the queue had to take fields out of it. */
  idempotencyKey: string
  ageMs: number
  /** Whose it is, without saying who: events of one customer go in order. */
  customer: string
  /** How often the API was asked. */
  attempts: number
  /** How often the API would not take this one, though it takes others: no session, or an answer for this event alone. */
  misses: number
  /** The operator wants it sent: no age is too old. */
  replayed: boolean
}

/** A claimed event that cannot be sent, and why: to become a dead letter for this reason. */
export type Unfit = Pick<QueuedEvent, 'id' | 'kind' | 'customer'> & { unfit: Reason }

export interface Claimed {
  events: (QueuedEvent | Unfit)[]
  /** When to claim again, if fewer came than were asked for; undefined when nothing waits. */
  nextInMs: number | undefined
}

/** Which events to claim. */
export interface Claiming {
  /** Not of these customers. */
  notOf?: string[]
  /** To learn whether the API takes anything: none that it may mind itself; first what was never tried, of another kind, signed. */
  asQuestion?: { notKind?: Event['kind'] }
}

/** What became of a claimed event. */
export type Disposition = (
  | { as: 'delivered' }
  /** `miss`: the API takes others, but not this one. */
  | { as: 'retry'; reason: Reason; waitMs: number; miss?: boolean }
  /** The API does not know the event's list: all events of it wait, and one of them asks again. */
  | { as: 'list_unknown'; waitMs: number }
  /** `answer`: how the API's begins, kept for the operator. */
  | { as: 'dead'; reason: Reason; answer?: string }
) & { /** What the API has answered, where it was asked. */ status?: number }

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
  droppedBy: { reason: Reason; count: number }[]
}

/** The queue takes no more for now: 503, and the browser keeps the event. */
export class QueueFullError extends Error {
  constructor() {
    super('the queue is full')
    this.name = 'QueueFullError'
  }
}

/** Why an event waits, or why it is not sent again. */
export type Reason =
  | 'unreachable' // network, TLS, timeout, half an answer
  | 'busy' // the API asked to come again
  | 'credentials' // 401, 403: the key is wrong, or the API's firewall minds this event
  | 'address' // the API is not at RINGUP_API_URL, or something before it minds this event
  | 'no_session' // no session to convert, yet
  | 'unknown_list' // the API has no list of this id
  | 'refused' // the API will never take it
  | 'expired' // too old to hit the right session
  | 'limited' // more of one e-mail in a day than a customer does
  | 'stale' // a newer sign-up has already said all that this one says
  | 'unreadable' // no key opens the record, or it is damaged

/** `limited`: too many of one customer today, and a dead letter. All look the same to whoever sent them. */
export type Accepted = 'new' | 'duplicate' | 'limited'

export interface Queue {
  /**
   * Stores the event, or recognises a duplicate; either way after one durable commit, shared with others that come within
   * milliseconds.
   *
   * @throws QueueFullError
   */
  accept(event: IncomingEvent): Promise<Accepted>
  /**
   * Events whose time has come, of each customer the oldest; nobody else gets them until they are acknowledged, or the process
   * ends; where others share the database, a while after it.
   */
  claim(most: number, which?: Claiming): Promise<Claimed>
  /** Claimed events that were not sent after all may be claimed again. */
  release(ids: string[]): Promise<void>
  ack(id: string, disposition: Disposition): Promise<void>
  /** Makes all events that wait for one reason due at once. */
  wake(reason: Reason): Promise<void>
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
export interface OpenQueue extends Queue {
  operator: Operator
}
