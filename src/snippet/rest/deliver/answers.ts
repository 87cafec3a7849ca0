/** The meaning of each answer to an event. */
import type { Problem } from '../../../contract/raw.js'
import type { Answer } from '../../core/event.js'
import type { Fields } from '../../core/fields.js'

/** The result of one attempt. */
export interface Delivery {
  /**
   * `refused`: the proxy will never accept the event. `parked`: the answer may come from a bad deploy, so the event
   * waits for the next page. `busy`: the server may accept it later. `unreachable`: no answer came.
   */
  outcome: 'refused' | 'parked' | 'busy' | 'unreachable'
  /** The proxy's own code, else `http_` and the status, `network` or `timeout`. */
  code: string
  status?: number | undefined
  /** The errors that the proxy found in the event. */
  problems: Problem[]
  /** The wait that the server asks for. */
  waitMs?: number | undefined
}

/**
 * The meaning of each status that is not an acknowledgement. Any other status is `busy`. `refused` counts only in the
 * proxy's own words. From a network filter or a web server, that status is `parked`. A redirect is `parked` too,
 * because redirects are not followed.
 */
const ANSWERS = {
  refused: [400, 410, 413, 415, 422, 451],
  parked: [401, 403, 404, 405, 501, 505, 511],
}

function toMeaning(status: number): 'refused' | 'parked' | 'busy' {
  if (ANSWERS.refused.includes(status)) return 'refused'
  // Browsers report an unfollowed redirect as 0 (https://fetch.spec.whatwg.org/#concept-filtered-response-opaque-redirect).
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  return isRedirect || ANSWERS.parked.includes(status) ? 'parked' : 'busy'
}

export function toDelivery({ status, fields, retryAfter }: Answer): Delivery {
  const isRefusal = fields.ok === false && typeof fields.code === 'string'
  const code = String(isRefusal || status === undefined ? fields.code : `http_${status}`)
  const problems = toProblems(fields, code)
  if (status === undefined) return { outcome: 'unreachable', code, problems }
  const meaning = toMeaning(status)
  const outcome = meaning === 'refused' && !isRefusal ? 'parked' : meaning
  return { outcome, code, status, problems, waitMs: toWaitMs(retryAfter) }
}

/** Lists the problems in the answer or, if it has none, for each field that it names one with the refusal's code. */
function toProblems({ problems = [], fields = [] }: Fields, code: string): Problem[] {
  const own = [problems].flat() as Problem[] // from the proxy's schema
  return own.length > 0 ? own : [fields as string[]].flat().map((field) => ({ field, code }))
}

/** Reads `Retry-After`, seconds or an HTTP date, clamped to 1 s…1 h. Returns undefined for any other text. */
function toWaitMs(retryAfter: string | null | undefined): number | undefined {
  const waitMs = Number(retryAfter) * 1000 || Date.parse(String(retryAfter)) - Date.now()
  return Math.min(Math.max(waitMs, 1_000), 3_600_000) || undefined
}
