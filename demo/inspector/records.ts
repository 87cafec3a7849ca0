/** What the reference API has, as tables: sessions, customers, lists. */
import { create } from './elements.js'
import type { State } from './state.js'
import { readCurrency } from './view.js'

export function toTables({ api, lists }: State): HTMLElement[] {
  const { sessions, customers } = api
  return [
    toTable(
      'Sessions',
      ['', 'E-mail', 'Status', 'Order', 'Value', 'Items'],
      sessions
        .toReversed()
        .map(({ id, email, status, cart, cart_items }) => [
          String(id),
          email,
          status,
          String(cart?.order_number ?? ''),
          toAmount(cart?.cart_value, readCurrency(cart?.metadata)),
          cart_items.map(({ item_qty, name, product_id }) => `${item_qty ?? 1} × ${name ?? product_id}`).join(', '),
        ]),
    ),
    toTable(
      'Customers',
      ['E-mail', 'Fields', 'Lists'],
      customers
        .toReversed()
        .map(({ id: _id, email, lists: on, ...fields }) => [
          email,
          toFields(fields),
          on.map(({ list_id }) => lists[list_id] ?? list_id).join(', '),
        ]),
    ),
    toTable(
      'Lists',
      ['List', 'Contact', 'Custom fields'],
      Object.entries(lists).flatMap(([list, name]) =>
        customers
          .toReversed()
          .flatMap(({ email, lists: on }) =>
            on
              .filter(({ list_id }) => list_id === list)
              .map(({ custom_fields }) => [name, email, toFields(custom_fields)]),
          ),
      ),
    ),
  ]
}

function toTable(caption: string, names: string[], rows: string[][]): HTMLElement {
  const head = create('tr', '', ...names.map(toHeading))
  const body = rows.map((cells) => create('tr', '', ...cells.map((cell) => create('td', '', cell))))
  const table = create('table', '', create('thead', '', head), create('tbody', '', ...body))
  const summary = create('summary', '', `${caption} `, create('span', 'soft', String(rows.length)))
  const scroll = create('div', 'scroll', rows.length > 0 ? table : create('p', 'soft', 'None yet.'))
  scroll.tabIndex = 0 // it scrolls sideways, and only what has focus scrolls by keyboard
  scroll.setAttribute('role', 'region')
  scroll.setAttribute('aria-label', caption)
  const details = create('details', '', summary, scroll)
  details.dataset.name = caption
  return details
}

function toHeading(name: string) {
  const cell = create(name === '' ? 'td' : 'th', '', name)
  if (name !== '') cell.setAttribute('scope', 'col')
  return cell
}

const toFields = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

/** 4373 is "43.73 EUR (4373)". */
function toAmount(cents: unknown, currency: unknown): string {
  if (typeof cents !== 'number') return ''
  return `${(cents / 100).toFixed(2)}${currency ? ` ${currency}` : ''} (${cents})`
}
