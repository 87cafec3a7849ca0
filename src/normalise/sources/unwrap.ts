/** Unwraps orders that pages have for programs: GA4, Universal Analytics, Tag Manager's older names, W3C, JSON-LD. */
import { ITEM_LIST_NAMES, ORDER_NUMBER_NAMES, ORDER_PARTS } from '../../contract/names.js'
import { type Fields, findFilled, isFields, isFilled, toFields } from '../fields.js'
import { CART_NAMES } from '../names.js'

/** The order's own fields and its items, without the objects around them. The items are undefined if the order has none. */
export interface Unwrapped {
  fields: Fields
  items: Fields[] | undefined
}

/** Objects within an item whose fields are the item's: JSON-LD, W3C. */
const ITEM_PARTS = ['itemOffered', 'orderedItem', 'item', 'productInfo', 'product', 'acceptedOffer', 'offers']

export function unwrapOrder(order: Fields): Unwrapped {
  const fields = withInvoice(unwrapParts(unwrapParts(order))) // `ecommerce` may hold another `ecommerce`
  return { fields, items: toList(findFilled(fields, ITEM_LIST_NAMES))?.map(unwrapItem) }
}

/** Fields that pages have under several names. */
const GROUPS = [ORDER_NUMBER_NAMES, ITEM_LIST_NAMES, ...Object.values(CART_NAMES)]

/** Merges the parts of an order into it. The outer field wins, also over the other names of the same field. */
function unwrapParts(order: Fields): Fields {
  const all = { ...order }
  for (const part of ORDER_PARTS) {
    const inner = all[part]
    if (!isFields(inner) || (part === 'total' && isMoney(inner))) continue
    delete all[part]
    const known = GROUPS.filter((names) => names.some((name) => hasValue(all[name]))).flat()
    for (const [name, value] of Object.entries(inner))
      if (!hasValue(all[name]) && !(known.includes(name) && isFilled(value))) all[name] = value
  }
  return all
}

/** An empty list of items is blank next to an object that has items. */
const hasValue = (value: unknown): boolean => isFilled(value) && !(Array.isArray(value) && value.length === 0)

/** An amount with its currency is a value. */
const isMoney = ({ amount }: Fields): boolean => amount !== undefined

/** W3C has the names of categories in an object. Other category objects have an id and a name of their own. */
function unwrapItem(item: Fields): Fields {
  const fields = unwrapItemParts(item, ITEM_PARTS)
  return toFields(fields.category).primaryCategory === undefined ? fields : unwrapItemParts(fields, ['category'])
}

/** JSON-LD may have the total in the invoice. */
function withInvoice(fields: Fields): Fields {
  if (!isFields(fields.partOfInvoice)) return fields
  const { totalPaymentDue } = fields.partOfInvoice
  return { totalPaymentDue, ...fields }
}

/** Reads a list, an object with numbers as keys (PHP writes lists so, also by the numbers of rows), or a single item; undefined for anything else. */
export function toList(value: unknown): Fields[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const isNumbered = isFields(value) && Object.keys(value).every((name) => /^\d+$/.test(name))
  const items = Array.isArray(value) ? value : isNumbered ? Object.values(value) : [value]
  return items.map(toFields)
}

/** Merges the parts of an item into it. A part's field wins unless it is blank, because a shop's own number of the row may be outside. */
function unwrapItemParts(item: Fields, parts: readonly string[]): Fields {
  let all = item
  for (const part of parts) {
    const inner = all[part]
    if (!isFields(inner) || isMoney(inner)) continue
    const outer = { ...all, [part]: undefined }
    const filled = Object.entries(inner).filter(([name, value]) => isFilled(value) || !isFilled(outer[name]))
    all = { ...outer, ...Object.fromEntries(filled) }
  }
  return all
}
