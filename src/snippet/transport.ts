/** One attempt to send. */
import { MAX_EVENT_BYTES } from '../contract/limits.js'
import { settings } from './settings.js'

/** What the proxy says of the event, if it is the proxy; and what any server says. Of these nothing without an answer. */
export interface Answer {
  ok?: unknown
  id?: unknown
  code?: string
  fields?: unknown
  status?: number
  /** Seconds, as text. */
  wait?: unknown
}

export const TIMEOUT_MS = 10_000
const MAX_KEEPALIVE_REQUESTS = 4

/** Bodies on their way that are to outlive the page: they share one quota, 64 KiB (Fetch standard, "HTTP-network-or-cache fetch"). */
const inFlight = new Set<string>()

/** The request leaves before this returns: the usual next line of the page is a navigation. Without an answer it rejects with a code. */
export async function ask(
  body: string,
  keepalive = inFlight.size < MAX_KEEPALIVE_REQUESTS && toBytes(...inFlight, body) <= MAX_EVENT_BYTES,
): Promise<Answer> {
  if (keepalive) inFlight.add(body)
  try {
    const response = await fetch(settings.endpoint, {
      method: 'POST',
      credentials: 'omit',
      keepalive,
      redirect: 'manual',
      body, // a string travels as text/plain, which needs no preflight that could be lost at unload
      cache: 'no-store',
    })
    return {
      ...(await response.json().catch(String)),
      status: response.status,
      wait: response.headers.get('Retry-After'),
    }
  } catch {
    // The quota may be used up by other scripts of the page; without keepalive there is none.
    if (keepalive && !document.hidden) return ask(body, false)
    throw 'network'
  } finally {
    inFlight.delete(body)
  }
}

/** Of UTF-8, and of the commas that the encoder puts between several texts. A Blob tells it too, but takes milliseconds. */
export function toBytes(...texts: string[]): number {
  return new TextEncoder().encode(texts as unknown as string).length
}
