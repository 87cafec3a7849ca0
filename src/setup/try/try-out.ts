/**
 * Runs the built snippet, exactly as shops get it, on a sample: with the tag that the page writes, the sample's document
 * as its document, and nothing behind `fetch` but a note of what came.
 */

import type { Sample } from '../sample/sample.js'
import type { Globals } from './globals.js'

declare global {
  /** The build puts it into the page: the bytes of ringup.js with these globals round them. */
  function ringupSnippet(globals: Globals): void
}

/** What the API would get. Amounts are cents. */
export interface Body {
  email?: string
  cart_data?: Record<string, unknown>
  cart_items?: Record<string, unknown>[]
  [field: string]: unknown
}

export interface Problem {
  field: string
  code: string
}

export interface TrialResult {
  status: string
  reason?: string | undefined
  /** Undefined where nothing would be sent at all. Without an e-mail: what would be sent if there were one. */
  body: Body | undefined
  problems: Problem[]
  /** When the page reports the order without being asked; undefined where it is not meant to. */
  byItself?: 'at once' | 'when left' | 'never'
  /** What the snippet says in the console. */
  consoleLines: string[]
}

export interface Page {
  /** The script tag, as HTML. */
  tag: string
  /** The order is reported without a call of the page; by what the tag says. */
  isAlone: boolean
  /** Whom to ask when it is not reported alone. Without one: all, or whom the tag names. */
  adapter?: string | undefined
  /** Name of the data layer's global. */
  dataLayer: string
  /** That reports the order, in the data layer. Asked for an order, the page knows it only as `purchase`. */
  event?: string
  origin: string
}

interface Outcome {
  kind: string
  status: string
  reason?: string
  problems: Problem[]
}

interface Opened {
  document: Document
  convert(order?: unknown): Promise<Outcome>
  addToList(list: string, form: HTMLFormElement): Promise<Outcome>
  /** Settles with the first order that the page reports by itself. */
  first: Promise<Outcome>
  /** As when the shopper turns away. */
  leave(): void
  sent: { body: Body }[]
  consoleLines: string[]
}

/** Long enough for whatever the snippet puts off until the page is idle; only a page that stays silent takes so long. */
const SETTLE_MS = 400
/** Where the address in the form is none yet. */
const SOME_ORIGIN = 'https://shop.example'
const SOMEBODY = 'somebody@example.com'

export async function tryOrder(sample: Sample, page: Page): Promise<TrialResult> {
  const opened = openPage(sample, page)
  if (!page.isAlone) return toOrderResult(await opened.convert(sample.passed), opened, sample, page)
  const atOnce = await withinMoment(opened.first)
  if (!atOnce) opened.leave() // an order that lacks something is waited for, and reported then at the latest
  const outcome = atOnce ?? (await withinMoment(opened.first))
  // What it would be if somebody asked says why it is not reported.
  if (!outcome || outcome.reason === 'no_order_number')
    return { ...(await tryOrder(sample, { ...page, isAlone: false })), byItself: 'never' }
  const result = await toOrderResult(outcome, opened, sample, page)
  return { ...result, byItself: atOnce ? 'at once' : 'when left' }
}

async function toOrderResult(outcome: Outcome, opened: Opened, sample: Sample, page: Page): Promise<TrialResult> {
  const result = toTrialResult(outcome, opened)
  return outcome.reason === 'no_email' ? { ...result, body: await readWithoutEmail(sample, page) } : result
}

/** One sign-up, of the first form in the document. */
export async function trySignUp(document: Document, list: string, page: Page): Promise<TrialResult | undefined> {
  const opened = openPage({ document, layer: [], digitalData: undefined }, { ...page, isAlone: false })
  const [form] = opened.document.forms
  return form && toTrialResult(await opened.addToList(list, form), opened)
}

function toTrialResult({ status, reason, problems }: Outcome, { sent, consoleLines }: Opened): TrialResult {
  return { status, reason, body: sent[0]?.body, problems, consoleLines }
}

