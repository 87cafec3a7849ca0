/** What is wrong, for the person who can change it. */

import type { Problem } from '../../contract/said.js'
import { toProblemText } from '../../normalise/problems.js'
import type { Choices } from '../choices/choices.js'

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

const AMOUNTS = /\b(cart_value|price|qty_price)$/
const COUNTS = /\b(item_qty|cart_item_count|age)$/

/** By code; each gets the name of what it is about. A code of a newer snippet is told as it is. */
const SENTENCES: Record<string, (name: string, field: string, choices: Choices, text: string) => string> = {
  ambiguous_amount: (name) =>
    `${name} can be read in two ways: 1.299 is 1.30 on one page and 1,299.00 on another. It is left out. Write the amount with two decimals; in data as a number with a dot.`,
  not_cents: (name, field, { source }) =>
    `${name} is no whole number of cents, so it is left out; the rest goes. ${toHint(field, source)}`,
  unreadable: (name, field, { source }, text) =>
    `${name} cannot be read${text && ` from “${text}”`}, so it is left out; the rest goes. ${toHint(field, source)}`,
  no_order_number: (name) =>
    `${name} is empty, or a template that was not filled in, or a number too large to be exact. It is left out.`,
  no_product_id: (name) => `${name} has no product ID, so it is left out. Every item needs one.`,
  no_email: () => 'No e-mail address was found, and without one nothing is sent.',
  two_emails: () =>
    'Two different e-mail addresses stand in one place, and nobody can say whose order it is. Name the place of one: “E-mail address” under “More settings of the tag”.',
  bad_selector: (name) => `${name}: this is no CSS selector, so nothing is read by it.`,
  card: (name) => `${name} looks like the number of a card, so it is not read.`,
  no_endpoint: () =>
    'The script does not know where the proxy is. Check the shop’s address and the endpoint in step 2.',
  no_order: () => 'What was passed to convert() is no object.',
  too_large: () => 'The order is larger than 48 KiB even without descriptions, so it would not be sent.',
  adapter_failed: () => 'The shop’s own adapter failed.',
}

function toHint(field: string, source: Choices['source']): string {
  if (AMOUNTS.test(field)) {
    return source === 'call'
      ? 'What is passed to convert() is whole cents: 1999, not 19.99.'
      : 'An amount is not negative and has one decimal sign at most.'
  }
  if (!COUNTS.test(field)) return ''
  return source === 'selectors'
    ? 'It has to be a whole number, alone or with words: “2 ea.”. Of several numbers a pattern behind the selector takes one: “.qty /× (\\d+)/”.'
    : 'It has to be a whole number.'
}

/** @param text what stands on the page in that place, where it is known */
export function toSentence({ field, code }: Problem, choices: Choices, text = ''): string {
  const sentence = SENTENCES[code]
  if (sentence) return sentence(toName(field), field, choices, text).trim()
  return `${toName(field)}: ${toProblemText(code)?.sentence ?? `${code}.`}`
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
