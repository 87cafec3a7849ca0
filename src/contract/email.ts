/** The customer's address, in the one form everything else compares. */
import * as z from 'zod/mini'
import { toEmailForm } from './email-form.js'
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from './limits.js'

export const Email = z.string().check(z.overwrite(toEmailForm), z.maxLength(MAX_EMAIL_LENGTH), z.regex(EMAIL_PATTERN))
