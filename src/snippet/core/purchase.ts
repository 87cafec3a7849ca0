/**
 * GA4's purchase in the data layer, in the forms of Tag Manager and of gtag(). Most shops have it.
 *
 * The core reads it only if the order is unambiguous. The rest reads any other shape, place or customer
 * (`rest/gather/`). The rest reads a whole purchase identically (test/unit/snippet/one-reader.test.ts).
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
  /** The customer's address. Undefined if the order's customer is not certain. */
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

/** Finds all purchases, oldest first. `isUnclear`: another entry may be an order. */
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

/**
 * Finds the order's own customer, else the latest customer in the data layer. The latest customer is certain only for
 * the page's one order.
 */
function readUser({ pushed, said, ecommerce }: Purchase, entries: Entry[]): Fields {
  const own = [said, ecommerce]
  if (own.some((fields) => has(fields, OTHER_CUSTOMER))) return {}
  const saysUser = (fields: Fields) => 'user_data' in fields
  const latest = entries.filter((entry) => [entry.said, entry.ecommerce].some(saysUser)).pop()
  // An entry with items may belong to another order.
  const isClear = latest && latest.pushed !== pushed && !isFields(latest.said.ecommerce)
  return toFields((own.find(saysUser) ?? (isClear ? latest.said : {})).user_data)
}

/** Reads an address of the usual letters without text round it. The rest decides on any other value. */
function toEmail(value: unknown): string | undefined {
  const text = toWord(value)
  return /^[\w.+'-]{1,64}@[\w.-]+$/.test(text) && !text.includes('..') ? text : undefined
}

/**
 * Reads a number without its `#`. Does not read a word such as `(not set)`, or a template. The rest decides on these.
 */
function toNumber(value: unknown): string | undefined {
  const text = toWord(value).replace(/^#/, '')
  return /^(?=.*[1-9])[\w/-]+$/.test(text) ? text : undefined
}

/** Any other value may throw when it is converted to text. */
const toWord = (value: unknown): string =>
  typeof value === 'string' || Number.isSafeInteger(value) ? String(value).trim() : ''

/** Checks whether the shop has named a place of its order. That place counts before the data layer. */
export const shopNames = ({ adapter, selectors, email }: Settings): boolean =>
  !/^(auto|data-layer)$/.test(String(adapter)) || Boolean(selectors || email || document.querySelector('[data-ringup]'))

/** A pushed purchase is whole if it has its number, an e-mail and items. */
export const isWhole = ({ settings }: Snippet, { email, hasItems }: Purchase): boolean =>
  email !== undefined && hasItems && !shopNames(settings)

/** The order of a call, as far as the core can read it. */
interface OwnOrder {
  statement: Statement
  /** It has its number, an e-mail, and items if its number was not passed. The core does not wait for more. */
  isWhole: boolean
}

/** Reads the order of a call. A purchase of the page counts only if it has the passed number. */
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

/** Combines a purchase and the caller's fields. A passed `ecommerce` replaces the page's data. */
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
