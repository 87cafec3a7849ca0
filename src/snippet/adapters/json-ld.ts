/** JSON-LD in the page: schema.org `Order`. */
import { type Fields, isFields, toFields } from '../fields.js'
import type { FoundOrder } from '../order.js'
import { parseJson, safely } from '../safely.js'
import { isOrder, toFoundOrder } from './found-order.js'

/** The first order in the page that has a number or items. */
export function readJsonLd(): FoundOrder | undefined {
  return readOrders()
    .map((order) => safely(() => toFoundOrder(toPlain(order))))
    .find((found) => found && isOrder(found))
}

/** Every order in the page, alone, in a list or in a `@graph`. */
export function readOrders(): Fields[] {
  return [...document.querySelectorAll('script[type^="application/ld+json"]')]
    .map(({ textContent }) => parseJson(textContent))
    .flatMap((data) => [data, toFields(data)['@graph']])
    .flat()
    .filter(isFields)
    .filter(({ '@type': type }) => [type].flat().some((each) => /(^|\W)Order$/.test(String(each)))) // a name, or an address
}

/** Its total and its quantities stand deeper than elsewhere. */
function toPlain(order: Fields): Fields {
  const { price, partOfInvoice, acceptedOffer, orderedItem } = order
  const items = acceptedOffer ?? orderedItem
  return {
    ...order,
    price: price ?? toFields(toFields(partOfInvoice).totalPaymentDue).price,
    ...(items !== undefined && items !== null && { items: [items].flat().map(toPlainItem) }),
  }
}

function toPlainItem(item: unknown): unknown {
  if (!isFields(item)) return item
  const { orderQuantity, eligibleQuantity } = item
  return { ...item, quantity: orderQuantity ?? toFields(eligibleQuantity).value ?? eligibleQuantity }
}
