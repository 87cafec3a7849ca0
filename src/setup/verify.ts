/**
 * Opens a page of the shop, whose debug panel then tells how far an order would come; and asks the proxy what it knows of both. Only
 * where this page is served from the operator's own machine: the panel tells nobody else.
 */
import { isMessage, toVerifyAddress, type VerifyMessage, type VerifyReport } from '../contract/verify.js'
import { isOwnMachine } from '../examine/verify.js'
import type { Finding } from '../proxy/look/finding.js'

export interface Verified {
  /** What the page itself has told, once it has. */
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

/** @returns undefined when nobody waits for it any more */
function waitForArrival(id: string, stopped: AbortSignal): Promise<Finding | undefined> {
  const untilMs = Date.now() + LONGEST_MS
  return untilTold(stopped, async () => {
    const arrived = await askProxy<Finding | null>('order', id)
    return arrived ?? (Date.now() > untilMs ? STAYS : undefined)
  })
}

/**
 * Waits for an event from wherever: checkouts that nobody can open from here report too.
 *
 * @returns what to call to wait no more
 */
export function waitForEvent(onArrived: (arrived: Finding) => void): () => void {
  const stopped = new AbortController()
  void untilTold(stopped.signal, askSince()).then((arrived) => arrived && onArrived(arrived))
  return () => stopped.abort()
}

function askSince(): () => Promise<Finding | undefined> {
  let sinceMs: number | undefined
  return async () => {
    sinceMs ??= await askProxy<number>('now')
    return sinceMs === undefined ? undefined : ((await askProxy<Finding | null>('since', String(sinceMs))) ?? undefined)
  }
}

/** A question that fails is asked again: the proxy may be starting. */
async function untilTold(stopped: AbortSignal, ask: () => Promise<Finding | undefined>): Promise<Finding | undefined> {
  while (!stopped.aborted) {
    const told = await ask()
    if (told) return told
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return undefined
}

async function askProxy<Answer>(what: 'page' | 'order' | 'now' | 'since', about?: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(`/verify/${what}`, about === undefined ? {} : { method: 'POST', body: about })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined // the proxy is being started again, say
  }
}
