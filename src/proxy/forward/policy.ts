/** What an answer of the API means, and how long to wait after it. CONTRACT 8 is these tables. */
import type { QueuedEvent } from '../queue/index.js'
import type { ApiAnswer } from './api.js'
import { MAX_ANSWER_BYTES } from './api.js'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * What the API does not take of one customer, though it takes others: the shop may open the session a little after the order,
 * a firewall before the API may mind what the event says. After these it is a dead letter.
 */
export const MISS_WAITS_MS = [1 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
/** When the question is asked again while everything is held, each time in a row; an answer's Retry-After goes before it. */
export const HELD_WAITS_MS = [1 * SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS, 1 * MINUTE_MS]
/** How often an event goes too while everything is held: the question may not suit this API. */
export const PROBE_MS = MINUTE_MS
/** How often a list is asked for that the API did not know. */
export const LIST_QUESTION_MS = MINUTE_MS
/** When a request that hangs frees its place, as long as the API answers others. */
export const HANGS_MS = 2 * SECOND_MS

export type Verdict =
  | 'delivered'
  | 'refused'
  | 'credentials' // the key is wrong, or a firewall minds this event: the neutral question decides
  | 'address' // something else answers, or minds this event: the same
  | 'missing' // no session, or no such list
  | 'busy' // the API, or this event: the same

/** Verdicts by status; a status that is not here means what its class does. */
const VERDICTS: Record<number, Verdict> = {
  400: 'refused',
  401: 'credentials',
  403: 'credentials',
  404: 'missing',
  405: 'address',
  410: 'address',
  413: 'refused',
  415: 'refused',
  422: 'refused',
  501: 'address',
  505: 'address',
}
/** A 4xx or 5xx nobody foresaw is tried again until the event is too old: neither lost nor in anyone's way. */
const CLASS_VERDICTS: Record<number, Verdict> = { 2: 'delivered', 3: 'address', 4: 'busy', 5: 'busy' }

export function toVerdict(answer: ApiAnswer): Verdict {
  const verdict = VERDICTS[answer.status] ?? CLASS_VERDICTS[Math.floor(answer.status / 100)] ?? 'busy'
  // A page where an API should be: the address is some other server's, however friendly its status.
  if (verdict === 'delivered' && isPage(answer)) return 'address'
  if (verdict === 'missing' && !isJsonObject(answer.text)) return 'address'
  return verdict
}

/** Tells by its type, or by how it begins: a page may have no type, or call itself XML. */
const isPage = ({ contentType, text }: ApiAnswer) => /\b(html|xhtml|xml)\b/i.test(contentType) || /^\s*</.test(text)

export function isJsonObject(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json)
  } catch {
    // Only the start of a longer one was read: an answer that quotes the order must not make the address look wrong.
    return Buffer.byteLength(text) >= MAX_ANSWER_BYTES && /^\s*\{\s*"/.test(text)
  }
}

/** Full jitter: from 2 s, doubling to 5 min in the first hour and to 30 min after it. */
export function toBackoffMs({ ageMs, attempts }: QueuedEvent): number {
  const ceilingMs = ageMs < HOUR_MS ? 5 * MINUTE_MS : 30 * MINUTE_MS
  return Math.random() * Math.min(2 * SECOND_MS * 2 ** attempts, ceilingMs)
}

/** `Retry-After` as seconds or HTTP date (RFC 9110, 10.2.3), clamped to 1 s…6 h; undefined when it says neither. */
export function toRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  // A date begins with its weekday. `Date.parse` alone would take "1.5" for a day in 2001.
  if (!header || !/^(\d+$|[A-Z][a-z]+,? )/.test(header)) return undefined
  const waitMs = /^\d+$/.test(header) ? Number(header) * SECOND_MS : toTimeMs(header) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, SECOND_MS), 6 * HOUR_MS)
}

/** The oldest of the three forms (RFC 9110, 5.6.7) names no zone, and means GMT; `Date.parse` would take it for the server's own time. */
const toTimeMs = (date: string) => Date.parse(/:\d\d \d{4}$/.test(date) ? `${date} GMT` : date)
