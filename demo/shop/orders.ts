/** The shop's own book of orders, in whole cents: what everything Ringup delivers is compared with. */
import { type Line, type Totals, toTotals } from './cart.js'
import type { Checkout, Visitor } from './visitors.js'

export interface Order extends Totals, Checkout {
  number: string
  lines: Line[]
  /** Only the browser that placed an order may see it again: the number alone can be guessed. */
  visitorId: string
}

export interface Orders {
  /** Oldest first. */
  all(): readonly Order[]
  find(number: string): Order | undefined
  /** Turns the visitor's cart into an order, and empties it. */
  place(visitor: Visitor, checkout: Checkout): Order
}

export function createOrders(): Orders {
  const orders: Order[] = []
  const series = toSeries(new Date())
  return {
    all: () => orders,
    find: (number) => orders.find((order) => order.number === number),
    place(visitor, checkout) {
      const { lines } = visitor
      const number = `${series}-${orders.length + 1}`
      const order = { ...checkout, ...toTotals(lines, checkout.coupon), number, lines, visitorId: visitor.id }
      orders.push(order)
      visitor.lines = []
      visitor.lastOrder = number
      return order
    },
  }
}

/**
 * "20261121-010359", the second the shop was started. The API remembers orders longer than this shop
 * does, so a counter that began again at 1 would give a new order the number of an old one.
 */
const toSeries = (start: Date): string => start.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
