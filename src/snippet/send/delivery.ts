/** What became of one request, and what each answer means. */
import type { Problem } from '../../contract/said.js'
import type { Fields } from '../fields.js'

/** What became of one attempt. The outbox acts on this and never sees a Response. */
export interface Delivery {
  /**
   * `delivered`: the proxy has it. `refused`: it will never take it. `parked`: a bad deploy, perhaps, which must not lose
   * a day's orders, nor be asked again and again. `busy`: somebody answers who may take it later.
   */
  outcome: 'delivered' | 'refused' | 'parked' | 'busy' | 'unreachable'
  /** The proxy's own word, else `http_` and the status, `network` or `timeout`. */
  code: string
  status?: number
  /** What was wrong with the event, in the proxy's words. */
  problems?: Problem[]
  /** How long the server wants to be left alone. */
  waitMs?: number | undefined
}

/**
 * What a status means that is no acknowledgement; whatever is not here is `busy`. `refused` only in the proxy's own
 * words: a stranger's (a network filter's, a web server's) is parked. So is any redirect: none is followed.
 */
const ANSWERS = {
  refused: [400, 410, 413, 415, 422, 451],
  parked: [401, 403, 404, 405, 501, 505, 511],
}

export function toMeaning(status: number): 'refused' | 'parked' | 'busy' {
  if (ANSWERS.refused.includes(status)) return 'refused'
  // Browsers tell a redirect that they were not to follow as 0.
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  return isRedirect || ANSWERS.parked.includes(status) ? 'parked' : 'busy'
}

/** A captive portal or a single-page fallback answers 200 to anything, so only the proxy's own words count. */
export function toDelivery(id: string, answer: Fields, status: number, retryAfter: string | null): Delivery {
  const isRefusal = answer.ok === false && typeof answer.code === 'string'
  const code = isRefusal ? String(answer.code) : `http_${status}`
  const problems = toProblems(answer, code)
  if (status === 202 && answer.ok === true && answer.id === id) return { outcome: 'delivered', code, problems }
  const meaning = toMeaning(status)
  const outcome = meaning === 'refused' && !isRefusal ? 'parked' : meaning
  return { outcome, code, status, problems, waitMs: toWaitMs(retryAfter) }
}

/** The problems that the answer names, and a problem of the refusal's code for each field that it names. */
function toProblems({ problems = [], fields = [] }: Fields, code: string): Problem[] {
  return [problems, [fields].flat().map((field) => ({ field, code }))].flat() as Problem[] // of the proxy's own schema
}

/** What `Retry-After` asks for, seconds or an HTTP date, within 1 s and 1 h. Undefined where it is neither. */
function toWaitMs(retryAfter: string | null): number | undefined {
  const waitMs = Number(retryAfter) * 1000 || Date.parse(String(retryAfter)) - Date.now()
  return Math.min(Math.max(waitMs, 1_000), 3_600_000) || undefined
}
