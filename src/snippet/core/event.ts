/** One order or sign-up on its way, and its texts for storing and sending. */
import { MAX_QUEUED_MS } from '../../contract/limits.js'
import type { Problem, Said } from '../../contract/said.js'
import type { Fields } from './fields.js'
import { toId } from './id.js'
import { parseJson, toJson } from './safely.js'

/** The content of an event, without its id and its age. */
export interface Content {
  v: number
  kind: 'convert' | 'addToList'
  list?: string | undefined
  signature?: string | undefined
  said?: Said
  /** The API's own payload, instead of `said`. A script of version 1 has stored it. It is sent unchanged. */
  body?: unknown
}

/** The README's table is made from these docstrings. */
export type Status =
  /** The proxy has it, durably */
  | 'accepted'
  /**
   * This browser keeps the event and retries it
   * @reason `network`, `timeout`, `http_503` and the like, or the proxy's own code; `waiting`: another page has stored
   *   it, `another_tab`: another tab has settled it
   */
  | 'queued'
  /**
   * This page has already reported this order
   * @reason `order_number`
   */
  | 'duplicate'
  /**
   * Waits for consent, or for a page that was rendered ahead to be shown
   * @reason `required`, `prerendering`
   */
  | 'held'
  /**
   * Consent is denied
   * @reason `denied`
   */
  | 'blocked'
  /**
   * Not sent, or refused
   * @reason `no_endpoint`, `no_list`, `no_page`, `too_large`, `outbox_full`, `unreadable`, or the proxy's own code: `no_email`, `no_order`, `no_order_number`
   */
  | 'rejected'
  /**
   * Only as a DOM event, after `queued` or `held`: the event is not sent again
   * @reason `expired`, `outbox_full`, `denied`, or the proxy's own code
   */
  | 'dropped'

/** The state of an event, or its end. */
export interface EventStatus {
  status: Status
  /** The reason why the event is not accepted. */
  reason?: string | undefined
  problems?: Problem[]
}

/** Data of one order or sign-up, ready to become an event. */
export interface Statement {
  said: Said
  /** The order's number, if it has one. */
  number?: string | undefined
  /** Made by the shop's server. */
  signature?: unknown
}

/** The answer to one request. Without a status, no answer came. */
export interface Answer {
  status?: number
  /** The body, if it is a JSON object. */
  fields: Fields
  retryAfter?: string | null
  isKeepalive?: boolean
}

/** An event from the call to the acknowledgement. */
export interface Event extends Pick<Content, 'kind' | 'list'> {
  /** Identifies the event. The proxy ignores a second event with the same id. */
  id: string
  /** The time of the order or sign-up, by this browser's clock. */
  at: number
  /** The order's number with its customer. Two calls with one identity are one order. */
  identity?: string | undefined
  /** `held`: waits for consent, in memory only. `parked`: waits for the next page. */
  state: 'held' | 'waiting' | 'sending' | 'parked'
  /** The content as JSON, made once for storing and sending. */
  text: string
  /** Length of the text in UTF-8. */
  bytes: number
  /** The event is in localStorage. */
  isStored: boolean
  /**
   * The time at which this page read the event, if another page stored it. That page or another tab may still settle
   * the event.
   */
  loadedAt?: number
  attempts: number
  /** The code of the last attempt. */
  last?: string
  /** The current attempt. */
  attempt?: Promise<EventStatus>
  /** A call waits for the outcome and announces it. */
  isAwaited?: boolean
  end?: EventStatus
}

/** A stored time further ahead comes from a wrong clock. The event then gets the current time. */
const MAX_AHEAD_MS = 300_000

export const createEvent = (
  { kind, list }: Pick<Content, 'kind' | 'list'>,
  text: string,
  at: number,
  identity?: string,
  id = toId(),
): Event => ({
  ...{ id, at, identity, kind, list, text, bytes: new TextEncoder().encode(text).length },
  ...{ state: 'waiting', isStored: false, attempts: 0 },
})

/** The event as JSON to send. Its age comes first. */
export const toBody = ({ id, at, text }: Event): string => withFields({ age: toAgeMs(at), id }, text)

/** The event as JSON to store, with its time. */
export const toStored = ({ id, at, text }: Event): string => withFields({ at, id }, text)

const withFields = (fields: object, text: string) => `${JSON.stringify(fields).slice(0, -1)},${text.slice(1)}`

export const toAgeMs = (at: number): number => Math.max(0, Date.now() - at)

/** Checks whether the event is too old to be sent. */
export const isExpired = ({ kind, at }: Event): boolean => toAgeMs(at) > MAX_QUEUED_MS[kind]

/** Reads a stored event of this or an older version. Returns undefined for any other value under the key. */
export function readEvent(stored: string | null | undefined): Event | undefined {
  const { at, id, identity: _, ...content } = Object(parseJson(stored)) as StoredEvent
  if (typeof at !== 'number' || !id || typeof (content.said ?? content.body) !== 'object') return undefined
  const now = Date.now()
  return createEvent(content, toJson(content), at > now + MAX_AHEAD_MS ? now : at, undefined, id)
}

type StoredEvent = Content & { id: string; identity?: unknown; at: unknown }
