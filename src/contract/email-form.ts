import { MAX_EMAIL_LENGTH } from './limits.js'

/** The longest text that is composed. Every address is shorter, and composing takes quadratic time. */
const MAX_COMPOSED = 4 * MAX_EMAIL_LENGTH

/**
 * Turns an address into the form that schema and signatures compare: composed (NFC), trimmed, ASCII letters in lower case.
 * Only ASCII letters are folded: for all others, upper and lower case differ by language, and the address's owner decides.
 */
export const toEmailForm = (address: string): string =>
  address.length > MAX_COMPOSED
    ? address
    : address
        .normalize()
        .trim()
        .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** A domain in other scripts. Only letters, digits, marks, hyphens and the dots of all scripts reach the URL parser. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.。．｡-]+$/u
const IS_ASCII = /^[ -~]*$/

/**
 * Turns an address into the text that identifies its customer: the domain in ASCII (punycode).
 *
 * Chromium gives the address of a typed `ada@müller.example` as `ada@xn--mller-kva.example`, and Firefox as it was typed. Both are one
 * customer. The API still gets the address as the page has it, because the shop registered it so.
 *
 * @param address in the form of {@link toEmailForm}
 */
export function toEmailKey(address: string): string {
  const start = address.lastIndexOf('@') + 1
  const domain = address.slice(start)
  if (IS_ASCII.test(domain) || !DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return address
  return address.slice(0, start) + new URL(`http://${domain}`).hostname
}
