/**
 * Page → *said*: the data of one order, unchanged. The proxy reads it (`src/normalise/`).
 */
import type { Said } from '../../../contract/said.js'
import { toSaid } from '../../core/purchase.js'
import { safely } from '../../core/safely.js'
import { readEmails } from './emails.js'
import { readOrders } from './entries.js'
import { readJsonLd } from './json-ld.js'
import { type NamedOrder, readNamed } from './named.js'
import { type Found, pickOrder, readNumbers, readSaidNumber } from './order.js'
import type { Page } from './page.js'

/** An order of the page. */
export interface Gathered {
  said: Said
  /** The order's number, if it has one. */
  number: string | undefined
  /** Fields that every order has, that the shop has named, and that are not on the page yet. */
  missing: string[]
}

const NOTHING_NAMED: NamedOrder = { named: {}, email: '', missing: [], problems: [] }

/** Gathers the page's order. */
export const gather = (page: Page): Gathered => gatherOrder(page, findOrder(page))

/**
 * Finds the page's order. The order with the passed number counts first. Otherwise the first adapter with an order ends
 * the search, and adapters are not mixed. An order without number and items is the last choice. The third adapter,
 * `dom`, has the fields that the shop has named. It is always read, and wins over the others.
 */
export function findOrder(page: Page): Found | undefined {
  const isAsked = (name: string) => ['auto', name].includes(String(page.settings.adapter))
  const pushed = isAsked('data-layer') ? readOrders(page) : []
  const identified = pickOrder(pushed, page.number)
  const marked = !identified && isAsked('json-ld') ? readJsonLd(page.document) : undefined
  return identified ?? (marked ? { from: 'json-ld', order: marked } : pushed[0])
}

/** Gathers one found order. Adds the fields that the shop has named if the page shows this order. */
export function gatherOrder(page: Page, found: Found | undefined, isShown = true): Gathered {
  const shown = (isShown && safely(() => readNamed(page))) || NOTHING_NAMED
  const isOther = isOtherOrder(page, { found, named: shown.named })
  return isOther ? gatherParts(page, undefined, { ...shown, named: {} }) : gatherParts(page, found, shown)
}

/** Checks whether the page shows only orders with other numbers than the passed one. */
function isOtherOrder({ number }: Page, said: Said): boolean {
  const numbers = readNumbers(said)
  return number !== undefined && numbers.length > 0 && !numbers.includes(number)
}

function gatherParts(page: Page, found: Found | undefined, order: NamedOrder): Gathered {
  const { named, missing, problems } = order
  const emails = (!page.hasCustomer && safely(() => readEmails(page, found, order))) || []
  const said = toSaid(page.settings, {
    ...{ emails, named, problems },
    found: found && { from: found.from, order: found.order },
  })
  return { said, missing, number: readSaidNumber(said) }
}

/** Gathers a passed order in GA4's form. Only its customer comes from the page. */
export const gatherPassed = (page: Page, order: object): Said => ({
  ...gatherOrder(page, { from: 'passed', order: { ...order } }).said,
  named: undefined,
})
