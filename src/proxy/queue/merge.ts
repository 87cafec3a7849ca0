/**
 * Merges two reports of one order into one event.
 *
 * The signed report (a webhook, a back end, the shop's book) counts. The page adds data of an item that only a page
 * knows: category, description, and the links and pictures that the guards allow. An unsigned report does not change
 * anything else.
 */
import type { CartItem, Conversion } from '../../contract/conversion.js'

const OF_PAGES = ['category', 'description', 'product_url', 'image_url'] as const

export function mergeOrders(signed: Conversion, page: Omit<Conversion, 'email'>): Conversion {
  const { cart_items: items = [] } = signed
  if (items.length === 0) return signed
  return { ...signed, cart_items: items.map((item) => addTo(item, items, page.cart_items ?? [])) }
}

/** Adds a page's data to an item. If two lines have one product, they cannot be told apart, so they stay unchanged. */
function addTo(item: CartItem, items: CartItem[], ofPage: CartItem[]): CartItem {
  const isSame = ({ product_id }: CartItem) => product_id === item.product_id
  const [same, another] = ofPage.filter(isSame)
  if (!same || another || items.filter(isSame).length > 1) return item
  const more = OF_PAGES.filter((name) => same[name] !== undefined && item[name] === undefined)
  return Object.assign({ ...item }, ...more.map((name) => ({ [name]: same[name] })))
}

/**
 * Completes an order with the cart of a refused report. An order without items gets those of the page. It gets the
 * page's value only if it has none.
 */
export function completeOrder(signed: Conversion, page: Omit<Conversion, 'email'>): Conversion {
  if ((signed.cart_items?.length ?? 0) > 0) return mergeOrders(signed, page)
  return {
    ...signed,
    cart_data: { ...page.cart_data, ...signed.cart_data },
    ...(page.cart_items && { cart_items: page.cart_items }),
  }
}
