/** One order: adapter → normalise → outbox. */

import { readEmail } from './adapters/email.js'
import { toFoundOrder } from './adapters/found-order.js'
import { askShop } from './adapters/function.js'
import { readPage } from './adapters/index.js'
import { readDecimalSign } from './decimal-sign.js'
import { isFields, toFields } from './fields.js'
import { type Source, toConversion } from './normalise/order.js'
import { toEmail } from './normalise/text.js'
import type { Order, PageOrder } from './order.js'
import type { Callback, Outcome } from './outcome.js'
import type { Payload } from './payload.js'
import type { Problem, Reading } from './problem.js'
import { report } from './report.js'
import { safely } from './safely.js'
import { settings } from './settings.js'

export type ConvertArguments = Parameters<typeof convert>

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
export function convertAt(at: number, order: Order = {}, callback?: Callback): Promise<Outcome> {
  return report({ kind: 'convert', at, callback }, () => readOrder(order))
}

/** What the page says of one order, ready to be reported. */
export function toPayload(page: PageOrder): Payload {
  return toPayloadOf({}, {}, page, [])
}

/** In the task of the call, unless the shop's own adapter answers later. */
function readOrder(order: Order): Reading<Payload> | Promise<Reading<Payload>> {
  if (!isFields(order)) return { problem: 'no_order' }
  const { adapter } = settings
  if (typeof adapter !== 'function') return { value: toPayloadOf(order, {}, readPageFor(order), []) }
  const take = (answer: Reading<Order>): Reading<Payload> => {
    const given = 'value' in answer ? answer.value : {}
    const problems = 'value' in answer ? [] : [{ field: 'adapter', code: answer.problem }]
    return { value: toPayloadOf(order, given, toPassedPage(order.ecommerce ?? given.ecommerce), problems) }
  }
  const answer = askShop(adapter, { kind: 'convert' })
  return 'then' in answer ? answer.then(take) : take(answer)
}

/** A GA4 object that was passed stands in place of the page. */
const readPageFor = ({ ecommerce }: Order) => (isFields(ecommerce) ? toPassedPage(ecommerce) : readPage())

const toPassedPage = (ecommerce: unknown): PageOrder => ({
  found: isFields(ecommerce) ? safely(() => toFoundOrder(ecommerce)) : undefined,
})

/** @param given what the shop's own adapter has found: it wins over the page, and what was passed over both */
function toPayloadOf(order: Order, given: Order, page: PageOrder, problems: Problem[]): Payload {
  const { found, named } = page
  const decimal = { unit: 'decimal', readDecimal: readDecimalSign } as const
  const cents = { unit: 'cents' } as const
  const sources: Source[] = [
    { cart: found?.cart ?? {}, items: found?.items, amounts: decimal },
    { cart: named?.cart ?? {}, items: named?.items, amounts: decimal },
    { cart: toFields(given.cart_data), items: given.cart_items, amounts: cents },
    { cart: toFields(order.cart_data), items: order.cart_items, amounts: cents },
  ]
  for (const name of named?.invalid ?? []) problems.push({ field: `selectors.${name}`, code: 'bad_selector' })
  const conversion = toConversion(sources, settings.value, problems)
  const email = readEmailOf(order.email ?? given.email, page, problems)
  const signature = order.signature ?? given.signature ?? settings.signature
  return { body: email === undefined ? conversion : { ...conversion, email }, problems, signature }
}

/** One that was passed and cannot be read is never replaced by another: it would be somebody else's order. */
function readEmailOf(passed: unknown, page: PageOrder, problems: Problem[]): string | undefined {
  const isPassed = passed !== undefined && passed !== null
  const reading = isPassed ? toEmail(passed) : readEmail(page)
  if ('value' in reading) return reading.value
  if (!isPassed) problems.push({ field: 'email', code: reading.problem })
  return undefined
}
