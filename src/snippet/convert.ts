/** One order: adapter → normalise → outbox. */
import { readEcommerce } from './adapters/data-layer.js'
import { readEmail } from './adapters/email.js'
import { readOrder } from './adapters/index.js'
import { attempt } from './attempt.js'
import { isObject } from './normalise/fields.js'
import { toConversion } from './normalise/order.js'
import type { FoundOrder, Order } from './order.js'
import type { Callback, Outcome } from './outcome.js'
import { addProblem } from './problem.js'
import { report } from './report.js'
import { settings } from './settings.js'

/**
 * Reports an order.
 *
 * @param order what the page does not say, or says wrongly; amounts in whole cents. Without it: everything from the page
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 */
export function convert(order?: Order, callback?: Callback): Promise<Outcome> {
  return convertFound(readOrder, order, callback)
}

/** The same with an order that an adapter has found. */
export function convertFound(find: () => FoundOrder | undefined, order: Order = {}, callback?: Callback): Promise<Outcome> {
  return report(
    { kind: 'convert', signature: Object(order).signature },
    (problems, given) => {
      if (!isObject(order)) return addProblem(problems, ['order'], 'unreadable')
      const ecommerce = order.ecommerce ?? given?.ecommerce
      const found = attempt(() => ({ ...(ecommerce ? readEcommerce(ecommerce) : find()) }))
      if (!found) addProblem(problems, ['adapter'], 'adapter_failed') // what was passed still goes
      const email = found?.email ?? attempt(readEmail)
      const decimal = settings.decimal ?? attempt(readDecimalSign) ?? ''
      return toConversion([{ ...found, email }, given, order], decimal, settings.value, problems)
    },
    callback,
  )
}

/** The decimal sign of the page's language; of the currency format, which is another than the number's in fr-CH. */
function readDecimalSign(): string | undefined {
  // Throws for a language the browser does not know; it would use its own instead.
  const [lang = ''] = Intl.NumberFormat.supportedLocalesOf(document.documentElement.lang)
  const format = new Intl.NumberFormat(lang, { style: 'currency', currency: 'EUR' })
  return format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
}
