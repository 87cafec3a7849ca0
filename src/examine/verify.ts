/**
 * Reports to the set-up page that has opened this tab how far an order would come. The report has names and sentences, and no value of the
 * page. Only a page of the operator's own machine gets it, and has to answer first to show its origin.
 */
import { isMessage, type Tested, type VerifyMessage, type VerifyReport } from '../contract/verify.js'
import type { Diagnosis } from './diagnosis.js'
import type { Facts } from './facts.js'
import { toVerifyReport } from './report.js'

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
  /** Sends a test order. It is called once on each page, when the set-up page has shown its origin. */
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
  const send = () => {
    const message: VerifyMessage = { ringup: 'verify', token, ...(latest && { report: { ...latest, tested } }) }
    if (asker !== undefined) opener.postMessage(message, asker)
  }
  listen(({ source, origin, data }) => {
    if (source !== opener || asker !== undefined || !isMessage(data, token) || !isOwnMachine(origin)) return
    asker = origin
    send()
    void test().then((answer) => {
      tested = answer
      send()
    })
  })
  opener.postMessage({ ringup: 'verify', token } satisfies VerifyMessage, '*') // nothing of the page is in it
  return (facts, diagnosis) => {
    latest = toVerifyReport(facts, diagnosis)
    send()
  }
}
