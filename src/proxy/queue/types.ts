/** The types of the queue: an arriving event, an event that is sent, its result, and its row in the ledger. */
import type { Conversion } from '../../contract/conversion.js'
import type { Event } from '../../contract/event.js'
import type { Problem } from '../../contract/said.js'
import type { Line, Log } from '../log/line.js'
import type { Hash, Seal } from '../seal.js'
import type { Settings } from '../settings.js'
import type { Store, Transaction, Urgency } from './store/index.js'

/* Events */

/** The named fields of an event of either kind. */
type Fields<Name extends string> = {
  [K in Event['kind']]: Pick<Extract<Event, { kind: K }>, Extract<keyof Extract<Event, { kind: K }>, Name>>
}[Event['kind']]

/** The facts that the guards know of every report, whether it becomes an event or is refused. */
interface Arrival {
  /** The age of the report. The time follows from the database's clock. */
  ageMs: number
  /**
   * Its network has used a tenth of its rate limit. Events of such networks are sent last and have a quarter of the
   * room.
   */
  isNoisy?: boolean
  /** The network that sent it. The ledger keeps a keyed hash of it for a day. */
  network?: string
  /** The fields that could not be read. */
  problems?: Problem[]
}

/** An event that has passed the guards. */
export type IncomingEvent = Fields<'kind' | 'id' | 'list' | 'body'> &
  Arrival & {
    /**
     * A signature or the server token vouches for it. It is never a duplicate of an unsigned event, and has no daily
     * limit.
     */
    signed: boolean
    /**
     * The order's second name (`#1001` beside its id). An order can be found by it, but is never a duplicate because of
     * it.
     */
    name?: string
    /** The source of the report. The default is a page. */
    from?: Source
  }

/** A report that could not become an event, because it has no e-mail address or no order. */
export type RefusedReport = Fields<'kind' | 'id' | 'list'> &
  Arrival & {
    reason: RefusedReason
    /** The order as far as it could be read, without its customer. */
    order?: Omit<Conversion, 'email'>
  }

/** A page of the shop, the shop's platform, or another program of the shop. */
export type Source = 'page' | 'webhook' | 'server'

/** An event on its way to the API. */
export type QueuedEvent = Fields<'kind' | 'id' | 'list'> & {
  /** The body as JSON, in the form that the API gets. */
  text: string
  /** One key for one body. The key changes if the queue removes fields from the body. */
  idempotencyKey: string
  ageMs: number
  /** A keyed hash of the e-mail. One event of a customer is sent at a time. */
  customer: string
  /** A keyed hash of the network that sent it, if the queue knows it. */
  network?: string
  /** The number of requests to the API about this event. */
  attempts: number
  /** The number of refusals of this event while the API accepted others, for example without a session. */
  misses: number
  /**
   * It is sent before its time, because another event of its line arrived or the operator asked for it. The try does
   * not count.
   */
  isEarly: boolean
}

/** A claimed event that cannot be sent. It becomes a dead letter for this reason. */
export type Unfit = Pick<QueuedEvent, 'id' | 'kind' | 'customer'> & { unfit: Reason }

export interface Claimed {
  events: (QueuedEvent | Unfit)[]
  /** The time until the next claim, if fewer events came than were requested. Undefined if no event waits. */
  nextInMs: number | undefined
}

/**
 * A claim of one event that tests the API. A never-tried event comes first, and another customer than these if
 * possible.
 */
export interface Probe {
  notOf: string[]
  /** Claims a sign-up of this list, which the API does not know. */
  list?: string
}

/** The result of a claimed event. */
export type Disposition = (
  | {
      as: 'delivered'
      /** The API did not know the event's list before, and knows it now. */
      isListBack?: boolean
    }
  /**
   * `isDetached`: the API accepts other events, so this one is detached and its line continues. `isMiss`: the API's answer
   * was about this event. After some misses the event is not sent again.
   */
  | { as: 'retry'; reason: Reason; waitMs: number; isDetached?: boolean; isMiss?: boolean }
  /** The API does not know the event's list. The event is waiting for its list. */
  | { as: 'list_unknown' }
  /** The list is known to be unknown, so the API was not asked. */
  | { as: 'list_waits' }
  /** `answer`: the beginning of the API's answer, for the operator. */
  | { as: 'dead'; reason: Reason; answer?: string }
) & { /** The status of the API's answer, if it was asked. */ status?: number }

/** The reason why a report was refused at its arrival. */
export type RefusedReason = 'no_email' | 'no_order' | 'no_order_number'

/** The reason why an event waits, or is not sent again. */
export type Reason =
  | 'unreachable' // network, TLS, timeout, half an answer
  | 'busy' // the API asked to retry later
  | 'credentials' // 401, 403: the key is wrong, or a firewall rejects this event
  | 'address' // the API is not at RINGUP_API_URL, or a server in front of it rejects this event
  | 'no_session' // the API has no session to convert yet
  | 'unknown_list' // the API has no list with this id
  | 'refused' // the API will never accept it
  | 'none_taken' // the API refused it, and the events of several customers before it
  | 'overtaken' // a later order of its customer was delivered, and it would convert that order's session
  | 'expired' // too old for the right session
  | 'limited' // more events of one e-mail in a day than a customer sends
  | 'crowded' // the share of its kind was full
  | 'stale' // a newer sign-up has set all its fields
  | 'unreadable' // no key opens its record
  | RefusedReason

