/** What the reference API has, as tables: sessions, customers, lists. */
import type { DemoState } from './state.js'
import { readCurrency } from './view/content.js'

type Customers = DemoState['api']['customers']

export const Records = ({ api, lists }: DemoState) => (
  <>
    <Table
      caption="Sessions"
      names={['Id', 'E-mail', 'Status', 'Order', 'Value', 'Items']}
      rows={toSessionRows(api.sessions)}
    />
    <Table caption="Customers" names={['E-mail', 'Fields', 'Lists']} rows={toCustomerRows(api.customers, lists)} />
    <Table caption="Lists" names={['List', 'Contact', 'Custom fields']} rows={toListRows(api.customers, lists)} />
  </>
)

const toSessionRows = (sessions: DemoState['api']['sessions']) =>
  sessions
    .toReversed()
    .map(({ id, email, status, cart, cart_items }) => [
      String(id),
      email,
      status,
      String(cart?.order_number ?? ''),
      toAmount(cart?.cart_value, readCurrency(cart?.metadata)),
      cart_items.map(({ item_qty, name, product_id }) => `${item_qty ?? 1} × ${name ?? product_id}`).join(', '),
    ])

const toCustomerRows = (customers: Customers, lists: Record<string, string>) =>
  customers
    .toReversed()
    .map(({ id: _id, email, lists: on, ...fields }) => [
      email,
      toFields(fields),
      on.map(({ list_id }) => lists[list_id] ?? list_id).join(', '),
    ])

const toListRows = (customers: Customers, lists: Record<string, string>) =>
  Object.entries(lists).flatMap(([list, name]) =>
    customers
      .toReversed()
      .flatMap(({ email, lists: on }) =>
        on.filter(({ list_id }) => list_id === list).map(({ custom_fields }) => [name, email, toFields(custom_fields)]),
      ),
  )

const Table = ({ caption, names, rows }: { caption: string; names: string[]; rows: string[][] }) => (
  <details class="card" data-name={caption}>
    <summary>
      {caption} <span class="soft">{rows.length}</span>
    </summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and only what has focus scrolls by keyboard */}
    <section class="scroll" tabIndex={0} aria-label={caption}>
      {rows.length === 0 ? (
        <p class="soft">None yet.</p>
      ) : (
        <table>
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr key={cells.join()}>
                {cells.map((cell, index) => (
                  <td key={names[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  </details>
)

const toFields = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')

/** 4373 is "43.73 EUR (4373)". */
function toAmount(cents: unknown, currency: unknown): string {
  if (typeof cents !== 'number') return ''
  return `${(cents / 100).toFixed(2)}${currency ? ` ${currency}` : ''} (${cents})`
}
