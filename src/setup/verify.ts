/**
 * Opens a page of the shop with the examiner on it. Hears the examiner's reports, also from later pages of that tab, and asks the proxy how
 * far the test order has come. The examiner reports only to a page of the operator's own machine.
 */

import type { Finding } from '../contract/finding.js'
import { isMessage, toVerifyAddress, type VerifyMessage, type VerifyReport } from '../contract/verify.js'
import { isOwnMachine } from '../examine/verify.js'

/** Why no report has come. `blocked`: no window was opened. `apart`: this page cannot see the window, or it is closed. */
export type Silence = 'waiting' | 'blocked' | 'apart' | 'silent'

export interface Verified {
  /** The address that opens the page with the examiner. */
  link: string
  silence?: Silence | undefined
  /** The page's own report, once it has come. */
  report?: VerifyReport
  /** How far the test order has come. */
  arrived?: Finding
}

const LOOK_MS = 500
/** A page that loads slowly, and its examiner, have answered by then. */
const SILENT_MS = 8_000
/** The API has 10 s to answer, and the event may wait for others. */
const LONGEST_MS = 60_000
const STAYS: Finding = {
  as: 'problem',
  sentence: 'The test order has not come to the API within a minute: see the proxy’s log and /health.',
}

export const canVerify = (): boolean => isOwnMachine(location.origin)

/** The address that opens the panel, for a page that this one cannot hear. */
export const toPanelAddress = (address: string): string => toVerifyAddress(address, '').replace('&ringup-verify=', '')

/**
 * @param onVerified called whenever more is known
 * @returns stops listening
 */
export function verify(address: string, onVerified: (verified: Verified) => void): () => void {
  const token = crypto.randomUUID()
  const link = toVerifyAddress(address, token)
  const opened = open(link)
  const stopped = new AbortController()
  let verified: Verified = { link }
  let asking: MessageEventSource | null = opened
  let testOrder: string | undefined
  const add = (more: Partial<Verified>) => {
    verified = { ...verified, ...more }
    if (!stopped.signal.aborted) onVerified(verified)
  }
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (!source || !isMessage(data, token)) return
    asking ??= source // the window that the link has opened
    if (source !== asking) return
    const answer: VerifyMessage = { ringup: 'verify', token }
    if (!data.report) return source.postMessage(answer, { targetOrigin: origin })
    // A tab goes on behind its thank-you page, whose report stays.
    if (testOrder !== undefined && data.report.found.length === 0) return
    add({ report: data.report, silence: undefined })
    const { id } = data.report.tested ?? {}
    if (id === undefined || id === testOrder) return
    testOrder = id
    void waitForArrival(id, stopped.signal).then((arrived) => add({ ...(arrived && { arrived }) }))
  }
  addEventListener('message', onMessage, { signal: stopped.signal })
  add({ silence: opened ? 'waiting' : 'blocked' })
  const untilMs = Date.now() + SILENT_MS
  const watchSilence = () => {
    if (verified.silence !== 'waiting') return true
    // A policy that keeps windows apart makes the opened window look closed.
    if (opened?.closed) add({ silence: 'apart' })
    else if (Date.now() > untilMs) add({ silence: 'silent' })
    return undefined
  }
  void untilTold(stopped.signal, async () => watchSilence())
  return () => stopped.abort()
}

/** @returns undefined after a stop */
function waitForArrival(id: string, stopped: AbortSignal): Promise<Finding | undefined> {
  const untilMs = Date.now() + LONGEST_MS
  return untilTold(stopped, async () => {
    const arrived = await askProxy<Finding | null>('order', id)
    return arrived ?? (Date.now() > untilMs ? STAYS : undefined)
  })
}

/**
 * Waits for any event: this page cannot open every checkout.
 *
 * @returns stops waiting
 */
export function waitForEvent(onArrived: (arrived: Finding) => void): () => void {
  const stopped = new AbortController()
  let sinceMs: number | undefined
  const ask = async () => {
    sinceMs ??= await askProxy<number>('now')
    return sinceMs === undefined ? undefined : ((await askProxy<Finding | null>('since', String(sinceMs))) ?? undefined)
  }
  void untilTold(stopped.signal, ask).then((arrived) => arrived && onArrived(arrived))
  return () => stopped.abort()
}

/** Asks until there is an answer. */
async function untilTold<Told>(stopped: AbortSignal, ask: () => Promise<Told | undefined>): Promise<Told | undefined> {
  while (!stopped.aborted) {
    const told = await ask()
    if (told) return told
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return undefined
}

async function askProxy<Answer>(what: 'order' | 'now' | 'since', about?: string): Promise<Answer | undefined> {
  try {
    const response = await fetch(`/verify/${what}`, about === undefined ? {} : { method: 'POST', body: about })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined // the proxy may be starting
  }
}
