/** A cart: lines of product and variant, and their sums. */
import { findProduct, type Product } from './products.js'

export interface Line {
  product: Product
  variant: string
  quantity: number
}

/** Sums in cents. */
export interface Totals {
  goods: number
  discount: number
  shipping: number
  /** Included in the total, as in all European prices. */
  tax: number
  total: number
}

const MAX_QUANTITY = 99
const SHIPPING = 460
/** The sum of goods from which shipping is free. */
export const FREE_FROM = 6000
const TAX_PERCENT = 19
/** The only voucher: ten percent off the goods. */
export const VOUCHER = 'TEATIME'

/** Adds a product. Returns the cart unchanged if the product or its variant does not exist. */
export function addLine(lines: Line[], productId: string, variant: string, quantity: number): Line[] {
  const product = findProduct(productId)
  if (!product?.variants.includes(variant)) return lines
  const isSame = (line: Line) => line.product === product && line.variant === variant
  const present = lines.find(isSame)?.quantity ?? 0
  const added = { product, variant, quantity: Math.min(present + quantity, MAX_QUANTITY) }
  return present > 0 ? lines.map((line) => (isSame(line) ? added : line)) : [...lines, added]
}

export const countItems = (lines: Line[]): number => lines.reduce((sum, line) => sum + line.quantity, 0)

export const toLinePrice = ({ product, quantity }: Line): number => product.price * quantity

export function toTotals(lines: Line[], coupon?: string): Totals {
  const goods = lines.reduce((sum, line) => sum + toLinePrice(line), 0)
  const discount = coupon === VOUCHER ? toShare(goods, 10, 100) : 0
  const shipping = goods >= FREE_FROM ? 0 : SHIPPING
  const total = goods - discount + shipping
  return { goods, discount, shipping, tax: toShare(total, TAX_PERCENT, 100 + TAX_PERCENT), total }
}

/** Takes a share of an amount, rounded half up. Calculates with whole numbers only. */
const toShare = (amount: number, part: number, whole: number): number =>
  Math.floor((2 * amount * part + whole) / (2 * whole))
