/** JSON-LD in the page: schema.org `Order`. */
import { type Fields, isFields, toFields } from '../../core/fields.js'
import { parseJson } from '../../core/safely.js'
import { isOrder } from './order.js'

const JSON_LD = 'script[type^="application/ld+json"]'

/** Finds the page's order. Of several orders the newest counts. If their dates do not decide, none counts. */
export function readJsonLd(document: Document): Fields | undefined {
  const [newest, next] = readJsonOrders(document)
    .filter(isOrder)
    .sort((one, other) => toDate(other) - toDate(one))
  return newest && (!next || toDate(newest) > toDate(next)) ? newest : undefined
}

/** Reads the order's date. 0 if it has none. */
const toDate = ({ orderDate }: Fields): number => Date.parse(String(orderDate)) || 0

/** Finds every order in the page: alone, in a list, in a `@graph`, or as the main entity of a page. */
export const readJsonOrders = (document: Document): Fields[] =>
  [...document.querySelectorAll(JSON_LD)]
    .map(({ textContent }) => parseJson(textContent))
    .flatMap((data) => [data, toFields(data)['@graph']].flat())
    .flatMap((data) => [data, toFields(data).mainEntity])
    .filter(isFields)
    // the type is a name, or an address
    .filter(({ '@type': type }) => [type].flat().some((each) => /\bOrder$/.test(String(each))))
