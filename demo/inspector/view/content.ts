/** A payload in words: of what the page sends and of what the API keeps, the same, so that the eye can compare. */

export interface Content {
  /** Name and value, in the order to show them. */
  facts: [string, string][]
  /** The cart's lines. */
  items: string[]
}

export const toContent = (kind: string, value: unknown): Content =>
  kind === 'convert' ? toCart(value) : toContact(value)

function toCart(value: unknown): Content {
  const cart = get(value, 'cart_data') ?? get(value, 'cart')
  const currency = readCurrency(cart) || readCurrency(get(cart, 'metadata'))
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

/** Reads the currency under the name that the page has for it. */
export const readCurrency = (cart: unknown) =>
  toShownText(get(cart, 'currency') ?? get(cart, 'priceCurrency') ?? get(cart, 'currencyCode'))

function toItem(item: unknown, currency: string): string {
  const quantity = toShownText(get(item, 'item_qty') ?? 1)
  const name = toShownText(get(item, 'name') ?? get(item, 'product_id'))
  return `${quantity} × ${name}, ${toAmount(get(item, 'price'), currency) || 'no price'}`
}

function toContact(value: unknown): Content {
  const { custom_fields = {}, customer = value } = toRecord(value)
  const fields = { ...toRecord(customer), ...toRecord(custom_fields) }
  const { id: _id, email, ...rest } = fields
  const facts = Object.entries(rest).map(([name, field]): [string, string] => [name, toShownText(field)])
  return { facts: withoutEmpty([['E-mail', toShownText(email)], ...facts]), items: [] }
}

const withoutEmpty = (facts: [string, string][]) => facts.filter(([, value]) => value !== '')

/** 4373 is "43.73 EUR = 4373 cents"; "" when it is no number. */
function toAmount(cents: unknown, currency: string): string {
  if (typeof cents !== 'number') return ''
  return `${(cents / 100).toFixed(2)}${currency && ` ${currency}`} = ${cents} cents`
}

/** What stands at a path of keys; undefined where the path ends early. */
export function get(value: unknown, ...path: string[]): unknown {
  return path.reduce((inner, key) => toRecord(inner)[key], value)
}

// An object is a record of unknown values whatever its type says; everything else has no keys worth reading.
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export function toShownText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
