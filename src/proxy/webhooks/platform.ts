/**
 * The description of a platform that sends webhooks. Each platform is one file next to this one. `src/normalise/sources`
 * reads its orders.
 */
import type { Raw } from '../../contract/raw.js'
import type { Fields } from '../../normalise/fields.js'
import type { IgnoreReason } from '../log/answer-summary.js'
import type { Settings } from '../settings.js'

/** An order in the platform's form. */
export interface WebhookOrder {
  raw: Raw
  /** The time at which it was placed. Undefined if the platform does not name it. */
  occurredMs: number | undefined
  /** A second number of the order, which the merchant, the customer and the platform's export use. */
  name: string | undefined
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
  readOrder(order: Fields, topic: string): WebhookOrder | IgnoreReason
}

/** The meaning of each word for an order's origin, in lower case. */
export type Origins = ReadonlyMap<string, 'visit' | 'point_of_sale' | 'draft' | 'import' | 'renewal'>

/**
 * Names the reason why no visit led to an order.
 *
 * A new app or plug-in may name any origin. If the platform's own checkout made the order, it has that checkout's mark,
 * and the order counts: a headless storefront or the shop's app. Without the mark, a program created the order.
 *
 * @param origin the platform's word for the origin
 * @param mark the platform's own mark of a checkout
 */
export function toOriginReason(origins: Origins, origin: unknown, mark: unknown): IgnoreReason | undefined {
  const meaning = origins.get(String(origin).toLowerCase()) ?? (mark ? 'visit' : 'import')
  return meaning === 'visit' ? undefined : meaning
}

/** Finds the first of these places that has text. The reader decides if it is an address. */
export const findFirstText = (...places: unknown[]): string[] =>
  places.filter((place): place is string => typeof place === 'string' && place.trim() !== '').slice(0, 1)

/** Returns text, or a whole number as text. */
export const toName = (value: unknown): string | undefined =>
  typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim().slice(0, 100) || undefined : undefined

/** Reads a time with a zone. */
export function toTimeMs(value: unknown): number | undefined {
  const ms = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
