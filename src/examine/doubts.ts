/** Doubts about an order that was read well, but is probably not the shop's. No sentence has a value of the page. */

interface Order {
  value: number
  lines: Line[]
}

/** Amounts in cents; NaN if they are not known. */
interface Line {
  id: unknown
  name: unknown
  price: number
  quantity: number
  total: number
}

const DOUBTS: [holds: (order: Order) => boolean, sentence: string][] = [
  [isUnfit, 'The total does not fit the items. One is read from the wrong place, or items are missing.'],
  [
    hasOneId,
    'All items have the same product ID, so it does not identify a product. Name an attribute of the row, or a part of its link: a@href /[?&]id=([^&#]+)/.',
  ],
  [
    areExchanged,
    'The price of one piece and the price of the line are exchanged. Compare price and qty_price with the page.',
  ],
]

/** @param body the order as the API would get it */
export function findDoubts(body: object | undefined): string[] {
  const { cart_data = {}, cart_items = [] } = Object(body)
  const lines = cart_items.map(({ product_id: id, name, price, item_qty, qty_price }: Record<string, unknown>) => {
    const total = Number(qty_price ?? price)
    return { id, name, price: Number(price), quantity: Number(item_qty), total }
  })
  const order = { value: Number(cart_data.cart_value), lines }
  return DOUBTS.flatMap(([holds, sentence]) => (holds(order) ? sentence : []))
}

const toSum = (lines: Line[], toPart: (line: Line) => number) => lines.reduce((sum, line) => sum + toPart(line), 0)

/** Shipping, tax and discounts lie between the items and the total. They do not double it. */
function isUnfit({ value, lines }: Order): boolean {
  const sum = toSum(lines, ({ total }) => total)
  return sum > 0 && (value > 2 * sum || 2 * value < sum)
}

/** Variants of one product have the same name too. */
function hasOneId({ lines }: Order): boolean {
  const [ids, names] = [new Set(lines.map(({ id }) => id)), new Set(lines.map(({ name }) => name))]
  return lines.length > 1 && ids.size === 1 && names.size > 1
}

/** Several pieces cost no more than one, or the total fits only the exchanged amounts. */
function areExchanged({ value, lines }: Order): boolean {
  const sums = [toSum(lines, ({ price }) => price), toSum(lines, ({ total, quantity }) => total * quantity)]
  return (
    lines.some(({ price, quantity, total }) => quantity > 1 && total <= price) ||
    (value !== toSum(lines, ({ total }) => total) && sums.some((sum) => sum === value))
  )
}
