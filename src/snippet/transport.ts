/** One attempt to send, and the table of what each answer means. */
import { MAX_EVENT_BYTES } from '../contract/limits.js'
import type { Outcome } from './outcome.js'

/** What became of one attempt. The outbox acts on this and never sees a Response. */
export interface Delivery {
  /** From here `accepted`, `queued` (nobody answered, or one who was busy or badly set up) or `rejected` (never taken). */
  status: Outcome['status']
  reason?: string
  /** Names of the fields that were refused. */
  fields?: string[]
  /** The answer's status; none where nobody answered. */
  http?: number
  /** What the answer's `Retry-After` says, in seconds or as a date. */
  retryAfter?: string | null
}

/** Ask again and the answer stays the same. */
const REFUSED = /^(400|41[035]|422|451)$/

const TIMEOUT_MS = 10_000
const MAX_KEEPALIVE_REQUESTS = 4

/** Bodies on their way that are to outlive the page: they share one quota, 64 KiB (Fetch standard, "HTTP-network-or-cache fetch"). */
const inFlight = new Set<string>()

/** The request leaves before this returns: the usual next line of the page is a navigation. */
export function send(endpoint: string, id: string, body: string): Promise<Delivery> {
  return new Promise((resolve) => {
    const giveUp = (reason: string) => resolve({ status: 'queued', reason })
    // Gives up waiting, not the request: one that is only slow still arrives.
    const timer = setTimeout(giveUp, TIMEOUT_MS, 'timeout')
    exchange(endpoint, id, body)
      .then(resolve, () => giveUp('network'))
      .then(() => clearTimeout(timer))
  })
}

async function exchange(
  endpoint: string,
  id: string,
  body: string,
  keepalive = inFlight.size < MAX_KEEPALIVE_REQUESTS && toBytes([...inFlight, body].join('')) <= MAX_EVENT_BYTES,
): Promise<Delivery> {
  if (keepalive) inFlight.add(body)
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      body, // a string travels as text/plain, which needs no preflight that could be lost at unload
      keepalive,
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
    })
    const { status: http, headers } = answer
    const { ok, id: taken, code = `http_${http}`, fields = [] } = Object(await answer.json().catch(() => 0))
    // A captive portal or a single-page fallback answers 200 to anything, so only the proxy's own words count.
    if (http === 202 && ok === true && taken === id) return { status: 'accepted' }
    const status = REFUSED.test(`${http}`) ? 'rejected' : 'queued'
    return { status, reason: `${code}`, fields: [fields].flat(), http, retryAfter: headers.get('Retry-After') }
  } catch (error) {
    // The quota may be used up by other scripts of the page; without keepalive there is none.
    if (keepalive && document.visibilityState === 'visible') return exchange(endpoint, id, body, false)
    throw error
  } finally {
    inFlight.delete(body)
  }
}

export function toBytes(text: string): number {
  return new TextEncoder().encode(text).length
}
