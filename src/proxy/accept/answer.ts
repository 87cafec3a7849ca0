/** The headers and the JSON form of every answer of the proxy. */
import { PROBLEMS, type Problem, type ProblemKind, toRefusal } from '../problem.js'

/**
 * Headers of every answer. They are merged into plain objects, because setting them later would cost more than all
 * guards before the body.
 */
export const HEADERS = {
  // Makes the answer readable for any page. Without it, a refusal looks like a lost network. Requests carry no
  // credentials.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' }

export function answerJson(status: number, body: object, headers?: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS,
  })
}

export function answerWith(problem: Problem): Response {
  const { code, retryAfterS } = problem
  const { status, headers, retryAfterS: usual }: ProblemKind = PROBLEMS[code]
  const seconds = usual && (retryAfterS ?? usual.least) + Math.floor(Math.random() * (usual.spread + 1))
  const more = { ...headers, ...(seconds !== undefined && { 'retry-after': String(seconds) }) }
  return answerJson(status, toRefusal(problem), more)
}
