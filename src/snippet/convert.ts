/** One order: adapter → normalise → outbox. */
import type { Conversion } from '../contract/conversion.js'
import { withNamedEmail } from './adapters/dom.js'
import { readEmails } from './adapters/email.js'
import { toFoundOrder } from './adapters/found-order.js'
import { withAnswer } from './adapters/function.js'
import { readPage } from './adapters/index.js'
import { readDecimalSign } from './decimal-sign.js'
import { isFields, toFields } from './fields.js'
import { type Source, toConversion } from './normalise/order.js'
import { toEmail } from './normalise/text.js'
import type { FoundOrder, Order, PageOrder } from './order.js'
import type { Callback, Outcome } from './outcome.js'
import type { Payload } from './payload.js'
import type { Problem } from './problem.js'
import { report } from './report.js'
import { safely } from './safely.js'
import { settings } from './settings.js'

/**
 * Reports an order.
 *
 * @param order what the page does not say, or says wrongly; amounts in whole cents. Without it: everything from the page
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 */
export function convert(order?: Order, callback?: Callback): Promise<Outcome> {
  return convertAt(Date.now(), order, callback)
}

/** The same for a call that was made at this time, by this browser's clock. */
export function convertAt(at: number, passed: Order = {}, callback?: Callback): Promise<Outcome> {
  return report({ kind: 'convert', at, callback }, () => {
    if (!isFields(passed)) return 'no_order'
    const order: Order = toFields(passed)
    return withAnswer({ kind: 'convert' }, (given, problems) => {
      const ecommerce = order.ecommerce ?? given?.ecommerce
      const isPassed = isFields(ecommerce) || given
      // What was passed, or the shop's adapter says, stands in place of the page.
      const page = isPassed ? safely(() => withNamedEmail(toFoundOrder(toFields(ecommerce)))) : readPage()
      return toPayload(page, [given ?? {}, order], problems)
    })
  })
}

/** What an order comes to. */
type OrderPayload = Payload & { body: Partial<Conversion> }

/** @param orders in whole cents: a later one wins over those before, and over the page */
export function toPayload(
  page: FoundOrder | PageOrder | undefined,
  orders: Order[],
  problems: Problem[],
): OrderPayload {
  const sources = orders.map(
    ({ cart_data, cart_items }): Source => ({
      cart: toFields(cart_data),
      items: cart_items,
      speaker: { is: 'caller' },
    }),
  )
  if (page) sources.unshift({ ...page, speaker: { is: 'page', readDecimal: readDecimalSign } })
  if (page && 'problems' in page) problems.push(...page.problems)
  const body = toConversion(sources, settings.value, problems)
  const email = toOneEmail(lastOf(orders, 'email'), page, problems)
  const signature = toSignature(lastOf(orders, 'signature'), problems)
  return { body: { ...body, ...email }, problems, signature }
}

/** What was passed, else that of the settings. */
export function toSignature(passed: unknown, problems: Problem[]): string | undefined {
  if (passed === undefined || passed === null) return settings.signature
  if (typeof passed === 'string') return passed
  problems.push({ field: 'signature', code: 'unreadable' })
  return undefined
}

/** Of the last that says it. */
const lastOf = <Name extends 'email' | 'signature'>(orders: Order[], name: Name) =>
  orders.reduce<Order[Name]>((before, { [name]: said }) => said ?? before, undefined)

/** One that was passed and cannot be read is never replaced by another: it would be somebody else's order. */
export function toOneEmail(passed: unknown, page: FoundOrder | undefined, problems: Problem[]): { email?: string } {
  const isPassed = passed !== undefined && passed !== null
  const [email, other] = isPassed ? [toEmail(passed)] : readEmails(page)
  if (other) problems.push({ field: 'email', code: 'two_emails' })
  return email && !other ? { email } : {}
}
