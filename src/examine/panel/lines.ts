/** The five lines of the bar: number, total, e-mail, products, sent. Each is empty, or shows its value. */
import type { Part } from '../../contract/verify.js'
import type { Facts } from '../facts.js'
import { isSent } from '../findings.js'
import type { Target } from '../point/propose.js'

export interface Line {
  part: Part
  title: string
  /** The object of “Click … on the page”. */
  words: string
  /** Undefined: nothing to point at. */
  target?: Target
  value(facts: Facts): string | undefined
}

const toText = (value: unknown) => (value === undefined ? undefined : String(value))

export const LINES: readonly Line[] = [
  {
    part: 'number',
    title: 'Number',
    words: 'the order number',
    target: 'order_number',
    value: ({ body }) => toText(body?.cart_data?.order_number),
  },
  {
    part: 'total',
    title: 'Total',
    words: 'the total',
    target: 'cart_value',
    value: ({ body }) => {
      const { cart_value: cents, currency = '' } = body?.cart_data ?? {}
      return cents === undefined ? undefined : `${(Number(cents) / 100).toFixed(2)} ${currency}`.trim()
    },
  },
  { part: 'email', title: 'E-mail', words: 'the e-mail address', target: 'email', value: ({ email }) => email },
  {
    part: 'products',
    title: 'Products',
    words: 'a product',
    target: 'items',
    value: ({ body: { cart_items: items = [] } = {} }) =>
      items.length > 0
        ? items
            .map(({ item_qty: count, name, product_id: id }) => `${count ?? 1} × ${name ?? id}`)
            .slice(0, 3)
            .join(', ') + (items.length > 3 ? ` and ${items.length - 3} more` : '')
        : undefined,
  },
  {
    part: 'sent',
    title: 'Sent',
    words: '',
    value: ({ heard }) => (isSent(heard) ? 'accepted by the proxy' : undefined),
  },
]