/** `limited`: stored as a dead letter. `late`: too old on arrival, and only counted. The sender cannot tell these apart. */
export type Accepted = 'new' | 'duplicate' | 'limited' | 'late'

interface CountBy {
  kind: Event['kind']
  reason: Reason
  count: number
}

/** The counts that health and metrics show, without personal data. */
export interface Counts {
  waiting: number
  waitingBytes: number
  dead: number
  deadBytes: number
  /** The number of waiting events by reason. Events that were never tried have no reason. */
  waitingBy: (Omit<CountBy, 'reason'> & { reason: Reason | undefined })[]
  deadBy: CountBy[]
  /** Refused reports of the last 14 days. */
  refusedBy: CountBy[]
  /** The age of the waiting event that arrived first. */
  oldestWaitingMs: number | undefined
  /** The number of events dropped for lack of room, since the database was created. */
  droppedDead: number
}

/** The most events of one e-mail and network in a day. */
export type DailyBounds = Pick<Settings, 'dailyConversions' | 'dailySignUps'>
/** The limits of the queue. Refused reports count as dead letters. */
export type Bounds = DailyBounds &
  Pick<Settings, 'queueEvents' | 'queueBytes' | 'deadLetters' | 'deadLetterBytes'> & {
    /** The most unsigned rows that are kept for longer than a week. The default is in forget.ts. */
    keptRows?: number
  }

/** The queue is full. The proxy answers 503, and the browser keeps the event. */
export class QueueFullError extends Error {
  constructor() {
    super('the queue is full')
    this.name = 'QueueFullError'
  }
}

/* Within the queue */

/** The settings that tell two shops apart, whatever keys and lists they have. */
export type Shop = Pick<Settings, 'apiUrl' | 'origins'>

export const STATES = ['waiting', 'dead', 'delivered', 'duplicate', 'refused', 'deleted'] as const
/** The state of an event. README.md explains each. */
export type State = (typeof STATES)[number]

/** Values of the column `replayed`. An order that the book completed can still be overtaken, a replayed one cannot. */
export const REPLAYED = 1
export const BOOKED = 2

/** A row of `events`. schema.ts explains the columns. */
export interface EventRow {
  seq: number
  id: string
  kind: Event['kind']
  list: string
  who: string
  signed: number
  noisy: number
  network: string
  replayed: number
  occurred: number
  received: number
  state: State
  reason: Reason | null
  status: number | null
  attempts: number
  misses: number
  detached: number
  early: number
  due: number
  lease: string
  leased_until: number
  until: number
  identity: string | null
  content: string
  name: string | null
  cents: number | null
  sources: string | null
  fields: string | null
  problems: string | null
  tries: string | null
  bytes: number
}

/** The columns that are read of each claimed event. Reading all columns takes twice as long. */
export const CLAIMED = [
  ...(['seq', 'id', 'kind', 'list', 'who', 'signed', 'replayed', 'occurred'] as const),
  ...(['noisy', 'network', 'bytes', 'attempts', 'misses', 'due'] as const),
]

/** An event that this proxy is sending. */
export interface Claim extends Pick<EventRow, (typeof CLAIMED)[number]> {
  /** The text that the API gets. Undefined if the event is not sent. */
  sent: string | undefined
  isEarly: boolean
}

/** A number of events, and their size. */
export interface Size {
  events: number
  bytes: number
}

/** The transaction of one transition. */
export interface Transition extends Transaction {
  /** Writes a log line once the transaction is on the disk. */
  tell(line: Line): void
  /** Counts an event that begins or ceases to wait. See room.ts. */
  count(by: 1 | -1, event: Pick<EventRow, 'signed' | 'noisy' | 'bytes'>): void
  /** Reserves room for an arrival. Returns false if its share is full. */
  takeRoom(event: Pick<EventRow, 'signed' | 'noisy' | 'bytes'>): boolean
  /** Set for a new dead letter or refused report, because there may be too many. */
  hasDied: boolean
}

export type Move = <Result>(urgency: Urgency, work: (step: Transition) => Promise<Result>) => Promise<Result>

/** The objects that all transitions use. */
export interface QueueContext {
  store: Store
  move: Move
  seal: Seal
  hash: Hash
  log: Log
  most: Bounds
  /** False for ten minutes after the clock has jumped. No event expires then. */
  isClockRight(): boolean
  /** The events that this proxy is sending, by id. */
  claims: Map<string, Claim>
  /** The name of this proxy, if several share the database. */
  lease: string
  leaseMs: number
  /** A clock that cannot be set. */
  monotonic(): number
}
