/** One order: adapter → normalise → outbox. */
import { toFoundOrder } from './adapters/data-layer.js'
import { readEmail } from './adapters/email.js'
import { readOrder } from './adapters/index.js'
import { attempt } from './attempt.js'
import { toConversion } from './normalise/order.js'
import type { Order } from './order.js'
import type { Callback, Outcome } from './outcome.js'
import { report } from './report.js'
import { settings } from './settings.js'

/**
 * Reports an order.
 *
 * @param order what the page does not say, or says wrongly; amounts in whole cents. Without it: everything from the page
 * @param callback gets the outcome too, for callers that cannot use promises
 * @returns settles after the first attempt; never rejects
 */
export function convert(order: Order = {}, callback?: Callback): Promise<Outcome> {
  return report('convert', order, callback, (addProblem, given) => {
    if (Object(order) !== order) throw 'no_order'
    const ecommerce = (order.ecommerce ?? given?.ecommerce) as undefined // unknown, and what it says is checked field by field
    const found = attempt(() =>
      ecommerce ? toFoundOrder({ ecommerce }) : !given && readOrder(settings.adapter as string),
    )
    return {
      ...toConversion(found, given, order, readDecimalSign, addProblem),
      email: readEmail(found, order.email, given?.email),
    }
  })
}

/**
 * The decimal sign of amounts, "?" where it is not known: as set, else that of the page's language. Of the currency
 * format, which is another than the number's in fr-CH.
 * A language the browser does not know would be read as the shopper's own: Persian instead, whose sign decides nothing.
 */
export function readDecimalSign(): string {
  return (
    settings.decimal ??
    attempt(
      () =>
        (0.5)
          .toLocaleString([document.documentElement.lang, 'fa'], { style: 'currency', currency: 'XXX' })
          .match(/[.,]/)?.[0],
    ) ??
    '?'
  )
}
