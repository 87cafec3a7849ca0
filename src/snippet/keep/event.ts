/** One order or sign-up on its way, and the texts it is stored and sent as. */
import type { Problem, Said } from '../../contract/said.js'
import { parseJson } from '../safely.js'

/** What travels, but for its age. */
export interface Message {
  v: number
  id: string
  kind: 'convert' | 'addToList'
  list?: string | undefined
  signature?: string | undefined
  said?: Said
  /** In the place of `said`: an event that a script of version 1 has read and stored, and that goes as it is. */
  body?: unknown
}

/** The README's table is made of these docstrings. */
export type Status =
  /** The proxy has it, durably */
  | 'accepted'
  /**
   * This browser keeps and tries it
   * @reason `network`, `timeout`, `http_503` and the like, or the proxy's own code
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
   * @reason `expired`, `outbox_full`, `denied`, or the proxy's own code
   */
  | 'dropped'

/** What became of an event, or how it stands. */
export interface EventStatus {
  status: Status
  /** Why it is not accepted. */
  reason?: string
  /** What was wrong with it. */
  problems?: Problem[]
}

/** From the call to the acknowledgement. */
export interface Event extends Message {
  /** When it happened, by this browser's clock. */
  at: number
  /** What makes two calls one event: an order's number as said, with its customer; else all that it says. */
  identity: string
  /** Its identity holds on later pages too: it has an order number. */
  isNumbered: boolean
  /** `held`: for the shopper's consent, in memory only. `parked`: for the next page. */
  state: 'held' | 'waiting' | 'sending' | 'parked'
  /** The message as JSON. Made once for storing and sending, as it may be 48 KiB long. */
  text: string
  bytes: number
  isStored: boolean
  /** What the page itself knows to be wrong; of an event that another page has stored nothing. */
  problems: Problem[]
  attempts: number
  /** What the last attempt came to. */
  last?: string
  /** The last attempt. */
  attempt?: Promise<EventStatus>
  /** How it ended, where it has. */
  end?: EventStatus
}

/** A stored time further ahead than this comes from a clock that was wrong: the event then happened now. */
const MAX_AHEAD_MS = 300_000

/** @param number of the order as it was said; undefined where it has none */
export function createEvent(
  message: Omit<Message, 'v'>,
  at: number,
  number?: string | undefined,
  problems: Problem[] = [],
): Event {
  const { kind, list, said, signature } = message
  // A signed one may say more, so it is another.
  const isSigned = Boolean(signature)
  const identity = JSON.stringify(number ? [number, toCustomer(said), isSigned] : [kind, list, said, isSigned])
  return { ...toFresh({ v: 2, ...message }, at, identity, number !== undefined), problems }
}

/** The address that counts, as it was said: the one that was passed last, else the page's. */
function toCustomer({ emails = [], passed = [] }: Said = {}): string {
  const said = [...emails, ...passed.flatMap(({ email }) => email ?? [])]
  return String(said.pop()).trim().toLowerCase()
}

function toFresh(message: Message, at: number, identity: string, isNumbered: boolean): Event {
  const seen = { state: 'waiting', text: '', bytes: 0, isStored: false, problems: [], attempts: 0 } as const
  return { ...message, at, identity, isNumbered, ...seen, problems: [] }
}

export function toText({ v, id, kind, list, signature, said, body }: Message): string {
  return JSON.stringify({ v, id, kind, list, signature, said, body }, 'toJSON' in [] ? asItIs : undefined)
}

/** Prototype 1.6 gives arrays a toJSON() that makes texts of them (test/browser/old-libraries.spec.ts). It takes its time. */
function asItIs(this: Record<string, unknown>, name: string): unknown {
  return this[name]
}

/** The message with its age in front, as it is sent. */
export function toBody({ at, text }: Event): string {
  return withFields({ age: toAgeMs(at) }, text)
}

/** The message with its time and identity in front, as it is stored. */
export function toStored({ at, identity, isNumbered, text }: Event): string {
  return withFields({ at, ...(isNumbered && { identity }) }, text)
}

const withFields = (fields: object, text: string) => `${JSON.stringify(fields).slice(0, -1)},${text.slice(1)}`

export const toAgeMs = (at: number): number => Math.max(0, Date.now() - at)

/** A stored event, of this version or an older one; undefined for what another script keeps under such a key. */
export function readEvent(stored: string | undefined): Event | undefined {
  const { at, identity, ...message } = Object(parseJson(stored)) as Message & { at: unknown; identity: unknown }
  const isEvent = typeof at === 'number' && message.id && typeof (message.said ?? message.body) === 'object'
  if (!isEvent) return undefined
  const now = Date.now()
  const isNumbered = typeof identity === 'string'
  return toFresh(message, at > now + MAX_AHEAD_MS ? now : at, isNumbered ? identity : message.id, isNumbered)
}
