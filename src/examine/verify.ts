/**
 * Tells the set-up page that has opened this page how far an order would come. What it tells has names and sentences, and no
 * value of the page; and it tells only a page of the operator's own machine, which has to answer first to show its origin.
 */
import { isMessage, type Tested, type VerifyMessage, type VerifyReport } from '../contract/verify.js'
import type { Diagnosis } from './diagnosis.js'
import type { Facts } from './facts.js'
import { toVerifyReport } from './report.js'

const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

export const isOwnMachine = (origin: string): boolean =>
  URL.canParse(origin) && OWN_MACHINE.includes(new URL(origin).hostname)

interface Parts {
  /** The page that has opened this one. */
  opener: Pick<Window, 'postMessage'> | null
  /** Query of this page's address. */
  query: string
  /** Hears the messages of other windows. */
  listen(onMessage: (event: Pick<MessageEvent, 'source' | 'origin' | 'data'>) => void): void
  /** Sends a test order; called once, when the set-up page has shown who it is. */
  test(): Promise<Tested>
}

/** @returns for the panel to call with what it shows; undefined where no set-up page has asked */
export function createVerify({
  opener,
  query,
  listen,
  test,
}: Parts): ((facts: Facts, diagnosis: Diagnosis) => void) | undefined {
  const token = new URLSearchParams(query).get('ringup-verify')
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
