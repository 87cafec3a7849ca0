/** The meaning of each answer of the API, and the wait after it. Each event speaks only for itself. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../duration.js'
import type { QueuedEvent, Reason, Trouble } from '../queue/index.js'
import { type ApiAnswer, MAX_ANSWER_BYTES } from './api.js'

/** The API's answers that are about the event's content, if they have a JSON object. */
const REFUSALS = [400, 404, 409, 413, 415, 422]
/** The waits before the next attempts of an event that the API refuses for its content. */
export const REFUSAL_WAITS_MS = [1 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]

/** @param answer undefined if no answer or only half of one arrived */
export function toMeaning(answer: ApiAnswer | undefined): 'delivered' | 'refused' | Trouble {
  if (!answer) return 'unreachable'
  const { status, text, retryAfter } = answer
  if (status >= 200 && status < 300 && !isPage(answer)) return 'delivered'
  if (REFUSALS.includes(status) && isJsonObject(text)) return 'refused'
  if (toRetryAfterMs(retryAfter, 0) !== undefined) return 'busy'
  if (status === 401 || status === 403) return 'credentials'
  return [408, 425, 429].includes(status) || status >= 500 ? 'unreachable' : 'address'
}

/** Recognises a page by its type or its first character. A page may have no type, or may be XML. */
const isPage = ({ contentType, text }: ApiAnswer) => /\b(html|xhtml|xml)\b/i.test(contentType) || /^\s*</.test(text)

function isJsonObject(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json)
  } catch {
    // Only the start of a longer answer was read. If an answer quotes the order, the address must not look wrong.
    return Buffer.byteLength(text) >= MAX_ANSWER_BYTES && /^\s*\{\s*"/.test(text)
  }
}

/** A test order is sent as `{}`. The API's complaint about it shows that the whole way works. */
export const isTestDelivery = ({ status, text }: ApiAnswer) => (status === 400 || status === 422) && isJsonObject(text)

export const toRefusal = ({ kind }: QueuedEvent, status: number): Reason =>
  status !== 404 ? 'refused' : kind === 'convert' ? 'no_session' : 'unknown_list'

/** Full jitter: from 2 s, doubling to 5 min in the first hour and to 30 min later. */
export function toBackoffMs({ ageMs, attempts }: QueuedEvent): number {
  const ceilingMs = ageMs < HOUR_MS ? 5 * MINUTE_MS : 30 * MINUTE_MS
  return Math.random() * Math.min(2 * SECOND_MS * 2 ** attempts, ceilingMs)
}

/** Reads `Retry-After`, seconds or an HTTP date (RFC 9110, 10.2.3), clamped to 1 s…1 h. Undefined for any other text. */
export function toRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  // A date begins with its weekday. `Date.parse` alone would read "1.5" as a day in 2001.
  if (!header || !/^(\d+$|[A-Z][a-z]+,? )/.test(header)) return undefined
  const waitMs = /^\d+$/.test(header) ? Number(header) * SECOND_MS : toTimeMs(header) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, SECOND_MS), HOUR_MS)
}

/** The oldest of the three forms of a date has no zone and means GMT. `Date.parse` would use the server's zone. */
const toTimeMs = (date: string) => Date.parse(/:\d\d \d{4}$/.test(date) ? `${date} GMT` : date)
