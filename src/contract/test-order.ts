/**
 * An order that tests the whole way. The proxy accepts, stores, finds and forwards it like any other order, but sends
 * `{}` to the API instead. So the API never converts it. Its customer's address cannot exist (RFC 2606,
 * `.invalid`).
 */
const DOMAIN = '@ringup.invalid'

/** Marks the address of the panel's test requests, so they do not count as shoppers' events. */
export const TEST_QUERY = 'ringup-test'

/**
 * @param id of the event
 * @param order the page's data about its order; customer and number are replaced
 * @returns the event in the page's form. Each has another customer, so they do not wait for one another
 */
export function toTestOrder(
  id: string,
  order: { cart_data?: object; cart_items?: unknown } = { cart_data: { cart_value: 0 } },
) {
  const order_number = toTestNumber(id)
  const body = { ...order, email: `test-${id}${DOMAIN}`, cart_data: { ...order.cart_data, order_number } }
  return { v: 3, id, kind: 'convert', age: 0, raw: { passed: [body] } }
}

/** @param id of the event */
export const toTestNumber = (id: string): string => `test-${id.slice(0, 8)}`

export const isTestAddress = (email: string): boolean => email.endsWith(DOMAIN)

/** @param text JSON of an event's body */
export const isTestOrder = (text: string): boolean => text.includes(DOMAIN) && isTestAddress(JSON.parse(text).email)
