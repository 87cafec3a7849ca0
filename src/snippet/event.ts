/** One order or sign-up on its way, and the texts it is stored and sent as. */
import type { Event } from '../contract/event.js'
import { WIRE_VERSION } from '../contract/limits.js'
import { parseJson } from './safely.js'

/** An event as it is kept. */
export interface WaitingEvent {
  id: string
  kind: Event['kind']
  list?: string | undefined
  signature?: string | undefined
  body: Event['body']
  /** When it happened, by this browser's clock. */
  at: number
}

/** A stored time further ahead than this comes from a clock that was wrong: the event then happened now. */
const MAX_AHEAD_MS = 300_000

/** The envelope but for its time. Made once for storing and sending, as it may be 48 KiB long. */
export function toEnvelope({ id, kind, list, signature, body }: WaitingEvent): string {
  const envelope = { v: WIRE_VERSION, id, kind, list, signature, body }
  return JSON.stringify(envelope, 'toJSON' in [] ? asItIs : undefined)
}

/** Prototype 1.6 gives arrays a toJSON() that makes texts of them (test/browser/old-libraries.spec.ts). It takes its time. */
function asItIs(this: Record<string, unknown>, name: string): unknown {
  return this[name]
}

/** The envelope with its time in front: `at` where it is stored, `age` where it is sent. */
export function withTime(name: 'at' | 'age', ms: number, envelope: string): string {
  return `{"${name}":${ms},${envelope.slice(1)}`
}

/** A stored event; undefined for what another script keeps under such a key. */
export function toEvent(text: unknown): WaitingEvent | undefined {
  const event = Object(parseJson(text)) as WaitingEvent
  if (typeof event.at !== 'number' || !event.id || !event.body?.email) return undefined
  const now = Date.now()
  return { ...event, at: event.at > now + MAX_AHEAD_MS ? now : event.at }
}

/** What makes two calls one order, where it has a number. A signed one may say more, so it is another. */
export function toIdentity({ body, signature }: WaitingEvent): string | undefined {
  const number = 'cart_data' in body && Object(body.cart_data).order_number
  return number ? JSON.stringify([number, body.email, Boolean(signature)]) : undefined
}
