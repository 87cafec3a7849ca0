/**
 * An order that tests the whole way: it is taken, stored, found and forwarded as any other, and at the API's door the neutral question
 * goes in its place. So the API never converts it; its customer has an address that can be nobody's (RFC 2606, `.invalid`).
 */
import { randomUUID } from 'node:crypto'

const DOMAIN = '@ringup.invalid'

/** @returns the event, as a page sends it: another customer's each time, so that none waits behind another */
export function newTestOrder() {
  const id = randomUUID()
  const order_number = `test-${id.slice(0, 8)}`
  const body = { email: `test-${id}${DOMAIN}`, cart_data: { order_number, cart_value: 0 } }
  return { v: 1, id, kind: 'convert', age: 0, body }
}

/** @param origin one of RINGUP_ORIGINS */
export const toTestRequest = (url: string, origin: string, event: object) =>
  new Request(url, {
    method: 'POST',
    headers: { origin, 'content-type': 'text/plain;charset=UTF-8' },
    body: JSON.stringify(event),
  })

export const isTestAddress = (email: string): boolean => email.endsWith(DOMAIN)

/** @param text JSON of an event's body */
export const isTestOrder = (text: string): boolean => text.includes(DOMAIN) && isTestAddress(JSON.parse(text).email)
