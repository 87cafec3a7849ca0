/** The meaning of each answer of the API, and the wait after it. */
import type { QueuedEvent } from '../queue/index.js'
import { type ApiAnswer, MAX_ANSWER_BYTES } from './api.js'

const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** Waits before each further try of an event that the API does not accept, although it accepts others. */
export const MISS_WAITS_MS = [1 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
/** The time between the first failed question and the second one. The API is on hold only if the second fails too. */
export const DOUBT_MS = 3 * SECOND_MS
/** Waits before each further question while the API is on hold, unless its answer has a `Retry-After`. */
export const QUESTION_WAITS_MS: [number, ...number[]] = [1 * SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS]
/** The wait between two events while the API is not open. It depends on how long the API has not been open. */
export const toProbeWaitMs = (shutForMs: number) =>
  shutForMs < 20 * SECOND_MS ? SECOND_MS : shutForMs < 5 * MINUTE_MS ? 3 * SECOND_MS : MINUTE_MS
/** The wait between two questions about a list that the API does not know, and between two of its sign-ups. */
export const LIST_WAIT_MS = 1 * MINUTE_MS
/** The time after which an unanswered request frees its place, if the API answers the question. */
export const HANGS_MS = 2 * SECOND_MS

/** Answers that could be about the API or about one event. The neutral question decides. */
export type Trouble = 'unreachable' | 'busy' | 'credentials' | 'address'
export type Meaning = 'delivered' | 'refused' | 'missing' | Trouble

/** By status: the meaning of a JSON object, and of any other text. Any other status has the meaning of its class. */
const MEANINGS: Record<number, { json: Meaning; other: Meaning }> = {
  400: { json: 'refused', other: 'address' },
  401: { json: 'credentials', other: 'credentials' },
  403: { json: 'credentials', other: 'credentials' },
  404: { json: 'missing', other: 'address' },
  405: { json: 'address', other: 'address' },
  410: { json: 'address', other: 'address' },
  413: { json: 'refused', other: 'address' },
  415: { json: 'refused', other: 'address' },
  422: { json: 'refused', other: 'address' },
  501: { json: 'address', other: 'address' },
  505: { json: 'address', other: 'address' },
}
const CLASS_MEANINGS: Record<number, Meaning> = { 2: 'delivered', 3: 'address', 4: 'busy', 5: 'busy' }

/** @param answer undefined if no answer or only half of one arrived */
export function toMeaning(answer: ApiAnswer | undefined): Meaning {
  if (!answer) return 'unreachable'
  const known = MEANINGS[answer.status]
  if (known) return isJsonObject(answer.text) ? known.json : known.other
  const meaning = CLASS_MEANINGS[Math.floor(answer.status / 100)] ?? 'busy'
  return meaning === 'delivered' && isPage(answer) ? 'address' : meaning // a page of another server
}

/** Recognises a page by its type or its first character. A page may have no type, or may be XML. */
const isPage = ({ contentType, text }: ApiAnswer) => /\b(html|xhtml|xml)\b/i.test(contentType) || /^\s*</.test(text)

export function isJsonObject(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json)
  } catch {
    // Only the start of a longer answer was read. If an answer quotes the order, the address must not look wrong.
    return Buffer.byteLength(text) >= MAX_ANSWER_BYTES && /^\s*\{\s*"/.test(text)
  }
}

/** Full jitter: from 2 s, doubling to 5 min in the first hour and to 30 min later. */
export function toBackoffMs({ ageMs, attempts }: QueuedEvent): number {
  const ceilingMs = ageMs < HOUR_MS ? 5 * MINUTE_MS : 30 * MINUTE_MS
  return Math.random() * Math.min(2 * SECOND_MS * 2 ** attempts, ceilingMs)
}

/**
 * Reads `Retry-After`, seconds or an HTTP date (RFC 9110, 10.2.3), clamped to 1 s…6 h. Returns undefined for any other
 * text.
 */
export function toRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  // A date begins with its weekday. `Date.parse` alone would read "1.5" as a day in 2001.
  if (!header || !/^(\d+$|[A-Z][a-z]+,? )/.test(header)) return undefined
  const waitMs = /^\d+$/.test(header) ? Number(header) * SECOND_MS : toTimeMs(header) - nowMs
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, SECOND_MS), 6 * HOUR_MS)
}

/**
 * Reads a date. The oldest of the three forms (RFC 9110, 5.6.7) has no zone and means GMT. `Date.parse` would use the
 * server's zone.
 */
const toTimeMs = (date: string) => Date.parse(/:\d\d \d{4}$/.test(date) ? `${date} GMT` : date)
