/** One sign-up as the API takes it: `POST {base_url}/lists/{list_id}/contacts/`, API.md 4.2. */
import * as z from 'zod/mini'
import { Email } from './email.js'
import type { Known } from './known.js'

/** Keys not named here are strings; the API keeps them in the contact's `custom_fields`. */
export const Contact = z.catchall(
  z.object({
    email: Email,
    first_name: z.optional(z.string()),
    last_name: z.optional(z.string()),
    phone: z.optional(z.string()),
    timezone: z.optional(z.string()),
    age: z.optional(z.number().check(z.minimum(0), z.maximum(150))),
    gender: z.optional(z.enum(['m', 'f'])),
    language: z.optional(z.string().check(z.regex(/^[a-z]{2}$/))),
    address1: z.optional(z.string()),
    address2: z.optional(z.string()),
    city: z.optional(z.string()),
    state: z.optional(z.string()),
    postal_code: z.optional(z.string()),
    country: z.optional(z.string()),
    birthdate: z.optional(z.iso.date()),
  }),
  z.string(),
)
export type Contact = z.infer<typeof Contact>
export type ContactFields = Known<typeof Contact>
