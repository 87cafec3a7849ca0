/** One order: page and caller → said → outbox. */
import type { Problem, Said } from '../../contract/said.js'
import { type Fields, isFields, toFields } from '../fields.js'
import { withAnswer } from '../gather/function.js'
import { gather, gatherPassed } from '../gather/index.js'
import { needsDom, type Page } from '../gather/page.js'
import { whenWhole } from '../lacking.js'
import { readPage, type Snippet } from '../snippet.js'
import type { Order } from './order.js'
import type { Callback, Outcome } from './outcome.js'
import { report, type Statement } from './report.js'

/** Reports an order; the call was made at this time, by this browser's clock. */
export function convert(snippet: Snippet, at: number, passed: Order = {}, callback?: Callback): Promise<Outcome> {
  return report(snippet, { kind: 'convert', at, passed, callback }, () => {
    if (!isFields(passed)) return 'no_order'
    const problems: Problem[] = []
    const gatherCall = (given?: Fields) => toStatement(readPage(snippet), toFields(passed), given, problems)
    const gatherWith = (ask: typeof withAnswer | undefined) =>
      ask ? ask(snippet.settings, { kind: 'convert' }, problems, gatherCall) : gatherCall()
    return RINGUP_DOM
      ? gatherWith(withAnswer)
      : whenWhole(snippet, needsDom(readPage(snippet)), () => gatherWith(snippet.rest?.withAnswer))
  })
}

/** Gathers what a call says. What was passed, or the shop's adapter says, stands in place of the page. */
export function toStatement(page: Page, order: Fields, given?: Fields, problems: Problem[] = []): Statement {
  const orders = given ? [given, order] : [order]
  const ecommerce = order.ecommerce ?? given?.ecommerce
  // An address that was passed and cannot be read is never replaced by another: it would be somebody else's order.
  const asked = { ...page, hasCustomer: (order.email ?? given?.email ?? undefined) !== undefined }
  const said = given || isFields(ecommerce) ? gatherPassed(asked, toFields(ecommerce)) : gather(asked).said
  const passed = orders.map(({ ecommerce, signature, ...fields }) => fields)
  const all = [...problems, ...(said.problems ?? [])]
  return { said: { ...said, passed, problems: all }, signature: order.signature ?? given?.signature }
}

/** Reports an order that the page has said by itself. */
export function convertGathered(snippet: Snippet, at: number, said: Said | undefined): void {
  void report(snippet, { kind: 'convert', at }, () => (said ? { said } : 'no_order_number'))
}
