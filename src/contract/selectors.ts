/** The setting `selectors`: its fields, their words for people, and its two forms. */

/** Fields of the order. */
const ORDER_FIELDS = {
  order_number: 'Order number',
  cart_value: 'Value of the order',
  email: 'E-mail address',
  currency: 'Currency',
  promo: 'Promotion code',
  cart_item_count: 'Number of pieces',
  return_url: 'Link back to the cart',
} as const

/** Fields of one item. */
const ITEM_FIELDS = {
  product_id: 'Product ID',
  name: 'Name',
  price: 'Price of one',
  item_qty: 'Quantity',
  qty_price: 'Price of the line',
  category: 'Category',
  description: 'Description',
  product_url: 'Link to the product',
  image_url: 'Picture',
} as const

/** Selectors by field: `cart.order_number`, `each` (the rows of the items), `item.price` (within a row). */
export type FieldSelectors = Record<string, string>

/** `item.price` is the “Price of one”. */
export function toFieldWords(name: string): string {
  const [group, field = ''] = name.split('.')
  const words: Record<string, string> = group === 'item' ? ITEM_FIELDS : ORDER_FIELDS
  return Object.hasOwn(words, field) ? (words[field] ?? '') : 'Rows of the items'
}

/** Turns the selectors into the form of the setting. */
export function toSelectors(
  selectors: FieldSelectors,
): Record<string, string | { each: string; [field: string]: string }> {
  const pick = (group: string, names: object): FieldSelectors =>
    Object.fromEntries(
      Object.keys(names).flatMap((name) => {
        const selector = selectors[`${group}.${name}`]
        return selector ? [[name, selector]] : []
      }),
    )
  const { each } = selectors
  return { ...pick('cart', ORDER_FIELDS), ...(each && { items: { each, ...pick('item', ITEM_FIELDS) } }) }
}
