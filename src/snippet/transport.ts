/** One attempt to send, and what each answer to it means. */
import { AIM_BYTES, MAX_EVENT_BYTES } from '../contract/limits.js'
import { type Fields, toFields } from './fields.js'
import { parseJson } from './safely.js'
import { settings } from './settings.js'

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
  /** Names of the fields that were refused. */
  fields?: string[]
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

/** Sizes of the bodies on their way with keepalive. */
const inFlight: number[] = []

/**
 * Sends one event. The request leaves before this returns: the usual next line of the page is a navigation.
 * Never rejects; settles whenever the answer comes, if ever.
 *
 * @param event its id, and the size of its envelope: the few bytes of its time find room beside all quotas
 * @param toBody asked each time: its age is another by then
 * @param isWanted asked before it is sent a second time
 */
export async function send(
  { id, bytes }: { id: string; bytes: number },
  toBody: () => string,
  sender: Sender,
  isWanted: () => boolean,
): Promise<Delivery> {
  const quota = QUOTA[sender]
  const isFree = inFlight.length < quota.requests
  const keepalive = isFree && inFlight.reduce((sum, each) => sum + each, bytes) <= quota.bytes
  if (keepalive) inFlight.push(bytes)
  let delivery = await request(id, toBody(), keepalive)
  if (keepalive) inFlight.splice(inFlight.indexOf(bytes), 1)
  // Other scripts of the page may have used up the quota; without keepalive there is none.
  const isRefused = delivery.outcome === 'unreachable' && keepalive
  if (isRefused && !document.hidden && isWanted()) delivery = await request(id, toBody(), false)
  return delivery
}

async function request(id: string, body: string, keepalive: boolean): Promise<Delivery> {
  try {
    const response = await fetch(settings.endpoint, {
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

/** A captive portal or a single-page fallback answers 200 to anything, so only the proxy's own words count. */
function toDelivery(id: string, answer: Fields, status: number, retryAfter: string | null): Delivery {
  const isOurs = answer.ok === false && typeof answer.code === 'string'
  const code = isOurs ? String(answer.code) : `http_${status}`
  if (status === 202 && answer.ok === true && answer.id === id) return { outcome: 'delivered', code }
  // Browsers tell a redirect that they were not to follow as 0.
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const meaning = ANSWERS[isRedirect ? 300 : status] ?? 'busy'
  const outcome = meaning === 'refused' && !isOurs ? 'parked' : meaning
  return { outcome, code, status, fields: [answer.fields ?? []].flat().map(String), waitMs: toWaitMs(retryAfter) }
}

/** What `Retry-After` asks for, seconds or an HTTP date, within 1 s and 1 h. */
function toWaitMs(retryAfter: string | null): number | undefined {
  if (!retryAfter) return undefined
  const waitMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 1_000), 3_600_000)
}

/** Of UTF-8. A Blob tells it too, but takes milliseconds. */
export const toBytes = (text: string): number => new TextEncoder().encode(text).length
