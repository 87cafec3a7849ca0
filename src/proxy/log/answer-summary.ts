/** The facts of each answer that are counted and logged. */
import type { Event } from '../../contract/event.js'

/** The facts of one answer and its request that may be counted and logged. */
export interface AnswerSummary {
  /** A method that HTTP knows, or `other`, because a client can invent any word. */
  method: string
  status: number
  ms: number
  /** The reason of the refusal. */
  code?: string
  /** The event's id, if it was accepted. */
  id?: string
  /** The event's kind, if it could be read. */
  kind?: Event['kind']
  /** Codes of the fields that could not be read. */
  problems?: string[]
  /** The number of fields that were not allowed. */
  ignored?: number
  /** The size of the request's body, from its header. */
  bytes?: number
  /** The result of a platform's webhook, if it was genuine. */
  webhook?: WebhookSummary
  /** The origin of an accepted event, or of an event refused for its origin. Not logged. */
  origin?: string
  /** The list of a sign-up that is not in RINGUP_LISTS. Not logged. */
  unknownList?: string
  /** The request came from `ringup check` or the debug panel. */
  isCheck?: true
  /**
   * A web server has passed on the page's event, although RINGUP_TRUSTED_HOPS is 0. Undefined if the setting is not 0.
   * Not logged.
   */
  isForwarded?: boolean
}

/**
 * The reasons why a genuine webhook brings no order. The platform gets 200, because a retry would not change anything.
 */
const IGNORE_REASONS = [
  'ping', // the platform tests the address
  'topic', // another topic than an order placed or paid
  'test_order',
  'not_placed', // begun, failed, cancelled or refunded
  'point_of_sale', // the next four: no visit led to the order, and the API would convert the customer's latest visit
  'draft', // the shop's staff created it
  'import', // another program created it: an import, a marketplace, a connector
  'renewal', // a subscription created it
  'too_old', // the API converts the latest session, which would be another one
  'no_email', // redacted by the platform, or sold at a till
  'unreadable', // not JSON, no order number, or no e-mail address
] as const
export type IgnoreReason = (typeof IGNORE_REASONS)[number]

/** The result of one webhook, for metrics. */
export interface WebhookSummary {
  platform: string
  outcome: 'accepted' | IgnoreReason
}
