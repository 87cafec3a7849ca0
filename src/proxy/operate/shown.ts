/** Converts events and answers for the operator. Customers' data is masked without `reveal`. */
import { Contact } from '../../contract/contact.js'
import { CartData, CartItem } from '../../contract/conversion.js'
import { toMaskedEmail } from '../../contract/masked-email.js'
import type { Entry } from '../queue/index.js'
import { REASONS } from './sentences.js'

/** One event in a list. @param reveal shows e-mail and order number */
export function toSummary(event: Entry, nowMs: number, reveal = false) {
  const known = event.body && 'email' in event.body ? event.body.email : undefined // a refused report has none
  const email = known && (reveal ? known : toMaskedEmail(known))
  const order = toOrderNumber(event)
  return {
    ...toKnown(event),
    ageMs: nowMs - event.occurredMs,
    email: email ?? null,
    ...(order !== undefined && { order: reveal ? order : toMaskedOrder(order) }),
  }
}

/** One event in full. The body is null if it cannot be read. @param reveal shows customers' data */
export function toDetail(event: Entry, reveal = false) {
  const { reason, answer, body = null } = event
  return {
    ...toKnown(event),
    ...(reason && { means: REASONS[reason] }),
    ...(answer !== undefined && { answer: reveal ? answer : toMaskedAnswer(answer) }),
    body: reveal ? body : toMaskedBody(event),
  }
}

/** The fields without customers' data, with times as ISO 8601. */
function toKnown({ body: _body, answer: _answer, occurredMs, receivedMs, nextMs, deathMs, endMs, ...rest }: Entry) {
  const toIso = (ms?: number) => (ms === undefined ? undefined : new Date(ms).toISOString())
  const times = { next: toIso(nextMs), died: toIso(deathMs), ended: toIso(endMs) }
  return { ...rest, occurred: toIso(occurredMs), received: toIso(receivedMs), ...times }
}

/** The order's number. Undefined for a sign-up, for an order without one, or if the event cannot be read. */
export function toOrderNumber({ kind, body }: Pick<Entry, 'kind' | 'body'>): string | undefined {
  if (kind !== 'convert' || !body || !('cart_data' in body)) return undefined
  const { order_number = '' } = Object(body.cart_data)
  return order_number === '' ? undefined : String(order_number)
}

/** "A-1001" is "…01": enough to tell it from its neighbours. */
export const toMaskedOrder = (order: string) => `…${order.length > 3 ? order.slice(-2) : ''}`

/**
 * Masks every value of a body except amounts and counts of an order. An order number, a product, or a field of the shop's own can
 * identify the customer.
 */
export function toMaskedBody({ kind, body }: Pick<Entry, 'kind' | 'body'>): object | null {
  if (!body) return null
  const { email, ...rest } = { email: undefined, ...body }
  return { ...(email && { email: toMaskedEmail(email) }), ...toMaskedFields(rest, kind === 'convert') }
}

const toMaskedFields = (fields: object, ofAnOrder: boolean): object =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toMasked(value, ofAnOrder)]))

function toMasked(value: unknown, ofAnOrder: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => toMasked(item, ofAnOrder))
  if (typeof value === 'object' && value !== null) return toMaskedFields(value, ofAnOrder)
  return typeof value === 'number' && ofAnOrder ? value : '…'
}

const SHAPES = [Contact.shape, CartData.shape, CartItem.shape]
const FIELDS = new Set(['cart_data', 'cart_items', ...SHAPES.flatMap(Object.keys)])

/** Masks an API's answer, which may quote the event or name the customer. Only names of the contract's fields remain. */
export function toMaskedAnswer(answer: string): string {
  const named = toNamedFields(answer)
  const about = named.length > 0 ? `about ${named.join(', ')}; ` : ''
  return `… (${about}${answer.length} characters)`
}

/** The contract's fields that an answer names. */
export function toNamedFields(answer: string): string[] {
  const words = new Set(answer.match(/[a-z_]+/g))
  return [...FIELDS].filter((field) => words.has(field))
}
