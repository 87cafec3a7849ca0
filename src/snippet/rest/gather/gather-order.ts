/** Gathers an order from all places of the page: data layer, JSON-LD, elements, the shop's function, and the caller. */
import type { Named, Problem, Raw } from '../../../contract/raw.js'
import { filterOrder } from '../../core/call.js'
import { readEntries, toEntries } from '../../core/entries.js'
import type { Report } from '../../core/event.js'
import { type Fields, toFields } from '../../core/fields.js'
import { type Facts, filter, NUMBER_TEXT } from '../../core/filter.js'
import { type MayBeLate, safely } from '../../core/safely.js'
import { toTerms } from '../../core/settings.js'
import type { Snippet } from '../../core/snippet.js'
import type { PageOrder } from './find-orders.js'
import { withAnswer } from './function.js'
import { isSecret } from './is-secret.js'
import { hasBrokenOrder, readJsonOrders } from './json-ld.js'
import { readMarked, readNamed } from './named.js'
import { readEmail } from './read-email.js'

/** An order of the page. */
export interface Gathered {
  raw: Raw
  /** Facts of the entries, and of the named elements, which win. */
  facts: Facts
  /** Fields that the shop has named and that are not on the page yet. */
  missing: string[]
}

/** The page that an order is gathered from. */
export type Page = Pick<Snippet, 'settings' | 'layer'>

type OnOdd = (path: string[], value?: unknown) => unknown

/** Gathers the order of a call. Passed fields and the function's answer win. */
export function gatherOrder(snippet: Snippet, argument: Fields): MayBeLate<Report> {
  const problems: Problem[] = []
  return withAnswer(snippet.settings, { kind: 'convert' }, problems, (answer) => {
    const unreadable: string[] = []
    const onOdd = toOnOdd(unreadable)
    const orders = (answer ? [answer, argument] : [argument]).map((order) => readEach(order, onOdd))
    const isWhole = answer !== undefined || orders.some(({ ecommerce }) => ecommerce)
    const { raw } = gather(snippet)
    const signature = orders.map((order) => order.signature).findLast((each) => each !== undefined)
    const passed = orders.map(({ signature: _, ...order }) => filterOrder(order, { onOdd }))
    const own = isWhole ? toCustomer(raw) : raw
    return {
      raw: toRaw(
        { ...own, passed },
        [...(own.problems ?? []), ...problems],
        [...(own.unreadable ?? []), ...unreadable],
      ),
      signature,
    }
  })
}

/** Copies the fields one by one, so a getter that throws costs its own field only. */
function readEach(order: Fields, onOdd: OnOdd): Fields {
  const read = (name: string): [string, unknown] => {
    const value = safely(() => [order[name]])
    if (!value && name !== 'signature') onOdd([name])
    // A passed address or signature that cannot be read is not replaced.
    return [name, value ? value[0] : /^(email|signature)$/.test(name) ? {} : undefined]
  }
  return Object.fromEntries((safely(() => Object.keys(order)) ?? []).map(read))
}

/** Names an odd value. BigInt travels as text, and a text that is not secret stays. */
export const toOnOdd =
  (unreadable: string[]): OnOdd =>
  (path, value) => {
    if (typeof value === 'bigint') return String(value)
    if (typeof value === 'string') return isSecret(value) ? undefined : value
    unreadable.push(path.join('.'))
    return undefined
  }

/** Keeps only the places of the customer, for an order that is passed whole. */
function toCustomer({ named, marked, ...raw }: Raw): Raw {
  const toElements = (elements: Raw['marked']) => {
    const email = elements?.order?.email
    return email ? { order: { email } } : undefined
  }
  return { ...raw, named: toElements(named), marked: toElements(marked) }
}

/**
 * Gathers the page's order.
 *
 * @param order the order that was pushed; without it, all entries of the page count
 * @param isShown the page shows this order, so its elements and its JSON-LD belong to it
 */
export function gather({ settings, layer }: Page, order?: PageOrder, isShown = true): Gathered {
  const adapter = String(settings.adapter)
  const unreadable: string[] = []
  const onOdd = toOnOdd(unreadable)
  const { entries, facts } = order ? toEntries(order.messages, onOdd) : readEntries(layer, onOdd)
  const own = { ...facts, ...(order && { number: order.number, hasItems: order.hasItems }) } as Facts
  if (!isShown) return { raw: toRaw({ ...toTerms(settings), entries }, [], unreadable), facts: own, missing: [] }
  const markup: Facts = {}
  const orders = /^(auto|json-ld)$/.test(adapter)
    ? readJsonOrders(document).map((each) => filter(each, { facts: markup, isOfPage: true, onOdd }))
    : []
  // The data layer comes before JSON-LD, unless a setting names another source. Its customer counts anyway.
  const isPushed = /^(auto|data-layer)$/.test(adapter) && Boolean(own.number ?? own.hasItems)
  const source = isPushed ? own : markup
  const shown = readNamed({ document, settings })
  const marked = readMarked(document)
  const json: Facts = {}
  const named = { ...shown.named, json: shown.named.json && filter(shown.named.json, { facts: json, isOfPage: true, onOdd }) } // biome-ignore format: one line
  const emails = settings.email === undefined ? undefined : readEmail(settings.email, entries)
  const isBroken = hasBrokenOrder(document)
  const hasEmail = named.order?.email ?? marked.order?.email ?? own.hasAddress ?? markup.hasAddress ?? json.hasAddress
  const problems = isBroken ? [...shown.problems, { field: 'json_ld', code: 'unreadable' }] : shown.problems
  return {
    raw: toRaw(
      { ...toTerms(settings), entries: [...(/^(auto|data-layer)$/.test(adapter) ? entries : entries.map(toPerson)), ...orders], named, marked, emails }, // biome-ignore format: one line
      problems,
      unreadable,
    ),
    facts: {
      number: toKey(named.order?.order_number) ?? json.number ?? source.number ?? toKey(marked.order?.order_number),
      hasItems: Boolean(named.items ?? json.hasItems ?? source.hasItems ?? marked.items),
      hasAddress: emails ? emails.length > 0 : Boolean(hasEmail),
    } as Facts,
    missing: shown.missing,
  }
}

/** Names of the customer's fields in an entry. */
const OF_CUSTOMER = /user|customer|profile|mail|^em$/i

/** Keeps only the customer of an entry. */
function toPerson(entry: Fields): Fields {
  const fields = { ...toFields(entry.ecommerce), ...entry }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => OF_CUSTOMER.test(name)))
}

/** Returns the number as a key. Undefined for a text without a number. */
function toKey(named: Named | undefined): string | undefined {
  const text = (typeof named === 'object' ? named.data : named)?.trim()
  return text && NUMBER_TEXT.test(text) ? text : undefined
}

/** Leaves out empty parts. An empty list of `emails` says that the only place has no address. */
export function toRaw({ emails, ...raw }: Raw, problems: Problem[], unreadable: string[] = []): Raw {
  const isFilled = (part: unknown) =>
    typeof part === 'object' ? Object.values(Object(part)).some((each) => each !== undefined) : part !== undefined
  const parts = Object.entries({ ...raw, problems, unreadable }).filter(([, part]) => isFilled(part))
  return { ...Object.fromEntries(parts), ...(emails && { emails }) }
}
