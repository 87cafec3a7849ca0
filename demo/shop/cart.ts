/** A cart: lines of product and variant, and what they cost together. */
import { findProduct, type Product } from './products.js'

export interface Line {
  product: Product
  variant: string
  quantity: number
}

export interface Totals {
  goodsCents: number
  discountCents: number
  shippingCents: number
  /** Contained in the total, as shop prices in Europe are. */
  taxCents: number
  totalCents: number
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

export const toLineCents = (line: Line): number => line.product.priceCents * line.quantity

/** The voucher that exists: ten per cent off the goods. */
export const VOUCHER = 'TEATIME'

export function toTotals(lines: Line[], coupon?: string): Totals {
  const goodsCents = lines.reduce((sum, line) => sum + toLineCents(line), 0)
  const discountCents = coupon === VOUCHER ? toShare(goodsCents, 10, 100) : 0
  const shippingCents = goodsCents >= 6000 ? 0 : 460
  const totalCents = goodsCents - discountCents + shippingCents
  return { goodsCents, discountCents, shippingCents, taxCents: toShare(totalCents, 20, 120), totalCents }
}

/** Whole cents, half up, without leaving whole numbers. */
const toShare = (cents: number, part: number, whole: number): number =>
  Math.floor((2 * cents * part + whole) / (2 * whole))
