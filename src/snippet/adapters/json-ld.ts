/** JSON-LD in the page: schema.org `Order`. */
import { type Fields, isFields, toFields } from '../fields.js'
import type { FoundOrder } from '../order.js'
import { parseJson } from '../safely.js'
import { isOrder, toFoundOrder } from './found-order.js'

/** The first order in the page that has a number or items. */
export function readJsonLd(): FoundOrder | undefined {
  return readJsonOrders().map(toPlain).map(toFoundOrder).find(isOrder)
}

/** Every order in the page, alone, in a list or in a `@graph`. */
export function readJsonOrders(): Fields[] {
  return [...document.querySelectorAll('script[type^="application/ld+json"]')]
    .map(({ textContent }) => parseJson(textContent))
    .flatMap((data) => [data, toFields(data)['@graph']].flat())
    .filter(isFields)
    .filter(({ '@type': type }) => [type].flat().some((each) => /\bOrder$/.test(String(each)))) // a name, or an address
}

/** Its total may stand on its invoice. */
function toPlain({ partOfInvoice, ...order }: Fields): Fields {
  return { price: toFields(toFields(partOfInvoice).totalPaymentDue).price, ...order }
}
