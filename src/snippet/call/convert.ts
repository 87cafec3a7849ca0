/** One order: page and caller → said → outbox. */
import type { Problem, Said } from '../../contract/said.js'
import { type Fields, isFields, toFields } from '../fields.js'
import { type Answer, withAnswer } from '../gather/function.js'
import { type Gathered, gather, gatherPassed } from '../gather/index.js'
import { needsDom, type Page } from '../gather/page.js'
import { toPlainFields } from '../gather/plain.js'
import { whenWhole } from '../lacking.js'
import type { Settings } from '../settings.js'
import { readPage, type Snippet } from '../snippet.js'
import type { Order } from './order.js'
import type { Callback, Outcome } from './outcome.js'
import { report, type Statement } from './report.js'

/** Reports an order; the call was made at this time, by this browser's clock. */
export function convert(snippet: Snippet, at: number, passed: Order = {}, callback?: Callback): Promise<Outcome> {
  return report(snippet, { kind: 'convert', at, callback }, () => {
    if (!isFields(passed)) return 'no_order'
    const order = toFields(passed)
    const gatherCall = (answer: Answer): Statement => ({
      ...toOrderStatement(readPage(snippet), order, answer),
      passed,
    })
    return withAnswer<Statement>(snippet.settings, { kind: 'convert' }, (answer) =>
      RINGUP_DOM ? gatherCall(answer) : whenWhole(snippet, needsDom(readPage(snippet)), () => gatherCall(answer)),
    )
  })
}

/** Gathers what a call says. What was passed, or the shop's adapter says, stands in place of the page. */
export function toOrderStatement(page: Page, order: Fields, { given, problems }: Answer): Statement {
  const ecommerce = order.ecommerce ?? given?.ecommerce
  const isPassed = isFields(ecommerce) || given
  const gathered = isPassed ? gatherPassed(page, toFields(ecommerce)) : gather(page)
  const all = { ...gathered, problems: [...problems, ...gathered.problems] }
  return toStatement(page.settings, all, given ? [given, order] : [order])
}

/** Reports an order that the page has said by itself. */
export function convertGathered(snippet: Snippet, at: number, gathered: Gathered | undefined): void {
  void report(snippet, { kind: 'convert', at }, () =>
    gathered ? toStatement(snippet.settings, gathered, []) : 'no_order_number',
  )
}

/** @param orders under the API's names: a later one wins over those before, and over the page */
function toStatement(settings: Settings, { said, problems }: Gathered, orders: Fields[]): Statement {
  const unreadable = [...(said.unreadable ?? [])]
  const plain = orders.map((order) => ({ ...toPlainFields(order, unreadable, isNotCarried) }))
  const { emails, unreadable: _, ...order } = said
  // One that was passed and cannot be read is never replaced by another: it would be somebody else's order.
  const isCustomerPassed = orders.some(({ email }) => email !== undefined && email !== null)
  const whole: Said = {
    ...order,
    ...(!isCustomerPassed && emails?.length && { emails }),
    ...(plain.some((each) => Object.keys(each).length > 0) && { passed: plain }),
    ...(unreadable.length > 0 && { unreadable }),
  }
  const signed = toSignature(settings, orders)
  return { said: whole, ...signed, problems: [...problems, ...signed.problems] }
}

/** These travel otherwise. */
const isNotCarried = (name: string) => name === 'ecommerce' || name === 'signature'

/** Takes the signature that was passed, the last first, else that of the settings. */
export function toSignature(
  settings: Settings,
  passed: Fields[],
): { signature?: string | undefined; problems: Problem[] } {
  let said: unknown
  for (const { signature } of passed) said = signature ?? said
  if (said === undefined) return { signature: settings.signature, problems: [] }
  if (typeof said === 'string') return { signature: said, problems: [] }
  return { problems: [{ field: 'signature', code: 'unreadable' }] }
}
