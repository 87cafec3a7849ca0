/** Promise: a report that lacks its e-mail address or its number is stored without a customer, and can be completed. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IncomingEvent, OpenQueue, QueueAdmin, RefusedReport } from '../../../../src/proxy/queue/index.js'
import type { TestDatabase } from '../../../support/engines/test-database.js'
import { describeEngines, openLedger } from '../../../support/engines.js'

const DAY_MS = 86_400_000
const keys = [Buffer.alloc(32, 1)]
const ada = 'ada@example.com'
const cart_items = [{ product_id: 'CUP', category: ['Cups'] }]

describeEngines('a refused report', (newDatabase) => {
  let database: TestDatabase
  let queue: OpenQueue
  let admin: QueueAdmin
  let nowMs: number
  beforeEach(async () => {
    nowMs = 1_800_000_000_000
    ;({ database, queue, admin } = await openLedger(newDatabase, { keys, now: () => nowMs }))
  })
  afterEach(async () => {
    await admin.close()
    await queue.close()
    await database.remove()
  })

  async function refuse(order_number = '1001', more: Partial<RefusedReport> = {}) {
    const order = { cart_data: { order_number, cart_value: 5880 }, cart_items }
    const report = { id: randomUUID(), kind: 'convert', ageMs: 0, reason: 'no_email', order, ...more } as RefusedReport
    await queue.refuse(report)
    return report
  }

  const order = (order_number: string, more: Partial<IncomingEvent> = {}) =>
    ({
      ...{ id: randomUUID(), kind: 'convert', signed: true, ageMs: 0, from: 'webhook' },
      ...{ body: { email: ada, cart_data: { order_number } }, ...more },
    }) as IncomingEvent

  /** Sends many orders of this number, each of another customer. */
  async function flood(order_number: string) {
    for (let n = 0; n < 30; n += 1) {
      await queue.accept(
        order(order_number, { signed: false, body: { email: `${n}@example.com`, cart_data: { order_number } } }),
      )
    }
  }

  const readBodies = async () =>
    (await queue.claim(9)).events.map((event) => JSON.parse('text' in event ? event.text : '{}'))

  test('is found by its number, listed and counted, and shows no customer', async () => {
    const { id } = await refuse('#1001')
    expect(await admin.find({ order: '1001' })).toMatchObject([{ id, state: 'refused', reason: 'no_email' }])
    expect(await admin.find({ order: '1001', email: ada })).toMatchObject([{ id }])
    expect((await admin.page({ state: 'refused' }, 9)).events).toMatchObject([{ id, body: { cart_items } }])
    expect(await queue.count()).toMatchObject({
      ...{ waiting: 0, dead: 0 },
      refusedBy: [{ kind: 'convert', reason: 'no_email', count: 1 }],
    })
    expect(await database.dump()).not.toMatch(/1001|CUP/)
  })

  test.each([ada, undefined])('is found behind many orders of its number (address: %s)', async (email) => {
    const { id } = await refuse()
    await flood('1001')
    expect(await admin.find({ order: '1001', ...(email && { email }) })).toContainEqual(expect.objectContaining({ id }))
  })

  test('without an order number has only a reason', async () => {
    const { id } = await refuse('', { reason: 'no_order_number' })
    expect((await admin.page({ state: 'refused' }, 9)).events).toMatchObject([{ id, reason: 'no_order_number' }])
  })

  test('is stored once for each id, and an event with that id can still arrive', async () => {
    const { id } = await refuse()
    await refuse('1001', { id })
    expect((await admin.page({ state: 'refused' }, 9)).events).toHaveLength(1)
    expect(await queue.accept(order('1001', { id, signed: false }))).toBe('new')
  })

  test.each([
    ['a webhook, in the other spelling', order('#1001')],
    ['a webhook, by its second name', order('5551', { name: '#1001' })],
    ['a back end', order('1001', { from: 'server' })],
  ])('is completed by %s', async (_who, event) => {
    await refuse('1001')
    await queue.accept({ ...event, id: randomUUID() })
    expect(await readBodies()).toMatchObject([{ email: ada, cart_data: { cart_value: 5880 }, cart_items }])
    expect((await queue.count()).refusedBy).toEqual([])
  })

  test('adds to a signed order with items only the data that a page knows', async () => {
    await refuse()
    const items = [{ product_id: 'CUP', price: 100 }]
    await queue.accept(
      order('1001', { body: { email: ada, cart_data: { order_number: '1001' }, cart_items: items } } as object),
    )
    expect(await readBodies()).toEqual([
      { email: ada, cart_data: { order_number: '1001' }, cart_items: [{ ...items[0], category: ['Cups'] }] },
    ])
  })

  describe('beside a stranger’s report of its number', () => {
    const items = (name: string) => ({ cart_items: [{ product_id: name }] })
    const report = (name: string, cents?: number) =>
      refuse('1001', { order: { cart_data: { order_number: '1001', cart_value: cents }, ...items(name) } } as object)
    const booked = (cents?: number) =>
      order('1001', {
        body: { email: ada, cart_data: { order_number: '1001', ...(cents && { cart_value: cents }) } },
      } as object)

    test.each<[what: string, cents: number | undefined, reports: () => Promise<unknown>[], cart: string | undefined]>([
      ['gives its cart if it has the total', 5880, () => [report('OWN', 5880), report('FORGED', 1)], 'OWN'],
      [
        'gives no cart if both could be true',
        undefined,
        () => [report('OWN', 5880), report('FORGED', 5880)],
        undefined,
      ],
      ['gives its cart if it is reported twice', undefined, () => [report('OWN', 1), report('OWN', 1)], 'OWN'],
      ['does not lend a cart of another total', 5880, () => [report('FORGED', 1)], undefined],
    ])('%s', async (_what, cents, send, cart) => {
      await Promise.all(send())
      await queue.accept(booked(cents))
      const [body] = await readBodies()
      expect(body.cart_items).toEqual(cart && items(cart).cart_items)
      expect(body.cart_data).toMatchObject({ order_number: '1001' })
      expect((await queue.count()).refusedBy).toEqual([])
    })
  })

  describe('counts as an order that was not sent', () => {
    const countReports = async () =>
      (await admin.hours(nowMs - DAY_MS)).filter(({ name }) => name === 'report convert no_email')

    test('until a webhook brings the order', async () => {
      await refuse()
      expect(await countReports()).toMatchObject([{ value: 1 }])
      await queue.accept(order('1001'))
      expect(await countReports()).toEqual([])
    })

    test.each([
      ['its number', order('1001'), []],
      ['its second name', order('5551', { name: '#1001' }), []],
      ['a longer number', order('10011'), [{ value: 1 }]],
      ['its number, unsigned', order('1001', { signed: false, from: 'page' }), [{ value: 1 }]],
    ])('unless a webhook has brought an order of %s before', async (_what, event, counted) => {
      await queue.accept(event)
      await refuse()
      expect(await countReports()).toMatchObject(counted)
    })
  })

  test('is not completed by an unsigned order of its number', async () => {
    await refuse()
    await queue.accept(order('1001', { signed: false }))
    expect(await readBodies()).toEqual([{ email: ada, cart_data: { order_number: '1001' } }])
  })

  describe('in the shop’s book', () => {
    test('is completed by the operator, whatever its age, and is a duplicate then', async () => {
      const { id } = await refuse()
      nowMs += 5 * DAY_MS
      expect(await admin.complete('1001', ada)).toBe('sent')
      expect(await readBodies()).toMatchObject([{ email: ada, cart_items }])
      expect(await admin.find({ id })).toMatchObject([{ state: 'duplicate' }])
      expect(await queue.takeActs()).toMatchObject([{ act: 'complete', count: 1 }])
    })

    test('is not completed a second time, or without a report', async () => {
      await refuse()
      await admin.complete('1001', ada)
      const again = [await admin.complete('1001', ada), await admin.complete('1002', ada)]
      expect(again).toEqual(['unclear', 'unclear'])
    })

    test.each<[what: string, cents: number | undefined, as: string]>([
      ['is completed with the cart of its total, whatever a stranger has reported', 5880, 'sent'],
      ['is completed without a cart if a stranger’s report could be true too', undefined, 'sent without cart'],
      ['is completed without a cart if no report has its total', 1999, 'sent without cart'],
    ])('%s', async (_what, cents, as) => {
      await refuse()
      await refuse('1001', {
        order: { cart_data: { order_number: '1001', cart_value: 1 }, cart_items: [{ product_id: 'X' }] },
      } as object)
      expect(await admin.complete('1001', ada, { cents })).toBe(as)
      const [body] = await readBodies()
      expect([body.email, body.cart_items]).toEqual([ada, as === 'sent' ? cart_items : undefined])
    })

    test('is not completed if an order of its number arrived under another address', async () => {
      await refuse()
      await queue.accept(
        order('1001', { signed: false, body: { email: 'eve@example.com', cart_data: { order_number: '1001' } } }),
      )
      expect(await admin.complete('1001', ada)).toBe('unclear')
    })

    test('is overtaken after a later order of its customer was delivered', async () => {
      await refuse()
      nowMs += DAY_MS
      const later = order('1002')
      await queue.accept(later)
      await queue.claim(9)
      await queue.ack(later.id, { as: 'delivered' })
      expect(await admin.complete('1001', ada)).toBe('overtaken')
      expect(await queue.count()).toMatchObject({ waiting: 0, deadBy: [{ reason: 'overtaken' }] })
    })

    test('is completed with its second name', async () => {
      await refuse('5551')
      expect(await admin.complete('5551', ada, { name: '#1001' })).toBe('sent')
      expect(await admin.find({ order: '1001', email: ada })).toMatchObject([{ state: 'waiting' }])
    })
  })

  test('is kept for 14 days', async () => {
    await refuse()
    nowMs += 14 * DAY_MS - 1
    await queue.sweep()
    expect(await admin.find({ order: '1001' })).toHaveLength(1)
    nowMs += 1
    await queue.sweep()
    expect(await admin.find({ order: '1001' })).toEqual([])
  })

  test('has a part of the room of dead letters, and never pushes out a shopper’s', async () => {
    await queue.close()
    queue = await database.openQueue({ keys, now: () => nowMs, most: { deadLetters: 20 } })
    const dead = order('2001', { signed: false })
    await queue.accept(dead)
    await queue.claim(9)
    await queue.ack(dead.id, { as: 'dead', reason: 'refused' })
    for (let number = 0; number < 20; number += 1) await refuse(`${number}`)
    expect(await queue.count()).toMatchObject({ dead: 1, refusedBy: [{ count: 4 }] })
  })
})
