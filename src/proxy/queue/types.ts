/** The types of the queue: an event that arrives, an event that is sent, what became of it, and its row in the ledger. */
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

/** What the guards know of every report, whether it becomes an event or is refused. */
interface Arrival {
  /** How long ago it happened. The database's clock says when that was. */
  ageMs: number
  /** Its network has used a tenth of its rate limit. Events of such networks go last and have a quarter of the room. */
  isNoisy?: boolean
  /** The network that sent it. The ledger keeps a keyed hash of it for a day. */
  network?: string
  /** The fields that could not be read. */
  problems?: Problem[]
}

/** An event as the guards have let it through. */
export type IncomingEvent = Fields<'kind' | 'id' | 'list' | 'body'> &
  Arrival & {
    /** A signature or the server token vouches for it. It is never a duplicate of an unsigned event, and has no daily limit. */
    signed: boolean
    /** The order's second name (`#1001` beside its id). An order is found by it, and is never a duplicate because of it. */
    name?: string
    /** Who reported it. The default is a page. */
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
  /** The body as JSON, as the API gets it. */
  text: string
  /** One key for one body. The key changes if the queue takes fields out of the body. */
  idempotencyKey: string
  ageMs: number
  /** A keyed hash of the e-mail. One event of a customer is sent at a time. */
  customer: string
  /** A keyed hash of the network that sent it, if the queue knows it. */
  network?: string
  /** How often the API was asked. */
  attempts: number
  /** How often the API refused this event while it took others, for example without a session. */
  misses: number
  /** It is sent before its time, because another event of its line arrived or the operator asked. The try does not count. */
  isEarly: boolean
}

/** A claimed event that cannot be sent. It becomes a dead letter for this reason. */
export type Unfit = Pick<QueuedEvent, 'id' | 'kind' | 'customer'> & { unfit: Reason }

export interface Claimed {
  events: (QueuedEvent | Unfit)[]
  /** When to claim again, if fewer events came than were asked for. Undefined when no event waits. */
  nextInMs: number | undefined
}

/** A claim of one event that tests the API: a never-tried event first, of another customer than these if possible. */
export interface Probe {
  notOf: string[]
  /** Claims a sign-up of this list, which the API does not know. */
  list?: string
}

/** What became of a claimed event. */
export type Disposition = (
  | {
      as: 'delivered'
      /** The API did not know the event's list before, and knows it now. */
      isListBack?: boolean
    }
  /**
   * `isAlone`: the API takes other events, so this one waits alone and its line continues.
   * `isMiss`: the API's answer was about this event. After some misses the event is not sent again.
   */
  | { as: 'retry'; reason: Reason; waitMs: number; isAlone?: boolean; isMiss?: boolean }
  /** The API does not know the event's list. The event waits for the list. */
  | { as: 'list_unknown' }
  /** The list is known to be unknown, so the API was not asked. */
  | { as: 'list_waits' }
  /** `answer`: the beginning of the API's answer, for the operator. */
  | { as: 'dead'; reason: Reason; answer?: string }
) & { /** The status of the API's answer, if it was asked. */ status?: number }

/** Why a report was refused at the door. */
export type RefusedReason = 'no_email' | 'no_order' | 'no_order_number'

/** Why an event waits, or why it is not sent again. */
export type Reason =
  | 'unreachable' // network, TLS, timeout, half an answer
  | 'busy' // the API asked to retry later
  | 'credentials' // 401, 403: the key is wrong, or a firewall rejects this event
  | 'address' // the API is not at RINGUP_API_URL, or something in front of it rejects this event
  | 'no_session' // the API has no session to convert, yet
  | 'unknown_list' // the API has no list of this id
  | 'refused' // the API will never take it
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
  /** How many wait for which reason. Events that were never tried have none. */
  waitingBy: (Omit<CountBy, 'reason'> & { reason: Reason | undefined })[]
  deadBy: CountBy[]
  /** Refused reports of the last 14 days. */
  refusedBy: CountBy[]
  /** The age of the waiting event that arrived first. */
  oldestWaitingMs: number | undefined
  /** Events dropped for lack of room or because they came too late, since the database was made. */
  droppedDead: number
}

/** How many events of one e-mail and network the queue takes in a day. */
export type DailyBounds = Pick<Settings, 'dailyConversions' | 'dailySignUps'>
/** How much the queue takes. Refused reports count as dead letters. */
export type Bounds = DailyBounds & Pick<Settings, 'queueEvents' | 'queueBytes' | 'deadLetters' | 'deadLetterBytes'>

/** The queue is full. The proxy answers 503, and the browser keeps the event. */
export class QueueFullError extends Error {
  constructor() {
    super('the queue is full')
    this.name = 'QueueFullError'
  }
}

/* Within the queue */

/** What tells two shops apart, whatever keys and lists they have. */
export type Shop = Pick<Settings, 'apiUrl' | 'origins'>

export const STATES = ['waiting', 'dead', 'delivered', 'duplicate', 'refused', 'deleted'] as const
/** The state of an event is this one word. README.md explains each. */
export type State = (typeof STATES)[number]

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
  alone: number
  early: number
  due: number
  lease: string
  leased_until: number
  until: number
  identity: string | null
  content: string
  name: string | null
  cents: number | null
  told: string | null
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
  /** The text that the API gets; undefined when the event is not sent. */
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
  /** Counts an event that begins or ceases to wait; see room.ts. */
  count(by: 1 | -1, event: Pick<EventRow, 'signed' | 'noisy' | 'bytes'>): void
  /** Reserves room for an arrival. Returns false if its share is full. */
  takeRoom(event: Pick<EventRow, 'signed' | 'noisy' | 'bytes'>): boolean
  /** It is set for a new dead letter or refused report, because there may be too many. */
  hasDied: boolean
}

export type Move = <Result>(urgency: Urgency, work: (step: Transition) => Promise<Result>) => Promise<Result>

/** What all transitions work with. */
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
