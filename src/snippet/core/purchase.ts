/**
 * GA4's purchase in the data layer, as Tag Manager takes it and as gtag() pushes it. Most shops have it.
 *
 * The core reads it only if nothing is in doubt. The rest reads any other shape, place or customer (`rest/gather/`), and reads a whole
 * purchase identically (test/unit/snippet/one-reader.test.ts).
 */
import type { Said } from '../../contract/said.js'
import type { Statement } from './event.js'
import { type Fields, isFields, toFields } from './fields.js'
import { safely } from './safely.js'
import type { Settings } from './settings.js'
import type { Snippet } from './snippet.js'
import { readLayer } from './watch-layer.js'

/** One push to the data layer. */
export interface Entry {
  from: 'data-layer'
  /** The push as an object: `gtag('set', 'user_data', …)` becomes an object that has `user_data`. */
  said: Fields
  /** Its `ecommerce`, or an empty object. */
  ecommerce: Fields
  /** The fields of an order in it. */
  order: Fields
  pushed: unknown
}

/** One purchase of the data layer. */
export interface Purchase extends Entry {
  number: string
  /** The customer's address; undefined if it is not certain whose the order is. */
  email?: string | undefined
  hasItems: boolean
}

/** Names of a GA4 order: its wrappers, or its fields beside the event itself. An order with other names is left to the rest. */
export const OF_ORDER =
  /^(ecommerce|user_data|value|total|revenue|currency|tax|shipping|coupon|affiliation|items|products|contents)$/i

/** An entry is an object, or the `arguments` of `gtag('event', name, …)` or `gtag('set', name, …)`. Next.js pushes `arguments` of an object. */
export function toMessage(pushed: unknown): Fields {
  const { 0: command, 1: name, 2: value }: { [index: number]: unknown } = Object(pushed)
  if (command === 'event') return { event: name, ecommerce: value }
  if (command === 'set') return isFields(name) ? toFields(name) : { [String(name)]: value }
  return toFields(isFields(command) ? command : pushed)
}

export const toEntry = (pushed: unknown, said: Fields, isOfOrder = (name: string) => OF_ORDER.test(name)): Entry => ({
  ...{ from: 'data-layer', pushed, said, ecommerce: toFields(said.ecommerce) },
  order: Object.fromEntries(Object.entries(said).filter(([name]) => isOfOrder(name))),
})

/** Names of an order in another shape: Universal Analytics, Tag Manager's first guide, W3C's `digitalData`, Adobe, a shop's own. */
const OTHER_SHAPE = /^(transaction|order)/i
/** Other names of an order's customer. They may count before GA4's. */
const OTHER_CUSTOMER = /mail|^(em|user_properties|customer|profile|billing\w*)$/i

const has = (fields: Fields, names: RegExp): boolean => Object.keys(fields).some((name) => names.test(name))

/** All purchases, oldest first. `isUnclear`: something else may be an order. */
export function readPurchases({ layer, settings }: Snippet): { purchases: Purchase[]; isUnclear: boolean } {
  const entries = readLayer(layer).flatMap((pushed) => safely(() => toEntry(pushed, toMessage(pushed))) ?? [])
  const purchases: Purchase[] = []
  let isUnclear = false
  for (const entry of entries) {
    const { said, ecommerce } = entry
    const { transaction_id, order_number, items, purchase } = ecommerce
    const isNamed = said.event !== undefined && (said.event === 'purchase' || said.event === settings.convertOn)
    const isOther = Boolean(order_number || purchase) || has(said, OTHER_SHAPE)
    const number = isOther ? undefined : toNumber(transaction_id)
    if (isNamed && number) purchases.push({ ...entry, number, hasItems: !isEmpty(Object(items)) })
    else isUnclear ||= isNamed || isOther
  }
  for (const purchase of purchases) {
    const { billing_email, email } = readUser(purchase, purchases.length > 1 ? [] : entries)
    purchase.email = toEmail(billing_email ?? email)
  }
  return { purchases, isUnclear }
}

