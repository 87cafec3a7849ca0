/**
 * Decides if a text is an e-mail address, and gives it one spelling. Every channel, the ledger, signatures, masks, `find` and `erase` use
 * this function. So two spellings of one address are one customer everywhere.
 */
import { decodeEntities } from './entities.js'
import { MASKED } from './limits.js'

/** The longest address, in characters (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const MAX_LENGTH = 254
/** The longest text that is read: each character of an address as an entity (`&#x40;`). */
const MAX_TEXT_LENGTH = 8 * MAX_LENGTH
/** Invisible characters such as soft hyphens. The two joiners stay and prevent reading, because they tell some domains apart. */
const INVISIBLE = /[^\P{Cf}\u200c\u200d]+/gu
/**
 * White space, controls, signs that need quotes in an address, and escapes of URLs. `%27` may be meant literally, or may be an escaped
 * apostrophe: these are two customers.
 */
const FORBIDDEN = /[\s\p{C}<>"(),;:\\]|%[\da-fA-F]{2}/u

/**
 * Converts one whole address to its one spelling: entities decoded, composed (NFC), ASCII letters in lower case, the domain in punycode.
 *
 * " Ada@Müller.example" is "ada@xn--mller-kva.example". Other letters before the `@` keep their case, because the address's owner decides.
 * Returns undefined for any other value: masked, longer than 254 characters, two addresses, or an address with text around it.
 */
export function toEmail(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_TEXT_LENGTH) return undefined
  const decoded = decodeEntities(value).replace(INVISIBLE, '').trim()
  if (decoded.length > MAX_LENGTH) return undefined // composing and punycode take quadratic time
  const text = decoded.normalize()
  const [name = '', host = '', ...others] = text.split('@')
  if (name === '' || others.length > 0 || FORBIDDEN.test(text) || MASKED.test(text)) return undefined
  const domain = toDomain(host)
  if (domain === undefined || name.length + 1 + domain.length > MAX_LENGTH) return undefined
  return `${name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())}@${domain}`
}

/** Of ASCII, only letters, digits, `_`, `-` and dots reach the URL parser. So the text has no port, path, password, escape or IPv6 address. */
const HOST = /^[\w.\-\P{ASCII}]+$/u
/** The labels of a domain, none of them empty. The parser turns a number at the end into an IPv4 address: `0x7f.1` is 127.0.0.1. */
const DOMAIN = /^(?!(?:.*\.)?\d+$)[\w-]+(?:\.[\w-]+)*$/

/** Converts a domain to ASCII. Uses the URL parser, because browsers and workers have no other function for punycode. */
function toDomain(host: string): string | undefined {
  if (!HOST.test(host) || !URL.canParse(`http://${host}`)) return undefined
  const { hostname } = new URL(`http://${host}`)
  return DOMAIN.test(hostname) ? hostname : undefined
}
