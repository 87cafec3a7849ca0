/** JSON-LD in the page: schema.org `Order`. */
import { attempt } from '../attempt.js'
import type { FoundOrder } from '../order.js'
import { readPath } from './read-path.js'

/** The first order in the page, alone, in a list or in a `@graph`. */
export function readJsonLd(): FoundOrder | undefined {
  for (const { textContent } of document.querySelectorAll('[type="application/ld+json"]')) {
    const data = attempt(() => JSON.parse(`${textContent}`))
    for (const node of [data, readPath(data, '@graph')].flat()) {
      // A name, an address that ends in it, or several.
      if (/\bOrder\b/.test(`${readPath(node, '@type')}`)) {
        const { acceptedOffer, orderedItem, customer, price = readPath(node, 'partOfInvoice.totalPaymentDue.price') } = node
        return {
          email: readPath(customer, 'email'),
          cart_data: { ...node, price },
          cart_items: [acceptedOffer ?? orderedItem ?? []].flat().map(each => ({...each, ...each.itemOffered, ...each.orderedItem, quantity: each.orderQuantity ?? each.eligibleQuantity?.value ?? 1})),
        }
      }
    }
  }
  return undefined
}