/** The order's own customer, else the latest one that the page has said: only its one order is certainly that customer's. */
function readUser({ pushed, said, ecommerce }: Purchase, entries: Entry[]): Fields {
  const own = [said, ecommerce]
  if (own.some((fields) => has(fields, OTHER_CUSTOMER))) return {}
  const saysUser = (fields: Fields) => 'user_data' in fields
  const latest = entries.filter((entry) => [entry.said, entry.ecommerce].some(saysUser)).pop()
  // An entry with items may be of another order.
  const isClear = latest && latest.pushed !== pushed && !isFields(latest.said.ecommerce)
  return toFields((own.find(saysUser) ?? (isClear ? latest.said : {})).user_data)
}

/** An address that stands alone, in the usual letters. The rest decides on any other. */
function toEmail(value: unknown): string | undefined {
  const text = toWord(value)
  return /^[\w.+'-]{1,64}@[\w.-]+$/.test(text) && !text.includes('..') ? text : undefined
}

/** A number without its `#`. No word such as `(not set)`, and no template: the rest decides on these. */
function toNumber(value: unknown): string | undefined {
  const text = toWord(value).replace(/^#/, '')
  return /^(?=.*[1-9])[\w/-]+$/.test(text) ? text : undefined
}

/** Any other value may throw when a text is made of it. */
const toWord = (value: unknown): string =>
  typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : ''

/** The shop has named a place of its order, and that place counts before the data layer. */
export const shopNames = ({ adapter, selectors, email }: Settings): boolean =>
  !/^(auto|data-layer)$/.test(String(adapter)) || Boolean(selectors || email || document.querySelector('[data-ringup]'))

/** A purchase that the page has pushed is whole with its number, an e-mail and items. */
export const isWhole = ({ settings }: Snippet, { email, hasItems }: Purchase): boolean =>
  email !== undefined && hasItems && !shopNames(settings)

/** The order of a call as far as the core can read it. */
interface OwnOrder {
  statement: Statement
  /** It has its number, an e-mail, and items if its number was not passed. Nothing more is waited for. */
  isWhole: boolean
}

/** Reads the order of a call. A purchase of the page counts only if it has the number that was passed. */
export function readOrder(snippet: Snippet, passed: Fields): OwnOrder {
  const { settings } = snippet
  const { ecommerce, cart_data, email } = passed
  const { purchases, isUnclear } = readPurchases(snippet)
  const order_number = toFields(cart_data).order_number ?? toFields(ecommerce).transaction_id
  const isOwn = ({ number }: Purchase) => !order_number || number === toNumber(order_number)
  const purchase = ecommerce ? undefined : purchases.filter(isOwn).pop()
  const statement = toStatement(settings, purchase, passed, order_number)
  const isKnown = statement.number && toEmail(email ?? purchase?.email)
  const isWhole = isKnown && !isUnclear && !shopNames(settings) && (order_number ?? purchase?.hasItems)
  return { statement, isWhole: Boolean(isWhole) }
}

/** A purchase, and the fields that a caller has passed. A passed `ecommerce` stands in place of the page. */
export function toStatement(
  settings: Settings,
  purchase: Purchase | undefined,
  { ecommerce, signature, ...order }: Fields = {},
  order_number?: unknown,
): Statement {
  const hasCustomer = (order.email ?? undefined) !== undefined
  const found: Said['found'] = isFields(ecommerce)
    ? { from: 'passed', order: toFields(ecommerce) }
    : purchase && { from: purchase.from, order: purchase.order }
  return {
    said: toSaid(settings, { emails: purchase?.email && !hasCustomer ? [purchase.email] : [], found, passed: [order] }),
    number: toNumber(order_number ?? purchase?.number),
    signature,
  }
}

/** Data that leaves the page, in one form for the core and the rest. Empty parts are left out. */
export const toSaid = (
  { decimal, value }: Pick<Settings, 'decimal' | 'value'>,
  { named = {}, passed = [], problems = [], ...said }: Said,
): Said => ({
  decimal,
  value: value === 'items' ? value : undefined,
  ...said,
  named: isEmpty(named) ? undefined : named,
  passed: passed.every(isEmpty) ? undefined : passed,
  problems: isEmpty(problems) ? undefined : problems,
})

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0
