/** A shop's own book is read as the shop's system writes it, and what cannot be read is said in a sentence. */
import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOrders } from '../../../../src/proxy/operate/read-orders.js'
import { newFolder } from '../../../support/proxy.js'

let folder: { path: string; remove: () => void }
beforeAll(() => {
  folder = newFolder()
})
afterAll(() => folder.remove())

const toBook = (file: string) => ({ name: file, bytes: createReadStream(file) })

async function read(text: string | Buffer, columns = {}) {
  const file = join(folder.path, 'orders.csv')
  writeFileSync(file, text)
  const all: (string | number | undefined)[][] = []
  for await (const { line, order, email } of readOrders(toBook(file), columns)) all.push([line, order, email])
  return all
}

const ONE = [[2, '1001', 'ada@example.com']]

test.each<[what: string, text: string | Buffer, columns?: object]>([
  ['commas', 'order_number,email\n1001,ada@example.com\n'],
  ['semicolons', 'Bestellnummer;Betrag;E-Mail\n1001;12,50;ada@example.com\n'],
  ['tabs', 'Order ID\tBilling Email\n1001\tada@example.com'],
  ['quotes, with a delimiter in them', '"Order","Note; with, signs","Email"\n"1001","a,b;c","Ada@Example.com"\n'],
  ['a byte order mark', '\uFEFForder,email\r\n1001,ada@example.com\r\n'],
  ['UTF-16, as Excel writes text', Buffer.from('\uFEFForder\temail\r\n1001\tada@example.com\r\n', 'utf16le')],
  ['old line ends', 'order,email\r1001,ada@example.com\r'],
  ['spaces', 'order , email\n 1001 , ada@example.com \n'],
  ['Shopify’s export', 'Id,Name,Email,Financial Status\n5551,1001,ada@example.com,paid\n'],
  ['columns that nobody guesses', 'ref,who\n1001,ada@example.com', { order: 'Ref', email: 'who' }],
])('%s', async (_what, text, columns) => {
  expect(await read(text, columns)).toEqual(ONE)
})

test.each<[platform: string, text: string, more?: object]>([
  ['BigCommerce', 'Order ID,Customer Name,Customer Email,Order Total (inc tax)\n1001,A,ada@example.com,19.99\n'],
  [
    'Magento',
    '"ID","Purchase Point","Grand Total (Base)","Grand Total (Purchased)","Customer Email"\n"1001","Main","17.00","19.99","ada@example.com"\n',
  ],
  ['Shopware 6', 'id;order_number;customer_email;amount_total\n0a1b;1001;ada@example.com;19.99\n'],
  ['PrestaShop', 'ID;Reference;"New client";Customer;Total\n7;1001;Yes;"A. L.";€19.99\n', { email: undefined }],
])('%s’s own export has number, e-mail and total', async (_platform, text, more = {}) => {
  const file = join(folder.path, 'orders.csv')
  writeFileSync(file, text)
  const { value } = await readOrders(toBook(file)).next()
  expect(value).toEqual({ line: 2, order: '1001', email: 'ada@example.com', cents: 1999, ...more })
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

test('Shopify’s export has an order by its number, and by the id that the pixel tells', async () => {
  const file = join(folder.path, 'orders.csv')
  writeFileSync(file, 'Name,Email,Financial Status,Id\n#1001,ada@example.com,paid,5551\n')
  const { value } = await readOrders(toBook(file)).next()
  expect(value).toEqual({ line: 2, order: '#1001', id: '5551', email: 'ada@example.com' })
})

test('Excel’s own first line names the delimiter', async () => {
  expect(await read('sep=;\norder;email\n1001;ada@example.com\n')).toEqual([[3, '1001', 'ada@example.com']])
})

test.each([
  ['no header', '1001,ada@example.com\n', /needs a header row/],
  [
    'no such column',
    'total,email\n1,a@example.com\n',
    /has the columns total, email\. Name the right one with --order-column/,
  ],
  ['an open quote', 'order,email\n"1001,secret@example.com\n', /has a quote that is not closed/],
  ['nothing', '', /is empty/],
])('%s is said in a sentence, and quotes no customer', async (_what, text, sentence) => {
  const error: unknown = await read(text).catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(sentence)
  expect(String(error)).not.toMatch(/@|secret/)
})

test.each([
  ['nowhere.csv', 'there is no such file'],
  ['.', 'EISDIR'],
])('%s cannot be read', async (name, sentence) => {
  await expect(readOrders(toBook(join(folder.path, name))).next()).rejects.toThrow(sentence)
})
