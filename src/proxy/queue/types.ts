/** The types of the queue: an arriving event, an event that is sent, its outcome, and its row in the ledger. */
import type { Event } from '../../contract/event.js'
import type { Problem } from '../../contract/raw.js'
import type { Line, Log } from '../log/line.js'
import type { Hash, Seal } from '../seal.js'
import type { Store, Transaction, Urgency } from './store/index.js'

/* Events */

/** The properties of an event of either kind. */
type Part<Name extends string> = {
  [K in Event['kind']]: Pick<Extract<Event, { kind: K }>, Extract<keyof Extract<Event, { kind: K }>, Name>>
}[Event['kind']]

/** The facts that the guards know of every report, whether it becomes an event or is refused. */
interface Arrival {
  /** The age of the report. Its time follows from the database's clock. */
  ageMs: number
  /** The network that sent it (network.ts). Undefined for the shop's own systems. */
  network?: string
  /** The fields that could not be read. */
  problems?: Problem[]
}

/** An event that has passed the guards. */
export type IncomingEvent = Part<'kind' | 'id' | 'list' | 'body'> &
  Arrival & {
    /** A signature, the server token or a platform's webhook vouches for it. */
    signed: boolean
    /** The order's second name: the platform's id of `#1001`. */
    name?: string
    /** The source of the report. The default is a page. */
    from?: Source
  }

/** A report that could not become an event. */
export type RefusedReport = Part<'kind' | 'id' | 'list'> &
  Arrival & {
    reason: RefusedReason
    /** The order's number, if it is known. */
    number?: string
  }

/** A page of the shop, the shop's platform, or another program of the shop. */
type Source = 'page' | 'webhook' | 'server'

/** An event on its way to the API. */
export type QueuedEvent = Part<'kind' | 'id' | 'list'> & {
  /** The body as JSON, in the form that the API gets. */
  text: string
  ageMs: number
  /** A keyed hash of the e-mail address. */
  customer: string
  /** The number of requests to the API about this event, and how many of them the API refused. */
  attempts: number
  refusals: number
  /** It is signed, or no other event of its network waited when it arrived. */
  isCalm: boolean
}

/** A claimed event that cannot be sent. It becomes a dead letter for this reason. */
export type UnfitEvent = Pick<QueuedEvent, 'id' | 'kind' | 'customer'> & { unfit: Reason }

/** The events of one claim. */
export interface Batch {
  events: (QueuedEvent | UnfitEvent)[]
  /** The time until the next claim, if fewer events came than were wanted. Undefined if no event waits. */
  nextInMs: number | undefined
}

export interface ClaimOptions {
  /** The most events that are not calm. */
  others?: number
  /** The API is away. Claims events that failed because of it before they are due: only calm ones, or the others first. */
  away?: 'calm' | 'any'
}

/** The outcome of a claimed event. */
export type Outcome = (
  | { as: 'delivered' }
  /** `isRefusal`: the API answered about this event's content. */
  | { as: 'retry'; reason: Reason; waitMs: number; isRefusal?: boolean }
  /** `answer`: the beginning of the API's answer, for the operator. */
  | { as: 'dead'; reason: Reason; answer?: string }
) & { /** The status of the API's answer, if it was asked. */ status?: number }

/** The reasons why a report is refused at its arrival. */
export type RefusedReason = 'no_email' | 'no_order' | 'no_order_number' | 'not_current'

/** The reasons why the API as a whole may be away, the most urgent first. */
export const TROUBLES = ['credentials', 'address', 'unreachable', 'busy'] as const
export type Trouble = (typeof TROUBLES)[number]
/** The troubles with an API that has not asked to wait. */
export const FAILURES = TROUBLES.filter((trouble) => trouble !== 'busy')

/** The reason why an event waits, or is not sent again. */
export type Reason =
  | Trouble
  | 'no_session' // the API has no session to convert yet
  | 'unknown_list' // the API has no list with this id
  | 'refused' // the API does not accept the event's content
  | 'overtaken' // a later event of its line was delivered, and it would overwrite that event's cart or fields
  | 'expired' // too old for the right session
  | 'unreadable' // no key opens its record
  | RefusedReason

interface CountBy {
  kind: Event['kind']
  reason: Reason
  count: number
  /** Dead letters of the last hour, refused reports of the last 24 hours. */
  recent: number
}

/** Orders of one outcome, from the same sources, that lack the same parts. Each order counts once. */
export interface OrderCount {
  outcome: 'delivered' | 'waiting' | 'dead'
  byPage: boolean
  byWebhook: boolean
  lacks: { number: boolean; total: boolean; items: boolean }
  /** In the last 24 hours, and in the week before. */
  today: number
  before: number
}

