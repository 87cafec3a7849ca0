/**
 * Reports to the set-up page that has opened this tab how far an order would come. The report has names and sentences, and no value of the
 * page. Only a page of the operator's own machine gets it, and has to answer first to show its origin.
 */
import { isMessage, type Tested, type VerifyMessage, type VerifyReport } from '../contract/verify.js'
import type { Diagnosis } from './diagnosis.js'
import type { Facts } from './facts.js'
import { toVerifyReport } from './report.js'
import { hasTestOrder } from './test-order.js'

const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

export const isOwnMachine = (origin: string): boolean =>
  URL.canParse(origin) && OWN_MACHINE.includes(new URL(origin).hostname)

interface Parts {
  /** The page that has opened this tab. */
  opener: Pick<Window, 'postMessage'> | null
  /** The token of the address that the set-up page has opened in this tab. */
  token: string | undefined
  /** Hears the messages of other windows. */
  listen(onMessage: (event: Pick<MessageEvent, 'source' | 'origin' | 'data'>) => void): void
  /**
   * Sends a test order, or tests the connection if the page has no order yet. It is called when the set-up page has shown its origin, and once
   * more when the page has its order.
   */
  test(): Promise<Tested>
}

/** @returns for the panel to call with each change; undefined if no set-up page has opened this tab */
export function createVerify({
  opener,
  token,
  listen,
  test,
}: Parts): ((facts: Facts, diagnosis: Diagnosis) => void) | undefined {
  if (!token || !opener) return undefined
  let asker: string | undefined
  let tested: Tested | undefined
  let latest: Omit<VerifyReport, 'tested'> | undefined
  let [hasOrder, isOrderTested] = [false, false]
  const send = () => {
    const message: VerifyMessage = { ringup: 'verify', token, ...(latest && { report: { ...latest, tested } }) }
    if (asker !== undefined) opener.postMessage(message, asker)
  }
  const testAgain = () => {
    isOrderTested = hasOrder
    void test().then((answer) => {
      if (tested?.id !== undefined) return // the connection's answer came last
      tested = answer
      send()
    })
  }
  listen(({ source, origin, data }) => {
    if (source !== opener || asker !== undefined || !isMessage(data, token) || !isOwnMachine(origin)) return
    asker = origin
    send()
    testAgain()
  })
  opener.postMessage({ ringup: 'verify', token } satisfies VerifyMessage, '*') // nothing of the page is in it
  return (facts, diagnosis) => {
    latest = toVerifyReport(facts, diagnosis)
    hasOrder = hasTestOrder(facts)
    send()
    if (asker !== undefined && hasOrder && !isOrderTested) testAgain()
  }
}
