/**
 * Opens a page of the shop, whose debug panel then tells how far an order would come. Only where this page is served from the
 * operator's own machine: the panel tells nobody else.
 */
import { isMessage, isOwnMachine, type VerifyMessage, type VerifyReport } from '../snippet/debug/verify.js'

export const canVerify = (): boolean => isOwnMachine(location.origin)

/**
 * @param onReport called with each report, for what is known grows
 * @returns what to call to hear no more; undefined when the browser opens no window
 */
export function openToVerify(address: string, onReport: (report: VerifyReport) => void): (() => void) | undefined {
  const token = crypto.randomUUID()
  const opened = open(toVerifyAddress(address, token))
  if (!opened) return undefined
  const onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== opened || !isMessage(data, token)) return
    if (data.report) onReport(data.report)
    else opened.postMessage({ ringup: 'verify', token } satisfies VerifyMessage, origin)
  }
  addEventListener('message', onMessage)
  return () => removeEventListener('message', onMessage)
}

/** The panel is loaded by its own word, and told whom to tell. */
export function toVerifyAddress(address: string, token: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname}${url.search ? `${url.search}&` : '?'}ringup-debug&ringup-verify=${token}${url.hash}`
}
