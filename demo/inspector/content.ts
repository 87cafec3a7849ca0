/** The payload of an event as facts: an order, or a contact on a list. */

export interface Content {
  /** Name and value. */
  facts: [string, string][]
  /** The items of the cart. */
  items: string[]
}

export const toContent = (kind: string, value: unknown): Content =>
  kind === 'convert' ? toCart(value) : toContact(value)

function toCart(value: unknown): Content {
  const cart = get(value, 'cart')
  const metadata = get(cart, 'metadata')
  // The page's own name for it is kept.
  const currency = toShownText(get(metadata, 'currency') ?? get(metadata, 'priceCurrency'))
  const items = get(value, 'cart_items')
  return {
    facts: withoutEmpty([
      ['E-mail', toShownText(get(value, 'email'))],
      ['Order', toShownText(get(cart, 'order_number'))],
      ['Value', toAmount(get(cart, 'cart_value'), currency)],
      ['Items', toShownText(get(cart, 'cart_item_count'))],
      ['Voucher', toShownText(get(cart, 'promo'))],
    ]),
    items: Array.isArray(items) ? items.map((item) => toItem(item, currency)) : [],
  }
}

function toItem(item: unknown, currency: string): string {
  const quantity = toShownText(get(item, 'item_qty') ?? 1)
  const name = toShownText(get(item, 'name') ?? get(item, 'product_id'))
  return `${quantity} × ${name}, ${toAmount(get(item, 'price'), currency) || 'no price'}`
}

function toContact(value: unknown): Content {
  const { id: _id, ...fields } = Object(get(value, 'customer'))
  const facts = Object.entries({ ...fields, ...Object(get(value, 'custom_fields')) })
  return { facts: withoutEmpty(facts.map(([name, field]) => [name, toShownText(field)])), items: [] }
}

const withoutEmpty = (facts: [string, string][]) => facts.filter(([, value]) => value !== '')

/** Writes 4373 as "43.73 EUR = 4373 cents". Returns "" for any other kind of value. */
function toAmount(cents: unknown, currency: string): string {
  if (typeof cents !== 'number') return ''
  return `${(cents / 100).toFixed(2)}${currency && ` ${currency}`} = ${cents} cents`
}

/** Reads a key of a value that may not be an object. */
export const get = (value: unknown, key: string): unknown => Object(value)[key]

export function toShownText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
