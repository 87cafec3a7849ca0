/** Promise: only the shop's own word decides which cart completes an order. Strangers' reports of its number cannot. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  Booked,
  Disposition,
  IncomingEvent,
  OpenQueue,
  QueueAdmin,
  RefusedReport,
} from '../../../../src/proxy/queue/index.js'
import type { TestDatabase } from '../../../support/engines/test-database.js'
import { describeEngines, openLedger } from '../../../support/engines.js'

const DAY_MS = 86_400_000
const keys = [Buffer.alloc(32, 1)]
const ada = 'ada@example.com'
const eve = 'eve@example.com'
const own = [{ product_id: 'OWN', category: ['Cups'] }]

describeEngines('an order that the shop completes', (newDatabase) => {
  const START_MS = 1_800_000_000_000
  let database: TestDatabase
  let queue: OpenQueue
  let admin: QueueAdmin
  let nowMs: number
  beforeEach(async () => {
    nowMs = START_MS
    ;({ database, queue, admin } = await openLedger(newDatabase, { keys, now: () => nowMs }))
  })
  afterEach(async () => {
    await admin.close()
    await queue.close()
    await database.remove()
  })

  async function report(cart_data: object, cart_items: object[], more: Partial<RefusedReport> = {}) {
    const order = { cart_data: { order_number: '1001', ...cart_data }, cart_items }
    await queue.refuse({
      id: randomUUID(),
      kind: 'convert',
      ageMs: 0,
      reason: 'no_email',
      order,
      ...more,
    } as RefusedReport)
  }
  const ofPage = (more: Partial<RefusedReport> = {}, order_number = '1001') =>
    report({ order_number, cart_value: 5880 }, own, more)
  const inEuros = () => report({ cart_value: 5880, currency: 'EUR' }, own)
  const forged = (more: Partial<RefusedReport> = {}) => report({ cart_value: 1 }, [{ product_id: 'FORGED' }], more)

  const order = (order_number: string, email = ada, more: Partial<IncomingEvent> = {}, cart_value?: number) =>
    ({
      ...{ id: randomUUID(), kind: 'convert', signed: true, ageMs: 0, from: 'webhook' },
      ...{ body: { email, cart_data: { order_number, ...(cart_value && { cart_value }) } }, ...more },
    }) as IncomingEvent
  const unsigned = { signed: false, from: 'page' } as const

  async function send(event: IncomingEvent, end: Disposition = { as: 'delivered' }) {
    await queue.accept(event)
    await queue.claim(9)
    await queue.ack(event.id, end)
  }

  const readBodies = async () =>
    (await queue.claim(9)).events.map((event) => JSON.parse('text' in event ? event.text : '{}'))

  describe('with a total takes the cart that has it', () => {
    beforeEach(async () => {
      await ofPage()
      for (let n = 0; n < 21; n += 1) await forged()
    })

    test('from the shop’s book, whatever strangers report later', async () => {
      expect(await admin.complete('1001', ada, { cents: 5880 })).toBe('sent')
      expect(await readBodies()).toMatchObject([{ email: ada, cart_items: own }])
    })

    test('from a webhook, whatever strangers report later', async () => {
      await queue.accept(order('1001', ada, {}, 5880))
      expect(await readBodies()).toMatchObject([{ email: ada, cart_items: own }])
    })

    test('and ends all of its reports', async () => {
      await admin.complete('1001', ada, { cents: 5880 })
      expect((await queue.count()).refusedBy).toEqual([])
    })

    test('and its reports are deleted after 7 days', async () => {
      const id = randomUUID()
      await ofPage({ id })
      await admin.complete('1001', ada, { cents: 5880 })
      nowMs += 7 * DAY_MS - 1
      await queue.sweep()
      expect(await queue.find({ id })).toMatchObject([{ state: 'duplicate' }])
      nowMs += 1
      await queue.sweep()
      expect(await queue.find({ id })).toEqual([])
    })
  })

  test.each<[why: string, sendAll: () => Promise<void>[], booked?: Booked]>([
    ['carts differ, in whatever number', () => [ofPage(), ...Array.from({ length: 20 }, () => forged())]],
    ['carts differ, and only the stranger’s network is calm', () => [ofPage({ isNoisy: true }), forged()]],
    ['carts differ, and only the page’s network is calm', () => [ofPage(), forged({ isNoisy: true })]],
    ['two carts have its total', () => [ofPage(), report({ cart_value: 5880 }, [])], { cents: 5880 }],
    ['the only cart has another total', () => [forged()], { cents: 5880 }],
    ['the only cart has no total', () => [report({}, own)], { cents: 5880 }],
    ['its cart is in another currency', () => [inEuros()], { cents: 5880, currency: 'USD' }],
  ])('is sent without a cart if %s', async (_why, sendAll, booked) => {
    await Promise.all(sendAll())
    expect(await admin.complete('1001', ada, booked)).toBe('sent without cart')
    expect(await readBodies()).toEqual([{ email: ada, cart_data: { order_number: '1001' } }])
  })

  test.each<[what: string, sendAll: () => Promise<void>[], booked?: Booked]>([
    ['one total, and the currency in two spellings', () => [inEuros()], { cents: 5880, currency: 'eur' }],
    ['one cart, and the number in two spellings', () => [ofPage(), ofPage({}, '#1001')]],
    ['one cart, and the book has no total', () => [ofPage(), ofPage()]],
  ])('is sent with the cart if reports have %s', async (_what, sendAll, booked) => {
    await Promise.all(sendAll())
    expect(await admin.complete('1001', ada, booked)).toBe('sent')
    expect(await readBodies()).toMatchObject([{ email: ada, cart_data: { order_number: '1001' }, cart_items: own }])
  })

  test.each([
    ['one', () => [report({ cart_value: 4900 }, own)], ['Cups']],
    ['two that differ', () => [report({ cart_value: 4900 }, own), forged()], undefined],
  ])('keeps its own items, which take a page’s data from %s', async (_what, sendAll, category) => {
    await Promise.all(sendAll())
    const event = order('1001', ada, {}, 5880)
    await queue.accept({ ...event, body: { ...event.body, cart_items: [{ product_id: 'OWN' }] } } as IncomingEvent)
    const [body] = await readBodies()
    expect(body.cart_items).toEqual([{ product_id: 'OWN', ...(category && { category }) }])
  })

  describe('from the book is overtaken', () => {
    test.each([
      ['unsigned', unsigned],
      ['signed', {}],
    ])('if a later order of its customer was delivered, %s', async (_what, more) => {
      await ofPage()
      nowMs += DAY_MS
      await send(order('1002', ada, more))
      expect(await admin.complete('1001', ada, { cents: 5880 })).toBe('overtaken')
    })

    test('while it waits, by a later unsigned order, unless the operator replays it', async () => {
      await ofPage()
      nowMs += DAY_MS
      const later = order('1002', ada, unsigned)
      await queue.accept(later)
      await queue.claim(9)
      expect(await admin.complete('1001', ada, { cents: 5880 })).toBe('sent')
      await queue.ack(later.id, { as: 'delivered' })
      expect(await queue.count()).toMatchObject({ waiting: 0, deadBy: [{ reason: 'overtaken', count: 1 }] })
      await admin.replay({ reason: 'overtaken' })
      expect(await readBodies()).toMatchObject([{ email: ada, cart_items: own }])
    })
  })

  /** The page reports at 0 d, and a later order is delivered at 1 d. The book completes it at 2 d. */
  const day = (from: number, until = from) => ({ fromMs: START_MS + from * DAY_MS, untilMs: START_MS + until * DAY_MS })
  test.each<[time: string, times: Booked['times'], forge: RefusedReport['ageMs'][], as: string]>([
    ['the page’s, without one in the book', undefined, [], 'overtaken'],
    ['the book’s', day(1.5), [], 'sent'],
    ['the page’s, within the book’s', day(-1, 1.5), [], 'overtaken'],
    ['not a stranger’s fresh one', undefined, [0], 'overtaken'],
    ['the book’s, whatever a stranger says', day(1.5), [0, 2 * DAY_MS], 'sent'],
  ])('has a time: %s', async (_time, times, forge, as) => {
    await ofPage()
    nowMs += DAY_MS
    await send(order('1002'))
    nowMs += DAY_MS
    for (const ageMs of forge) await forged({ ageMs })
    expect(await admin.complete('1001', ada, { cents: 5880, times })).toBe(as)
  })

  test('does not get a time of a stranger’s old report', async () => {
    await send(order('1000'))
    nowMs += DAY_MS
    await ofPage()
    await forged({ ageMs: 2 * DAY_MS })
    expect(await admin.complete('1001', ada, { cents: 5880 })).toBe('sent')
  })

  describe('beside an order of its number under another address', () => {
    const DEAD = { as: 'dead', reason: 'no_session' } as const
    test.each<[what: string, event: IncomingEvent, end: Disposition | undefined, booked: Booked, as: string]>([
      ['unsigned, of another total', order('1001', eve, unsigned, 1), undefined, { cents: 5880 }, 'sent'],
      [
        'unsigned, delivered with another total',
        order('1001', eve, unsigned, 1),
        { as: 'delivered' },
        { cents: 5880 },
        'sent',
      ],
      [
        'unsigned, delivered without a total',
        order('1001', eve, unsigned),
        { as: 'delivered' },
        { cents: 5880 },
        'sent',
      ],
      ['unsigned, of its total, not delivered', order('1001', eve, unsigned, 5880), DEAD, { cents: 5880 }, 'sent'],
      ['unsigned, of its total', order('1001', eve, unsigned, 5880), undefined, { cents: 5880 }, 'unclear'],
      [
        'unsigned, delivered with its total',
        order('1001', eve, unsigned, 5880),
        { as: 'delivered' },
        { cents: 5880 },
        'unclear',
      ],
      ['unsigned, if the book has no total', order('1001', eve, unsigned, 1), undefined, {}, 'unclear'],
      ['unsigned, if no report has the total', order('1001', eve, unsigned, 1), undefined, { cents: 9900 }, 'unclear'],
      ['signed, of another total', order('1001', eve, {}, 1), undefined, { cents: 5880 }, 'unclear'],
      ['signed, of its second name', order('5551', eve, { name: '#1001' }, 1), undefined, { cents: 5880 }, 'unclear'],
    ])('%s', async (_what, event, end, booked, as) => {
      await (end ? send(event, end) : queue.accept(event))
      await ofPage()
      expect(await admin.complete('1001', ada, booked)).toBe(as)
    })

    test('is not sent, and the operator finds that order, behind any number of reports', async () => {
      const earlier = order('1001', eve, unsigned, 5880)
      await send(earlier)
      for (let n = 0; n < 25; n += 1) await ofPage()
      expect(await admin.complete('1001', ada, { cents: 5880 })).toBe('unclear')
      expect(await admin.find({ order: '1001' })).toContainEqual(expect.objectContaining({ id: earlier.id }))
    })
  })
})
