/** What sources of every kind share: an order's own fields out of the objects they are wrapped in. */
import { type Fields, isFields, toFields } from '../fields.js'
import { CATEGORIES, ITEM_LISTS, ORDER_NUMBER, PERSONS, PRODUCT_ID } from '../normalise/order.js'
import { findFilled, isFilled } from '../normalise/read-fields.js'
import { toOrderNumber } from '../normalise/text.js'
import type { FoundOrder } from '../order.js'

/** Objects within an order whose fields are the order's: of the data layer, of Universal Analytics, and of W3C. */
const ORDER_PARTS = ['ecommerce', 'purchase', 'actionField', 'total']
/** Objects within an item whose fields are the item's: of JSON-LD, and of W3C. */
const ITEM_PARTS = ['itemOffered', 'orderedItem', 'productInfo', 'price', 'category']

/** An order in any of the forms that pages push: GA4, Universal Analytics, Tag Manager's older names, W3C, JSON-LD. */
export function toFoundOrder(said: Fields): FoundOrder {
  const cart = unwrap(said, ORDER_PARTS)
  const items = findFilled(cart, ITEM_LISTS)
  return {
    cart,
    items: isFilled(items) ? [items].flat().map(toFoundItem) : undefined,
    emails: [cart, ...PERSONS.map((name) => cart[name])].flatMap(toAddresses),
    number: toOrderNumber(findFilled(cart, ORDER_NUMBER)),
  }
}

/** It has a number, or items: else it is a page that speaks of orders in general. */
export function isOrder({ cart, items }: FoundOrder): boolean {
  return isFilled(findFilled(cart, ORDER_NUMBER)) || (items !== undefined && items.length > 0)
}

/** It tells which order it is: by a number that is one, or by a product. A template not filled in does not. */
export function isIdentified({ number, items = [] }: FoundOrder): boolean {
  return number !== undefined || items.some((item) => isFilled(findFilled(toFields(item), PRODUCT_ID)))
}

/** Where a person may say an address. */
export function toAddresses(person: unknown): unknown[] {
  const { email, email_address } = toFields(person)
  return [email, email_address]
}

function toFoundItem(said: unknown): Fields {
  const item = unwrap(toFields(said), ITEM_PARTS)
  const categories = CATEGORIES.map((name) => item[name]).filter(isFilled)
  return categories.length ? { ...item, category: categories.flat() } : item
}

/** With the fields of these parts among its own, where they win. */
function unwrap(fields: Fields, parts: string[]): Fields {
  let all = fields
  for (const part of parts) {
    const inner = all[part]
    if (isFields(inner)) all = { ...all, [part]: undefined, ...toFields(inner) }
  }
  return all
}
