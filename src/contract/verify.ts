/**
 * What passes between a page of the shop and the page that has opened it to verify it. Its debug panel tells names and sentences,
 * and no value of the page.
 */
export interface VerifyReport {
  diagnosis: { tone: 'good' | 'wait' | 'bad' | 'idle'; sentence: string; todo: string | undefined }
  /** Undefined until the proxy has answered, or has not. */
  tested: Tested | undefined
  /** Names of what would be sent: `email`, `cart_value`, `2 items`. */
  found: string[]
  /** What could not be read, in sentences. */
  problems: string[]
}

/** What came of a test order. */
export interface Tested {
  sentence: [what: string, todo?: string]
  /** Id of the event that the proxy has taken. */
  id?: string
  /** Names of what the proxy does not let through. */
  ignored?: string[]
}

export interface VerifyMessage {
  ringup: 'verify'
  token: string
  report?: VerifyReport
}

export const isMessage = (data: unknown, token: string): data is VerifyMessage =>
  Object(data).ringup === 'verify' && Object(data).token === token

/** The panel is loaded by its own word, and told whom to tell. */
export function toVerifyAddress(address: string, token: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname}${url.search ? `${url.search}&` : '?'}ringup-debug&ringup-verify=${token}${url.hash}`
}
