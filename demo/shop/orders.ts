/** The shop's own orders. Check and tests compare the API's records with it. */
import { type Line, type Totals, toLinePrice, toTotals } from './cart.js'
import type { Checkout, Visitor } from './visitors.js'

export interface Order extends Totals, Checkout {
  number: string
  lines: Line[]
  /** The browser that placed the order. The shop shows the order to no other browser, because its number can be guessed. */
  visitorId: string
}

export interface Orders {
  /** Oldest first. */
  all(): readonly Order[]
  find(number: string): Order | undefined
  /** The number that the next order gets. */
  nextNumber(): string
  /** Turns the visitor's cart into an order, and empties the cart. */
  place(visitor: Visitor, checkout: Checkout): Order
}

export function createOrders(): Orders {
  const orders: Order[] = []
  const series = toSeries(new Date())
  const nextNumber = () => `${series}-${orders.length + 1}`
  return {
    nextNumber,
    all: () => orders,
    find: (number) => orders.find((order) => order.number === number),
    place(visitor, checkout) {
      const { lines, id: visitorId } = visitor
      const order = { ...checkout, ...toTotals(lines, checkout.coupon), number: nextNumber(), lines, visitorId }
      orders.push(order)
      visitor.lines = []
      visitor.lastOrder = order.number
      return order
    },
  }
}

/** Converts the shop's start to "TOTV6H". An API that outlives the shop then never sees a number twice. */
const toSeries = (start: Date): string =>
  Math.floor(start.getTime() / 1000)
    .toString(36)
    .toUpperCase()

/** An order as the API must have it: amounts in cents, each item as product, unit price, quantity and sum. */
export const toExpected = ({ email, number, total, lines }: Order) => ({
  email,
  order_number: number,
  cart_value: total,
  items: lines.map((line) => [line.product.id, line.product.price, line.quantity, toLinePrice(line)]),
})
