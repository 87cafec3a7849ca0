/**
 * Page → *said*: what it says of one order, as it says it, less what must never leave it. Nothing is read here; that is
 * `src/normalise/`, on the server.
 */
import type { Problem, Said } from '../../contract/said.js'
import { safely } from '../safely.js'
import { readDataLayer, readIncomplete } from './data-layer.js'
import { readEmails } from './emails.js'
import { readJsonLd } from './json-ld.js'
import { type NamedOrder, readNamed } from './named.js'
import type { Found } from './order.js'
import { needsDom, type Page } from './page.js'
import { toPlainFields } from './plain.js'

/** What a page has said of an order. */
export interface Gathered {
  said: Said
  /** Named fields that every order has, and that stand nowhere yet. */
  missing: string[]
  /** What the page itself knows to be wrong. */
  problems: Problem[]
}

const NOTHING_NAMED: NamedOrder = { named: undefined, email: '', json: {}, missing: [], problems: [] }

/**
 * Which adapter is asked, in this order: the first with an order ends the search, and nothing is mixed. A third, `dom`, is what
 * the shop itself has named: it is always read, and wins over what these find.
 */
const ADAPTERS: [name: string, find: (page: Page) => Found | undefined][] = [
  ['data-layer', readDataLayer],
  ['json-ld', ({ document }) => readJsonLd(document)],
  ['data-layer', readIncomplete],
]

/** Gathers the page's order. */
export const gather = (page: Page): Gathered => gatherOrder(page, findOrder(page))

export function findOrder(page: Page): Found | undefined {
  const { adapter } = page.settings
  for (const [name, find] of ADAPTERS) {
    const found = adapter === 'auto' || adapter === name ? safely(() => find(page)) : undefined
    if (found) return found
  }
  return undefined
}

/** Gathers one order that was found, and what the shop has named, which belongs to it where the page shows this one. */
export function gatherOrder(page: Page, found: Found | undefined, isShown = true): Gathered {
  const order = (isShown && safely(() => readShown(page))) || NOTHING_NAMED
  const { named, json, missing, problems } = order
  const unreadable: string[] = []
  const said: Said = {
    ...toTerms(page),
    emails: safely(() => readEmails(page, found, order)) ?? [],
    ...(found && { found: toSaidOrder(found, unreadable) }),
  }
  const plain = toPlainFields(json, unreadable)
  const isJson = Object.keys(plain).length > 0
  if (named || isJson) said.named = { ...named, ...(isJson && { json: { ...plain } }) }
  if (unreadable.length > 0) said.unreadable = unreadable
  return { said, missing, problems }
}

/** What the shop has named. A build that cannot read it waits for what can. */
function readShown(page: Page): NamedOrder {
  const read = RINGUP_DOM ? readNamed : page.rest?.readNamed
  return read?.(page) ?? { ...NOTHING_NAMED, missing: needsDom(page) ? ['rest'] : [] }
}

/** Gathers an order in GA4's words that a caller has passed: of the page only the customer counts. */
export function gatherPassed(page: Page, ecommerce: object): Gathered {
  const found: Found = { from: 'passed', order: { ...ecommerce } }
  const gathered = gatherOrder(page, found)
  const { named: _, ...said } = gathered.said
  return { ...gathered, said }
}

function toTerms({ settings: { decimal, value } }: Page): Said {
  return { ...(decimal && { decimal }), ...(value === 'items' && { value }) }
}

const toSaidOrder = ({ from, order }: Found, unreadable: string[]): Said['found'] => ({
  from,
  order: { ...toPlainFields(order, unreadable) },
})
