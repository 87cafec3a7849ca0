/**
 * Opens a page of the shop, whose debug panel then tells how far an order would come; and asks the proxy what it knows of both. Only
 * where this page is served from the operator's own machine: the panel tells nobody else.
 */
import type { Finding } from '../proxy/look/finding.js'
import { isMessage, isOwnMachine, type VerifyMessage, type VerifyReport } from '../snippet/debug/verify.js'

export interface Verified {
  /** Of the page itself, once it has told. */
  report?: VerifyReport
  /** What the proxy has seen of the page from outside. */
  looked?: Finding[]
  /** How far the test order has come. */
  arrived?: Finding
}

const LOOK_MS = 500
/** The event goes on after RINGUP_FORWARD_DELAY, and the API has 10 s. */
const LONGEST_MS = 60_000
const STAYS: Finding = {
  as: 'problem',
  sentence: 'The test order has not come to the API within a minute: see the proxy’s log and /health.',
}

export const canVerify = (): boolean => isOwnMachine(location.origin)

/**
 * @param onVerified called with what is known whenever it grows
 * @returns what to call to hear no more; undefined when the browser opens no window
 */
export function verify(address: string, onVerified: (verified: Verified) => void): (() => void) | undefined {
  const token = crypto.randomUUID()
  const opened = open(toVerifyAddress(address, token))
  if (!opened) return undefined
  const stopped = new AbortController()
  let verified: Verified = {}
  let testOrder: string | undefined
  const add = (more: Verified) => {
    verified = { ...verified, ...more }
    if (!stopped.signal.aborted) onVerified(verified)
  }
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== opened || !isMessage(data, token)) return
    if (!data.report) return opened.postMessage({ ringup: 'verify', token } satisfies VerifyMessage, origin)
    add({ report: data.report })
    const { id } = data.report.tested ?? {}
    if (id === undefined || testOrder !== undefined) return
    testOrder = id
    void waitForArrival(id, stopped.signal).then((arrived) => add({ ...(arrived && { arrived }) }))
  }
  addEventListener('message', onMessage, { signal: stopped.signal })
  void askProxy<Finding[]>('page', address).then((looked) => looked && add({ looked }))
  return () => stopped.abort()
}

/** @returns undefined when nobody waits for it any more. A question that fails is asked again: the proxy may be starting */
async function waitForArrival(id: string, stopped: AbortSignal): Promise<Finding | undefined> {
  const untilMs = Date.now() + LONGEST_MS
  while (!stopped.aborted) {
    const arrived = await askProxy<Finding | null>('order', id)
    if (arrived) return arrived
    if (Date.now() > untilMs) return STAYS
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return undefined
}

async function askProxy<Answer>(what: 'page' | 'order', about: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(`/verify/${what}`, { method: 'POST', body: about })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined // the proxy is being started again, say
  }
}

/** The panel is loaded by its own word, and told whom to tell. */
export function toVerifyAddress(address: string, token: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname}${url.search ? `${url.search}&` : '?'}ringup-debug&ringup-verify=${token}${url.hash}`
}
