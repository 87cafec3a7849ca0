/**
 * The description of a platform that sends webhooks. Each platform is one file beside this one. `src/normalise/sources`
 * reads its orders.
 */
import type { Said } from '../../contract/said.js'
import type { Fields } from '../../normalise/fields.js'
import type { Settings } from '../settings.js'

/** An order in the platform's form. */
export interface FoundOrder {
  said: Said
  /** The time at which it was placed or paid. Undefined if the platform does not name it. */
  occurredMs: number | undefined
  /** A second number of the order, which the merchant, the customer and the platform's export use. */
  name: string | undefined
}

/**
 * The reason why a genuine webhook brings no order. The platform gets 200, because a retry would not change anything.
 */
export type Ignored =
  | 'ping' // the platform tests the address
  | 'topic' // another topic than an order placed or paid
  | 'test_order'
  | 'not_placed' // begun, failed, cancelled or refunded
  | 'too_old' // the API converts the latest session, which would be another one
  | 'no_email' // redacted by the platform, or taken at a till
  | 'unreadable' // not JSON, no order number, or no e-mail address

/** The result of one webhook, for metrics. */
export interface WebhookSummary {
  platform: string
  outcome: 'accepted' | Ignored
}

export interface Platform {
  name: string
  /** Header of the signature: base64 of HMAC-SHA-256 over the body. */
  signature: string
  /** Header of the topic. */
  topic: string
  readSecrets(settings: Settings): string[]
  /** Recognises the platform's unsigned and empty test of the address. */
  isPing(body: string): boolean
  /** @param order the body's JSON. It is signed, so the platform has written it */
  readOrder(order: Fields, topic: string): FoundOrder | Ignored
}

/** Finds the first of these places that has text. The reader decides if it is an address. */
export const findFirstText = (...places: unknown[]): string[] =>
  places.filter((place): place is string => typeof place === 'string' && place.trim() !== '').slice(0, 1)

/** Returns text, or a whole number as text. */
export const toName = (value: unknown): string | undefined =>
  typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim().slice(0, 100) || undefined : undefined

export function toMoment(value: unknown): number | undefined {
  const ms = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
