/**
 * The types of the queue, below everything else in it: events on their way in and out, what became of them, and what the parts of
 * the queue work with.
 */
import type { Event } from '../../contract/event.js'
import type { Problem } from '../../contract/said.js'
import type { Line, Log } from '../log/line.js'
import type { Hash, Seal } from '../seal.js'
import type { Store, Transaction, Urgency } from './store/index.js'

/* Events */

/** These fields of an event of either kind, where it has them. */
type Fields<Name extends string> = {
  [K in Event['kind']]: Pick<Extract<Event, { kind: K }>, Extract<keyof Extract<Event, { kind: K }>, Name>>
}[Event['kind']]

/** An event as the guards have let it through. */
export type IncomingEvent = Fields<'kind' | 'id' | 'list' | 'body'> & {
  /** How long ago it happened. The moment itself is told by the clock of the database. */
  ageMs: number
  /** A signature or the server token vouches for it: never a duplicate of an unsigned event, and not limited. */
  signed: boolean
  /** Its network sends many: where events wait for a place at the API, those of others go first. */
  isBusy?: boolean
  /** What could not be read of it; kept sealed beside it, and as codes after delivery. */
  problems?: Problem[]
  /** The order's second name (`#1001` beside its id): it is found by it too, and never a duplicate because of it. */
  name?: string
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
  /** Whose it is, without saying who: of one customer one is under way. */
  customer: string
  /** A keyed hash of the network that sent it, if the queue knows it. */
  network?: string
  /** How often the API was asked. */
  attempts: number
  /** How often the API would not take this one, though it takes others: no session, or an answer for this event alone. */
  misses: number
  /** It goes before its time, for another of its line has come, or the operator wants it: the try does not count. */
  isEarly: boolean
}

/** A claimed event that cannot be sent, and why: to become a dead letter for this reason. */
export type Unfit = Pick<QueuedEvent, 'id' | 'kind' | 'customer'> & { unfit: Reason }

export interface Claimed {
  events: (QueuedEvent | Unfit)[]
  /** When to claim again, if fewer came than were asked for; undefined when nothing waits. */
  nextInMs: number | undefined
}

/** A claim of one event that shows whether the API takes any: what was never tried first, of none of these customers if possible. */
export interface Probe {
  notOf: string[]
  /** A sign-up of this list, which the API does not know. */
  list?: string
}

/** What became of a claimed event. */
export type Disposition =
  /** `isListBack`: the API did not know the event's list, and does now. */
  (
    | { as: 'delivered'; isListBack?: boolean }
    /**
     * `isAlone`: the API is there and takes others, so it waits by itself, and its line goes on.
     * `isMiss`: and it has said so of this event; after some of these it is not sent again.
     */
    | { as: 'retry'; reason: Reason; waitMs: number; isAlone?: boolean; isMiss?: boolean }
    /** The API does not know its list: it waits for the list. */
    | { as: 'list_unknown' }
    /** Its list is known to be unknown, so the API was not asked. */
    | { as: 'list_waits' }
    /** `answer`: how the API's begins, kept for the operator. */
    | { as: 'dead'; reason: Reason; answer?: string }
  ) & { /** What the API has answered, where it was asked. */ status?: number }

/** Why an event waits, or why it is not sent again. */
export type Reason =
  | 'unreachable' // network, TLS, timeout, half an answer
  | 'busy' // the API asked to come again
  | 'credentials' // 401, 403: the key is wrong, or something before the API minds this event
  | 'address' // the API is not at RINGUP_API_URL, or something before it minds this event
  | 'no_session' // no session to convert, yet
  | 'unknown_list' // the API has no list of this id
  | 'refused' // the API will never take it
  | 'none_taken' // the API refused it, and the events of several customers before it
  | 'overtaken' // a later order of its customer was delivered: it would convert the later one's session
  | 'expired' // too old to hit the right session
  | 'limited' // more of one e-mail in a day than a customer does
  | 'stale' // a newer sign-up has already said all that this one says
  | 'unreadable' // no key opens the record, or it is damaged

/**
 * `limited`: too many of one customer today, and a dead letter. `late`: too old when it came, and only counted. All look the same
 * to whoever sent them.
 */
export type Accepted = 'new' | 'duplicate' | 'limited' | 'late'

/** What health and metrics tell; no personal data. */
export interface Counts {
  waiting: number
  waitingBytes: number
  dead: number
  deadBytes: number
  /** How many wait for which reason (those never tried have none). */
  waitingBy: { kind: Event['kind']; reason: Reason | undefined; count: number }[]
  deadBy: { kind: Event['kind']; reason: Reason; count: number }[]
  /** The age of the event that came first of those waiting. */
  oldestWaitingMs: number | undefined
  /** Dead letters pushed out by newer ones, and events too old when they came, since the database was made. */
  droppedDead: number
}

