/** What was found, in tables. */
import type { ComponentChildren } from 'preact'
import { count } from '../../examine/count.js'
import { toMajor } from '../../examine/totals.js'
import { isContactField } from '../../normalise/contact.js'
import { AMOUNTS } from '../../normalise/names.js'
import { CART_FIELDS, ITEM_FIELDS } from '../../normalise/order.js'
import type { Body } from '../try/try-out.js'
import { Scroll } from './parts.js'

/** An order: its fields, and a row for each item. */
export function OrderTables({ body: { email, cart_data = {}, cart_items = [] } }: { body: Body }) {
  const fields = Object.entries({ ...(email && { email }), ...cart_data })
  return (
    <div class="stack" id="found">
      {fields.length > 0 && <FieldTable caption="The order" fields={fields} isOwn={isOrderField} />}
      {cart_items.length > 0 && <ItemTable items={cart_items} />}
    </div>
  )
}

const isOrderField = (name: string) => name === 'email' || CART_FIELDS.has(name)

export const ContactTable = ({ body }: { body: Body }) => (
  <div class="stack" id="sign-up-found">
    <FieldTable caption="The sign-up" fields={Object.entries(body)} isOwn={isContactField} />
  </div>
)

interface FieldTableProps {
  caption: string
  fields: [name: string, value: unknown][]
  /** The API has a field of this name; any other travels as an additional key. */
  isOwn: (name: string) => boolean
}

const FieldTable = ({ caption, fields, isOwn }: FieldTableProps) => (
  <Table caption={caption} columns={['Field', 'What is sent', 'Read as']}>
    {fields.map(([name, value]) => (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td>{toText(isOwn(name) ? name : '', value)}</td>
        <td class="soft">{isOwn(name) ? toRemark(name, value) : 'additional key'}</td>
      </tr>
    ))}
  </Table>
)

const toRemark = (name: string, value: unknown) => (AMOUNTS.includes(name) ? toMajor(value) : '')

function ItemTable({ items }: { items: Record<string, unknown>[] }) {
  const names = [...new Set([...ITEM_FIELDS, ...items.flatMap(Object.keys)])].filter((name) =>
    items.some((item) => name in item),
  )
  return (
    <Table caption={count(items.length, 'item')} columns={names}>
      {Object.entries(items).map(([line, item]) => (
        <tr key={line}>
          {names.map((name) => (
            <td key={name} class={AMOUNTS.includes(name) ? 'amount' : ''}>
              {name in item ? toText(name, item[name]) : ''}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

interface TableProps {
  caption: string
  columns: string[]
  children: ComponentChildren
}

const Table = ({ caption, columns, children }: TableProps) => (
  <Scroll label={caption}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </Scroll>
)

function toText(name: string, value: unknown): string {
  if (AMOUNTS.includes(name)) return `${value} cents`
  if (Array.isArray(value)) return value.join(' › ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
