/** Promise: `reconcile` reports the share of a shop's export first, then the orders left out, and a line for each order that is not delivered. */
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type Finder, isFine, reconcile } from '../../../../src/proxy/operate/reconcile.js'
import type { Trace } from '../../../../src/proxy/queue/index.js'

const event = { id: 'e', kind: 'convert', attempts: 1, occurredMs: 0, receivedMs: 0 } as const
const waitingIn = (currency: string) =>
  ({
    ...event,
    state: 'waiting',
    body: { email: 'a@example.com', cart_data: { order_number: 'W', cart_value: 1999, currency } },
  }) as unknown as Trace
/** A ledger that has delivered each order whose number begins with D, for 19.99. */
const LEDGER: Record<string, Trace[]> = {
  W: [waitingIn('EUR')],
  S: [waitingIn('$')],
  N: [{ ...event, state: 'delivered', cents: null }],
  O: [{ ...event, state: 'delivered', cents: 1999, isOfAnother: true }],
}
const asked: number[] = []
const ledger: Finder = {
  async findOrders(orders) {
    asked.push(orders.length)
    return orders.map(({ order }) =>
      order.startsWith('D') ? [{ ...event, state: 'delivered', cents: 1999 }] : (LEDGER[order] ?? []),
    )
  },
}

async function read(lines: string[], options: Parameters<typeof reconcile>[2] = {}): Promise<string[]> {
  const file = { name: 'orders.csv', bytes: Readable.from([Buffer.from(lines.join('\n'))]) }
  const read: string[] = []
  for await (const line of reconcile(ledger, file, options).lines) read.push(line)
  return read
}

const HEAD = 'order,email,total,currency,status'
const toRow = (order: string, total = '19.99', currency = 'EUR') => `${order},a@example.com,${total},${currency},paid`
const many = (count: number, letter: string) => Array.from({ length: count }, (_, index) => toRow(`${letter}${index}`))

describe('the first line', () => {
  test.each([
    ['all is well', many(500, 'D'), '500 of 500 paid orders (100.0 %) reached the API, all totals equal.'],
    [
      'some orders are missing',
      [...many(497, 'D'), ...many(3, 'x')],
      '497 of 500 paid orders (99.4 %) reached the API, all totals equal.',
    ],
    [
      'one of many is missing: the share is not rounded up',
      [...many(1_999, 'D'), toRow('x')],
      '1,999 of 2,000 paid orders (99.9 %) reached the API, all totals equal.',
    ],
    [
      'totals are missing in part',
      [toRow('D1'), toRow('D2', '')],
      '2 of 2 paid orders (100.0 %) reached the API, 1 total compared, all equal.',
    ],
    [
      'the export has more',
      [toRow('D1'), toRow('D2', '20.00')],
      '2 of 2 paid orders (100.0 %) reached the API; 1 order of another total, 0.01 missing in all.',
    ],
    [
      'the page had more',
      [toRow('D1', '10.00')],
      '1 of 1 paid order (100.0 %) reached the API; 1 order of another total, 9.99 more in all than in the export.',
    ],
    ['nothing came', many(2, 'x'), '0 of 2 paid orders (0.0 %) reached the API.'],
  ])('%s', async (_what, rows, line) => {
    expect((await read([HEAD, ...rows]))[0]).toBe(line)
  })
})

test('an order whose id belongs to another customer is looked for by its number', async () => {
  const lines = ['Name,Email,Financial Status,Fulfillment Status,Total,Id', 'D1,a@example.com,paid,shipped,19.99,O']
  expect((await read(lines))[0]).toBe('1 of 1 paid order (100.0 %) reached the API, all totals equal.')
})

test('missing columns of the file are named once', async () => {
  expect(await read(['order', 'D1', 'D2'])).toEqual([
    '2 of 2 orders (100.0 %) reached the API.',
    'The file has no e-mail column, so orders are found by number alone.',
    'The file has no column of totals, so none is compared.',
    'The file has no column of states, so every order counts.',
  ])
})

test('orders left out, and the ends of the others, are counted', async () => {
  const others = [toRow('W'), toRow('O'), toRow('x'), toRow('')]
  const left = ['1,,1,EUR,cancelled', '2,,1,EUR,cancelled', '3,,1,EUR,unpaid']
  expect((await read([HEAD, toRow('D1'), ...others, ...left])).slice(1, 3)).toEqual([
    'Left out: 2 cancelled, 1 unpaid.',
    'The others: 1 waiting, 1 under another e-mail, 1 never seen, 1 without a number.',
  ])
})

describe('the line of an order', () => {
  test.each([
    ['O', '19.99', 'EUR', 'under another e-mail. No order with this number came under this e-mail address.'],
    ['D1', '20.00', 'EUR', 'The export has 20.00 EUR, the page 19.99.'],
    ['N', '20.00', '', 'The export has 20.00, and it went without a value.'],
    ['W', '20.00', 'EUR', 'The export has 20.00 EUR, the page 19.99.'],
    ['S', '20.00', 'USD', 'The export has 20.00 USD, the page 19.99.'],
    ['W', '20.00', 'USD', 'The totals are not compared: the export has USD, the page EUR.'],
  ])('%s of %s %s', async (order, total, currency, sentence) => {
    expect((await read([HEAD, toRow(order, total, currency)])).at(-1)).toContain(sentence)
  })
})

test('a long list is cut, and JSON has all of it', async () => {
  const rows = many(1_500, 'x')
  const lines = await read([HEAD, ...rows])
  expect([lines.length, lines.at(-1)]).toEqual([1 + 1 + 1_000 + 1, '500 more orders: --json writes all.'])
  const json = await read([HEAD, ...rows], { json: true })
  expect([json.length, JSON.parse(json.at(-1) ?? '')]).toEqual([
    1_501,
    expect.objectContaining({ orders: 1_500, delivered: 0, 'never seen': 1_500, percent: 0, left: {} }),
  ])
})

test('the ledger is asked for many orders together', async () => {
  asked.length = 0
  await read([HEAD, ...many(600, 'D')])
  expect(asked.filter((count) => count > 0)).toEqual([256, 256, 88])
})

describe('the comparison is fine', () => {
  const check = async (rows: string[]) => {
    const file = { name: 'orders.csv', bytes: Readable.from([Buffer.from([HEAD, ...rows].join('\n'))]) }
    const { lines, sum } = reconcile(ledger, file, {})
    for await (const _line of lines);
    return isFine(sum) && isFine({ ...sum, ends: { ...sum.ends, sent: 1 } }) // an order that was sent is fine too
  }
  test.each([
    ['if all orders are delivered or wait', [toRow('D1'), toRow('W')], true],
    ['if the others are cancelled', [toRow('D1'), '1,,1,EUR,cancelled'], true],
    ['not with a wrong total', [toRow('D1', '20.00')], false],
    ['not with an order that was never seen', [toRow('D1'), toRow('x')], false],
    ['not with an order under another e-mail', [toRow('O')], false],
  ])('%s', async (_what, rows, isExpected) => {
    expect(await check(rows)).toBe(isExpected)
  })
})
