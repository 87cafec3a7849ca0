/** Unwraps orders that pages have for programs: GA4, Universal Analytics, Tag Manager's older names, W3C, JSON-LD. */
import { ITEM_LIST_NAMES, ORDER_NUMBER_NAMES, ORDER_PARTS } from '../../contract/names.js'
import { type Fields, findFilled, isFields, toFields } from '../fields.js'

/** The order's own fields and its items, without the objects round them. The items are undefined if the order has none. */
export interface Unwrapped {
  fields: Fields
  items: Fields[] | undefined
}

/** Objects within an item whose fields are the item's: JSON-LD, W3C. */
const ITEM_PARTS = ['itemOffered', 'orderedItem', 'item', 'productInfo', 'product', 'acceptedOffer', 'offers']

export function unwrapOrder(said: Fields): Unwrapped {
  // MagePal repeats a part of a whole order in `order`.
  const isWhole = [ITEM_LIST_NAMES, ORDER_NUMBER_NAMES].every((names) => findFilled(said, names) !== undefined)
  const fields = withInvoice(unwrap(isWhole ? { ...said, order: undefined } : said, ORDER_PARTS))
  return { fields, items: toList(findFilled(fields, ITEM_LIST_NAMES))?.map(unwrapItem) }
}

/** W3C has the names of categories in an object. Other category objects have an id and a name of their own. */
function unwrapItem(item: Fields): Fields {
  const fields = unwrap(item, ITEM_PARTS)
  return toFields(fields.category).primaryCategory === undefined ? fields : unwrap(fields, ['category'])
}

/** JSON-LD may have the total in the invoice. */
function withInvoice(fields: Fields): Fields {
  if (!isFields(fields.partOfInvoice)) return fields
  const { totalPaymentDue } = fields.partOfInvoice
  return { totalPaymentDue, ...fields }
}

/** Reads a list, an object with numbers as keys (PHP writes lists so), or a single item; undefined for anything else. */
export function toList(said: unknown): Fields[] | undefined {
  if (typeof said !== 'object' || said === null) return undefined
  const isNumbered = isFields(said) && Object.keys(said).every((name) => /^\d{1,4}$/.test(name))
  const items = Array.isArray(said) ? said : isNumbered ? Object.values(said) : [said]
  return items.map(toFields)
}

/** Merges the fields of these parts into the others. The part's fields win. An amount with its currency stays an object. */
function unwrap(fields: Fields, parts: readonly string[]): Fields {
  let all = fields
  for (const part of parts) {
    const inner = all[part]
    if (isFields(inner) && inner.amount === undefined) all = { ...all, [part]: undefined, ...inner }
  }
  return all
}
