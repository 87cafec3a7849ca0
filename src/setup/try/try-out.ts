/**
 * Tries a tag out on a sample of a shop's page: what the snippet would report, and what the API would get. The snippet's and the
 * proxy's own functions gather and read it, so that the answer is true.
 */
import type { Problem, Said } from '../../contract/said.js'
import { readAsSent } from '../../examine/read-as-sent.js'
import { readSaid } from '../../normalise/index.js'
import { toFields } from '../../snippet/core/fields.js'
import { DEFAULTS, readSettings, type Settings } from '../../snippet/core/settings.js'
import { toStatement } from '../../snippet/rest/gather/call.js'
import { isEvent, toEntries } from '../../snippet/rest/gather/entries.js'
import { readForm } from '../../snippet/rest/gather/form.js'
import { type Gathered, gather, gatherOrder } from '../../snippet/rest/gather/index.js'
import { isOrder } from '../../snippet/rest/gather/order.js'
import type { Page } from '../../snippet/rest/gather/page.js'
import { isSendable } from '../../snippet/rest/watch/convert-on.js'
import type { Sample } from '../sample/sample.js'

/** What the API would get. Amounts are cents. */
export interface Body {
  email?: string | undefined
  cart_data?: Record<string, unknown> | undefined
  cart_items?: Record<string, unknown>[] | undefined
  [field: string]: unknown
}

export interface TrialResult {
  status: 'accepted' | 'rejected'
  reason?: string | undefined
  /**
   * What the API would get, or, without an e-mail, what it would get if there were one. Undefined where nothing would be sent.
   */
  body: Body | undefined
  problems: Problem[]
  /** When the tag would report the order without a call of the page; undefined where a call reports it. */
  byItself?: 'at once' | 'when left' | 'never'
}

/** How the page is tried: with which tag, and who reports the order. */
export interface TriedPage {
  /** The script tag, as HTML. */
  tag: string
  /** Whether the tag reports the order (`convertOn`), without a call of the page. */
  isAlone: boolean
  /** The adapter that gathers the order when a call reports it. Without one: all adapters, or the one that the tag names. */
  adapter?: string | undefined
  /** The event of the data layer that has the order. `convert()` reads only `purchase`: this event is tried under that name. */
  event?: string
  /** The shop's origin, as the form has it. */
  origin: string
}

/** Tries to report the sample's order. */
export function tryOrder(sample: Sample, tried: TriedPage): TrialResult {
  const page = toTriedPage(sample, tried)
  const { settings } = page
  if (!tried.isAlone) {
    return read(settings, toStatement(page, toFields(sample.passed)).said)
  }
  const order = gatherAlone(page)
  // The same order reported by a call says what is wrong with it.
  if (order?.number === undefined) return { ...tryOrder(sample, { ...tried, isAlone: false }), byItself: 'never' }
  const isAtOnce = isSendable(order) && order.missing.length === 0
  return { ...read(settings, order.said), byItself: isAtOnce ? 'at once' : 'when left' }
}

/** Makes of the sample what the snippet takes for a page. */
export function toTriedPage(sample: Sample, tried: TriedPage): Page {
  const layer = [sample.digitalData, ...(tried.isAlone ? sample.layer : toPurchases(sample.layer, tried.event))]
  return { document: sample.document, entries: toEntries(layer), settings: toSettings(tried) }
}

/** Gathers the order that the tag would report without a call. */
function gatherAlone(page: Page): Gathered | undefined {
  const { convertOn } = page.settings
  if (convertOn === 'load') return gather(page)
  const orders = page.entries.filter((entry) => isEvent(entry, convertOn) && isOrder(entry.order))
  const all = orders.map((found, index) => gatherOrder(page, found, index === 0)).reverse()
  return all.find(isSendable) ?? all.at(-1)
}

/** Tries to report one sign-up. */
export function trySignUp(form: HTMLFormElement): TrialResult {
  const problems: Problem[] = []
  const read = readSaid('addToList', { form: readForm(form, problems, new WeakSet()), problems })
  const all = { body: { ...read.body }, problems: read.problems }
  return read.body.email ? { status: 'accepted', ...all } : { status: 'rejected', reason: 'no_email', ...all }
}

function read({ endpoint }: Settings, said: Said): TrialResult {
  const { body, problems, isTooLarge } = readAsSent(said)
  if (!body.email) return { status: 'rejected', reason: 'no_email', body: { ...body }, problems }
  if (!endpoint) return { status: 'rejected', reason: 'no_endpoint', body: undefined, problems: [NO_ENDPOINT] }
  if (isTooLarge) return { status: 'rejected', reason: 'too_large', body: undefined, problems }
  return { status: 'accepted', body: { ...body }, problems }
}

const NO_ENDPOINT = { field: 'endpoint', code: 'no_endpoint' }

/** Stands for the shop's origin while the form has no valid address. */
const SOME_ORIGIN = 'https://shop.example'

/** Reads the settings as the snippet reads them from its tag. */
function toSettings({ tag, isAlone, adapter, origin }: TriedPage): Settings {
  const settings: Settings = { ...DEFAULTS }
  const shop = URL.canParse(origin) ? origin : SOME_ORIGIN
  const page = new DOMParser().parseFromString(`<base href="${shop}">${tag}`, 'text/html')
  const script = page.querySelector<HTMLScriptElement>('script[src]')
  if (script) readSettings(settings, [], [script], new URL(shop).origin)
  if (!isAlone) delete settings.convertOn
  if (!isAlone && adapter) Object.assign(settings, { adapter })
  return settings
}

/** Renames the chosen event to `purchase`, the one that `convert()` reads. */
function toPurchases(layer: unknown[], event: string | undefined): unknown[] {
  return layer.map((entry) => {
    if (Array.isArray(entry))
      return entry[0] === 'event' && entry[1] === event ? ['event', 'purchase', entry[2]] : entry
    return Object(entry).event === event && event !== undefined ? { ...Object(entry), event: 'purchase' } : entry
  })
}