/** Nothing is sent without one. What else there is shows when somebody's is passed. */
async function readWithoutEmail(sample: Sample, page: Page): Promise<Body | undefined> {
  const { convert, sent } = openPage(sample, { ...page, isAlone: false })
  await convert({ ...Object(sample.passed), email: SOMEBODY })
  const { email: _, ...body } = sent[0]?.body ?? {}
  return body
}

/** Each time anew: the document is a copy, and the snippet knows nothing of the time before. */
function openPage(sample: Pick<Sample, 'document' | 'layer' | 'digitalData'>, page: Page): Opened {
  const { document: original, layer, digitalData } = sample
  const document = original.cloneNode(true) as Document // of a document
  const sent: Opened['sent'] = []
  const consoleLines: string[] = []
  const events = new EventTarget()
  const first = new Promise<Outcome>((resolve) => {
    document.addEventListener('ringup', (event) => resolve((event as CustomEvent<Outcome>).detail), { once: true })
  })
  const answer = async (_address: unknown, { body }: { body: string }) => {
    const envelope = JSON.parse(body)
    sent.push(envelope)
    const reply = { ok: true, id: envelope.id }
    const headers = new Headers({ 'content-type': 'application/json' })
    // A Response reads its body in a task of its own, whose time nobody knows; this one's is there at once.
    return { ok: true, status: 202, headers, json: async () => reply, text: async () => JSON.stringify(reply) }
  }
  const log = (...words: unknown[]) => void consoleLines.push(words.map(String).join(' '))
  const window: Record<string, unknown> = {}
  const globals: Globals = {
    window,
    self: window,
    globalThis: window,
    top: window,
    parent: window,
    document: asRunning(document, page),
    location: new URL(URL.canParse(page.origin) ? page.origin : SOME_ORIGIN),
    history: undefined,
    navigator: { onLine: true, language: 'en', languages: ['en'] },
    console: { log, info: log, warn: log, error: log, debug: log },
    // As where a shopper refuses storage: nothing is kept, and no two tries know of each other.
    localStorage: undefined,
    sessionStorage: undefined,
    indexedDB: undefined,
    caches: undefined,
    fetch: answer,
    XMLHttpRequest: undefined,
    WebSocket: undefined,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  }
  Object.assign(window, globals, { digitalData: structuredClone(digitalData) })
  Object.assign(window, { [page.dataLayer]: structuredClone(page.isAlone ? layer : toPurchases(layer, page.event)) })
  ringupSnippet(globals)
  const { convert, addToList } = window as unknown as Pick<Opened, 'convert' | 'addToList'> // which the snippet has put there
  const leave = () => void document.dispatchEvent(new Event('visibilitychange'))
  return { document, convert, addToList, first, leave, sent, consoleLines }
}

/** As while the tag's script runs; in an inert document none ever does. */
function asRunning(document: Document, { tag, isAlone, adapter }: Page): Document {
  const script = new DOMParser().parseFromString(tag, 'text/html').querySelector('script[src]')
  if (!isAlone) script?.removeAttribute('data-convert-on')
  if (!isAlone && adapter) script?.setAttribute('data-adapter', adapter)
  if (script) document.head.append(script)
  Object.defineProperty(document, 'currentScript', { value: script })
  // In Firefox a copy of a document never gets there, and the snippet would wait for it.
  Object.defineProperty(document, 'readyState', { value: 'complete' })
  // For `leave`: the snippet asks, when it is told of a change.
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  return document
}

const withinMoment = <T>(promise: Promise<T>): Promise<T | undefined> =>
  Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(resolve, SETTLE_MS))])

/** Whoever asks with `convert()` names no event, so the chosen one gets the name that is read without. */
function toPurchases(layer: unknown[], event: string | undefined): unknown[] {
  return layer.map((entry) => {
    if (Array.isArray(entry))
      return entry[0] === 'event' && entry[1] === event ? ['event', 'purchase', entry[2]] : entry
    return Object(entry).event === event && event !== undefined ? { ...Object(entry), event: 'purchase' } : entry
  })
}
