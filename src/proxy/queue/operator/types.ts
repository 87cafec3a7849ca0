/** What an operator sees of the queue, and does with it: types alone. */
import type { Event } from '../../../contract/event.js'
import type { Problem } from '../../../contract/said.js'
import type { Counts, Reason } from '../types.js'
import type { HourOf, SeenOrigin } from './hours.js'

export type State = 'waiting' | 'dead'

/** An event as the operator sees it. */
export interface Listed {
  id: string
  kind: Event['kind']
  list?: string
  state: State
  reason?: Reason
  attempts: number
  /** Status of the API's latest answer. */
  status?: number
  occurredMs: number
  receivedMs: number
  /** When it is tried again: of a waiting event; of one behind another, when that is tried. */
  nextMs?: number
  /** The id of the event of the same customer that goes first. */
  behind?: string
  /** When it became a dead letter. */
  diedMs?: number
  /** What could not be read of it. */
  problems?: Problem[]
  /** How the API's answer to a dead letter begins, where it was kept; only of an event that is read alone. */
  answer?: string
  /** What it will send to the API; undefined when no key opens the record, or it is damaged. */
  body?: Event['body']
}

/** Where a page of events ends. */
export type Place = [timeMs: number, seq: number]

export interface Page {
  events: Listed[]
  /** The place where the next page begins; undefined on the last. */
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
  | {
      state: 'delivered'
      id?: string
      takenMs: number
      atMs?: number
      status?: number
      problems?: string[]
      /** Its value; null: it had none; left out: nobody knows. */
      cents?: number | null
    }
  /** It said again what another event had said. */
  | { state: 'duplicate'; id: string; takenMs: number }
  /** An operator deleted it, or it was a dead letter too many or too old. */
  | { state: 'deleted'; id: string; takenMs: number; atMs: number }

/** What became of the wish to send an event now. */
export type Sent =
  | { as: 'due' }
  /** Another of its customer goes first; that one is due now. */
  | { as: 'behind'; id: string }
  | { as: 'dead' | 'unknown' }

/** An event in one line, whatever became of it: without personal data. */
export interface Recent {
  id: string
  kind: Event['kind']
  list?: string
  state: 'waiting' | 'dead' | 'delivered'
  /** Why it waits, or is a dead letter. */
  reason?: Reason
  /** When it came; of a delivered one, when the API had it. */
  atMs: number
  /** The API's latest answer. */
  status?: number
  /** Codes of what could not be read of it. */
  problems: string[]
}

/** Something that happened to an event. */
export interface Step {
  atMs: number
  what: 'accepted' | 'delivered' | 'deleted' | 'duplicate' | Reason
  /** What the API answered. */
  status?: number
}

/** Something that an operator has done, for the log. */
export interface Act {
  act: 'send' | 'replay' | 'drop' | 'erase' | 'reveal'
  id?: string
  reason?: Reason
  /** How many events it was done to. */
  count: number
}

/** One event, or all dead letters of a reason. */
export type Which = { id: string } | { reason: Reason }

/** What the operator does with the queue. */
export interface Operator {
  /** Some events, oldest first; of dead letters, those that died last. @param after what the page before has said */
  page(filter: Filter, most: number, after?: Place): Promise<Page>
  read(id: string): Promise<Listed | undefined>
  /** Finds orders by the keyed hashes: all with this number, or with this number and e-mail. */
  find(which: { id: string } | { order: string; email?: string }): Promise<Trace[]>
  /** Finds each order: this customer's where the e-mail is one that came with it, else anybody's. */
  findOrders(orders: { order: string; email?: string }[]): Promise<Trace[][]>
  send(id: string): Promise<Sent>
  /** Sends dead letters again, their attempts forgotten and their age no matter. @returns how many there were */
  replay(which: Which): Promise<number>
  /** Deletes for good; of one event it is no matter in which state it is. @returns how many there were */
  drop(which: Which): Promise<number>
  /** All events, also those delivered within a week, the latest first. @param beforeMs the time of the last one before these */
  latest(most: number, beforeMs?: number, which?: 'all' | 'delivered'): Promise<Recent[]>
  /** What happened to an event, oldest first; the first and the latest of many tries. */
  timeline(id: string): Promise<Step[]>
  /** Counts of each hour, for charts. */
  hours(sinceMs: number): Promise<HourOf[]>
  origins(): Promise<SeenOrigin[]>
  /** Customers' data is shown: for the log. */
  tellRevealed(which: { id?: string; count: number }): Promise<void>
  /** Deletes everything kept of this e-mail but bare ids. @returns how many events and marks went */
  erase(email: string): Promise<{ events: number; marks: number }>
  count(): Promise<Counts>
}

/** The operator's queue from another process, beside a running proxy. */
export interface QueueAdmin extends Operator {
  /** Oldest first, one at a time: there may be 60,000. */
  list(filter?: Filter): AsyncIterable<Listed>
  close(): Promise<void>
}