/** How much the queue takes. */
export interface Bounds {
  /** Events that wait, and their size. */
  waiting: number
  waitingBytes: number
  /** Dead letters, and their size. */
  dead: number
  deadBytes: number
  /** Unsigned events of one e-mail and day: more than a customer does, and little enough that a stranger cannot bury one in mail. */
  addToList: number
  convert: number
}

/** The queue takes no more for now: 503, and the browser keeps the event. */
export class QueueFullError extends Error {
  constructor() {
    super('the queue is full')
    this.name = 'QueueFullError'
  }
}

/* Within the queue */

/** What tells two shops apart, whatever keys and lists they have today. */
export interface Shop {
  apiUrl: string
  origins: string[]
}

/** A row of `events`: one that waits, or a dead letter. What its columns mean stands in tables.ts, as of the next. */
export interface EventRow {
  seq: number
  id: string
  kind: Event['kind']
  list: string | null
  customer: string
  line: string
  signed: number
  replayed: number
  alone: number
  occurred: number
  received: number
  state: 'ready' | 'behind' | 'dead'
  reason: Reason | null
  attempts: number
  misses: number
  status: number | null
  due: number
  planned: number | null
  lease: string
  leased_until: number
  mark: string
  mark_until: number
  name: string | null
  bytes: number
  tries: string | null
  codes: string | null
}

/** A row of `payloads`; what is in it is sealed. */
export interface PayloadRow {
  payload: Uint8Array
  answer: Uint8Array | null
  problems: Uint8Array | null
}

/** What makes two events the same thing in effect: a row of `repeats`, in which ids have rows too. */
export interface Mark {
  /** The customer is in it, so nobody can use up order numbers in advance. */
  key: string
  /** What the key alone does not tell: two of one key are the same event only when it is equal, too. */
  content: string
  keptMs: number
}

/** All of an event that can be known before the transaction. */
export interface PreparedEvent
  extends Pick<EventRow, 'id' | 'kind' | 'list' | 'customer' | 'line' | 'signed' | 'name' | 'codes'> {
  ageMs: number
  isBusy: boolean
  idKey: string
  mark: Mark
  /** The value of an order. */
  cents: number | null
  /** Who has told of an order with a number: the first letter. */
  told: string | null
  text: string
  /** JSON of what could not be read. */
  problems: string | null
  /** Both, sealed. */
  sealed: { payload: Buffer; problems: Buffer | null }
}

/** What is read of each event that is claimed: all columns would take twice as long. */
export const CLAIMED = [
  ...(['seq', 'id', 'kind', 'list', 'customer', 'line', 'signed', 'replayed'] as const),
  ...(['occurred', 'attempts', 'misses', 'planned'] as const),
]

/** An event that this proxy has under way. */
export interface Claim extends Pick<EventRow, (typeof CLAIMED)[number]> {
  /** What the API gets; undefined when it gets nothing. */
  sent: string | undefined
}

/** How many events there are of one state, kind and reason, signed or not. */
export interface Total extends Size {
  state: 'waiting' | 'dead' | 'dropped'
  kind: Event['kind']
  signed: number
  /** Empty: they were never tried. */
  reason: Reason | ''
}

export interface Size {
  events: number
  bytes: number
}

/** A transaction that moves events from state to state. */
export interface Moving extends Transaction {
  /** Events have come into a state, or left it. */
  count(by: 1 | -1, event: Countable): void
  /** The totals, with what this transaction has moved. */
  totals(): Promise<Total[]>
  /** It has made dead letters. */
  hasDied(): boolean
  /** What the log gets once it is on the disk. */
  tell(line: Line): void
}

/** What an event counts as. */
export interface Countable extends Pick<EventRow, 'kind' | 'signed' | 'reason' | 'bytes'> {
  state: EventRow['state'] | 'dropped'
}

export type Move = <Result>(urgency: Urgency, work: (moving: Moving) => Promise<Result>) => Promise<Result>

/** What all parts of the queue work with. */
export interface Working {
  store: Store
  move: Move
  seal: Seal
  hash: Hash
  log: Log
  shop: Shop | undefined
  most: Bounds
  /** False for a while after the clock has jumped: nothing expires then. */
  isClockRight(): boolean
  /** What this proxy has under way, by id. */
  claims: Map<string, Claim>
  /** This proxy's name, where several share the database: how it is marked what is under way. */
  lease: string
  leaseMs: number
  /** A clock that nobody sets. */
  monotonic(): number
}
