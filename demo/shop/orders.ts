/** The shop's own book of orders: what everything Ringup delivers is compared with. */
import { type Line, type Totals, toTotals, toUnitPrice } from './cart.js'
import { type Market, toHundredths } from './markets.js'
import type { Checkout, Visitor } from './visitors.js'

export interface Order extends Totals, Checkout {
  number: string
  /** Milliseconds since 1970. */
  at: number
  lines: Line[]
  market: Market
  /** The browser that placed the order. No other may see it: the number alone can be guessed. */
  visitorId: string
}

export interface Orders {
  /** Oldest first. */
  all(): readonly Order[]
  find(number: string): Order | undefined
  /** The number that the next order gets. */
  nextNumber(): string
  /** Turns the visitor's cart into an order, and empties it. */
  place(visitor: Visitor, checkout: Checkout, market: Market): Order
}

export function createOrders(): Orders {
  const orders: Order[] = []
  const series = toSeries(new Date())
  const nextNumber = () => `${series}-${orders.length + 1}`
  return {
    nextNumber,
    all: () => orders,
    find: (number) => orders.find((order) => order.number === number),
    place(visitor, checkout, market) {
      const { lines, id: visitorId } = visitor
      const number = nextNumber()
      const totals = toTotals(lines, market, checkout.coupon)
      const order = { ...checkout, ...totals, number, at: Date.now(), lines, market, visitorId }
      orders.push(order)
      visitor.lines = []
      visitor.lastOrder = number
      return order
    },
  }
}

/**
 * "TOTV6H", the second the shop was started. The API remembers orders longer than this shop does, so a counter that began
 * again at 1 would give a new order the number of an old one.
 */
const toSeries = (start: Date): string =>
  Math.floor(start.getTime() / 1000)
    .toString(36)
    .toUpperCase()

/** An order as the API must have it once it is there; amounts in cents. */
export const toExpected = ({ email, number, total, lines, market }: Order) => ({
  email,
  order_number: number,
  cart_value: toHundredths(total, market),
  items: lines.map((line) => toExpectedItem(line, market)),
})

/** Product, unit price, quantity, sum. The API multiplies cents: three times 1.005 dinar is 3 × 101. */
function toExpectedItem(line: Line, market: Market) {
  const cents = toHundredths(toUnitPrice(line, market), market)
  return [line.product.id, cents, line.quantity, cents * line.quantity]
}
