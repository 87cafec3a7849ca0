/** The history of a round, in order. The promises are judged by it. A developer reads it when a promise is broken. */
import { readRaw } from '../../src/normalise/index.js'

type What =
  // on the page
  | 'call' // the shop's page reports an order or sign-up
  | 'outcome' // the call's outcome
  | 'announced' // the page's DOM event
  | 'stored' // in this browser's localStorage
  | 'not stored' // storage was refused or full
  | 'copied' // in this browser's IndexedDB, on the disk
  | 'killed' // this browser; localStorage returns to its state on the disk
  | 'forgotten' // the event was durable in this browser and was removed by force
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
  | 'api answer' // the proxy has the API's answer
  | 'no answer' // the proxy no longer waits for one
  | 'proxy gone' // its process has ended
  // at the API
  | 'effect' // its data has changed
  | 'no effect' // the API was asked and did not change its data
  | 'fault' // the simulator did something
  | 'healed' // the simulator does nothing more from here on

export interface Happening {
  atMs: number
  what: What
  /** The browser, or a tab of it. */
  browser?: number
  tab?: number
  /** The order or sign-up itself, independent of its ids and of how often it was sent. */
  thing?: string
  customer?: string
  /** Identifies one call. A second call for this order has another id. */
  id?: string
  kind?: string
  list?: string
  status?: string | number
  reason?: string | undefined
  keepalive?: boolean
  /** The time of the order or sign-up, by the proxy's clock. */
  occurredMs?: number
  /** The time by the proxy's clock. */
  proxyMs?: number
  /** The proxy trusts it more than a page's report. */
  signed?: boolean
  /** Further details for the reader. */
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

/** The part of an envelope that identifies the order or sign-up. */
export interface Envelope {
  id: string
  kind: string
  age?: number
  list?: string
  body: { email: string; first_name?: string; cart_data?: { order_number?: string; cart_value?: number } }
}

/** Reads an event as it is stored or sent, with the values that the proxy reads from it. */
export function readEnvelope(text: string): Envelope {
  const { raw, ...envelope } = JSON.parse(text)
  return { ...envelope, body: readRaw(envelope.kind, raw).body }
}

/** The two names of an order: the number that people see, and the platform's id. */
export const toNames = (order: number) => [`A-${order}`, `900${order}`] as const
/** Pages report every third order by its id. */
export const toPageName = (order: number) => toNames(order)[order % 3 === 0 ? 1 : 0]
const toFirstName = (name = '') => name.replace(/^900/, 'A-')

export function toThing({ kind, list, body }: Pick<Envelope, 'kind' | 'list' | 'body'>): string {
  const { email, first_name = '', cart_data = {} } = body
  return kind === 'convert'
    ? `order ${toFirstName(cart_data.order_number)} of ${email}`
    : `sign-up ${first_name} of ${email} to ${list}`
}

/** Writes each happening as one line for a reader. */
export function toText(all: Happening[]): string {
  const startMs = all[0]?.atMs ?? 0
  const toLine = ({ atMs, what, browser, tab, ...rest }: Happening) => {
    const who = browser === undefined ? '' : `browser ${browser}${tab === undefined ? '' : ` tab ${tab}`}`
    const words = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    return `${((atMs - startMs) / 1000).toFixed(3).padStart(10)} s  ${what.padEnd(12)} ${who.padEnd(16)} ${words.join(' ')}`
  }
  return all.map(toLine).join('\n')
}
