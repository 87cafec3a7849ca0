/** Unwraps orders that pages have for programs: GA4, Universal Analytics, Tag Manager's older names, W3C, JSON-LD. */
import { ITEM_LIST_NAMES, ORDER_NUMBER_NAMES, ORDER_PARTS } from '../../contract/names.js'
import { type Fields, findFilled, isFields, isFilled, toFields } from '../fields.js'

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
  const outer = isWhole ? { ...said, order: undefined } : said
  const fields = withInvoice(unwrap(unwrap(outer, ORDER_PARTS), ORDER_PARTS)) // `ecommerce` may hold another `ecommerce`
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

/** Reads a list, an object with numbers as keys (PHP writes lists so, also by the numbers of rows), or a single item; undefined for anything else. */
export function toList(said: unknown): Fields[] | undefined {
  if (typeof said !== 'object' || said === null) return undefined
  const isNumbered = isFields(said) && Object.keys(said).every((name) => /^\d+$/.test(name))
  const items = Array.isArray(said) ? said : isNumbered ? Object.values(said) : [said]
  return items.map(toFields)
}

/** Merges the fields of these parts into the others. A part's field wins unless it is blank. An amount with its currency stays an object. */
function unwrap(fields: Fields, parts: readonly string[]): Fields {
  let all = fields
  for (const part of parts) {
    const inner = all[part]
    if (!isFields(inner) || inner.amount !== undefined) continue
    const outer = { ...all, [part]: undefined }
    all = { ...outer, ...pickSaid(inner, outer) }
  }
  return all
}

/** Leaves out blank fields that the outer object has a value for. */
const pickSaid = (inner: Fields, outer: Fields): Fields =>
  Object.fromEntries(Object.entries(inner).filter(([name, value]) => isFilled(value) || !isFilled(outer[name])))
