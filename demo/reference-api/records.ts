/** What the reference API keeps, and the form its answers show it in. */
import type * as z from 'zod/mini'

/** Fields under the API's own names; which ones there are is the contract's business. */
export type Fields = Record<string, unknown>

export interface Session {
  id: number
  email: string
  status: 'open' | 'converted'
  /** Milliseconds since 1970, as every time here. */
  started_at: number
  /** When the cart below arrived. */
  converted_at: number | null
  /** The fields as sent, with the additional keys under `metadata`. */
  cart: Fields | null
  cart_items: Fields[]
}

export interface ListContact {
  customer: Fields
  custom_fields: Fields
}

/** One convert request. `session` is the one it changed: null when it was refused or only repeated an order. */
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

/** Does the order only arrive again? Orders without a number cannot be told apart, so they never count as the same. */
export function isRepeat({ cart }: Session, orderNumber: string | null): boolean {
  return orderNumber !== null && cart?.order_number === orderNumber
}

/** A cart or an item as it is kept: keys its schema does not name are in `metadata` (API.md 2). */
export function toStored(schema: z.ZodMiniObject, sent: Fields): Fields {
  const { named, others } = splitFields(schema, sent)
  return { ...named, metadata: others }
}

export function splitFields(schema: z.ZodMiniObject, sent: Fields): { named: Fields; others: Fields } {
  const pick = (isNamed: boolean) =>
    Object.fromEntries(Object.entries(sent).filter(([key]) => Object.hasOwn(schema.shape, key) === isNamed))
  return { named: pick(true), others: pick(false) }
}
