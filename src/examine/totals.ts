/** Whether the total of an order fits its items, and amounts as people write them. */

/** The amounts of an order, in cents. */
export interface Totals {
  value: number
  /** The sum of the items. */
  sum: number
}

/**
 * Shipping, tax and discounts lie between the items and the total. If one is more than twice the other, one is another amount.
 *
 * @param body what would be sent
 * @returns the two amounts if they do not fit
 */
export function findUnfitTotal(body: object | undefined): Totals | undefined {
  const {
    cart_data,
    cart_items = [],
  }: { cart_data?: { cart_value?: unknown }; cart_items?: Record<string, unknown>[] } = Object(body)
  const sum = cart_items.reduce((so, { qty_price, price }) => so + Number(qty_price ?? price), 0)
  const value = Number(cart_data?.cart_value)
  return sum > 0 && (value > 2 * sum || 2 * value < sum) ? { value, sum } : undefined
}

/** Hundredths as people write them. */
export function toMajor(cents: unknown): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}
