/** What was found, in tables. */
import type { ComponentChildren } from 'preact'
import type { ContactFields } from '../../contract/contact.js'
import type { CartDataFields, CartItemFields } from '../../contract/conversion.js'
import { toMajor } from '../try/body.js'
import type { Body } from '../try/try-out.js'
import { Scroll } from './parts.js'

/** Without the additional keys. */
type Names<Fields> = keyof { [Name in keyof Fields as string extends Name ? never : Name]: true }
type Kinds<Fields> = Record<Names<Fields>, 'cents' | ''>

/** The API's own fields; everything else travels as an additional key. The compiler sees to it that none is missing. */
const CART: Kinds<CartDataFields> = {
  order_number: '',
  cart_value: 'cents',
  cart_item_count: '',
  promo: '',
  return_url: '',
}
const ITEM: Kinds<CartItemFields> = {
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
const CONTACT: Kinds<ContactFields> = {
  email: '',
  first_name: '',
  last_name: '',
  phone: '',
  timezone: '',
  age: '',
  gender: '',
  language: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  birthdate: '',
}

/** An order: its fields, and a row for each item. */
export function OrderTables({ body: { email, cart_data = {}, cart_items = [] } }: { body: Body }) {
  const fields = Object.entries({ ...(email && { email }), ...cart_data })
  return (
    <div class="found" id="found">
      {fields.length > 0 && <FieldTable caption="The order" fields={fields} kinds={{ email: '', ...CART }} />}
      {cart_items.length > 0 && <ItemTable items={cart_items} />}
    </div>
  )
}

export const ContactTable = ({ body }: { body: Body }) => (
  <div class="found" id="sign-up-found">
    <FieldTable caption="The sign-up" fields={Object.entries(body)} kinds={CONTACT} />
  </div>
)

interface FieldTableProps {
  caption: string
  fields: [name: string, value: unknown][]
  kinds: Record<string, 'cents' | ''>
}

const FieldTable = ({ caption, fields, kinds }: FieldTableProps) => (
  <Table caption={caption} columns={['Field', 'What is sent', 'Read as']}>
    {fields.map(([name, value]) => (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td>{toText(value, kinds[name])}</td>
        <td class="plain">{toRemark(name, value, kinds)}</td>
      </tr>
    ))}
  </Table>
)

function toRemark(name: string, value: unknown, kinds: Record<string, string>): string {
  if (!Object.hasOwn(kinds, name)) return 'additional key'
  return kinds[name] === 'cents' ? toMajor(value) : ''
}

function ItemTable({ items }: { items: Record<string, unknown>[] }) {
  const kinds: Record<string, 'cents' | ''> = ITEM
  const names = [...new Set([...Object.keys(ITEM), ...items.flatMap(Object.keys)])].filter((name) =>
    items.some((item) => name in item),
  )
  return (
    <Table caption={items.length === 1 ? '1 item' : `${items.length} items`} columns={names}>
      {Object.entries(items).map(([line, item]) => (
        <tr key={line}>
          {names.map((name) => (
            <td key={name} class={kinds[name] === 'cents' ? 'amount' : ''}>
              {name in item ? toText(item[name], kinds[name]) : ''}
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

function toText(value: unknown, kind: 'cents' | '' | undefined): string {
  if (kind === 'cents') return `${value} cents`
  if (Array.isArray(value)) return value.join(' › ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
