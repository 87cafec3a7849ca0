/** Promise: a shop's own order export is read as the shop's system writes it, and what cannot be read is said in a sentence. */
import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExportedOrder, readOrders } from '../../../../src/proxy/operate/read-orders.js'
import { newFolder } from '../../../support/proxy.js'

let folder: { path: string; remove: () => void }
beforeAll(() => {
  folder = newFolder()
})
afterAll(() => folder.remove())

const toFile = (file: string) => ({ name: file, bytes: createReadStream(file) })

async function readAll(text: string | Buffer, columns = {}) {
  const file = join(folder.path, 'orders.csv')
  writeFileSync(file, text)
  const all: ExportedOrder[] = []
  for await (const order of readOrders(toFile(file), columns)) all.push(order)
  return all
}

const read = async (text: string | Buffer, columns = {}) =>
  (await readAll(text, columns)).map(({ line, number, email }) => [line, number, email])

const ONE = [[2, '1001', 'ada@example.com']]

test.each<[what: string, text: string | Buffer, columns?: object]>([
  ['commas', 'order_number,email\n1001,ada@example.com\n'],
  ['semicolons', 'Bestellnummer;Betrag;E-Mail\n1001;12,50;ada@example.com\n'],
  ['tabs', 'Order ID\tBilling Email\n1001\tada@example.com'],
  ['quotes, with a delimiter in them', '"Order","Note; with, signs","Email"\n"1001","a,b;c","Ada@Example.com"\n'],
  ['a byte order mark', '\uFEFForder,email\r\n1001,ada@example.com\r\n'],
  ['Windows-1252', Buffer.from('Größe;order;email\nGroß;1001;ada@example.com\n', 'latin1')],
  ['old line ends', 'order,email\r1001,ada@example.com\r'],
  ['spaces', 'order , email\n 1001 , ada@example.com \n'],
  ['Shopify’s export', 'Id,Name,Email,Financial Status\n5551,1001,ada@example.com,paid\n'],
  ['columns with unusual names', 'ref,who\n1001,ada@example.com', { number: 'Ref', email: 'who' }],
])('%s', async (_what, text, columns) => {
  expect(await read(text, columns)).toEqual(ONE)
})

/** Each platform: the header of its export, and its states. A state without a word counts. */
const STATES = `
Shopify: Name,Email,Financial Status
  pending=unpaid, voided=voided, refunded=refunded, expired=unpaid, paid, partially_refunded, authorized
Squarespace: Order ID,Email,Financial Status
  PENDING=unpaid, REFUNDED=refunded, PAID
Wix: Order number,Contact email,Payment status
  Unpaid=unpaid, Pending=unpaid, Refunded=refunded, Paid
Advanced Order Export: Order Number,Email (Billing),Order Status,Order Total Amount
  Pending payment=unpaid, On hold=unpaid, Cancelled=cancelled, Refunded=refunded, Failed=failed, Draft=unpaid, Processing
its German words: Order Number,Email (Billing),Order Status,Order Total Amount
  Zahlung ausstehend=unpaid, Storniert=cancelled, Rückerstattet=refunded, Fehlgeschlagen=failed, In Bearbeitung
WooCommerce: order_number,billing_email,status,order_total
  pending=unpaid, on-hold=unpaid, cancelled=cancelled, refunded=refunded, failed=failed, checkout-draft=unpaid, completed
the database of WooCommerce: id,billing_email,status
  wc-pending=unpaid, wc-on-hold=unpaid, wc-cancelled=cancelled, wc-refunded=refunded, wc-failed=failed, wc-checkout-draft=unpaid, wc-completed
Magento: ID,Customer Email,Status,Purchase Point,Grand Total (Purchased)
  pending_payment=unpaid, payment_review=unpaid, canceled=cancelled, closed=refunded, pending, complete
OpenCart: order_id,email,order_status_id,currency_value
  0=unpaid, 7=cancelled, 8=failed, 10=failed, 11=refunded, 14=unpaid, 16=voided, 1, 5
PrestaShop: Reference,Email,Status,New client
  Awaiting bank wire payment=unpaid, Payment error=failed, Canceled=cancelled, Refunded=refunded, On backorder (not paid)=unpaid, On backorder (paid), Shipped
BigCommerce: Order ID,Customer Email,Order Status
  Incomplete=unpaid, Declined=failed, Cancelled=cancelled, Refunded=refunded, Awaiting Payment=unpaid, Shipped`

