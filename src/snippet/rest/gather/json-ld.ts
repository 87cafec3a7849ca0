/** JSON-LD in the page: schema.org `Order`. */
import { type Fields, isFields, toFields } from '../../core/fields.js'
import { parseJson } from '../../core/safely.js'
import { isOrder } from './order.js'

const JSON_LD = 'script[type^="application/ld+json"]'

/** The page's order: of several the newest, and none where nothing says which that is. */
export function readJsonLd(document: Document): Fields | undefined {
  const [newest, next] = readJsonOrders(document)
    .filter(isOrder)
    .sort((one, other) => toDate(other) - toDate(one))
  return newest && (!next || toDate(newest) > toDate(next)) ? newest : undefined
}

/** 0 where it says none. */
const toDate = ({ orderDate }: Fields): number => Date.parse(String(orderDate)) || 0

/** Every order in the page, alone, in a list, in a `@graph`, or as what a page is about. */
export const readJsonOrders = (document: Document): Fields[] =>
  [...document.querySelectorAll(JSON_LD)]
    .map(({ textContent }) => parseJson(textContent))
    .flatMap((data) => [data, toFields(data)['@graph']].flat())
    .flatMap((data) => [data, toFields(data).mainEntity])
    .filter(isFields)
    .filter(({ '@type': type }) => [type].flat().some((each) => /\bOrder$/.test(String(each)))) // a name, or an address
