/** What is wrong, for the person who can change it: the reader's own sentence, with the name of what it is about. */
import type { Problem } from '../../contract/said.js'
import { toProblemText } from '../../normalise/problems.js'

const NAMES: Record<string, string> = {
  order_number: 'The order number',
  cart_value: 'The value of the cart',
  cart_item_count: 'The number of items',
  promo: 'The promotion code',
  return_url: 'The address to return to',
  product_id: 'the product ID',
  name: 'the name',
  price: 'the price',
  item_qty: 'the quantity',
  qty_price: 'the price of the line',
  category: 'the category',
  email: 'The e-mail address',
}

/** @param text what stands on the page in that place, where it is known */
export function toSentence({ field, code }: Problem, text = ''): string {
  const { sentence, todo } = toProblemText(code) ?? { sentence: `${code}.`, todo: '' }
  return `${toName(field)}${text && `, “${text}”`}: ${sentence} ${todo}`.trim()
}

/** `cart_items.0.price` is “Item 1, the price”. */
function toName(field: string): string {
  const [group, ...path] = field.split('.')
  if (group === 'cart_items' && path[0] !== undefined) {
    const item = `Item ${Number(path[0]) + 1}`
    return path[1] ? `${item}, ${NAMES[path[1]] ?? path[1]}` : item
  }
  const name = path.at(-1) ?? field
  return NAMES[name] ?? `“${name}”`
}
