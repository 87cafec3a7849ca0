/** Why no order is found in a page's JSON-LD: the same sentence in the panel and on the set-up page. */
import { toFields } from '../snippet/core/fields.js'
import { parseJson } from '../snippet/core/safely.js'
import { readJsonOrders } from '../snippet/rest/gather/json-ld.js'
import { count } from './count.js'

/** Describes a page's JSON-LD in which no order was found. */
export function whyNoJsonLd(document: Document): string {
  const scripts = [...document.querySelectorAll('script[type^="application/ld+json"]')]
  const blocks = scripts.map(({ textContent }) => textContent)
  if (!blocks.length) return 'The page has no JSON-LD.'
  if (readJsonOrders(document).length) return 'The Order in the page’s JSON-LD has neither an orderNumber nor items.'
  const data = blocks.map(parseJson)
  const broken = data.filter((each) => each === undefined).length
  const nodes = data.flatMap((each) => [each, toFields(each)['@graph']]).flat()
  const types = nodes.flatMap((each) => toFields(each)['@type'] ?? [])
  return [
    `The page has ${count(blocks.length, 'block')} of JSON-LD, no Order`,
    types.length ? ` (but ${[...new Set(types)].slice(0, 8).join(', ')})` : '',
    broken ? `; ${broken} of them not valid JSON` : '',
    '.',
  ].join('')
}
