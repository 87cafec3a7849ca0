/**
 * Reports to the set-up page that has opened this tab how far an order would get. The report has names, sentences and proposed settings, and
 * no value of the page. Only a page of the operator's own machine gets it, and has to answer first to show its origin.
 */
import { isMessage, type Tested, type VerifyMessage, type VerifyReport } from '../contract/verify.js'

const OWN_MACHINE = ['localhost', '127.0.0.1', '[::1]']

export const isOwnMachine = (origin: string): boolean =>
  URL.canParse(origin) && OWN_MACHINE.includes(new URL(origin).hostname)

interface Parts {
  /** The page that has opened this tab. */
  opener: Pick<Window, 'postMessage'> | null
  /** The token of the address that the set-up page has opened in this tab. */
  token: string | undefined
  /** Listens to the messages of other windows. */
  listen(onMessage: (event: Pick<MessageEvent, 'source' | 'origin' | 'data'>) => void): void
  /** Sends a test order, or tests the connection if the page has no order. */
  test(): Promise<Tested>
  /** Reads the settings in the script at the shop's own address. */
  readServed(): Promise<Record<string, unknown> | undefined>
}

/** @returns for the bar to call with each change; undefined if no set-up page has opened this tab */
export function createVerify(parts: Parts): ((report: VerifyReport) => void) | undefined {
  const { opener, token, listen, test, readServed } = parts
  if (!token || !opener) return undefined
  let setUp: string | undefined
  let latest: VerifyReport | undefined
  let answers: Pick<VerifyReport, 'served' | 'tested'> = {}
  const tests = new Set<string>()
  const send = () => {
    const message: VerifyMessage = { ringup: 'verify', token, ...(latest && { report: { ...latest, ...answers } }) }
    if (setUp !== undefined) opener.postMessage(message, setUp)
  }
  const add = (more: typeof answers) => {
    answers = { ...answers, ...more }
    send()
  }
  listen(({ source, origin, data }) => {
    if (source !== opener || !isMessage(data, token) || !isOwnMachine(origin)) return
    if (setUp !== undefined && setUp !== origin) return
    setUp = origin
    send()
    const { served, test: id } = Object(data.ask)
    if (served) void readServed().then((own) => own && add({ served: own }))
    if (typeof id !== 'string' || tests.has(id)) return
    tests.add(id)
    void test().then((tested) => add({ tested }))
  })
  opener.postMessage({ ringup: 'verify', token } satisfies VerifyMessage, '*') // nothing of the page is in it
  return (report) => {
    latest = report
    send()
  }
}
