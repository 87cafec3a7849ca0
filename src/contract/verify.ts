/**
 * Messages between a page of the shop and the set-up page that opened it. The examiner sends names, sentences and proposed settings, but no
 * value of the page. Everything in a report is a stranger's data until the operator keeps it.
 */

/** `good`: accepted. `wait`: stored, or waiting for something. `bad`: a person must act. `idle`: nothing is to be done. */
export type Tone = 'good' | 'wait' | 'bad' | 'idle'

/** One row of the examiner's table that holds (src/examine/findings.ts). */
export interface ReportedFinding {
  id: string
  tone: Tone
  sentence: string
  /** Undefined if nothing is to be done. */
  todo?: string | undefined
}

/** The parts of an order that the bar shows, each with a dot. */
export const PARTS = ['number', 'total', 'email', 'products', 'sent'] as const
export type Part = (typeof PARTS)[number]

/** How far an order of the page would get. */
export interface VerifyReport {
  /** Origin and path of the page. */
  page: string
  /** The name of the recipe that fits the page. */
  recipe?: string | undefined
  /** The parts that the page has now. */
  parts: Part[]
  /** The first is the headline. */
  findings: ReportedFinding[]
  /** Settings that read an order of this page, if those in force do not. */
  proposal: Record<string, unknown>
  /** The settings in the script at the shop's own address; undefined until the set-up page asks. */
  served?: Record<string, unknown> | undefined
  /** The result of the test order; undefined until the set-up page asks. */
  tested?: Tested | undefined
}

/** The result of a test order. */
export interface Tested {
  /** The event that the proxy accepted. */
  id?: string | undefined
  /** The reason why it did not. */
  finding?: ReportedFinding | undefined
  /** Names of the fields that the proxy does not allow. */
  ignored?: string[] | undefined
}

export interface VerifyMessage {
  ringup: 'verify'
  token: string
  /** From the shop's page. */
  report?: VerifyReport
  /** From the set-up page. `test` carries a new id: each id sends one test order. */
  ask?: { served?: true; test?: string }
}

export const isMessage = (data: unknown, token: string): data is VerifyMessage =>
  Object(data).ringup === 'verify' && Object(data).token === token

/** Adds the part of the address that loads the examiner, and the token for its messages. */
export function toVerifyAddress(address: string, token: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname}${url.search ? `${url.search}&` : '?'}ringup-debug&ringup-verify=${token}${url.hash}`
}
