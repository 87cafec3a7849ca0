/** JSON-LD in the page: schema.org `Order`. */
import { parse } from '../attempt.js'
import type { FoundOrder } from '../order.js'

/** Every order in the page, alone, in a list or in a `@graph`. */
export function readJsonLd(): FoundOrder[] {
  return [...document.querySelectorAll('[type="application/ld+json"]')]
    .map(({ textContent }) => {
      const data = parse(textContent)
      return [data, data?.['@graph']]
    })
    .flat(2)
    .filter((each) => /\bOrder\b/.test(each?.['@type'])) // a name, an address that ends in it, or several
}
