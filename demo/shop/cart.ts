/** A cart: lines of product and variant, and what they cost together. */
import type { Market } from './markets.js'
import { findProduct, type Product } from './products.js'

export interface Line {
  product: Product
  variant: string
  quantity: number
}

/** Sums in minor units of the market's currency: see markets.ts. */
export interface Totals {
  goods: number
  discount: number
  shipping: number
  /** Contained in the total, as shop prices in Europe are. */
  tax: number
  total: number
}

const MAX_QUANTITY = 99

/** @returns the cart with the product in it; unchanged when there is no such product or variant */
export function addLine(lines: Line[], productId: string, variant: string, quantity: number): Line[] {
  const product = findProduct(productId)
  if (!product?.variants.includes(variant)) return lines
  const present = lines.find((line) => line.product === product && line.variant === variant)
  if (present) return setQuantity(lines, lines.indexOf(present), present.quantity + quantity)
  return [...lines, { product, variant, quantity: Math.min(quantity, MAX_QUANTITY) }]
}

/** 0 takes the line out. */
export function setQuantity(lines: Line[], index: number, quantity: number): Line[] {
  return lines
    .map((line, at) => (at === index ? { ...line, quantity: Math.min(quantity, MAX_QUANTITY) } : line))
    .filter((line) => line.quantity > 0)
}

export const countItems = (lines: Line[]): number => lines.reduce((sum, line) => sum + line.quantity, 0)

/** The voucher that exists: ten per cent off the goods. */
export const VOUCHER = 'TEATIME'

export const toUnitPrice = ({ product }: Line, { currency }: Market): number => product.prices[currency]

export const toLinePrice = (line: Line, market: Market): number => toUnitPrice(line, market) * line.quantity

export function toTotals(lines: Line[], market: Market, coupon?: string): Totals {
  const goods = lines.reduce((sum, line) => sum + toLinePrice(line, market), 0)
  const discount = coupon === VOUCHER ? toShare(goods, 10, 100) : 0
  const shipping = goods >= market.freeFrom ? 0 : market.shipping
  const total = goods - discount + shipping
  return { goods, discount, shipping, tax: toShare(total, market.taxPerMille, 1000 + market.taxPerMille), total }
}

/** A whole number, half up, without leaving whole numbers. */
const toShare = (amount: number, part: number, whole: number): number =>
  Math.floor((2 * amount * part + whole) / (2 * whole))
