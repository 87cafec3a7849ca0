/** One POST of JSON to the operator's own address, on Node and in Workers alike. */
import { toFetchCause } from '../network-cause.js'

const TIMEOUT_MS = 5_000

/** `cause`: the reason of a failure, as the end of a sentence. */
export type Posted = { taken: true; status: number } | { taken: false; cause: string }

/**
 * An alert is taken if the answer is 2xx. A redirect is not followed, because it would become a GET or reach another host.
 *
 * @param url may contain a secret, so a cause does not quote it
 */
export function createPostAlert(url: string, timeoutMs = TIMEOUT_MS) {
  return async (alert: object): Promise<Posted> => {
    try {
      const { status, body } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alert),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await body?.cancel()
      return status >= 200 && status < 300 ? { taken: true, status } : { taken: false, cause: `it answered ${status}` }
    } catch (error) {
      return { taken: false, cause: toFetchCause(error, timeoutMs) }
    }
  }
}
