/** One attempt to send, and the table of what each answer means. */
import { MAX_EVENT_BYTES } from '../contract/limits.js'

const TIMEOUT_MS = 10_000

/** What became of one attempt. The outbox acts on this and never sees a Response. */
export interface Delivery {
  /** `queued`: nobody answered, or one who was busy or badly set up, so it is kept. `rejected`: it never will be taken. */
  status: 'accepted' | 'queued' | 'rejected'
  reason?: string
  /** Names of the fields that were refused. */
  fields?: string[]
}

/** Ask again and the answer stays the same. Any other status may be a bad deploy or a bad moment. */
const REFUSED = [400, 410, 413, 415, 422, 451]

/** The request leaves before this returns: the usual next line of the page is a navigation. */
export function send(endpoint: string, id: string, body: string): Promise<Delivery> {
  return new Promise((resolve) => {
    const giveUp = (reason: string) => resolve({ status: 'queued', reason })
    // Gives up waiting, not the request: one that is only slow still arrives.
    setTimeout(giveUp, TIMEOUT_MS, 'timeout')
    exchange(endpoint, id, body).then(resolve, () => giveUp('network'))
  })
}

async function exchange(endpoint: string, id: string, body: string): Promise<Delivery> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    body, // a string travels as text/plain, which needs no preflight that could be lost at unload
    keepalive: true,
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
  })
  const { status } = answer
  const { ok, id: taken, code = `http_${status}`, fields = [] } = Object(await answer.json().catch(() => 0))
  // A captive portal or a single-page fallback answers 200 to anything, so only the proxy's own words count.
  if (status === 202 && ok === true && taken === id) return { status: 'accepted' }
  return { status: REFUSED.includes(status) ? 'rejected' : 'queued', reason: `${code}`, fields: [fields].flat() }
}

export function fits(body: string): boolean {
  return new TextEncoder().encode(body).length <= MAX_EVENT_BYTES
}
