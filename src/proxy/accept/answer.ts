/** What all answers of the proxy have in common. */

/** Headers of every answer. Merged into plain objects, never set afterwards: that would cost more than all guards before the body. */
export const HEADERS = {
  // Readable from any page: nothing is credentialed, and a refusal without this looks like a lost network.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

export const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' }

export function answerJson(status: number, body: object, headers?: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: headers ? { ...JSON_HEADERS, ...headers } : JSON_HEADERS,
  })
}
