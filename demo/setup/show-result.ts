/** What was found, in tables; what is wrong, in sentences. */
import type { CartDataFields, CartItemFields } from '../../src/contract/conversion.js'
import { create, find } from './elements.js'
import type { Body } from './try-out.js'

type CartField = keyof { [Name in keyof CartDataFields as string extends Name ? never : Name]: true }
type ItemField = keyof { [Name in keyof CartItemFields as string extends Name ? never : Name]: true }

/** The API's own fields; everything else travels as an additional key. The compiler sees to it that none is missing. */
const CART: Record<CartField, 'cents' | ''> = {
  order_number: '',
  cart_value: 'cents',
  cart_item_count: '',
  promo: '',
  return_url: '',
}
const ITEM: Record<ItemField, 'cents' | ''> = {
  product_id: '',
  name: '',
  price: 'cents',
  item_qty: '',
  qty_price: 'cents',
  category: '',
  description: '',
  product_url: '',
  image_url: '',
}

export type State = 'good' | 'mixed' | 'bad' | 'empty'

/** A line, and perhaps one more. */
export function showVerdict(id: string, state: State, line: string, more = ''): void {
  const element = find(id)
  element.dataset.state = state
  const text = [line, more].filter(Boolean).join('\n')
  // A status that is filled anew is read out anew.
  if (element.innerText === text) return
  element.replaceChildren(line, ...(more ? [create('p', more)] : []))
}

/** @param problems of what is left out; @param notes about the sample itself */
export function showProblems(id: string, problems: string[], notes: string[]): void {
  find(id).replaceChildren(
    ...problems.map((sentence) => create('li', sentence)),
    ...notes.map((sentence) => create('li', sentence, { 'data-kind': 'note' })),
  )
}

/** An order: its fields, and a row for each item. */
export function showOrder(id: string, body: Body | undefined): void {
  const { email, cart_data = {}, cart_items = [] } = body ?? {}
  const fields = Object.entries({ ...(email && { email }), ...cart_data })
  find(id).replaceChildren(
    ...(fields.length > 0 ? [toFieldTable('The order', fields, { email: '', ...CART })] : []),
    ...(cart_items.length > 0 ? [toItemTable(cart_items)] : []),
  )
}

/** A sign-up. */
export function showContact(id: string, body: Body | undefined, own: Record<string, ''>): void {
  find(id).replaceChildren(...(body ? [toFieldTable('The sign-up', Object.entries(body), own)] : []))
}

function toFieldTable(caption: string, fields: [string, unknown][], own: Record<string, 'cents' | ''>): HTMLElement {
  const rows = fields.map(([name, value]) => {
    const row = create('tr')
    const note = name in own ? '' : 'additional key'
    row.append(
      create('th', name, { scope: 'row' }),
      create('td', own[name] === 'cents' ? `${toText(value)} cents` : toText(value)),
      create('td', own[name] === 'cents' ? toMajor(value) : note, { class: 'plain' }),
    )
    return row
  })
  return toTable(caption, ['Field', 'What is sent', 'Read as'], rows)
}

function toItemTable(items: Record<string, unknown>[]): HTMLElement {
  const names = [...new Set([...Object.keys(ITEM), ...items.flatMap(Object.keys)])].filter((name) =>
    items.some((item) => name in item),
  )
  const isCents = (name: string) => ITEM[name as ItemField] === 'cents' // undefined for an additional key
  const rows = items.map((item) => {
    const row = create('tr')
    row.append(
      ...names.map((name) =>
        isCents(name) && name in item
          ? create('td', `${toText(item[name])} cents`, { class: 'amount' })
          : create('td', toText(item[name] ?? '')),
      ),
    )
    return row
  })
  return toTable(items.length === 1 ? '1 item' : `${items.length} items`, names, rows)
}

function toTable(caption: string, columns: string[], rows: HTMLElement[]): HTMLElement {
  const head = create('tr')
  head.append(...columns.map((column) => create('th', column, { scope: 'col' })))
  const [top, body] = [create('thead'), create('tbody')]
  top.append(head)
  body.append(...rows)
  const table = create('table')
  table.append(create('caption', caption), top, body)
  // It scrolls sideways on a phone, and only what has focus scrolls by keyboard.
  const scroll = create('div', '', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption })
  scroll.append(table)
  return scroll
}

const toText = (value: unknown) =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.join(' › ') : JSON.stringify(value)

/** Hundredths as people write them. */
export const toMajor = (cents: unknown): string => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}
