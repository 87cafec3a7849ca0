/**
 * Page → *said*: what it says of one order, as it says it. Nothing is read here; that is `src/normalise/`, on the server.
 */
import type { Said } from '../../contract/said.js'
import { safely } from '../safely.js'
import { readPurchases } from './data-layer.js'
import { readEmails } from './emails.js'
import { readJsonLd } from './json-ld.js'
import { type NamedOrder, readNamed } from './named.js'
import { type Found, isIdentified, readSaidNumber } from './order.js'
import { needsDom, type Page } from './page.js'

/** What a page has said of an order. */
export interface Gathered {
  said: Said
  /** The order's number, where it has one. */
  number: string | undefined
  /** Named fields that every order has, and that stand nowhere yet. */
  missing: string[]
}

const NOTHING_NAMED: NamedOrder = { named: {}, email: '', missing: [], problems: [] }

/** Gathers the page's order. */
export const gather = (page: Page): Gathered => gatherOrder(page, findOrder(page))

/**
 * The first adapter with an order ends the search, and nothing is mixed; what cannot be told from another order is the last choice.
 * A third adapter, `dom`, is what the shop itself has named: it is always read, and wins over what these find.
 */
export function findOrder(page: Page): Found | undefined {
  const isAsked = (name: string) => ['auto', name].includes(String(page.settings.adapter))
  const pushed = isAsked('data-layer') ? readPurchases(page) : []
  const identified = pushed.find(isIdentified)
  const read = RINGUP_DOM ? readJsonLd : page.rest?.readJsonLd
  const marked = !identified && isAsked('json-ld') ? read?.(page.document) : undefined
  return identified ?? (marked ? { from: 'json-ld', order: marked } : pushed[0])
}

/** Gathers one order that was found, and what the shop has named, which belongs to it where the page shows this one. */
export function gatherOrder(page: Page, found: Found | undefined, isShown = true): Gathered {
  const order = (isShown && safely(() => readShown(page))) || NOTHING_NAMED
  const { named, missing, problems } = order
  const { decimal, value } = page.settings
  const emails = (!page.hasCustomer && safely(() => readEmails(page, found, order))) || []
  const said: Said = { problems, decimal, value: value === 'items' ? value : undefined, emails, named }
  if (found) said.found = { from: found.from, order: found.order }
  return { said, missing, number: readSaidNumber(said) }
}

/** What the shop has named. A build that cannot read it waits for what can. */
const readShown = (page: Page): NamedOrder =>
  RINGUP_DOM
    ? readNamed(page)
    : (page.rest?.readNamed(page) ?? { ...NOTHING_NAMED, missing: needsDom(page) ? ['rest'] : [] })

/** Gathers an order in GA4's words that a caller has passed: of the page only the customer counts. */
export const gatherPassed = (page: Page, order: object): Said => ({
  ...gatherOrder(page, { from: 'passed', order: { ...order } }).said,
  named: undefined,
})
