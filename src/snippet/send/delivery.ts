/** What became of one request, and what each answer means. */
import { type Fields, toFields } from '../fields.js'

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
  problems: { field: string; code: string }[]
  /** After which the server wants to be asked again. */
  waitMs?: number | undefined
}

/**
 * What a status means that is no acknowledgement; whatever is not here is `busy`. `refused` only in the proxy's own
 * words: a stranger's (a network filter's, a web server's) is parked. The README's rows are made of this table.
 */
export const ANSWERS: Record<number, 'refused' | 'parked'> = {
  300: 'parked', // any redirect: none is followed
  400: 'refused',
  401: 'parked',
  403: 'parked',
  404: 'parked',
  405: 'parked',
  410: 'refused',
  413: 'refused',
  415: 'refused',
  422: 'refused',
  451: 'refused',
  501: 'parked',
  505: 'parked',
  511: 'parked',
}

/** A captive portal or a single-page fallback answers 200 to anything, so only the proxy's own words count. */
export function toDelivery(id: string, answer: Fields, status: number, retryAfter: string | null): Delivery {
  const isOurs = answer.ok === false && typeof answer.code === 'string'
  const code = isOurs ? String(answer.code) : `http_${status}`
  const problems = toProblems(answer, code)
  if (status === 202 && answer.ok === true && answer.id === id) return { outcome: 'delivered', code, problems }
  // Browsers tell a redirect that they were not to follow as 0.
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const meaning = ANSWERS[isRedirect ? 300 : status] ?? 'busy'
  const outcome = meaning === 'refused' && !isOurs ? 'parked' : meaning
  return { outcome, code, status, problems, waitMs: toWaitMs(retryAfter) }
}

/** The problems that the answer names, and a problem of the refusal's code for each field that it names. */
function toProblems({ problems, fields }: Fields, refusal: string): Delivery['problems'] {
  const named = [problems ?? []].flat().map((problem) => {
    const { field, code } = toFields(problem)
    return { field: String(field), code: String(code) }
  })
  return [...named, ...[fields ?? []].flat().map((field) => ({ field: String(field), code: refusal }))]
}

/** What `Retry-After` asks for, seconds or an HTTP date, within 1 s and 1 h. */
function toWaitMs(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 1_000), 3_600_000)
}
