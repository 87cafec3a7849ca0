/** Customers' data as operators see it unless they ask for more: enough to tell events apart, too little to know whose. */
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
