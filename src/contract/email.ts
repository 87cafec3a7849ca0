/** The customer's address, in the one form everything else compares: composed (NFC), trimmed, ASCII letters in lower case. */
import * as z from 'zod/mini'
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from './limits.js'

export const Email = z.string().check(
  // Only ASCII is folded: beyond it upper and lower case differ by language, and the address's owner decides.
  z.overwrite((text) =>
    text
      .normalize()
      .trim()
      .replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  ),
  z.maxLength(MAX_EMAIL_LENGTH),
  z.regex(EMAIL_PATTERN),
)
