/**
 * Promise: the operator changes the queue beside a running proxy. The proxy notices the changes, and no event waits or
 * is lost because of them.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  Disposition,
  IncomingEvent,
  Listed,
  Queue,
  QueueAdmin,
  Reason,
} from '../../../../src/proxy/queue/index.js'
import type { TestDatabase } from '../../../support/engines/test-database.js'
import { describeEngines } from '../../../support/engines.js'

const START_MS = 1_800_000_000_000
const HOUR_MS = 3_600_000
const keys = [Buffer.alloc(32, 1)]
const ada = 'ada@example.com'
const eve = 'eve@example.com'

describeEngines('the operator’s queue', (newDatabase) => {
  let database: TestDatabase
  let queue: Queue
  let admin: QueueAdmin
  let nowMs = START_MS
  beforeEach(async () => {
    claimed.clear()
    nowMs = START_MS
    database = await newDatabase()
    queue = await database.openQueue({ keys, now: () => nowMs })
    admin = await database.openAdmin({ keys, now: () => START_MS + 1_000 })
  })
  afterEach(async () => {
    await admin.close()
    await queue.close()
    await database.remove()
  })

  async function accept(email = ada, payload: object = {}): Promise<IncomingEvent> {
    const { body, ...rest } = Object(payload)
    const id = randomUUID()
    const times = { ageMs: 5_000, signed: true }
    const event = {
      id,
      kind: 'convert',
      ...times,
      ...rest,
      body: { email, cart_data: { order_number: id }, ...body },
    } as IncomingEvent
    await queue.accept(event)
    return event
  }

  test('counts orders of the script, the webhooks and both, each order once', async () => {
    const tell = (order_number: string, from: IncomingEvent['from'], signed = from !== 'page') =>
      queue.accept({
        ...{ id: randomUUID(), kind: 'convert', ageMs: 0, signed, ...(from && { from }), name: `#${order_number}` },
        body: { email: ada, cart_data: { order_number } },
      })
    await tell('1', 'page')
    await tell('1', 'page') // reloaded
    await tell('1', 'webhook')
    await tell('2', 'webhook')
    await tell('2', 'page')
    await tell('2', 'page')
    await tell('3', 'webhook')
    await tell('4', 'page')
    await tell('5', 'server')
    await accept(ada, { kind: 'addToList', list: 'newsletter' })
    await ack((await accept(ada, { from: 'page' })).id, { as: 'delivered' })
    const counts = {
      'order new': 6,
      'order by page': 4,
      'order by webhook': 3,
      'order by both': 2,
      'order by server': 1,
    }
    expect(await readHours()).toMatchObject({ accepted: 7, ...counts })
  })

  /** The counts of all hours, by their names. */
  async function readHours(sinceMs = nowMs) {
    const sums: Record<string, number> = {}
    for (const { name, value } of await admin.hours(sinceMs - HOUR_MS)) sums[name] = (sums[name] ?? 0) + value
    return sums
  }

  test('counts the results of events by the hour, without test orders', async () => {
    const [sent, kept, lost, test] = await Promise.all(
      [ada, eve, 'joe@example.com', 'test-1@ringup.invalid'].map((email) =>
        accept(email, { problems: email === ada ? [{ field: 'cart_value', code: 'ambiguous_amount' }] : [] }),
      ),
    )
    const signUp = await accept('sue@example.com', { kind: 'addToList', list: 'newsletter' })
    for (const { id } of [sent, test, signUp] as IncomingEvent[]) await ack(id, { as: 'delivered', status: 200 })
    await ack(kept?.id ?? '', { as: 'retry', reason: 'no_session', waitMs: 60_000, isDetached: true })
    await ack(lost?.id ?? '', { as: 'dead', reason: 'refused' })
    expect(await readHours()).toEqual({
      ...{ accepted: 4, delivered: 2, dead: 1, lost: 1, 'latest by page': START_MS / 1_000 },
      ...{ 'order new': 3, 'order by page': 3, 'order delivered': 1, 'order no_session': 1, 'order refused': 1 },
      'problem cart_value ambiguous_amount': 1,
    })
  })

  test('counts a limited order as limited, and not as one of the shop’s', async () => {
    for (let n = 0; n < 21; n += 1) await accept(ada, { signed: false, network: '192.0.2.1' })
    expect(await readHours()).toMatchObject({ accepted: 20, 'order new': 20, dead: 1, limited: 1 })
    expect(await readHours()).not.toHaveProperty('lost')
  })

  test('has the counts of an hour after its rows were swept', async () => {
    await accept(ada, { signed: false, isNoisy: true })
    await ack((await accept(eve, { signed: false, isNoisy: true })).id, { as: 'delivered' })
    const counts = await readHours()
    for (let day = 0; day < 10; day += 1) {
      nowMs += 24 * HOUR_MS
      await queue.sweep()
    }
    expect(await admin.find({ id: 'none' })).toEqual([])
    expect(await readHours(START_MS)).toEqual(counts)
  })

  test('keeps the value of a delivered order, to compare it with the shop’s book', async () => {
    const orders = [
      ['1', { cart_value: 5_880 }, 5_880],
      ['2', {}, null],
    ] as const
    for (const [order_number, value] of orders) {
      const { id } = await accept(`${order_number}@example.com`, { body: { cart_data: { order_number, ...value } } })
      await ack(id, { as: 'delivered', status: 200 })
    }
    for (const [order, , cents] of orders)
      expect(await admin.find({ order })).toMatchObject([{ state: 'delivered', cents }])
  })

  async function readAll(events: AsyncIterable<Listed>): Promise<Listed[]> {
    const all: Listed[] = []
    for await (const event of events) all.push(event)
    return all
  }

  const acceptSignUp = () => accept(ada, { kind: 'addToList', list: 'newsletter' })

  async function acceptDead(email = ada): Promise<IncomingEvent> {
    const event = await accept(email)
    await ack(event.id, { as: 'dead', reason: 'refused' })
    return event
  }

  /** The events that this test has claimed and not settled. */
  const claimed = new Set<string>()
  async function claimAll() {
    const { events } = await queue.claim(300)
    for (const { id } of events) claimed.add(id)
    return events
  }
  async function ack(id: string, disposition: Disposition) {
    if (!claimed.has(id)) await claimAll()
    await queue.ack(id, disposition)
    claimed.delete(id)
  }

  describe('the list', () => {
    test('shows every event with all its facts, oldest first', async () => {
      const [waiting, dead] = [await acceptSignUp(), await acceptDead('eve@example.com')]
      await ack(waiting.id, { as: 'retry', reason: 'busy', waitMs: 0 })
      const times = { occurredMs: START_MS - 5_000, receivedMs: START_MS }
      expect(await readAll(admin.list())).toEqual([
        {
          id: waiting.id,
          kind: 'addToList',
          list: 'newsletter',
          state: 'waiting',
          reason: 'busy',
          attempts: 1,
          ...times,
          nextMs: START_MS,
          body: waiting.body,
        },
        {
          id: dead.id,
          kind: 'convert',
          state: 'dead',
          reason: 'refused',
          attempts: 1,
          ...times,
          diedMs: START_MS,
          body: dead.body,
        },
      ])
    })

    test.each<[reason: Reason, attempts: number]>([
      ['refused', 2],
      ['no_session', 2],
      ['expired', 1],
      ['stale', 1],
    ])('counts the requests to the API as attempts (%s)', async (reason, attempts) => {
      const { id } = await accept()
      await ack(id, { as: 'retry', reason: 'busy', waitMs: 0 })
      await ack(id, { as: 'dead', reason })
      expect(await admin.read(id)).toMatchObject({ reason, attempts })
    })

    test('shows events of one state or reason, more than fit on one page', async () => {
      for (let times = 0; times < 9; times += 1) await Promise.all(Array.from({ length: 50 }, () => accept()))
      const dead = await acceptDead('eve@example.com')
      const ids = (await readAll(admin.list({ state: 'dead', reason: 'refused' }))).map(({ id }) => id)
      expect([ids, (await readAll(admin.list({ state: 'waiting' }))).length]).toEqual([[dead.id], 450])
    })

    test('has one event to read, or none', async () => {
      const { id, body } = await accept()
      expect([(await admin.read(id))?.body, await admin.read('other')]).toEqual([body, undefined])
    })
  })

  describe('a replayed dead letter', () => {
    test('is sent again as if never tried, and shows that it was replayed', async () => {
      const { id } = await accept()
      await ack(id, { as: 'retry', reason: 'no_session', waitMs: 0, isMiss: true })
      await ack(id, { as: 'dead', reason: 'no_session' })
      expect([await claimAll(), await admin.replay({ id })]).toEqual([[], 1])
      nowMs += 2_000
      expect(await claimAll()).toMatchObject([{ id, attempts: 0, misses: 0 }])
      expect((await queue.count()).dead).toBe(0)
    })

    test('may be one of all dead letters with its reason', async () => {
      await Promise.all(Array.from({ length: 205 }, (_, letter) => accept(`${letter}@example.com`)))
      for (const { id } of await claimAll()) await ack(id, { as: 'dead', reason: 'refused' })
      expect([await admin.replay({ reason: 'expired' }), await admin.replay({ reason: 'refused' })]).toEqual([0, 205])
      nowMs += 2_000
      expect((await claimAll()).length).toBe(205)
    })

    test('does not exist if the event already waits', async () => {
      const { id } = await accept()
      expect(await admin.replay({ id })).toBe(0)
    })

    test('is not pushed out as a dead letter', async () => {
      await queue.close()
      queue = await database.openQueue({ keys, most: { deadLetters: 1 } })
      const first = await acceptDead()
      await admin.replay({ id: first.id })
      await acceptDead(eve)
      expect(await admin.read(first.id)).toMatchObject({ state: 'waiting' })
      expect(await admin.count()).toMatchObject({ droppedDead: 0 })
    })
  })

  describe('a dropped event', () => {
    test('lets its customer’s next one go, however long its own wait was', async () => {
      const [first, second] = [await accept(), await accept()]
      await claimAll()
      await ack(first.id, { as: 'retry', reason: 'busy', waitMs: 60_000 })
      expect(await claimAll()).toEqual([])
      expect([await admin.drop({ id: first.id }), await admin.drop({ id: first.id })]).toEqual([1, 0])
      expect(await claimAll()).toMatchObject([{ id: second.id }])
    })

    test('may be reported again', async () => {
      const event = await accept()
      await admin.drop({ id: event.id })
      expect(await queue.accept({ ...event, id: randomUUID() })).toBe('new')
    })

    test.each(['deliver', 'retry', 'deadLetter'] as const)('that is under way stays dropped (%s)', async (name) => {
      const [first, second] = [await accept(), await accept()]
      await claimAll()
      await admin.drop({ id: first.id })
      await {
        deliver: () => ack(first.id, { as: 'delivered' }),
        retry: () => ack(first.id, { as: 'retry', reason: 'busy', waitMs: 0 }),
        deadLetter: () => ack(first.id, { as: 'dead', reason: 'refused' }),
      }[name]()
      expect((await claimAll()).map(({ id }) => id)).toEqual([second.id])
      expect(await admin.count()).toMatchObject({ waiting: 1, dead: 0 })
    })
  })

  describe('erasing an e-mail', () => {
    test('deletes all data of it, in every spelling, and no data of others', async () => {
      const delivered = await acceptSignUp()
      await ack(delivered.id, { as: 'delivered' })
      await accept()
      await acceptDead()
      const other = await accept(eve)
      expect(await admin.erase('  ADA@example.com ')).toEqual({ events: 2, records: 1 })
      expect(await admin.erase(ada)).toEqual({ events: 0, records: 0 })
      expect(await claimAll()).toMatchObject([{ id: other.id }])
    })

    test('forgets the fields that a sign-up has set', async () => {
      const signUp = (city: string, ageMs: number) =>
        accept(ada, { kind: 'addToList', list: 'newsletter', ageMs, signed: false, body: { city } })
      const { id } = await signUp('Rome', 0)
      await ack(id, { as: 'delivered' })
      await admin.erase(ada)
      await signUp('Paris', 60_000)
      expect(await claimAll()).toMatchObject([{ text: expect.stringContaining('Paris') }])
    })

    test('makes the proxy forget the day’s count that it has in memory', async () => {
      const order = () => accept(ada, { signed: false })
      const isLimited = async () => (await queue.count()).dead > 0
      for (let number = 0; number < 20; number += 1) await order()
      await admin.erase(ada)
      await claimAll() // it checks
      await order()
      expect(await isLimited()).toBe(false)
      for (let number = 0; number < 20; number += 1) await order()
      expect(await isLimited()).toBe(true)
    })

    test('that is not an address is refused in a sentence', async () => {
      await expect(admin.erase('ada')).rejects.toThrow('This is not an e-mail address.')
    })
  })

  test('the counts are those of the proxy', async () => {
    const first = await acceptSignUp()
    await accept()
    await acceptDead(eve)
    await ack(first.id, { as: 'retry', reason: 'busy', waitMs: 0 })
    const { oldestWaitingMs, ...counts } = await queue.count()
    expect(await admin.count()).toEqual({ ...counts, oldestWaitingMs: 6_000 })
    expect(oldestWaitingMs).toBe(5_000)
    expect(counts).toMatchObject({ waiting: 2, dead: 1, deadBy: [{ kind: 'convert', reason: 'refused', count: 1 }] })
  })

  describe('the facts about an event', () => {
    const problems = [
      { field: 'cart_items.0.price', code: 'ambiguous_amount' },
      { field: 'secret of a page', code: 'unreadable' },
    ]
    const known = [
      { field: 'price', code: 'ambiguous_amount' },
      { field: 'other', code: 'unreadable' },
    ]
    const shown = { state: 'delivered', status: 200, problems: known }

    test('include the fields that could not be read, even after delivery', async () => {
      const { id } = await accept(ada, { problems })
      expect(await admin.read(id)).toMatchObject({ problems: known })
      await ack(id, { as: 'delivered', status: 200 })
      expect(await admin.find({ id })).toMatchObject([shown])
      expect(await admin.find({ order: id })).toMatchObject([shown])
      expect(await database.dump()).not.toContain('secret of a page')
    })

    test('are found by the order’s second name too, once, waiting and delivered', async () => {
      const { id } = await accept(ada, { name: '#1001' })
      for (const state of ['waiting', 'delivered']) {
        for (const which of [{ order: '1001' }, { order: '#1001', email: ada }, { order: id }]) {
          expect(await admin.find(which)).toMatchObject([{ state }])
        }
        if (state === 'waiting') await ack(id, { as: 'delivered', status: 200 })
      }
    })

    test('are forgotten when the event is dropped', async () => {
      const { id } = await accept(ada, { name: '#1001' })
      await admin.drop({ id })
      expect(await admin.find({ order: '1001' })).toEqual([])
    })

    test('include every try, oldest first', async () => {
      const { id } = await accept()
      await ack(id, { as: 'retry', reason: 'busy', waitMs: 0, status: 503 })
      nowMs += 10
      await ack(id, { as: 'retry', reason: 'unreachable', waitMs: 0 })
      const steps = [
        { atMs: START_MS, what: 'accepted' },
        { atMs: START_MS, what: 'busy', status: 503 },
        { atMs: START_MS + 10, what: 'unreachable' },
      ]
      expect(await admin.timeline(id)).toEqual(steps)
      await ack(id, { as: 'delivered', status: 200 })
      expect(await admin.timeline(id)).toEqual([...steps, { atMs: START_MS + 10, what: 'delivered', status: 200 }])
    })

    test('are bounded: the first and the latest of many tries', async () => {
      const { id } = await accept()
      for (let time = 0; time < 30; time += 1) {
        nowMs += 1
        await ack(id, { as: 'retry', reason: 'busy', waitMs: 0 })
      }
      const steps = await admin.timeline(id)
      expect([steps.length, steps[1]?.atMs, steps.at(-1)?.atMs]).toEqual([21, START_MS + 1, START_MS + 30])
    })

    test('are in one list with all others, the latest first, in pages, even if delivered', async () => {
      const [delivered, dead] = [await accept(ada, { problems }), await accept('eve@example.com')]
      await ack(delivered.id, { as: 'delivered', status: 201 })
      await ack(dead.id, { as: 'dead', reason: 'refused', status: 400 })
      nowMs += 1_000
      const waiting = await acceptSignUp()
      const latest = await admin.latest(10)
      expect(latest).toMatchObject([
        { id: waiting.id, kind: 'addToList', list: 'newsletter', state: 'waiting', receivedMs: nowMs },
        { id: dead.id, state: 'dead', reason: 'refused', status: 400, receivedMs: START_MS },
        { id: delivered.id, kind: 'convert', state: 'delivered', status: 201, problems: known },
      ])
      expect(await admin.latest(10, nowMs)).toEqual(latest.slice(1))
    })
  })

  test('needs a key of the database', async () => {
    const opening = database.openAdmin({ keys: [Buffer.alloc(32, 2)] })
    await expect(opening).rejects.toThrow('no key of RINGUP_KEY opens')
  })
})
