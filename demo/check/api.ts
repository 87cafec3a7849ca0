/** What the reference API has, compared with what the shop knows. Each check answers what is wrong, or nothing. */
import type { ConvertEntry, Session } from '../api/records.js'
import { toLineCents } from '../shop/cart.js'
import type { Order } from '../shop/orders.js'
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

function findDifference({ email, status, cart, cart_items }: Session, order: Order): string | undefined {
  const expected = toRows(order)
  const found = [
    ['e-mail', email],
    ['status', status],
    ['total in cents', cart?.cart_value],
    ['lines', cart_items.length],
    ...cart_items.flatMap(({ product_id, price, item_qty, qty_price }) => [
      [`price of ${product_id} in cents`, price],
      [`quantity of ${product_id}`, item_qty],
      [`sum of ${product_id} in cents`, qty_price],
    ]),
  ]
  const index = expected.findIndex(([name, value], at) => found[at]?.[0] !== name || found[at]?.[1] !== value)
  if (index === -1) return undefined
  return `the shop's ${expected[index]?.join(' is ')}, the API's ${found[index]?.join(' is ')}`
}

const toRows = ({ email, totalCents, lines }: Order) => [
  ['e-mail', email],
  ['status', 'converted'],
  ['total in cents', totalCents],
  ['lines', lines.length],
  ...lines.flatMap((line) => [
    [`price of ${line.product.id} in cents`, line.product.priceCents],
    [`quantity of ${line.product.id}`, line.quantity],
    [`sum of ${line.product.id} in cents`, toLineCents(line)],
  ]),
]
