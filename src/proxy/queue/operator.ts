/** What an operator sees of the queue, and does with it. */
import type { Event } from '../../contract/event.js'
import type { HourOf, SeenOrigin } from './hours.js'
import type { Counts, Reason } from './index.js'

export type State = 'waiting' | 'dead'

/** An event as the operator sees it. */
export interface Listed {
  id: string
  kind: Event['kind']
  list?: string
  state: State
  reason?: Reason
  attempts: number
  /** Of the API's latest answer. */
  status?: number
  occurredMs: number
  receivedMs: number
  /** When it is tried again: of a waiting event; of one behind another, when that is tried. */
  nextMs?: number
  /** The id of the event of the same customer that goes first. */
  behind?: string
  /** When it became a dead letter. */
  diedMs?: number
  /** How the API's answer to a dead letter begins, where it was kept; only of an event that is read alone. */
  answer?: string
  /** What it will send to the API; undefined when no key opens the record, or it is damaged. */
  body?: Event['body']
}

/** What the page on the proxy's own port needs of `QueueAdmin`. */
export type Operator = Omit<QueueAdmin, 'list' | 'count' | 'close'>

/** Where a page of events ends. */
export type Place = [timeMs: number, seq: number]

export interface Page {
  events: Listed[]
  /** For the next page, where there is one. */
  next?: Place
}

/** Which events an operator wants to see. */
export interface Filter {
  state?: State
  reason?: Reason
  order?: string
  email?: string
}

/** What is known of one event, by its id or its order. */
export type Trace =
  | { state: 'waiting' | 'dead'; event: Listed }
  /** `atMs`, `status`: known for a week. */
  | { state: 'delivered'; id?: string; takenMs: number; atMs?: number; status?: number }
  /** It said again what another event had said. */
  | { state: 'duplicate'; id: string; takenMs: number }
  /** By an operator, or as a dead letter too many or too old. */
  | { state: 'deleted'; id: string; takenMs: number; atMs: number }

/** What became of the wish to send an event now. */
export type Sent =
  | { as: 'due' }
  /** Another of its customer goes first; that one is due now. */
  | { as: 'behind'; id: string }
  /** The API does not know its list; it is asked again now. */
  | { as: 'held'; list: string }
  | { as: 'dead' | 'unknown' }

/** Something that an operator has done, for the log. */
export interface Act {
  act: 'send' | 'replay' | 'drop' | 'erase' | 'reveal'
  id?: string
  reason?: Reason
  /** How many events it was done to. */
  count: number
}

/** What the operator does with the queue: from another process, beside a running proxy. */
export interface QueueAdmin {
  /** Oldest first, one at a time: there may be 60,000. */
  list(filter?: Filter): AsyncIterable<Listed>
  /** Some of them, oldest first; of dead letters, those that died last. @param after what the page before has said */
  page(filter: Filter, most: number, after?: Place): Promise<Page>
  read(id: string): Promise<Listed | undefined>
  /** Of an order, from the keyed hashes: everything of this number, or of this number and e-mail. */
  find(which: { id: string } | { order: string; email?: string }): Promise<Trace[]>
  /** Of each order; of this customer where the e-mail is one that came with it, else of any. */
  findOrders(orders: { order: string; email?: string }[]): Promise<Trace[][]>
  send(id: string): Promise<Sent>
  /** Sends a dead letter again, its attempts forgotten and its age no matter. @returns how many there were */
  replay(which: { id: string } | { reason: Reason }): Promise<number>
  /** Deletes an event for good, or all dead letters of a reason. @returns how many there were */
  drop(which: { id: string } | { reason: Reason }): Promise<number>
  /** Counts of each hour, for charts. */
  hours(sinceMs: number): Promise<HourOf[]>
  origins(): Promise<SeenOrigin[]>
  /** Customers' data is shown: for the log. */
  tellRevealed(which: { id?: string; count: number }): Promise<void>
  /** Deletes everything kept of this e-mail but bare ids. @returns how many events and marks went */
  erase(email: string): Promise<{ events: number; marks: number }>
  count(): Promise<Counts>
  close(): Promise<void>
}
