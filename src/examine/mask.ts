/** Customers' addresses as the bar shows them: a screenshot must not say whose order it was. */
import { toEmail } from '../contract/email.js'
import { toMaskedEmail } from '../contract/masked-email.js'

/** A part of an address within a text or another address: neither white space nor what separates. */
const PART = String.raw`(?:[^\s@<>"'(),;:\\/?&=#|[\]{}%]|%(?!40|2540)[0-9a-f]{2})+`
/** Matches words that are not addresses too. So each part is read once, and a long text takes linear time. */
const EMAIL = new RegExp(String.raw`${PART}(?:(@|%40|%2540|&#64;|\\u0040)${PART})?`, 'giu')

/** The text with every e-mail address masked, also inside addresses of pages, percent-encoded once or twice, and in JSON. */
export function maskText(text: string): string {
  // A whole text may be an address with signs that would end one within a text: "o'hara/x=1@example.com".
  const email = toEmail(text)
  if (email !== undefined) return toMaskedEmail(email)
  return text.replace(EMAIL, (all, at?: string) => (at ? toMaskedEmail(all, at) : all))
}

/** The same with every text in it masked, names of fields too. */
export function mask<T>(value: T): T
export function mask(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map((each) => mask(each))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [maskText(name), mask(each)]))
  return value
}
