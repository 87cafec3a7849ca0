/** One sign-up in the API's form: `POST {base_url}/lists/{list_id}/contacts/` (API.md 4.2). */
import * as z from 'zod/mini'
import { Email } from './conversion.js'
import type { Known } from './known.js'

/** Keys not named here are strings; the API keeps them in the contact's `custom_fields`. */
export const Contact = z.catchall(
  z.object({
    /** The customer's address. */
    email: Email,
    /** First name. */
    first_name: z.optional(z.string()),
    /** Last name. */
    last_name: z.optional(z.string()),
    /** The number as the shopper wrote it. */
    phone: z.optional(z.string()),
    /** Such as `Europe/Berlin` (TZ database). */
    timezone: z.optional(z.string()),
    /** Whole years, 0 to 150. */
    age: z.optional(z.number().check(z.minimum(0), z.maximum(150))),
    /** `male` and `female` are read too. */
    gender: z.optional(z.enum(['m', 'f'])),
    /** Two letters: `de-AT` is read as `de`. */
    language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))),
    /** Address 1. */
    address1: z.optional(z.string()),
    /** Address 2. */
    address2: z.optional(z.string()),
    /** City. */
    city: z.optional(z.string()),
    /** State. */
    state: z.optional(z.string()),
    /** Postal code. */
    postal_code: z.optional(z.string()),
    /** Country. */
    country: z.optional(z.string()),
    /** A real date, `YYYY-MM-DD`. */
    birthdate: z.optional(z.iso.date()),
  }),
  z.string(),
)
export type Contact = z.infer<typeof Contact>
export type ContactFields = Known<typeof Contact>
