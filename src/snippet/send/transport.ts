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
  /** Asked at each request: the age is another by then. */
  toBody: () => string
  /** Asked before it is sent a second time. */
  isWanted: () => boolean
}

/** Never rejects; settles whenever the answer comes, if ever. */
export type Send = (parcel: Parcel, sender: Sender) => Promise<Delivery>

/** @param settings asked for the endpoint at each request */
export function createTransport(settings: { endpoint: string }): Send {
  /** Sizes of the bodies on their way with keepalive. */
  const inFlight: number[] = []
  return async ({ id, bytes, toBody, isWanted }, sender) => {
    const quota = QUOTA[sender]
    let sum = bytes
    for (const each of inFlight) sum += each
    const keepalive = inFlight.length < quota.requests && sum <= quota.bytes
    if (keepalive) inFlight.push(bytes)
    let delivery = await request(settings.endpoint, id, toBody(), keepalive)
    if (keepalive) inFlight.splice(inFlight.indexOf(bytes), 1)
    // Other scripts of the page may have used up the quota; without keepalive there is none.
    const isRefused = delivery.outcome === 'unreachable' && keepalive
    if (isRefused && !document.hidden && isWanted()) delivery = await request(settings.endpoint, id, toBody(), false)
    return delivery
  }
}

async function request(endpoint: string, id: string, body: string, keepalive: boolean): Promise<Delivery> {
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
    return { outcome: 'unreachable', code: 'network', problems: [] } // also CORS, a blocker, or a page's own idea of fetch
  }
}
