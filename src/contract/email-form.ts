import { MAX_EMAIL_LENGTH } from './limits.js'

/** The longest text that is composed: no address is as long, and the time for it grows with its square. */
const MAX_COMPOSED = 4 * MAX_EMAIL_LENGTH

/**
 * The one form of an address, which schema and signatures compare: composed (NFC), trimmed, ASCII letters in lower case.
 * Only ASCII is folded: beyond it upper and lower case differ by language, and the address's owner decides.
 */
export const toEmailForm = (address: string): string =>
  address.length > MAX_COMPOSED
    ? address
    : address
        .normalize()
        .trim()
        .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