/** The counts of one moment that health and metrics show, without personal data. Test orders do not count. */
export interface Counts {
  atMs: number
  waiting: number
  waitingBytes: number
  /** Waiting events by reason. Events that were never tried have no reason. */
  waitingBy: {
    kind: Event['kind']
    reason: Reason | undefined
    /** Of sign-ups whose list the API does not know. */
    list: string | undefined
    count: number
    customers: number
    /** The last try of events that the API refuses for their content. */
    untilMs: number | undefined
  }[]
  /** The age of the waiting event that arrived first. */
  oldestWaitingMs: number | undefined
  dead: number
  deadBytes: number
  deadBy: CountBy[]
  /** Refused reports. Those of one number count once. */
  refusedBy: (CountBy & { hasNumber: boolean })[]
  orders: OrderCount[]
  /** Events that the API has accepted in the last hour. */
  deliveredInHour: number
  lastOrderMs: number | undefined
  /** Dead letters and refused reports that were deleted for lack of room, since the database was created. */
  droppedDead: number
}

/** The limits of the ledger. Refused reports count as dead letters. */
export interface Bounds {
  queueEvents: number
  queueBytes: number
  deadLetters: number
  deadLetterBytes: number
  /** A delivered row is deleted when so many newer ones were delivered. */
  delivered: number
}

const MIB = 1024 * 1024
export const BOUNDS: Bounds = {
  queueEvents: 50_000,
  queueBytes: 200 * MIB,
  deadLetters: 10_000,
  deadLetterBytes: 50 * MIB,
  delivered: 2_000_000,
}

/** The queue is full. The proxy answers 503, and the browser keeps the event. */
export class QueueFullError extends Error {
  constructor() {
    super('the queue is full')
    this.name = 'QueueFullError'
  }
}

/* Within the queue */

export const STATES = ['waiting', 'delivered', 'dead', 'refused'] as const
export type State = (typeof STATES)[number]

/** A row of `events`. schema.ts explains the columns. */
export interface EventRow {
  seq: number
  id: string
  list: string
  who: string
  signed: number
  network: string
  calm: number
  replayed: number
  occurred: number
  received: number
  state: State
  reason: Reason | null
  status: number | null
  attempts: number
  refusals: number
  due: number
  lease: number
  identity: string | null
  name: string | null
  cents: number | null
  sources: string | null
  problems: string | null
  tries: string | null
  bytes: number
}

export const toKind = ({ list }: Pick<EventRow, 'list'>): Event['kind'] => (list === '' ? 'convert' : 'addToList')

/** The columns that each statement about events writes or reads. */
export const COMMON_COLUMNS = ['id', 'list', 'who', 'signed', 'network', 'occurred', 'name', 'bytes'] as const
/** The columns that are read of each claimed event. Reading all columns takes twice as long. */
export const CLAIM_COLUMNS = [...COMMON_COLUMNS, 'seq', 'calm', 'replayed', 'attempts', 'refusals', 'tries'] as const

/** An event that this proxy is sending. `lease`: the end of the lease, if several proxies share the database. */
export type Claim = Pick<EventRow, (typeof CLAIM_COLUMNS)[number] | 'lease'>

/** A number of events, and their size. */
export interface Size {
  events: number
  bytes: number
}

/** The columns of a row that count for the room it uses. */
export type Weight = Pick<EventRow, 'signed' | 'network' | 'bytes' | 'state'>

/** The transaction of one transition. Its counts and log lines take effect once it is on the disk. */
export interface Transition extends Transaction {
  /** Writes a log line. */
  tell(line: Line): void
  room: {
    /** Counts a row that enters a state. */
    add(row: Weight): void
    /** Counts a row that leaves its state. */
    remove(row: Weight): void
    /** Returns true if there is room for one more waiting event. */
    has(row: Weight): boolean
    /** Returns true if no other event of this network waits. */
    isCalm(network: string): boolean
    /** The dead letters and refused reports, perhaps with some that another process has just deleted. */
    stopped(): Size
  }
}

export type Move = <Result>(urgency: Urgency, work: (step: Transition) => Promise<Result>) => Promise<Result>

/** Longer than a request to the API and the writing of its outcome take. */
export const LEASE_MS = 60_000

/** The objects that all transitions use. */
export interface QueueContext {
  store: Store
  move: Move
  seal: Seal
  hash: Hash
  log: Log
  /** False while wall clock and monotonic clock may disagree. Nothing expires then. */
  isClockRight(): boolean
  /** The events that this proxy is sending, by id. */
  claims: Map<string, Claim>
  /** A monotonic clock. */
  monotonic(): number
}
