/** Promise: the operator reads and changes the queue while a proxy runs, from another process too. Exact shapes. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Entry, IncomingEvent, OpenQueue, Outcome, QueueAdmin } from '../../../../src/proxy/queue/index.js'
import type { TestDatabase } from '../../../support/engines/test-database.js'
import { describeEngines } from '../../../support/engines.js'

const START_MS = 1_800_000_000_000
const keys = [Buffer.alloc(32, 1)]
const ada = 'ada@example.com'

describeEngines('the operator’s queue', (newDatabase) => {
  let database: TestDatabase
  let queue: OpenQueue
  let admin: QueueAdmin
  let nowMs: number
  beforeEach(async () => {
    nowMs = START_MS
    database = await newDatabase()
    queue = await database.openQueue({ keys, now: () => nowMs })
    admin = await database.openAdmin({ keys, now: () => nowMs })
  })
  afterEach(async () => {
    await admin.close()
    await queue.close()
    await database.remove()
  })

  async function accept(more: object = {}): Promise<IncomingEvent> {
    const body = { email: ada, cart_data: { order_number: 'A-1', cart_value: 5_880 } }
    const event = { id: randomUUID(), kind: 'convert', ageMs: 5_000, signed: true, body, ...more } as IncomingEvent // an order, or as `more` says
    await queue.accept(event)
    return event
  }
  const acceptSignUp = () => accept({ kind: 'addToList', list: 'newsletter', body: { email: ada, first_name: 'Ada' } })

  async function settle(event: IncomingEvent, outcome: Outcome) {
    const ids = (await queue.claim(99)).events.map(({ id }) => id)
    expect(ids).toContain(event.id)
    await queue.release(ids.filter((id) => id !== event.id))
    await queue.settle(event.id, outcome)
  }

  test('an event is claimed as it was accepted', async () => {
    const { id, body } = await acceptSignUp()
    const { events } = await queue.claim(1)
    const own = { id, kind: 'addToList', list: 'newsletter', text: JSON.stringify(body), ageMs: 5_000 }
    expect(events).toEqual([
      { ...own, customer: expect.stringMatching(/^[\w-]{22}$/), attempts: 0, refusals: 0, isCalm: true },
    ])
  })

  test('an entry has all facts of its event', async () => {
    const waiting = await acceptSignUp()
    await settle(waiting, { as: 'retry', reason: 'busy', waitMs: 7, status: 503 })
    const dead = await accept({ problems: [{ field: 'cart_items.0.price', code: 'missing' }] })
    await settle(dead, { as: 'dead', reason: 'refused', status: 400, answer: '{"detail":"x"}' })
    const common = { attempts: 1, occurredMs: START_MS - 5_000, receivedMs: START_MS }
    const problems = [
      { field: 'price', code: 'missing' },
      { field: 'cart_items', code: 'missing' },
    ] // prettier-ignore
    const all: Entry[] = []
    for await (const entry of admin.list()) all.push(entry)
    const asWaiting = { list: 'newsletter', state: 'waiting', reason: 'busy', status: 503, nextMs: START_MS + 7 }
    const asDead = { state: 'dead', reason: 'refused', status: 400, deathMs: START_MS, problems }
    expect(all).toEqual([
      { ...common, ...asWaiting, id: waiting.id, kind: 'addToList', body: waiting.body },
      { ...common, ...asDead, id: dead.id, kind: 'convert', body: dead.body },
    ])
    expect(await admin.read(dead.id)).toMatchObject({ answer: '{"detail":"x"}' })
  })

  test('a delivered order has its value and problems, and no body', async () => {
    const order = await accept()
    await settle(order, { as: 'delivered', status: 200 })
    const [found] = await admin.find({ id: order.id })
    expect(found).toMatchObject({
      state: 'delivered',
      status: 200,
      cents: 5_880,
      endMs: START_MS,
      problems: [{ field: 'cart_items', code: 'missing' }],
    })
    expect(found).not.toHaveProperty('body')
    expect(await admin.read(order.id)).toBeUndefined()
  })

  test('a refused report shows its number', async () => {
    await queue.refuse({ id: randomUUID(), kind: 'convert', reason: 'no_email', ageMs: 0, number: 'A-1' })
    const { events } = await admin.page({ state: 'refused' }, 9)
    expect(events).toMatchObject([{ reason: 'no_email', body: { cart_data: { order_number: 'A-1' } } }])
  })

  test('more events than one page has are listed', async () => {
    await Promise.all(
      Array.from({ length: 201 }, (_, n) => accept({ body: { email: `${n}@example.com`, cart_data: {} } })),
    )
    let count = 0
    for await (const _ of admin.list({ state: 'waiting' })) count += 1
    expect(count).toBe(201)
  })

  test('the latest events are in one list, in pages, without refused reports', async () => {
    const [order, signUp] = [await accept(), await acceptSignUp()]
    await settle(order, { as: 'delivered' })
    await queue.refuse({ id: randomUUID(), kind: 'convert', reason: 'no_email', ageMs: 0 })
    expect((await admin.latest(9)).map(({ id }) => id)).toEqual([signUp.id, order.id])
    expect(await admin.latest(9, START_MS)).toEqual([])
  })

  test('the counts have no personal data, and are those of the proxy', async () => {
    await settle(await acceptSignUp(), { as: 'retry', reason: 'busy', waitMs: 0 })
    await settle(await accept({ body: { email: 'eve@example.com', cart_data: {} } }), {
      as: 'dead',
      reason: 'no_session',
    })
    await accept()
    await queue.refuse({ id: randomUUID(), kind: 'convert', reason: 'no_email', ageMs: 0 })
    const counts = {
      ...{ waiting: 2, dead: 1, droppedDead: 0, lastOrderMs: START_MS, deliveredInHour: 0 },
      waitingBy: [
        { kind: 'addToList', reason: 'busy', count: 1, customers: 1 },
        { kind: 'convert', count: 1 },
      ],
      deadBy: [{ kind: 'convert', reason: 'no_session', count: 1, recent: 1 }],
      refusedBy: [{ kind: 'convert', reason: 'no_email', hasNumber: false, count: 1, recent: 1 }],
    }
    expect(await queue.count()).toMatchObject({ ...counts, oldestWaitingMs: 0 })
    nowMs += 1_000
    expect(await admin.count()).toMatchObject({ ...counts, oldestWaitingMs: 1_000 })
  })

  test('orders count once, by outcome, source and missing parts', async () => {
    const [sent, lost] = [
      await accept(),
      await accept({ from: 'webhook', body: { email: 'eve@example.com', cart_data: {} } }),
    ]
    await settle(sent, { as: 'delivered' })
    await admin.send(lost.id)
    await settle(lost, { as: 'dead', reason: 'refused' })
    await acceptSignUp()
    nowMs += 2 * 86_400_000
    await accept({ body: { email: 'joe@example.com', cart_data: { order_number: 'A-2', cart_value: 5 } } })
    const { orders } = await admin.count()
    const toRow = (outcome: string, byWebhook: boolean, today: number, hasCart: boolean) => ({
      ...{ outcome, byPage: !byWebhook, byWebhook, today, before: 1 - today },
      lacks: { number: !hasCart, total: !hasCart, items: true },
    })
    const rows = [toRow('delivered', false, 0, true), toRow('dead', true, 0, false), toRow('waiting', false, 1, true)]
    expect(orders).toEqual(expect.arrayContaining(rows))
    expect(orders).toHaveLength(3)
  })

  test('a test order counts nowhere', async () => {
    await accept({ body: { email: 'test@ringup.invalid', cart_data: {} } })
    const counts = await admin.count()
    expect(counts).toMatchObject({ waiting: 0, waitingBy: [], orders: [], lastOrderMs: undefined })
  })

  test('an order with an unsigned and a signed row counts once, by its best outcome', async () => {
    const body = { email: ada, cart_data: { order_number: 'A-7', cart_value: 5 } }
    const first = await accept({ body, signed: false })
    await settle(first, { as: 'dead', reason: 'refused' })
    const signed = await accept({ body, signed: true })
    await settle(signed, { as: 'delivered' })
    expect((await admin.count()).orders.map(({ outcome, today }) => [outcome, today])).toEqual([['delivered', 1]])
  })

  test('the reports of one number count once', async () => {
    for (const number of ['A-1', 'A-1', 'A-2', undefined]) {
      const report = { id: randomUUID(), kind: 'convert', reason: 'no_email', ageMs: 0 } as const
      await queue.refuse({ ...report, ...(number && { number }) })
    }
    const { refusedBy } = await admin.count()
    expect(refusedBy.map(({ hasNumber, count }) => [hasNumber, count]).sort()).toEqual([
      [false, 1],
      [true, 2],
    ])
  })

  test('the longest gap is known once the orders span a day', async () => {
    const place = (number: number) =>
      accept({ body: { email: ada, cart_data: { order_number: String(number), cart_value: number } } })
    const fromMs = nowMs
    await place(1)
    nowMs += 10 * 3_600_000
    await place(2)
    expect(await admin.longestGap(fromMs)).toBeUndefined()
    nowMs += 15 * 3_600_000
    await place(3)
    expect(await admin.longestGap(fromMs)).toBe(15 * 3_600_000)
    expect(await admin.longestGap(fromMs + 1)).toBeUndefined()
  })

  test('changes from another process reach the proxy', async () => {
    const order = await accept()
    await settle(order, { as: 'dead', reason: 'refused' })
    expect(await admin.replay({ reason: 'refused' })).toBe(1)
    expect((await queue.claim(1)).events).toMatchObject([{ id: order.id }])
    expect(await admin.erase(ada)).toEqual({ events: 1, records: 0 })
    expect(await queue.claim(1)).toEqual({ events: [], nextInMs: undefined })
  })

  test('a text that is not an address is refused in a sentence', async () => {
    await expect(admin.erase('ada')).rejects.toThrow('This is not an e-mail address.')
  })

  test('with another key neither proxy nor operator opens the database', async () => {
    const keys = [Buffer.alloc(32, 2)]
    await expect(database.openAdmin({ keys })).rejects.toThrow('no key of RINGUP_KEY opens')
    await queue.close()
    await expect(database.openQueue({ keys })).rejects.toThrow('no key of RINGUP_KEY opens')
  })
})
