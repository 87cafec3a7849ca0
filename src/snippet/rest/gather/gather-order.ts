/** Gathers an order from all places of the page: data layer, JSON-LD, elements, the shop's function, and the caller. */
import type { Named, Problem, Raw } from '../../../contract/raw.js'
import { readMessages, toEntries } from '../../core/entries.js'
import type { Report } from '../../core/event.js'
import { type Fields, toFields } from '../../core/fields.js'
import { type Facts, isPrivateName, readFacts } from '../../core/filter.js'
import { type MayBeLate, safely } from '../../core/safely.js'
import { toTerms } from '../../core/settings.js'
import type { Snippet } from '../../core/snippet.js'
import type { PageOrder } from './find-orders.js'
import { withAnswer } from './function.js'
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

/** Gathers the order of a call. Passed fields and the function's answer win. */
export function gatherOrder(snippet: Snippet, argument: Fields): MayBeLate<Report> {
  const problems: Problem[] = []
  return withAnswer(snippet.settings, { kind: 'convert' }, problems, (answer) => {
    const { raw } = gather(snippet)
    const passed = answer ? [answer, argument] : [argument]
    return {
      raw: { ...raw, ...(answer && toCustomer(raw)), passed, problems: [...(raw.problems ?? []), ...problems] },
      signature: safely(() => argument.signature ?? answer?.signature),
    }
  })
}

/** The function replaces the elements of the page, except the customer's address. */
const toCustomer = ({ named, marked }: Raw): Raw => ({
  named: { order: toEmail(named) },
  marked: { order: toEmail(marked) },
})

const toEmail = (elements: Raw['marked']): Record<string, Named> => {
  const email = elements?.order?.email
  return email ? { email } : {}
}

/** Gathers an order of the data layer, without the page's elements: the given one, else that of all entries. */
export function gatherPushed({ settings, layer }: Page, order?: PageOrder): Gathered {
  const { entries, facts } = toEntries(order?.messages ?? readMessages(layer), settings.convertOn)
  if (order) delete facts.number // it may be that of another event, which does not convert
  return {
    raw: { ...toTerms(settings), entries },
    facts: { ...facts, ...order?.facts },
    missing: [],
  }
}

/** Gathers the page's order from all places that the settings allow. */
export function gather(page: Page, order?: PageOrder): Gathered {
  const { settings } = page
  const adapter = String(settings.adapter)
  const { raw, facts } = gatherPushed(page, order)
  const { entries = [] } = raw
  const hasLayer = /^(auto|data-layer)$/.test(adapter)
  const orders = /^(auto|json-ld)$/.test(adapter) ? readJsonOrders(document) : []
  const { named, missing, problems } = readNamed({ document, settings })
  const marked = readMarked(document)
  const emails = settings.email === undefined ? undefined : readEmail(settings.email, entries)
  if (hasBrokenOrder(document)) problems.push({ field: 'json_ld', code: 'unreadable' })
  // The data layer comes before JSON-LD, unless a setting names another source. Its customer counts anyway.
  const isPushed = hasLayer && (facts.number ?? facts.hasItems)
  const markup = readFacts(...orders)
  const all = { ...readFacts(marked), ...(isPushed ? facts : markup), ...readFacts(named) }
  const email = named.order?.email ?? marked.order?.email ?? facts.hasAddress ?? markup.hasAddress ?? all.hasAddress
  return {
    raw: {
      ...raw,
      entries: [...(hasLayer ? entries : entries.map(toPerson)), ...orders],
      named,
      marked,
      emails,
      problems,
    },
    facts: { ...all, hasAddress: emails ? emails.length > 0 : Boolean(email) },
    missing,
  }
}

/** Keeps only the customer of an entry. The filter leaves only addresses of these fields. */
function toPerson(entry: Fields): Fields {
  const fields = { ...toFields(entry.ecommerce), ...entry }
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isPrivateName(name)))
}
