/** Customers' data as operators see it unless they ask for more: enough to tell events apart, too little to know whose. */
import { Contact } from '../../../contract/contact.js'
import { CartData, CartItem } from '../../../contract/conversion.js'
import { toMaskedEmail } from '../../../contract/masked-email.js'
import type { Listed } from '../../queue/index.js'

/**
 * The same fields. E-mail masked, amounts and counts of an order as they are, every other value "…": an order number, a
 * product, or a field of the shop's own can say who it is.
 */
export function toMaskedBody({ kind, body }: Pick<Listed, 'kind' | 'body'>): object | null {
  if (!body) return null
  const { email, ...rest } = body
  return { email: toMaskedEmail(email), ...toMaskedFields(rest, kind === 'convert') }
}

function toMaskedFields(fields: object, ofAnOrder: boolean): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toMasked(value, ofAnOrder)]))
}

function toMasked(value: unknown, ofAnOrder: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => toMasked(item, ofAnOrder))
  if (typeof value === 'object' && value !== null) return toMaskedFields(value, ofAnOrder)
  return typeof value === 'number' && ofAnOrder ? value : '…'
}

/** "A-1001" is "…01": enough to tell it from its neighbours. */
export const toMaskedOrder = (order: string) => `…${order.length > 3 ? order.slice(-2) : ''}`

const FIELDS = [
  ...['cart_data', 'cart_items'],
  ...Object.keys(Contact.shape),
  ...Object.keys(CartData.shape),
  ...Object.keys(CartItem.shape),
]

/**
 * An API may quote what it was sent, or say whom it has found: of its answer only the fields of the contract that it names are
 * told.
 */
export function toMaskedAnswer(answer: string): string {
  const words = new Set(answer.match(/[a-z_]+/g))
  const named = [...new Set(FIELDS)].filter((field) => words.has(field))
  const about = named.length > 0 ? `about ${named.join(', ')}; ` : ''
  return `… (${about}${answer.length} characters)`
}
