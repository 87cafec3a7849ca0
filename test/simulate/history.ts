/** All that happened in a round, in order: what the promises are judged by, and what a developer reads when one is broken. */
import { readSaid } from '../../src/normalise/index.js'

type What =
  // on the page
  | 'call' // the shop's page reports an order or sign-up
  | 'outcome' // what the call resolved to
  | 'announced' // the page's DOM event
  | 'stored' // in this browser's localStorage
  | 'not stored' // it was refused, or is full
  | 'copied' // in this browser's IndexedDB, on the disk
  | 'killed' // this browser; what had not reached the disk is as it was before
  | 'forgotten' // it was durable in this browser, and was taken away by force
  | 'page open'
  | 'page gone' // left, closed, crashed or killed
  | 'consent' // the shopper has decided
  | 'sent' // a request has left the page
  | 'answered' // the page has the answer
  // at the proxy
  | 'arrived'
  | 'acknowledged' // 202
  | 'refused' // any other answer of the proxy's own
  | 'log' // a line of the proxy's log
  | 'asked' // a request has left for the API
  | 'told' // the proxy has the API's answer
  // at the API
  | 'effect' // its data has changed
  | 'no effect' // it was asked, and nothing changed
  | 'fault' // the simulator did something
  | 'healed' // from here on it does nothing more

export interface Happening {
  atMs: number
  what: What
  /** Which browser, or tab of it. */
  browser?: number
  tab?: number
  /** What the event says, whoever sent it how often: an order of a customer, or one sign-up. */
  thing?: string
  customer?: string
  /** Names one call; a second call for the same order has another. */
  id?: string
  kind?: string
  list?: string
  status?: string | number
  reason?: string | undefined
  keepalive?: boolean
  /** When it happened, as the proxy's clock has it. */
  occurredMs?: number
  /** Anything else worth reading. */
  note?: string
}

export interface History {
  all: Happening[]
  add(happening: Omit<Happening, 'atMs'>): void
}

export function createHistory(now: () => number): History {
  const all: Happening[] = []
  return { all, add: (happening) => void all.push({ atMs: now(), ...happening }) }
}

/** What an event is about, as it stands in an envelope. */
export interface Envelope {
  id: string
  kind: string
  age?: number
  list?: string
  body: { email: string; first_name?: string; cart_data?: { order_number?: string; cart_value?: number } }
}

/** An event as it is stored or sent, with what the proxy reads in it. */
export function readEnvelope(text: string): Envelope {
  const { said, ...envelope } = JSON.parse(text)
  return { ...envelope, body: readSaid(envelope.kind, said).body }
}

export function toThing({ kind, list, body }: Pick<Envelope, 'kind' | 'list' | 'body'>): string {
  const { email, first_name = '', cart_data = {} } = body
  return kind === 'convert'
    ? `order ${cart_data.order_number} of ${email}`
    : `sign-up ${first_name} of ${email} to ${list}`
}

/** Writes one line each, for a reader. */
export function toText(all: Happening[]): string {
  const startMs = all[0]?.atMs ?? 0
  const toLine = ({ atMs, what, browser, tab, ...rest }: Happening) => {
    const who = browser === undefined ? '' : `browser ${browser}${tab === undefined ? '' : ` tab ${tab}`}`
    const words = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    return `${((atMs - startMs) / 1000).toFixed(3).padStart(10)} s  ${what.padEnd(12)} ${who.padEnd(16)} ${words.join(' ')}`
  }
  return all.map(toLine).join('\n')
}
