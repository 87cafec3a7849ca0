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

describe('an order that was never paid or was cancelled', () => {
  test.each([
    [
      'Shopify',
      'Name,Email,Financial Status',
      ['pending', 'voided', 'refunded', 'expired', 'paid', 'partially_refunded', 'authorized'],
      'unpaid voided refunded unpaid',
    ],
    ['Squarespace', 'Order ID,Email,Financial Status', ['PENDING', 'REFUNDED', 'PAID'], 'unpaid refunded'],
    [
      'Wix',
      'Order number,Contact email,Payment status',
      ['Unpaid', 'Pending', 'Refunded', 'Paid'],
      'unpaid unpaid refunded',
    ],
    [
      'Advanced Order Export',
      'Order Number,Email (Billing),Order Status',
      ['Pending payment', 'On hold', 'Cancelled', 'Refunded', 'Failed', 'Draft', 'Processing'],
      'unpaid unpaid cancelled refunded failed unpaid',
    ],
    [
      'its German words',
      'Order Number,Email (Billing),Order Status',
      ['Zahlung ausstehend', 'Storniert', 'Rückerstattet', 'Fehlgeschlagen', 'In Bearbeitung'],
      'unpaid cancelled refunded failed',
    ],
    [
      'WooCommerce',
      'order_number,billing_email,status',
      ['pending', 'on-hold', 'cancelled', 'refunded', 'failed', 'checkout-draft', 'completed'],
      'unpaid unpaid cancelled refunded failed unpaid',
    ],
    [
      'the database of WooCommerce',
      'id,billing_email,status',
      ['wc-pending', 'wc-on-hold', 'wc-cancelled', 'wc-refunded', 'wc-failed', 'wc-checkout-draft', 'wc-completed'],
      'unpaid unpaid cancelled refunded failed unpaid',
    ],
    [
      'Magento',
      'ID,Customer Email,Status',
      ['pending_payment', 'payment_review', 'canceled', 'closed', 'pending', 'complete'],
      'unpaid unpaid cancelled refunded',
    ],
    [
      'OpenCart',
      'order_id,email,order_status_id',
      ['0', '7', '8', '10', '11', '14', '16', '1', '5'],
      'unpaid cancelled failed failed refunded unpaid voided',
    ],
    [
      'PrestaShop',
      'Reference,Email,Status',
      [
        'Awaiting bank wire payment',
        'Payment error',
        'Canceled',
        'Refunded',
        'On backorder (not paid)',
        'On backorder (paid)',
        'Shipped',
      ],
      'unpaid failed cancelled refunded unpaid',
    ],
    [
      'BigCommerce',
      'Order ID,Customer Email,Order Status',
      ['Incomplete', 'Declined', 'Cancelled', 'Refunded', 'Awaiting Payment', 'Shipped'],
      'unpaid failed cancelled refunded unpaid',
    ],
    ['a time of its cancellation', 'order,email,Cancelled at', ['2026-11-01', ''], 'cancelled'],
  ])('of %s is marked', async (_platform, header, states, left) => {
    const marks: Record<string, string> = {
      'Advanced Order Export': ',Order Total Amount',
      'its German words': ',Order Total Amount',
      WooCommerce: ',order_total',
      Magento: ',Purchase Point,Grand Total (Purchased)',
      OpenCart: ',currency_value',
      PrestaShop: ',New client',
    }
    const rows = states.map((state, index) => `A${index + 1},ada@example.com,${state}`)
    const orders = await readAll([`${header}${marks[_platform] ?? ''}`, ...rows].join('\n'))
    expect(orders.flatMap((order) => order.left || []).join(' ')).toBe(left)
    expect(orders.length).toBe(states.length)
  })
})

describe('lines of one order', () => {
  test.each([
    [
      'the first has what the others lack',
      'order,email,total\n1,a@example.com,5.00\n1,,\n1,a@example.com,9.00\n',
      [['1', 'a@example.com', 500]],
    ],
    ['the first lacks something', 'order,email,total\n1,,\n1,a@example.com,5.00\n', [['1', 'a@example.com', 500]]],
    [
      'a line without number, e-mail and total',
      'order,item,email,total\n1,cup,a@example.com,5.00\n,plate,,\n2,cup,a@example.com,6.00\n',
      [
        ['1', 'a@example.com', 500],
        ['2', 'a@example.com', 600],
      ],
    ],
    [
      'a line that comes later again',
      'order,email,total\n1,a@example.com,5\n2,b@example.com,6\n1,a@example.com,5\n',
      [
        ['1', 'a@example.com', 500],
        ['2', 'b@example.com', 600],
      ],
    ],
    [
      'one number of two customers',
      'order,email,total\n1,a@example.com,5\n1,b@example.com,6\n',
      [
        ['1', 'a@example.com', 500],
        ['1', 'b@example.com', 600],
      ],
    ],
    [
      'lines without a number',
      'order,email\n,a@example.com\n,a@example.com\n',
      [
        [undefined, 'a@example.com', undefined],
        [undefined, 'a@example.com', undefined],
      ],
    ],
  ])('%s', async (_what, text, expected) => {
    expect((await readAll(text)).map(({ number, email, total }) => [number, email, total])).toEqual(expected)
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
