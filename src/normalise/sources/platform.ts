/** Reads the common parts of platforms' orders. They are the platform's own JSON, in decimal amounts. */
import { type Fields, toFields } from '../fields.js'

/** Reads the objects of a list. Any other value is an empty list. */
export const toObjects = (list: unknown): Fields[] => (Array.isArray(list) ? list.map(toFields) : [])

/** Reads a text that is not blank, or an id whose digits are exact. */
export function toId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value) && value !== 0) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Joins the promo codes of a list, each once. */
export function toCodes(list: unknown): string {
  return [...new Set(toObjects(list).flatMap(({ code }) => toId(code) ?? []))].join(', ')
}

/** Reads a decimal amount as the number that a page's script has: "4.20" is 4.2. Returns undefined for any other value. */
export function toNumber(amount: unknown): number | undefined {
  const number = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
