/** Requests to a proxy and the required answers, for every runtime. */
import { Agent, fetch } from 'undici'
import { newOrder, newSignUp, ORIGIN } from './proxy.js'

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

const large = JSON.stringify(newOrder({ cart_data: { note: 'x'.repeat(70_000) } }))

/** One request for each kind of answer. */
export const ANSWERS: [status: number, reason: string, sent: Sent][] = [
  [202, 'accepted', { body: newOrder() }],
  [202, 'accepted', { path: '/ringup/', body: newOrder() }],
  [204, 'a preflight', { method: 'OPTIONS', headers: { origin: 'https://other.example' } }],
  [400, 'not JSON', { body: '{' }],
  [400, 'too deep', { body: '['.repeat(9) + ']'.repeat(9) }],
  [403, 'another origin', { headers: { ...HEADERS, origin: 'https://other.example' }, body: newOrder() }],
  [403, 'no origin', { headers: { 'content-type': 'text/plain' }, body: newOrder() }],
  [404, 'another path', { path: '/', body: newOrder() }],
  [404, 'another path', { path: '/ringup/other', body: newOrder() }],
  [405, 'another method', { method: 'GET' }],
  [405, 'another method', { method: 'HEAD' }],
  [405, 'another method', { method: 'DELETE' }],
  [413, 'too large', { body: large }],
  [415, 'another type', { headers: { ...HEADERS, 'content-type': 'text/html' }, body: newOrder() }],
  [422, 'shape', { body: newOrder({ email: 'ada' }) }],
  [422, 'unknown list', { body: newSignUp({}, { list: 'other' }) }],
]
