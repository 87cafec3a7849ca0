/** What orders of platforms have in common: they are the platform's own JSON, in decimal amounts. */
import { type Fields, toFields } from '../fields.js'

/** Reads the objects of a list, whatever it is. */
export const toObjects = (list: unknown): Fields[] => (Array.isArray(list) ? list.map(toFields) : [])

/** Reads text that is not blank, or an id whose digits are exact. */
export function toId(value: unknown): string | undefined {
  if (Number.isSafeInteger(value) && value !== 0) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Joins the promo codes of a list, each once. */
export function toCodes(list: unknown): string {
  return [...new Set(toObjects(list).flatMap(({ code }) => toId(code) ?? []))].join(', ')
}

/** Writes a decimal amount as a page's script writes the same number: "4.20" is 4.2. Undefined for what is no amount. */
export function toNumber(amount: unknown): number | undefined {
  const number = typeof amount === 'string' && amount.trim() !== '' ? Number(amount) : amount
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
