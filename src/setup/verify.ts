/**
 * Opens a page of the shop with the examiner on it, and listens to its reports, also from later pages of that tab. A report is a stranger's
 * data. The examiner reports only to a page of the operator's own machine.
 */
import { isMessage, toVerifyAddress, type VerifyMessage, type VerifyReport } from '../contract/verify.js'

/** Why there is no report. `blocked`: no window was opened. `apart`: this page cannot see the window, or it is closed. */
export type Silence = 'waiting' | 'blocked' | 'apart' | 'silent'

export interface Opened {
  /** Asks the page for the settings in its script, or for a test order with a new id. */
  ask(question: NonNullable<VerifyMessage['ask']>): void
  stop(): void
}

interface Listener {
  onReport(report: VerifyReport): void
  /** @param link opens the page in a window that the browser has blocked */
  onSilence(silence: Silence, link: string): void
}

const LOOK_MS = 500
/** A page that loads slowly, and its examiner, have answered by then. */
const SILENT_MS = 8_000

export function openShop(address: string, { onReport, onSilence }: Listener): Opened {
  const token = crypto.randomUUID()
  const link = toVerifyAddress(address, token)
  const opened = open(link)
  const stopped = new AbortController()
  let page: MessageEventSource | null = opened
  let origin = ''
  const send = (more: Partial<VerifyMessage> = {}) => {
    const message: VerifyMessage = { ringup: 'verify', token, ...more }
    if (origin) page?.postMessage(message, { targetOrigin: origin })
  }
  const onMessage = (event: MessageEvent) => {
    if (!event.source || !isMessage(event.data, token)) return
    page ??= event.source // the window that the link has opened
    if (event.source !== page) return
    origin = event.origin
    clearInterval(timer)
    if (event.data.report) onReport(event.data.report)
    else send()
  }
  addEventListener('message', onMessage, { signal: stopped.signal })
  onSilence(opened ? 'waiting' : 'blocked', link)
  const untilMs = Date.now() + SILENT_MS
  const timer = setInterval(() => {
    // A policy that keeps windows apart makes the opened window look closed.
    if (opened?.closed) onSilence('apart', link)
    else if (opened && Date.now() > untilMs) onSilence('silent', link)
    else return
    clearInterval(timer)
  }, LOOK_MS)
  return {
    ask: (question) => send({ ask: question }),
    stop() {
      clearInterval(timer)
      stopped.abort()
    },
  }
}
