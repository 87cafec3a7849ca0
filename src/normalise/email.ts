/**
 * Reads the customer's address, whole or not at all. A part of an address would be another customer's.
 *
 * The page sends the value of a field as one entry, and the words with an `@` of a text that shoppers see. Both are read here in
 * one way: the escapes of templates are undone, and only signs around an address are dropped.
 */
import { toEmail } from '../contract/email.js'
import { decodeEntities } from '../contract/entities.js'
import { MASKED } from '../contract/limits.js'

/** A place with more entries does not name one customer. */
const MAX_ENTRIES = 20

/** The result of reading the entries of one place. */
export type ReadEmail = { email: string } | { problem: 'no_email' | 'masked_email' | 'two_emails' }

/** Reads the one address among the entries of a place. Two different ones are a problem, because one is another customer's. */
export function readEmail(entries: readonly string[]): ReadEmail {
  const texts = entries.slice(0, MAX_ENTRIES).map(undoEscapes)
  const [email, other] = new Set(texts.flatMap((text) => toAddress(text) ?? []))
  if (other !== undefined) return { problem: 'two_emails' }
  if (email !== undefined) return { email }
  return { problem: texts.some((text) => MASKED.test(text)) ? 'masked_email' : 'no_email' }
}

/**
 * Undoes the escapes of JSON, HTML and URLs: `o\u0027brien@…`, `o&#039;brien@…`, `lea%2Bmugs%40…`.
 *
 * No address has a backslash or a semicolon, so undoing JSON and HTML never changes one.
 */
function undoEscapes(entry: string): string {
  const text = decodeEntities(undoJson(entry)).trim()
  return undoPercent(/^mailto:([^?]*)/i.exec(text)?.[1] ?? text)
}

const undoJson = (text: string) =>
  text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(["'/]))/gi, (_all, unit?: string, byte?: string, sign?: string) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16)) : sign,
  )

/** Percent signs may belong to an address. They are an escape only if the `@` is escaped too, once or twice. */
function undoPercent(text: string): string {
  const once = text.includes('@') ? text : decodePercent(text)
  return once.includes('@') ? once : decodePercent(once)
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '' // a percent sign that does not escape anything
  }
}

/** A sign around a masked address may be a part of the mask. */
const toAddress = (text: string) => (MASKED.test(text) ? undefined : toEmail(dropSurroundings(text)))

/** Brackets and quotes that no address begins with. */
const OPENING = '<(["'
/** Signs between two parts of a text. After one of them, a word may be the rest of an address: `ann,lee@…`, `%27lea@…%`. */
const BETWEEN = ',;:\\@%'
const CLOSING: Record<string, string> = { '{': '}' }
/** The most signs that are dropped before an address. */
const MAX_BEFORE = 8

/**
 * Drops signs around an address: `<lea@…>,`, `'lea@…'`, `✉lea@…`.
 *
 * A domain ends in a letter or a digit, so all signs after it are dropped. An address may begin with a sign such as `'` or `+`, so
 * that sign is dropped only if its counterpart follows the address.
 */
function dropSurroundings(text: string): string {
  const signs = [...text]
  const end = signs.findLastIndex((sign) => /[\p{L}\p{N}\p{M}]/u.test(sign)) + 1
  const after = signs.slice(end, end + MAX_BEFORE)
  let start = 0
  while (start < Math.min(end, MAX_BEFORE)) {
    const sign = signs[start] ?? ''
    const isLoose = OPENING.includes(sign) || /[^\p{ASCII}\p{L}\p{N}\s]/u.test(sign)
    const counterpart = /[\p{L}\p{N}]/u.test(sign) || BETWEEN.includes(sign) ? -1 : after.indexOf(CLOSING[sign] ?? sign)
    if (!isLoose && counterpart === -1) break
    if (!isLoose) after.splice(counterpart, 1)
    start += 1
  }
  const inner = signs.slice(start, end).join('')
  return inner === inner.trim() ? inner : '' // a blank may be a lost plus sign: `< mugs@…>`
}
