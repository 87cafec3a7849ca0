/** The records of the reference API, and their form in its answers. */
import type * as z from 'zod/mini'

/** Fields under the API's own names. The contract defines them. */
export type Fields = Record<string, unknown>

export interface Session {
  id: number
  email: string
  status: 'open' | 'converted'
  /** Milliseconds since 1970. */
  started_at: number
  /** When the cart arrived. */
  converted_at: number | null
  /** The fields as sent, with the additional keys under `metadata`. */
  cart: Fields | null
  cart_items: Fields[]
}

export interface ListContact {
  customer: Fields
  custom_fields: Fields
}

/** One convert request. `session` is the changed session, or null if the request was refused or repeated an order. */
export interface ConvertEntry {
  at: number
  email: string | null
  order_number: string | null
  /** The status of the answer. */
  status: number
  idempotency_key: string | null
  session: number | null
}

export interface SessionRow {
  id: number
  email: string
  started_at: number
  converted_at: number | null
  cart: string | null
  cart_items: string
}

export function toSession({ id, email, started_at, converted_at, cart, cart_items }: SessionRow): Session {
  const status = converted_at === null ? 'open' : 'converted'
  const kept = { cart: cart === null ? null : JSON.parse(cart), cart_items: JSON.parse(cart_items) }
  return { id, email, status, started_at, converted_at, ...kept }
}

/** Tells whether the session already has this order. Without a number, two orders count as different. */
export function isRepeat({ cart }: Session, orderNumber: string | null): boolean {
  return orderNumber !== null && cart?.order_number === orderNumber
}

/** Converts a cart or an item to its stored form. Other keys than the schema's go into `metadata` (API.md 2). */
export function toStored(schema: z.ZodMiniObject, sent: Fields): Fields {
  const { named, others } = splitFields(schema, sent)
  return { ...named, metadata: others }
}

export function splitFields(schema: z.ZodMiniObject, sent: Fields): { named: Fields; others: Fields } {
  const pick = (isNamed: boolean) =>
    Object.fromEntries(Object.entries(sent).filter(([key]) => Object.hasOwn(schema.shape, key) === isNamed))
  return { named: pick(true), others: pick(false) }
}
