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

/** Its total and its quantities stand deeper than elsewhere. */
function toPlain({ partOfInvoice, acceptedOffer, orderedItem, ...order }: Fields): Fields {
  const items = acceptedOffer ?? orderedItem
  const total = toFields(toFields(partOfInvoice).totalPaymentDue)
  return { price: total.price, ...order, items: items && [items].flat().map(toFields).map(toPlainItem) }
}

const toPlainItem = (item: Fields): Fields => ({ quantity: toFields(item.eligibleQuantity).value, ...item })
