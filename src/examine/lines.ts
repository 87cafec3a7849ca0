/** The five lines of the bar: number, total, e-mail, products, sent. Each is empty, or shows its value. */
import { PARTS, type Part } from '../contract/verify.js'
import type { Facts } from './facts.js'
import type { Target } from './point/propose.js'
import { isSent } from './watch.js'

/** The gap that a person fills by a click. `words` is the object of “Click … on the page”. */
export interface Point {
  target: Target
  words: string
}

export interface Line {
  title: string
  point?: Point
  value(facts: Facts): string | undefined
}

const MAX_PRODUCTS = 3

export const LINES: Record<Part, Line> = {
  number: {
    title: 'Number',
    point: { target: 'order_number', words: 'the order number' },
    value: ({ body }) => toText(body?.cart_data?.order_number),
  },
  total: {
    title: 'Total',
    point: { target: 'cart_value', words: 'the total' },
    value: ({ body }) => {
      const { cart_value: cents, currency = '' } = body?.cart_data ?? {}
      return cents === undefined ? undefined : `${(Number(cents) / 100).toFixed(2)} ${currency}`.trim()
    },
  },
  email: {
    title: 'E-mail',
    point: { target: 'email', words: 'the e-mail address' },
    value: ({ body }) => body?.email,
  },
  products: {
    title: 'Products',
    point: { target: 'items', words: 'a product' },
    value: ({ body: { cart_items: items = [] } = {} }) => {
      const names = items.map(({ item_qty: count, name, product_id: id }) => `${count ?? 1} × ${name ?? id}`)
      const more = names.length > MAX_PRODUCTS ? ` and ${names.length - MAX_PRODUCTS} more` : ''
      return names.slice(0, MAX_PRODUCTS).join(', ') + more || undefined
    },
  },
  sent: {
    title: 'Sent',
    value: ({ heard }) => {
      const subject = heard.outcomes[0]?.kind === 'addToList' ? 'sign-up ' : ''
      return isSent(heard) ? `${subject}accepted by the proxy` : undefined
    },
  },
}

/** The parts of the order that the page has. */
export const toParts = (facts: Facts): Part[] => PARTS.filter((part) => LINES[part].value(facts) !== undefined)

const toText = (value: unknown) => (value === undefined ? undefined : String(value))
