/** One order or sign-up on its way, and the texts it is stored and sent as. */
import type { Problem, Said } from '../../contract/said.js'
import { readSaidNumber } from '../gather/order.js'
import { parseJson, toJson } from '../safely.js'
import { toBytes, toFittingText } from './size.js'

/** What travels, but for its id and its age. */
export interface Content {
  v: number
  kind: 'convert' | 'addToList'
  list?: string | undefined
  signature?: string | undefined
  said?: Said
  /** Stands in the place of `said`: an event that a script of version 1 has read and stored, and that goes as it is. */
  body?: unknown
}

/** The README's table is made of these docstrings. */
export type Status =
  /** The proxy has it, durably */
  | 'accepted'
  /**
   * This browser keeps and tries it
   * @reason `network`, `timeout`, `http_503` and the like, or the proxy's own code; `another_tab`: that one has settled it
   */
  | 'queued'
  /**
   * This browser has already had this order accepted
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
   * @reason `no_email`, `no_endpoint`, `no_order`, `no_order_number`, `no_list`, `no_page`, `too_large`, `outbox_full`, `unreadable`, or the proxy's own code
   */
  | 'rejected'
  /**
   * Later, and as a DOM event only: it was queued or held, and is not sent again
   * @reason `expired`, `outbox_full`, `denied`, `order_number`, or the proxy's own code
   */
  | 'dropped'

/** What became of an event, or how it stands. */
export interface EventStatus {
  status: Status
  /** Why it is not accepted. */
  reason?: string | undefined
  /** What was wrong with it. */
  problems?: Problem[]
}

/** An event from the call to the acknowledgement. */
export interface Event extends Pick<Content, 'kind' | 'list'> {
  /** Makes twice into once. */
  id: string
  /** When it happened, by this browser's clock. */
  at: number
  /** An order's number as said, with its customer: what makes two calls one order, on later pages too. */
  identity?: string | undefined
  /** `held`: for the shopper's consent, in memory only. `parked`: for the next page. */
  state: 'held' | 'waiting' | 'sending' | 'parked'
  /** The content as JSON. Made once for storing and sending, as it may be 48 KiB long. */
  text: string
  bytes: number
  isStored: boolean
  attempts: number
  /** What the last attempt came to. */
  last?: string
  /** The last attempt. */
  attempt?: Promise<EventStatus>
  /** What the page was told last of an event that no call waits for. */
  told?: Status
  /** How it ended, where it has. */
  end?: EventStatus
}

/** A stored time further ahead than this comes from a clock that was wrong: the event then happened now. */
const MAX_AHEAD_MS = 300_000

export function createEvent(id: string, content: Omit<Content, 'v'>, at: number): Event {
  const { said = {}, signature } = content
  const number = readSaidNumber(said)
  // A signed one may say more, so it is another.
  const identity = number && toJson([number, toCustomer(said), Boolean(signature)])
  return toEvent(id, at, identity, content, toFittingText({ v: 2, ...content }))
}

/** The address that counts, as it was said: the one that was passed last, else the page's. */
function toCustomer({ emails = [], passed = [] }: Said): string {
  const said = [...emails, ...passed.flatMap(({ email }) => email ?? [])]
  return String(said.pop()).trim().toLowerCase()
}

function toEvent(
  id: string,
  at: number,
  identity: string | undefined,
  { kind, list }: Pick<Content, 'kind' | 'list'>,
  text: string,
): Event {
  return { id, at, identity, kind, list, text, bytes: toBytes(text), state: 'waiting', isStored: false, attempts: 0 }
}

/** The event as JSON to send: its age is in front. */
export const toBody = ({ id, at, text }: Event): string => withFields({ age: toAgeMs(at), id }, text)

/** The event as JSON to store: it has its time and identity. */
export const toStored = ({ id, at, identity, text }: Event): string => withFields({ at, id, identity }, text)

const withFields = (fields: object, text: string) => `${JSON.stringify(fields).slice(0, -1)},${text.slice(1)}`

export const toAgeMs = (at: number): number => Math.max(0, Date.now() - at)

/** A stored event, of this version or an older one; undefined for what another script keeps under such a key. */
export function readEvent(stored: string | undefined): Event | undefined {
  const { at, id, identity, ...content } = Object(parseJson(stored)) as StoredEvent
  if (typeof at !== 'number' || !id || typeof (content.said ?? content.body) !== 'object') return undefined
  const now = Date.now()
  return toEvent(id, at > now + MAX_AHEAD_MS ? now : at, identity, content, toJson(content))
}

type StoredEvent = Content & Pick<Event, 'id' | 'identity'> & { at: unknown }
