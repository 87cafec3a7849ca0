/** The customer's address, in the one form that schemas and signatures compare. */
import * as z from 'zod/mini'
import { toEmailForm } from './email-form.js'
import { EMAIL_PATTERN, MASKED, MAX_EMAIL_LENGTH } from './limits.js'

const isWhole = (address: string) => !MASKED.test(address)

export const Email = z
  .string()
  .check(z.overwrite(toEmailForm), z.maxLength(MAX_EMAIL_LENGTH), z.regex(EMAIL_PATTERN), z.refine(isWhole))
