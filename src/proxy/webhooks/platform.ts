/** What the proxy has to know of a platform that sends webhooks. Each is one file beside this; how its orders are read is the reader's. */
import type { Said } from '../../contract/said.js'
import type { Fields } from '../../normalise/fields.js'
import type { Settings } from '../settings.js'

/** An order as the platform tells it. */
export interface FoundOrder {
  said: Said
  /** When it was placed or paid; undefined where the platform does not say. */
  occurredMs: number | undefined
  /** Another number of it, by which the merchant, the customer and the platform's export know it. */
  name: string | undefined
}

/** Why a genuine webhook brings no order. The platform is told that all is well: asking it again would change nothing. */
export type Ignored =
  | 'ping' // the platform tries the address
  | 'topic' // something else than an order placed or paid
  | 'test_order'
  | 'not_placed' // begun, failed, cancelled or refunded
  | 'too_old' // the API converts the latest session, which would be another one
  | 'no_email' // redacted by the platform, or taken at a till
  | 'unreadable' // no JSON, no order number, or no e-mail address

/** What became of one webhook, for metrics. */
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
  /** Unsigned, and with nothing in it: what the platform sends to see whether somebody answers. */
  isPing(body: string): boolean
  /** @param order the body's JSON; signed, so the platform has written it */
  readOrder(order: Fields, topic: string): FoundOrder | Ignored
}

/** The first of these that has any text, as the one place of the address. */
export function toEmails(...places: unknown[]): string[] {
  return places.filter((place) => typeof place === 'string' && place.trim() !== '').slice(0, 1) as string[] // asked just before
}

/** Text, or a whole number as text. */
export const toName = (value: unknown): string | undefined =>
  typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim().slice(0, 100) || undefined : undefined

export function toMoment(value: unknown): number | undefined {
  const ms = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
