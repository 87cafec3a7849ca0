/**
 * Messages between a page of the shop and the page that opened it to verify it. The debug panel sends names and
 * sentences, but no value of the page.
 */

import type { FieldSelectors } from './selectors.js'

/**
 * `good`: the event is accepted. `wait`: the event is stored. `bad`: a person must act. `idle`: no event needs to be sent.
 */
export type Tone = 'good' | 'wait' | 'bad' | 'idle'

/** A finding, and the action that it needs. */
export type Sentence = [what: string, todo?: string]

/** How far an order of the page would get. */
export interface VerifyReport {
  diagnosis: { tone: Tone; sentence: string; todo: string | undefined }
  /** Undefined until the proxy has answered or the request has failed. */
  tested: Tested | undefined
  /** Names of the fields that would be sent: `email`, `cart_value`, `2 items`. */
  found: string[]
  /** The fields that could not be read, in sentences. */
  problems: string[]
  /** More findings beside the diagnosis, in sentences. */
  notes?: string[]
  /** Selectors that a person has made on the page by pointing. They are a proposal: a person takes them over. */
  pointed: FieldSelectors
}

/** The result of a test order. */
export interface Tested {
  sentence: Sentence
  /** Id of the event that the proxy accepted. */
  id?: string
  /** Names of the fields that the proxy does not allow. */
  ignored?: string[]
}

/** The browser's answer to a request for the script: `ringup check` hears it, a page does not. */
export interface ScriptLoad {
  url: string
  /** Undefined until the server has answered. */
  status?: number
  /** The media type of the answer. */
  type?: string
  /** Why the browser did not load it: `csp`, `mixed-content`, or its own words. */
  failed?: string
}

/** The name of the function that `ringup check` calls in the page. */
export const EXAMINE = 'ringup:examine'

/** Sends a test order, and reports how far an order of this page would come. */
export type Examine = (scripts: ScriptLoad[]) => Promise<VerifyReport>

export interface VerifyMessage {
  ringup: 'verify'
  token: string
  report?: VerifyReport
}

export const isMessage = (data: unknown, token: string): data is VerifyMessage =>
  Object(data).ringup === 'verify' && Object(data).token === token

/** Adds the address part that loads the panel, and the token for its messages. */
export function toVerifyAddress(address: string, token: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname}${url.search ? `${url.search}&` : '?'}ringup-debug&ringup-verify=${token}${url.hash}`
}
