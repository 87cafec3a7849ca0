/** Names of what JSON could not carry: `items.0.price` of a page is `cart_items.0.price` in problems. */
import { ITEM_LISTS } from './names.js'

/** The longest name of a field in a problem. */
const MAX_NAME = 100

export function toFieldName(name: string): string {
  const [first = '', ...rest] = name.slice(0, MAX_NAME).split('.')
  if (first === 'cart_data' || first === 'cart_items') return name.slice(0, MAX_NAME)
  return ITEM_LISTS.includes(first) ? ['cart_items', ...rest].join('.') : ['cart_data', first, ...rest].join('.')
}
