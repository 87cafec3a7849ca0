/** One attempt to send: the request leaves before `send()` returns, and outlives the page where it can. */
import { AIM_BYTES, MAX_EVENT_BYTES } from '../../contract/limits.js'
import { toFields } from '../fields.js'
import { parseJson } from '../safely.js'
import { type Delivery, toDelivery } from './delivery.js'

/**
 * Bodies on their way that are to outlive the page share one quota, 64 KiB (Fetch standard, "HTTP-network-or-cache
 * fetch"). Above this they go without: they are stored, and the next page sends them. The drain leaves room for a call:
 * a thank-you page may be left at once while earlier orders are on their way (test/browser/leaving-the-page.spec.ts).
 */
const QUOTA = {
  call: { requests: 4, bytes: MAX_EVENT_BYTES },
  drain: { requests: 3, bytes: MAX_EVENT_BYTES - AIM_BYTES },
}
export type Sender = keyof typeof QUOTA

/** What is to be sent. */
interface Parcel {
  id: string
  /** Size of the body; the few bytes of its time find room beside all quotas. */
  bytes: number
  /** Then it is not sent a second time. */
  end?: unknown
}

/** Never rejects; settles whenever the answer comes, if ever. */
export type Send = (parcel: Parcel, toBody: () => string, sender: Sender) => Promise<Delivery>

/** @param settings asked for the endpoint at each request */
export function createTransport(settings: { endpoint: string }): Send {
  const inFlight = { requests: 0, bytes: 0 }
  return async (parcel, toBody, sender) => {
    const { id, bytes } = parcel
    const quota = QUOTA[sender]
    // The age is another at each request.
    const request = (keepalive: boolean) => post(settings.endpoint, id, toBody(), keepalive)
    if (inFlight.requests >= quota.requests || inFlight.bytes + bytes > quota.bytes) return request(false)
    inFlight.requests += 1
    inFlight.bytes += bytes
    const delivery = await request(true)
    inFlight.requests -= 1
    inFlight.bytes -= bytes
    // Other scripts of the page may have used up the quota; without keepalive there is none.
    const isAgain = delivery.outcome === 'unreachable' && !document.hidden && !parcel.end
    return isAgain ? request(false) : delivery
  }
}

async function post(endpoint: string, id: string, body: string, keepalive: boolean): Promise<Delivery> {
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      credentials: 'omit',
      keepalive,
      redirect: 'manual',
      body, // a string travels as text/plain, which needs no preflight that could be lost at unload
      cache: 'no-store',
    })
    const answer = toFields(parseJson(await response.text().catch(String)))
    return toDelivery(id, answer, response.status, response.headers.get('Retry-After'))
  } catch {
    return { outcome: 'unreachable', code: 'network' } // also CORS, a blocker, or a page's own idea of fetch
  }
}
