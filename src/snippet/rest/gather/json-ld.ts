/** JSON-LD in the page: schema.org `Order`. */
import { type Fields, isFields, toFields } from '../../core/fields.js'
import { parseJson } from '../../core/safely.js'
import { query } from './query.js'

const JSON_LD = 'script[type^="application/ld+json"]'

const readTexts = (document: Document): string[] =>
  query(document, JSON_LD).map(({ textContent }) => String(textContent))

/** Finds every order in the page: alone, in a list, in a `@graph`, or as the main entity of a page. */
export const readJsonOrders = (document: Document): Fields[] =>
  readTexts(document)
    .map(parseJson)
    .flatMap((data) => [data, toFields(data)['@graph']].flat())
    .flatMap((data) => [data, toFields(data).mainEntity])
    .filter(isFields)
    // the type is a name, or an address
    .filter(({ '@type': type }) => [type].flat().some((each) => /\bOrder$/.test(String(each))))

/** Checks whether a block that does not parse is about an order. Its text stays in the page. */
export const hasBrokenOrder = (document: Document): boolean =>
  readTexts(document).some((text) => /"@type"\s*:\s*"[^"]*\bOrder"/.test(text) && parseJson(text) === undefined)
