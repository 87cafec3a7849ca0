/** What the reference API has, compared with what the shop knows. Each check answers what is wrong, or nothing. */

import { toConverted } from '../inspector/stage.js'
import type { ConvertEntry, Session } from '../reference-api/records.js'
import { type Order, toExpected } from '../shop/orders.js'
import type { Demo } from '../start.js'
import { READER } from './shopper.js'

interface Customer {
  email: string
  first_name?: string
  lists: { list_id: string; custom_fields: Record<string, string> }[]
}

/** What the API answers; it is ours, so its own types are taken at their word. */
interface Answers {
  sessions: Session[]
  customers: Customer[]
  conversions: ConvertEntry[]
}

export function createApiReader({ baseUrl, authorization }: Demo['api']) {
  async function read<Name extends keyof Answers>(name: Name): Promise<Answers[Name]> {
    const response = await fetch(`${baseUrl}/${name}/`, { headers: { authorization } })
    if (!response.ok) throw new Error(`the API answered ${response.status} to ${name}`)
    const answers = (await response.json()) as Answers
    return answers[name]
  }

  return {
    async checkOrder(order: Order) {
      const session = (await read('sessions')).find(({ cart }) => cart?.order_number === order.number)
      return session ? findDifference(session, order) : `no session is converted with order ${order.number}`
    },
    async checkReader() {
      const reader = (await read('customers')).find(({ email }) => email === READER.email)
      const contact = reader?.lists.find((list) => list.list_id === '42')
      if (!reader || !contact) return `${READER.email} is not on the list`
      if (reader.first_name !== READER.first_name) return 'the first name is missing'
      if (contact.custom_fields.favourite_tea !== READER.favourite_tea) return 'the favourite tea is missing'
      return undefined
    },
    async checkOnce(order: Order) {
      const entries = (await read('conversions')).filter((entry) => entry.order_number === order.number)
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
