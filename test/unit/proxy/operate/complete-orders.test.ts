/** Promise: `reconcile --complete` completes the paid orders of a shop's export, each once, with its own cart or without one. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reconcile } from '../../../../src/proxy/operate/reconcile.js'
import type { IncomingEvent, OpenQueue, QueueAdmin, RefusedReport } from '../../../../src/proxy/queue/index.js'
import type { TestDatabase } from '../../../support/engines/test-database.js'
import { describeEngines, openLedger } from '../../../support/engines.js'

const keys = [Buffer.alloc(32, 1)]
const own = [{ product_id: 'OWN' }]

describeEngines('a shop’s export', (newDatabase) => {
  let nowMs: number
  let database: TestDatabase
  let queue: OpenQueue
  let admin: QueueAdmin
  beforeEach(async () => {
    nowMs = Date.parse('2027-01-15T08:00:00Z')
    ;({ database, queue, admin } = await openLedger(newDatabase, { keys, now: () => nowMs }))
  })
  afterEach(async () => {
    await admin.close()
    await queue.close()
    await database.remove()
  })

  async function report(order_number: string, cart_value = 5880, cart_items: object[] = own) {
    const order = { cart_data: { order_number, cart_value, currency: 'EUR' }, cart_items } as object
    await queue.refuse({ id: randomUUID(), kind: 'convert', ageMs: 0, reason: 'no_email', order } as RefusedReport)
  }

  async function complete(lines: string[], how: object = {}): Promise<string[]> {
    const book = { name: 'orders.csv', bytes: Readable.from([Buffer.from(lines.join('\n'))]) }
    const read: string[] = []
    for await (const line of reconcile(admin, book, { complete: true, reveal: true, ...how }).lines) read.push(line)
    return read
  }

  const readCarts = async () =>
    (await queue.claim(9)).events.map((event) => {
      const { email, cart_data, cart_items } = JSON.parse('text' in event ? event.text : '{}')
      return [email, cart_data.cart_value, cart_items]
    })

  const HEAD = 'Name,Email,Financial Status,Total,Currency,Created at,Cancelled at,Lineitem name'

  test('of several lines, an unpaid and a cancelled order, and one in another currency', async () => {
    for (const number of ['1001', '1002', '1003', '1004']) await report(number)
    const lines = await complete([
      HEAD,
      '#1001,ada@example.com,paid,58.80,EUR,2027-01-15 08:59:00 +0100,,Cup',
      '#1001,,,,,,,Saucer',
      '#1002,bob@example.com,pending,58.80,EUR,2027-01-15 08:59:00 +0100,,Cup',
      '#1003,cy@example.com,paid,58.80,USD,2027-01-15 08:59:00 +0100,,Cup',
      '#1004,dee@example.com,paid,58.80,EUR,2027-01-15 08:59:00 +0100,2027-01-15 08:59:30 +0100,Cup',
    ])
    expect(lines).toEqual([
      '0 of 2 paid orders (0.0 %) reached the API.',
      'Left out: 1 unpaid, 1 cancelled.',
      'The others: 2 completed.',
      expect.stringMatching(/^Line 2 \(#1001\): completed\. The page’s cart is sent /),
      expect.stringMatching(/^Line 5 \(#1003\): completed\. .* are sent without a cart, /),
    ])
    expect((await readCarts()).sort()).toEqual([
      ['ada@example.com', 5880, own],
      ['cy@example.com', undefined, undefined],
    ])
    expect((await queue.count()).refusedBy).toMatchObject([{ count: 2 }])
  })

  test('is completed once, whether its command runs twice or its lines come apart', async () => {
    for (const number of ['1001', '1002']) await report(number)
    const [one, other] = ['1001', '1002'].map((number) => `${number},${number}@example.com,58.80`)
    const book = ['order,email,total', `${one}`, `${other}`, `${one}`]
    await complete(book)
    await complete(book)
    expect(await readCarts()).toHaveLength(2)
  })

  test('does not compare a total with a report, which anyone can send', async () => {
    await report('1001')
    await report('1001', 1, [{ product_id: 'FORGED' }])
    const lines = await complete(['order,email,total', '1001,ada@example.com,58.80'], { json: true })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { state: 'completed', sentence: expect.not.stringContaining('says') },
      { completed: 1, compared: 0, different: 0, cents: 0 },
    ])
    expect(JSON.parse(lines[0] ?? '')).not.toHaveProperty('difference')
  })

  test('without totals says that nothing proves the cart', async () => {
    await report('1001')
    expect((await complete(['order,email', '1001,ada@example.com'])).at(-1)).toContain('so nothing proves the cart.')
  })

  test.each([
    ['2027-01-15 09:00:00 +0100', 'refused. A later order of this customer was delivered'],
    ['2027-01-15 13:00:00 +0100', 'completed. The page’s cart is sent'],
    ['2027-01-15 13:00:00', 'refused. A later order of this customer was delivered'],
  ])('says the time of an order: %s', async (time, what) => {
    await report('1001')
    nowMs += 3_600_000
    const later = { id: randomUUID(), kind: 'convert', signed: false, ageMs: 0 } as const
    await queue.accept({ ...later, body: { email: 'ada@example.com', cart_data: { order_number: '1002' } } })
    await queue.claim(9)
    await queue.ack(later.id, { as: 'delivered' })
    nowMs += 86_400_000
    const lines = await complete([HEAD, `#1001,ada@example.com,paid,58.80,EUR,${time},,Cup`])
    expect(lines.at(-1)).toContain(what)
  })

  test('says why an order under another address is not completed', async () => {
    const body = { email: 'eve@example.com', cart_data: { order_number: '1001', cart_value: 5880 } }
    await queue.accept({ id: randomUUID(), kind: 'convert', signed: false, ageMs: 0, body } as IncomingEvent)
    await report('1001')
    const [line] = (await complete(['order,email,total', '1001,ada@example.com,58.80'])).slice(-1)
    expect(line).toContain('incomplete.')
    expect(line).toContain('An order of this number came under another address.')
  })
})
