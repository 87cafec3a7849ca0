/**
 * An order that tests the whole way: it is taken, stored, found and forwarded as any other, and at the API's door the neutral question
 * goes in its place. So the API never converts it; its customer has an address that can be nobody's (RFC 2606, `.invalid`).
 */
const DOMAIN = '@ringup.invalid'

/** Stands in the address of what the panel sends to test the way: no event of a shopper. */
export const TEST_QUERY = 'ringup-test'

/**
 * @param id of the event
 * @param order what a page says of its order; its customer and its number stay out
 * @returns the event, as a page sends it: another customer's each time, so that none waits behind another
 */
export function toTestOrder(
  id: string,
  order: { cart_data?: object; cart_items?: unknown } = { cart_data: { cart_value: 0 } },
) {
  const order_number = `test-${id.slice(0, 8)}`
  const body = { ...order, email: `test-${id}${DOMAIN}`, cart_data: { ...order.cart_data, order_number } }
  return { v: 1, id, kind: 'convert', age: 0, body }
}

export const isTestAddress = (email: string): boolean => email.endsWith(DOMAIN)

/** @param text JSON of an event's body */
export const isTestOrder = (text: string): boolean => text.includes(DOMAIN) && isTestAddress(JSON.parse(text).email)
