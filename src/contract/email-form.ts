/**
 * The one form of an address, which schema and signatures compare: composed (NFC), trimmed, ASCII letters in lower case.
 * Only ASCII is folded: beyond it upper and lower case differ by language, and the address's owner decides.
 */
export const toEmailForm = (address: string): string =>
  address
    .normalize()
    .trim()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
