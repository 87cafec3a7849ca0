/** All refusals of the proxy in one table: the code on the wire, the status, and the meaning for a developer. */
import type { Refusal } from '../contract/event.js'
import type { Problem as InputProblem } from '../contract/raw.js'

export interface ProblemKind {
  status: number
  headers?: Record<string, string>
  /**
   * Seconds for the `Retry-After` header: at least `least`, plus a random part of `spread`, so that not all clients
   * return at one time.
   */
  retryAfterS?: { least: number; spread: number }
  /**
   * The request was not read, so the refusal is not about the event. `ok` is then missing, and a browser keeps its
   * event. A server in between may have damaged the request. After `{"ok":false}` with 400, the browser would forget
   * the event.
   */
  isOfTransport?: true
  /** The meaning, for the README and logs. Not sent. */
  sentence: string
}

export const PROBLEMS = {
  bad_request: {
    status: 400,
    isOfTransport: true,
    sentence: 'This is not an HTTP request, or names no host. The answer has no `ok`, so the browser keeps the event.',
  },
  head_too_large: { status: 431, sentence: 'The head of the request is over 32 KiB.' },
  not_found: { status: 404, sentence: 'Nothing is served at this path.' },
  unknown_script: {
    status: 404,
    sentence: 'The tag names a version of the script that is not kept here. It works again when it names `ringup.js`.',
  },
  method: { status: 405, headers: { allow: 'POST, OPTIONS' }, sentence: 'Events are sent by POST.' },
  too_large: { status: 413, sentence: 'The body is over 49 KiB; with the server token, over 64 KiB.' },
  origin: { status: 403, sentence: 'The page’s origin is not one of RINGUP_ORIGINS.' },
  rate: {
    status: 429,
    retryAfterS: { least: 1, spread: 10 },
    sentence:
      'Over RINGUP_RATE_PER_IP or RINGUP_RATE_TOTAL, or too much at the same time; the browser keeps the event.',
  },
  type: { status: 415, sentence: 'The body must be text/plain or application/json, without content encoding.' },
  timeout: { status: 408, sentence: 'The request took longer than 10 s to arrive.' },
  not_json: { status: 400, sentence: 'The body is not JSON in UTF-8.' },
  too_deep: { status: 400, sentence: 'The JSON is over 8 levels deep or 8,000 values long.' },
  shape: {
    status: 422,
    sentence: 'The fields named are missing, unknown, or of the wrong type.',
  },
  no_email: {
    status: 422,
    sentence: 'The event has no readable e-mail address; `problems` in its answer says why.',
  },
  no_order: {
    status: 422,
    sentence: 'The page reported an order event that has no order.',
  },
  no_order_number: {
    status: 422,
    sentence: 'The page reported an order without its number, so it cannot be told from the next one.',
  },
  not_current: {
    status: 422,
    sentence: 'The order was cancelled, returned or refunded, or is older than 72 hours.',
  },
  unknown_list: { status: 422, sentence: 'The list is not one of RINGUP_LISTS.' },
  signature: {
    status: 403,
    sentence: 'The signature does not fit e-mail and order or list, or RINGUP_REQUIRE_SIGNATURE requires one.',
  },
  webhook_signature: {
    status: 401,
    sentence: 'The webhook has no signature, or its secret is not in the settings.',
  },
  queue_full: {
    status: 503,
    retryAfterS: { least: 60, spread: 60 },
    sentence: 'The queue is full; the browser keeps the event.',
  },
  unavailable: {
    status: 503,
    retryAfterS: { least: 30, spread: 30 },
    sentence: 'The event could not be stored; the browser keeps it.',
  },
} satisfies Record<string, ProblemKind>

export type ProblemCode = keyof typeof PROBLEMS

export interface Problem {
  code: ProblemCode
  /** Names of fields, never their values. */
  fields?: string[]
  /** The list that was probably meant. */
  meant?: string
  /** The fields that could not be read of a report that is refused. */
  problems?: InputProblem[]
  /** The one value that is sent back. A shop's developer compares it with RINGUP_ORIGINS. */
  origin?: string
  /** Whole seconds, from 1 on: the least value of `Retry-After`, if the guard knows it better than the table. */
  retryAfterS?: number
}

/** Makes the body of the answer. */
export function toRefusal({ code, fields, meant, problems, origin }: Problem): Refusal | Omit<Refusal, 'ok'> {
  const { isOfTransport }: ProblemKind = PROBLEMS[code]
  return {
    ...(!isOfTransport && { ok: false }),
    code,
    ...(fields && { fields }),
    ...(meant !== undefined && { meant }),
    ...(problems && { problems }),
    ...(origin !== undefined && { origin }),
  }
}
