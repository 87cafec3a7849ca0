/** Orders as pages have them for programs: GA4, Universal Analytics, Tag Manager's older names, W3C, JSON-LD. */
import { type Fields, findFilled, isFields, toFields } from '../fields.js'
import { CART_NAMES, ITEM_LISTS } from '../names.js'

/** An order's own fields, and its items', out of the objects they are wrapped in; undefined where it says nothing of items. */
export interface Unwrapped {
  fields: Fields
  items: Fields[] | undefined
}

/** Objects within an order whose fields are the order's: of data layers, of Adobe, of Universal Analytics, of W3C, of JSON-LD. */
export const ORDER_PARTS = [
  ...['ecommerce', 'eventModel', 'transaction', 'commerce', 'order', 'purchase', 'actionField', 'total', 'mainEntity'],
]
/** Objects within an item whose fields are the item's: of JSON-LD, and of W3C. */
const ITEM_PARTS = ['itemOffered', 'orderedItem', 'item', 'productInfo', 'product', 'acceptedOffer', 'offers']

export function unwrapOrder(said: Fields): Unwrapped {
  // MagePal says less of it in `order` once more.
  const isWhole = [ITEM_LISTS, CART_NAMES.order_number].every((names) => findFilled(said, names) !== undefined)
  const fields = withInvoice(unwrap(isWhole ? { ...said, order: undefined } : said, ORDER_PARTS))
  return { fields, items: toList(findFilled(fields, ITEM_LISTS))?.map(unwrapItem) }
}

/** W3C has the names of categories in an object. Any other has a number and a name of its own. */
function unwrapItem(item: Fields): Fields {
  const fields = unwrap(item, ITEM_PARTS)
  return toFields(fields.category).primaryCategory === undefined ? fields : unwrap(fields, ['category'])
}

/** JSON-LD may have the total on the invoice. */
function withInvoice(fields: Fields): Fields {
  if (!isFields(fields.partOfInvoice)) return fields
  const { totalPaymentDue } = fields.partOfInvoice
  return { totalPaymentDue, ...fields }
}

/** Reads a list, an object by number as PHP makes it, or one item alone; undefined for anything else. */
export function toList(said: unknown): Fields[] | undefined {
  if (typeof said !== 'object' || said === null) return undefined
  const isNumbered = isFields(said) && Object.keys(said).every((name) => /^\d{1,4}$/.test(name))
  const items = Array.isArray(said) ? said : isNumbered ? Object.values(said) : [said]
  return items.map(toFields)
}

/** Lifts the fields of these parts among the others, where they win. An amount with its currency stays as it is. */
function unwrap(fields: Fields, parts: readonly string[]): Fields {
  let all = fields
  for (const part of parts) {
    const inner = all[part]
    if (isFields(inner) && inner.amount === undefined) all = { ...all, [part]: undefined, ...inner }
  }
  return all
}
