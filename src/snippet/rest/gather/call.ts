/** An order that a caller reports: the page and the shop's adapter fill in the fields that were not passed. */
import type { Problem } from '../../../contract/said.js'
import type { Statement } from '../../core/event.js'
import { type Fields, isFields, toFields } from '../../core/fields.js'
import { toSaid } from '../../core/purchase.js'
import type { MayBeLate } from '../../core/safely.js'
import type { Snippet } from '../../core/snippet.js'
import { withAnswer } from './function.js'
import { gather, gatherPassed } from './index.js'
import { readSaidNumber } from './order.js'
import { type Page, readPage } from './page.js'

export function gatherOrder(snippet: Snippet, passed: Fields): MayBeLate<Statement> {
  const problems: Problem[] = []
  return withAnswer(snippet.settings, { kind: 'convert' }, problems, (given) =>
    toStatement(readPage(snippet), passed, given, problems),
  )
}

/** A passed address that cannot be read is never replaced, because another address would be another customer's. */
const hasCustomer = ({ email }: Fields): boolean => (email ?? undefined) !== undefined

/** Combines the passed fields, the adapter's answer and the page's order. Passed fields and the answer win. */
export function toStatement(page: Page, order: Fields, given?: Fields, problems: Problem[] = []): Statement {
  const orders = given ? [given, order] : [order]
  const ecommerce = order.ecommerce ?? given?.ecommerce
  const asked = { ...page, hasCustomer: orders.some(hasCustomer), number: readSaidNumber({ passed: [order] }) }
  const gathered = given || isFields(ecommerce) ? gatherPassed(asked, toFields(ecommerce)) : gather(asked).said
  const passed = orders.map(({ ecommerce, signature, ...fields }) => fields)
  const said = toSaid(page.settings, { ...gathered, passed, problems: [...problems, ...(gathered.problems ?? [])] })
  return { said, number: readSaidNumber(said), signature: order.signature ?? given?.signature }
}
