/** What the reference API has, compared with what the shop knows. Each check answers what is wrong, or nothing. */

import { toConverted } from '../inspector/stage.js'
import { readApi } from '../readers.js'
import type { Session } from '../reference-api/records.js'
import { type Order, toExpected } from '../shop/orders.js'
import type { Demo } from '../start.js'
import { READER } from './shopper.js'

export function createApiReader({ baseUrl, authorization }: Demo['api']) {
  const read = () => readApi({ fetch }, baseUrl, authorization)
  return {
    async checkOrder(order: Order) {
      const session = (await read()).sessions.find(({ cart }) => cart?.order_number === order.number)
      return session ? findDifference(session, order) : `no session is converted with order ${order.number}`
    },
    async checkReader() {
      const reader = (await read()).customers.find(({ email }) => email === READER.email)
      const contact = reader?.lists.find((list) => list.list_id === '42')
      if (!reader || !contact) return `${READER.email} is not on the list`
      if (reader.first_name !== READER.first_name) return 'the first name is missing'
      if (contact.custom_fields.favourite_tea !== READER.favourite_tea) return 'the favourite tea is missing'
      return undefined
    },
    async checkOnce(order: Order) {
      const entries = (await read()).conversions.filter((entry) => entry.order_number === order.number)
      const changed = entries.filter((entry) => entry.session !== null).length
      return changed === 1 ? undefined : `order ${order.number} changed ${changed} sessions, not one`
    },
  }
}

function findDifference({ email, status, cart, cart_items: items }: Session, order: Order): string | undefined {
  if (status !== 'converted') return `the session of ${order.number} is ${status}`
  const [expected, found] = [toExpected(order), toConverted({ email, cart, cart_items: items })].map((each) =>
    JSON.stringify(each),
  )
  return expected === found ? undefined : `the shop has ${expected}, the API ${found}`
}
