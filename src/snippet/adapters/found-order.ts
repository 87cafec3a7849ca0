/** What sources of every kind share: an order's own fields out of the objects it is wrapped in. */
import { type Fields, isFields, toFields } from '../fields.js'
import { ORDER_NUMBER } from '../normalise/order.js'
import { toOrderNumber } from '../normalise/text.js'
import type { FoundOrder } from '../order.js'

/** Objects within an order whose fields are the order's: of Universal Analytics, and of W3C. */
const ORDER_PARTS = ['purchase', 'actionField', 'total']
/** Objects within an item whose fields are the item's: of JSON-LD, and of W3C. */
const ITEM_PARTS = ['itemOffered', 'orderedItem', 'productInfo', 'price', 'category']
/** Where an order has its items: GA4, Universal Analytics, older Tag Manager, W3C, JSON-LD. */
const ITEM_LISTS = ['items', 'products', 'transactionProducts', 'item', 'acceptedOffer', 'orderedItem']
/** Who the customer is; it does not travel with the order. */
const PERSONS = ['user_data', 'user_properties', 'customer', 'profile', 'profileInfo', 'billingAddress']
const EMAILS = ['email', 'email_address']
/** Where one product has its categories: GA4, and W3C. */
const CATEGORIES = [
  ['item_category', 'item_category2', 'item_category3', 'item_category4', 'item_category5'],
  ['primaryCategory', 'subCategory1', 'subCategory2', 'subCategory3'],
]

const NOT_OF_CART = new Set([...ITEM_LISTS, ...PERSONS, ...EMAILS, 'partOfInvoice'])
const NOT_OF_ITEM = new Set([...CATEGORIES.flat(), ...PERSONS, ...EMAILS, 'eligibleQuantity'])

/**
 * An order in any of the forms that pages push: GA4, Universal Analytics, Tag Manager's older names, W3C, JSON-LD.
 *
 * @param persons who else says something of this order's customer
 */
export function toFoundOrder(said: Fields, ...persons: unknown[]): FoundOrder {
  const order = unwrap(said, ORDER_PARTS)
  const items = ITEM_LISTS.map((name) => order[name]).find((list) => list !== undefined && list !== null)
  const list = items === undefined ? undefined : Array.isArray(items) ? items : [items]
  return {
    cart: without(order, NOT_OF_CART),
    items: list?.map((item) => (isFields(item) ? toFoundItem(item) : item)),
    emails: toEmails(order, ...persons),
    said,
  }
}

/** Where persons may say their address, all first names of it before the second. */
export function toEmails(...persons: unknown[]): unknown[] {
  const all = persons.map(toFields).flatMap((person) => [person, ...PERSONS.map((name) => toFields(person[name]))])
  return EMAILS.flatMap((name) => all.map((person) => person[name]))
}

/** It has a number, or items: else it is a page that speaks of orders in general. */
export function isOrder({ cart, items }: Pick<FoundOrder, 'cart' | 'items'>): boolean {
  return ORDER_NUMBER.some((name) => isSaid(cart[name])) || (items?.length ?? 0) > 0
}

/** Undefined when it has none, or what a template prints instead of one. */
export function readNumber({ cart }: Pick<FoundOrder, 'cart'>): string | undefined {
  const reading = toOrderNumber(ORDER_NUMBER.map((name) => cart[name]).find(isSaid))
  return 'value' in reading ? reading.value : undefined
}

function toFoundItem(said: Fields): Fields {
  const item = unwrap(said, ITEM_PARTS)
  const category = CATEGORIES.map((names) => names.map((name) => item[name]).filter(isSaid)).find(
    ({ length }) => length,
  )
  const found = without(item, NOT_OF_ITEM)
  return category ? { ...found, category: category.flat() } : found
}

/** With the fields of these parts among its own, where they win. */
function unwrap(fields: Fields, parts: string[]): Fields {
  let all = fields
  for (const part of parts) {
    const { [part]: inner, ...others } = all
    if (isFields(inner)) all = { ...others, ...inner }
  }
  return all
}

/** Keywords of JSON-LD are no fields either. */
function without(fields: Fields, names: ReadonlySet<string>): Fields {
  const kept = Object.entries(fields).filter(([name]) => !names.has(name) && !name.startsWith('@'))
  return Object.fromEntries(kept)
}

const isSaid = (value: unknown) =>
  value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '')
