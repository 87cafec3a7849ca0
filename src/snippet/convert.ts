/** One order: adapter → normalise → outbox. */

import { readEcommerce, readEmail } from './adapters/data-layer.js'
import { readOrder } from './adapters/index.js'
import { attempt } from './attempt.js'
import { isObject } from './normalise/fields.js'
import { toConversion } from './normalise/order.js'
import type { FoundOrder, Order } from './order.js'
import type { Callback, Outcome } from './outcome.js'
import { addProblem } from './problem.js'
import { report } from './report.js'

/**
 * Reports an order.
 *
 * @param order what the page does not say, or says wrongly; amounts in whole cents. Without it: everything from the page
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 */
export function convert(order?: Order, callback?: Callback): Promise<Outcome> {
  return convertFound(
    () => (order?.ecommerce === undefined ? readOrder() : readEcommerce(order.ecommerce)),
    order,
    callback,
  )
}

/** The same with an order that an adapter has found. */
export function convertFound(
  find: () => FoundOrder | undefined,
  order: Order = {},
  callback?: Callback,
): Promise<Outcome> {
  return report(
    { kind: 'convert' },
    (problems) => {
      if (!isObject(order)) return addProblem(problems, 'order', 'unreadable')
      const found = attempt(() => find() ?? { email: readEmail(), cart_data: {} })
      if (found === undefined) addProblem(problems, '', 'adapter_failed') // what was passed still goes
      return toConversion(found, order, attempt(readDecimalSign), problems)
    },
    callback,
  )
}

/** The decimal sign of the page's language; of the currency format, which is another than the number's in fr-CH. */
function readDecimalSign(): string | undefined {
  // Throws for a language the browser does not know; it would use its own instead.
  const [lang = ''] = Intl.NumberFormat.supportedLocalesOf(document.documentElement.lang)
  // Of no currency: en-DK and eight more print euros with the other sign than everything else (CLDR 48).
  const format = new Intl.NumberFormat(lang, { style: 'currency', currency: 'XXX' })
  return format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
}