test.each([...STATES.matchAll(/^(.+?): (.*)\n {2}(.*)$/gm)].map(([, ...row]) => row as [string, string, string]))(
  'an order of %s that was never paid or was cancelled is marked',
  async (_platform, header, text) => {
    const states = text.split(', ').map((each) => each.split('='))
    const rows = states.map(([state], index) => `A${index + 1},ada@example.com,${state}`)
    const orders = await readAll([header, ...rows].join('\n'))
    expect(orders.map(({ left }) => left)).toEqual(states.map(([, left = false]) => left))
  },
)

test.each([
  [
    'Shopify',
    'Name,Email,Financial Status,Source',
    'paid',
    ['web', 'pos', 'shopify_draft_order', 'subscription_contract'],
  ],
  [
    'WooCommerce',
    'order_number,billing_email,status,created_via',
    'completed',
    ['checkout', 'pos-rest-api', 'admin', 'subscription'],
  ],
])('an order of %s that no visit led to is marked', async (_platform, header, state, origins) => {
  const orders = await readAll(
    [header, ...origins.map((origin, index) => `A${index},ada@example.com,${state},${origin}`)].join('\n'),
  )
  expect(orders.map(({ left }) => left)).toEqual([false, 'from a point of sale', 'from a draft', 'renewed'])
})

test('a time of its cancellation marks an order', async () => {
  const orders = await readAll('order,email,Cancelled at\n1,a@example.com,2026-11-01\n2,a@example.com,\n')
  expect(orders.map(({ left }) => left)).toEqual(['cancelled', undefined])
})

describe('lines of one order', () => {
  const [FIRST, SECOND] = ['1 a@example.com 500', '2 b@example.com 600']
  test.each([
    ['the first has what the others lack', '1,a@example.com,5.00\n1,,\n1,a@example.com,9.00', [FIRST]],
    ['the first lacks something', '1,,\n1,a@example.com,5.00', [FIRST]],
    ['a line without number, e-mail and total', '1,a@example.com,5\n,,,plate\n2,b@example.com,6', [FIRST, SECOND]],
    ['a line that comes later again', '1,a@example.com,5\n2,b@example.com,6\n1,a@example.com,5', [FIRST, SECOND]],
    ['one number of two customers', '1,a@example.com,5\n1,b@example.com,6', [FIRST, '1 b@example.com 600']],
    ['lines without a number', ',a@example.com\n,a@example.com', Array(2).fill('undefined a@example.com undefined')],
  ])('%s', async (_what, lines, expected) => {
    const orders = await readAll(`order,email,total,item\n${lines}\n`)
    expect(orders.map(({ number, email, total }) => `${number} ${email} ${total}`)).toEqual(expected)
  })

  test('an item that was refunded does not leave out the order', async () => {
    const [order] = await readAll('order,email,status\n1,a@example.com,paid\n1,a@example.com,refunded\n')
    expect(order).toMatchObject({ left: false })
  })
})

test.each([
  ['0.78460002', undefined],
  ['1.00000', 11800],
  ['', 11800],
])('a total at the rate %j of the order’s currency is %j', async (rate, total) => {
  const [order] = await readAll(`order_id\temail\ttotal\tcurrency_value\n1\ta@example.com\t118.00\t${rate}\n`)
  expect(order?.total).toBe(total)
})

test.each([
  ['2026-11-01 10:00:00 +0100', '2026-11-01T09:00:00.000Z'],
  ['2026-11-01T10:00:00Z', '2026-11-01T10:00:00.000Z'],
  ['2026-11-01 10:00', '2026-11-01T10:00:00.000Z'],
  ['2026-11-01', '2026-11-01T12:00:00.000Z'],
  ['01.11.2026', undefined],
])('the time %s is %s', async (text, iso) => {
  const [order] = await readAll(`order,date\n1,${text}\n`)
  expect(order?.atMs).toBe(iso && Date.parse(iso))
})

test('a number within quotes may have a line in it; lines are those of the file', async () => {
  const rows = await read('order,note,email\n1,"two\nlines",a@example.com\n\n2,,nobody\n,x,b@example.com\n3\n')
  expect(rows.map(([, ...row]) => row)).toEqual([
    ['1', 'a@example.com'],
    ['2', undefined],
    [undefined, 'b@example.com'],
    ['3', undefined],
  ])
})

test('Excel’s own first line names the delimiter', async () => {
  expect(await read('sep=;\norder;email\n1001;ada@example.com\n')).toEqual([[3, '1001', 'ada@example.com']])
})

test('amounts far from the beginning of a Windows-1252 file are read', async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `${index + 1};a@example.com;9,99`)
  const text = ['order;email;total', ...lines, '9001;b@example.com;1\xa0299,50 \x80'].join('\n')
  expect((await readAll(Buffer.from(text, 'latin1'))).at(-1)).toMatchObject({ number: '9001', total: 129_950 })
})
