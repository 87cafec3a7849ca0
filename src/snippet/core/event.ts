/** One order or sign-up on its way, and its texts for storing and sending. */
import { MAX_QUEUED_MS } from '../../contract/limits.js'
import type { Problem, Raw } from '../../contract/raw.js'
import type { Fields } from './fields.js'
import { toId } from './id.js'
import { parseJson, toJson } from './safely.js'

/** The version of the wire. */
export const WIRE_VERSION = 3

/** The content of an event, without its id and its age. */
export interface Content {
  v: number
  kind: 'convert' | 'addToList'
  list?: string | undefined
  signature?: string | undefined
  raw: Raw
}

/** The README's table is made from these docstrings. */
export type EventState =
  /** The proxy has it, durably */
  | 'accepted'
  /**
   * This browser keeps the event and retries it
   * @reason `network`, `timeout`, `http_503` and the like, or the proxy's own code; `another_tab`:
   *   another tab has settled it
   */
  | 'queued'
  /**
   * Waits for consent
   * @reason `required`
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
  status: EventState
  /** The reason why the event is not accepted. */
  reason?: string | undefined
  problems?: Problem[]
}

/** The data of one order or sign-up, ready to become an event. */
export interface Report {
  raw: Raw
  /** Made by the shop's server. The proxy names one that is not text. */
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
export interface QueuedEvent extends Pick<Content, 'kind' | 'list'> {
  /** Identifies the event. The proxy ignores a second event with the same id. */
  id: string
  /** The time of the order or sign-up, by this browser's clock. */
  at: number
  /** `held`: waits for consent, in memory only. `parked`: waits for the next page. */
  state: 'held' | 'waiting' | 'sending' | 'parked'
  /** The content as JSON, made once for storing and sending. */
  text: string
  /** Length of the text in UTF-8. */
  bytes: number
  /** The event is in localStorage. */
  isStored: boolean
  /** Another page has made the event. */
  isOfOtherPage?: boolean
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
  id = toId(),
): QueuedEvent => ({
  id,
  at,
  kind,
  list,
  text,
  bytes: new TextEncoder().encode(text).length,
  state: 'waiting',
  isStored: false,
  attempts: 0,
})

/** The event as JSON to send. Its age comes first. */
export const toBody = ({ id, at, text }: QueuedEvent): string => withFields({ age: toAgeMs(at), id }, text)

/** The event as JSON to store, with its time. */
export const toStored = ({ id, at, text }: QueuedEvent): string => withFields({ at, id }, text)

const withFields = (fields: object, text: string) => `${JSON.stringify(fields).slice(0, -1)},${text.slice(1)}`

export const toAgeMs = (at: number): number => Math.max(0, Date.now() - at)

/** Checks whether the event is too old to be sent. */
export const isExpired = ({ kind, at }: QueuedEvent): boolean => toAgeMs(at) > MAX_QUEUED_MS[kind]

/** Reads a stored event. Returns undefined for any other value under the key, and for events of an older version. */
export function readEvent(stored: string | null | undefined): QueuedEvent | undefined {
  const { at, id, ...content } = Object(parseJson(stored)) as Content & { id: string; at: unknown }
  if (typeof at !== 'number' || !id || content.v !== WIRE_VERSION) return undefined
  const now = Date.now()
  return createEvent(content, toJson(content), at > now + MAX_AHEAD_MS ? now : at, id)
}
