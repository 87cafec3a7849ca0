/** E-mail addresses, as the contract wants them. */
import { EMAIL_PATTERN, MASKED, MAX_EMAIL_LENGTH } from '../contract/limits.js'
import { cleanText, toLowerCase } from './text.js'

/** The longest word in which an address is looked for: one that is percent-encoded, with what stands round it. */
const MAX_WORD = 3 * MAX_EMAIL_LENGTH
/** More words with an `@` stand in no place that names one customer. */
const MAX_WORDS = 20

/** What the words of one place come to. */
export type ReadEmail = { email: string } | { problem: 'no_email' | 'masked_email' | 'two_emails' }

/** Reads the one address in words of the page: two different ones are nobody's, a masked one would be somebody else's. */
export function readEmail(words: readonly string[]): ReadEmail {
  const some = words.slice(0, MAX_WORDS)
  const [email, other] = new Set(some.flatMap((word) => toAddress(word) ?? []))
  if (other !== undefined) return { problem: 'two_emails' }
  if (email !== undefined) return { email }
  return { problem: some.some((word) => MASKED.test(word)) ? 'masked_email' : 'no_email' }
}

/** Trims, and lower-cases ASCII letters; undefined when it is no address. */
export function toEmail(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_WORD) return undefined
  const text = cleanText(value)
  const isAddress = text.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(text) && !MASKED.test(text)
  return isAddress ? toLowerCase(text) : undefined
}

/** Finds the address in a word: it may be a link, percent-encoded, or have a full stop behind it. */
function toAddress(said: string): string | undefined {
  if (said.length > MAX_WORD) return undefined
  const link = /^\s*mailto:([^?]*)/i.exec(said)?.[1]
  const isCoded = link !== undefined || !said.includes('@')
  const word = isCoded ? decode(link ?? said) : said
  return toEmail(trim(word, /[\p{L}\p{N}_+#-]/u)) ?? toEmail(trim(word, /[\p{L}\p{N}_]/u))
}

/** Drops signs at both ends. At the start a few belong to an address; no address ends in one. */
function trim(word: string, start: RegExp): string {
  const signs = [...word]
  const first = signs.findIndex((sign) => start.test(sign))
  const last = signs.findLastIndex((sign) => /[\p{L}\p{N}]/u.test(sign))
  return first === -1 ? '' : signs.slice(first, last + 1).join('')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // a percent sign that encodes nothing
  }
}
