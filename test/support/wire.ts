/** Requests to a proxy and the required answers, for every runtime. */
import { Agent, fetch } from 'undici'
import { ORIGIN } from './proxy.js'

export const HEADERS = { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8' }

export interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: unknown
}

/**
 * Opens a connection for each request. workerd closes a connection whose request it has not read completely, and the next request may
 * already be under way.
 */
const dispatcher = new Agent({ pipelining: 0 })

/** Sends a request as a page does, by default a POST. */
export async function send(url: string, { method = 'POST', path = '/ringup', headers = HEADERS, body }: Sent = {}) {
  const response = await fetch(url + path, {
    method,
    headers,
    redirect: 'manual',
    dispatcher,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answer = await response.text()
  return { status: response.status, headers: Object.fromEntries(response.headers), text: answer }
}

/** The headers of every answer. */
export const READABLE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
