/** Promise: a network that sends many events leaves room, limits and dead letters to the shoppers of calm networks. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IncomingEvent, OpenQueue } from '../../../../src/proxy/queue/index.js'
import type { Bounds } from '../../../../src/proxy/queue/types.js'
import type { TestDatabase } from '../../../support/engines/test-database.js'
import { describeEngines } from '../../../support/engines.js'

const DAY_MS = 86_400_000
const keys = [Buffer.alloc(32, 1)]
const ada = 'ada@example.com'

describeEngines('a network that sends many events', (newDatabase) => {
  let database: TestDatabase
  let queue: OpenQueue
  let nowMs: number
  beforeEach(async () => {
    nowMs = 1_800_000_000_000
    database = await newDatabase()
    await open()
  })
  afterEach(async () => {
    await queue.close()
    await database.remove()
  })

  async function open(most: Partial<Bounds> = {}) {
    await queue?.close()
    queue = await database.openQueue({ keys, now: () => nowMs, most })
  }

  let count = 0
  const order = (more: Partial<IncomingEvent> & { email?: string } = {}) => {
    count += 1
    const { email = `${count}@example.com`, ...rest } = more
    const body = { email, cart_data: { order_number: `${count}` } }
    return { id: randomUUID(), kind: 'convert', signed: false, ageMs: 0, body, ...rest } as IncomingEvent
  }
  const noisy = { isNoisy: true, network: 'noisy' }
  const accept = (event: IncomingEvent) => queue.accept(event).catch(() => 'full')
  const acceptMany = async (most: number, more: object) => {
    const answers: string[] = []
    for (let n = 0; n < most; n += 1) answers.push(await accept(order(more)))
    return answers.filter((answer) => answer === 'new').length
  }
  async function acceptDead(more: object, reason: 'refused' | 'expired' = 'refused') {
    const event = order(more)
    await queue.accept(event)
    await queue.claim(999)
    await queue.ack(event.id, { as: 'dead', reason })
    return event.id
  }

  const waitsDetached = { as: 'retry', reason: 'busy', waitMs: 60_000, isDetached: true } as const
  async function acceptDetached(more: object = {}, reason: 'busy' | 'no_session' = 'busy') {
    const event = order(more)
    await queue.accept(event)
    await queue.claim(9)
    await queue.ack(event.id, { ...waitsDetached, reason })
    return event.id
  }
  const readState = async (id: string) => (await queue.find({ id }))[0]?.state

  test('fills a quarter of the unsigned room, and others have the rest', async () => {
    await open({ queueEvents: 32 })
    expect(await acceptMany(40, noisy)).toBe(6)
    expect(await acceptMany(40, {})).toBe(18)
    expect(await acceptMany(40, { ...noisy, signed: true })).toBe(8)
  })

  test('has its share again after a restart', async () => {
    await open({ queueEvents: 32 })
    await acceptMany(4, noisy)
    await open({ queueEvents: 32 })
    expect(await acceptMany(40, noisy)).toBe(2)
  })

  test('gets room again when its events are delivered', async () => {
    await open({ queueEvents: 32 })
    await acceptMany(40, noisy)
    for (const { id } of (await queue.claim(3)).events) await queue.ack(id, { as: 'delivered' })
    expect(await acceptMany(40, noisy)).toBe(3)
  })

  test('pushes out only its own dead letters', async () => {
    await open({ deadLetters: 20 })
    const calm = await acceptDead({})
    for (let n = 0; n < 20; n += 1) await acceptDead(noisy, n % 2 ? 'refused' : 'expired')
    expect(await queue.read(calm)).toMatchObject({ state: 'dead' })
    expect((await queue.count()).dead).toBe(5) // three quarters of a quarter, and the calm one
  })

  test('loses its dead letters before calm networks do', async () => {
    await open({ deadLetters: 16 })
    const first = await acceptDead({})
    for (let n = 0; n < 9; n += 1) await acceptDead({})
    const ofNoisy = [await acceptDead(noisy), await acceptDead(noisy)]
    await acceptDead({})
    expect(await queue.read(first)).toMatchObject({ state: 'dead' }) // the oldest
    expect(await Promise.all(ofNoisy.map((id) => queue.read(id)))).toMatchObject([undefined, { state: 'dead' }])
  })

  test('cannot use up the day of a customer whose address it knows', async () => {
    expect(await acceptMany(250, { ...noisy, email: ada })).toBe(20)
    expect(await accept(order({ email: ada, network: 'home' }))).toBe('new')
  })

  test('sends ten times the limit under one e-mail; then each network has a tenth', async () => {
    await open({ dailyConversions: 10 })
    const acceptAll = async (more: object) => {
      let taken = 0
      for (let n = 0; n < 10; n += 1) taken += await acceptMany(12, { network: `${n}`, email: ada, ...more })
      return taken
    }
    expect(await acceptAll({})).toBe(100)
    expect(await acceptMany(3, { network: 'home', email: ada })).toBe(1)
    expect(await acceptMany(3, { ...noisy, network: 'office', email: ada })).toBe(1)
  })

  test('is forgotten after a day', async () => {
    await acceptMany(20, { network: 'home', email: ada })
    nowMs += DAY_MS
    await queue.sweep()
    expect(await acceptMany(20, { network: 'home', email: ada })).toBe(20)
  })

  test('leaves rows that are deleted after 7 days', async () => {
    const [ofNoisy, ofCalm] = [order({ ...noisy, email: ada }), order({ email: ada })]
    for (const event of [ofNoisy, ofCalm]) {
      await queue.accept(event)
      for (const { id } of (await queue.claim(9)).events) await queue.ack(id, { as: 'delivered' })
    }
    nowMs += 7 * DAY_MS
    await queue.sweep()
    expect(await Promise.all([ofNoisy, ofCalm].map(({ id }) => queue.find({ id })))).toMatchObject([
      [],
      [{ state: 'delivered' }],
    ])
    expect(await Promise.all([ofNoisy, ofCalm].map((event) => queue.accept({ ...event, id: randomUUID() })))).toEqual([
      'new',
      'duplicate',
    ])
  })

  describe('detached events', () => {
    test('of unsigned customers have a quarter of the unsigned room; the rest is dead', async () => {
      await open({ queueEvents: 16 })
      for (let n = 0; n < 12; n += 1) await acceptDetached()
      expect(await queue.count()).toMatchObject({ waiting: 3, deadBy: [{ reason: 'crowded', count: 9 }] })
    })

    test('are dropped of noisy networks first, however often those of calm ones were tried', async () => {
      await open({ queueEvents: 16 })
      const calm = [await acceptDetached(), await acceptDetached()]
      nowMs += 60_000
      for (const { id } of (await queue.claim(9)).events) await queue.ack(id, waitsDetached)
      const ofNoisy = [await acceptDetached(noisy), await acceptDetached(noisy)]
      const read = async (id: string) => (await queue.read(id))?.state
      expect(await Promise.all(calm.map(read))).toEqual(['waiting', 'waiting'])
      expect((await Promise.all(ofNoisy.map(read))).sort()).toEqual(['dead', 'waiting'])
    })
  })

  describe('if it is calm, but holds more than a hundredth of the unsigned room,', () => {
    const [home, flood] = [{ network: 'home' }, { network: 'flood' }]

    test('has a quarter once half of the room is used, and calm shoppers have the rest', async () => {
      await open({ queueEvents: 400 })
      expect(await acceptMany(400, flood)).toBe(151 + 75) // until more than half of 300 is used, and a quarter of 300
      for (let n = 0; n < 20; n += 1) expect(await acceptMany(1, { network: `home ${n}` })).toBe(1)
    })

    test('keeps its rights while there is room', async () => {
      await open({ queueEvents: 400 })
      const first = order(home)
      await queue.accept(first)
      expect(await acceptMany(120, home)).toBe(120)
      for (const { id } of (await queue.claim(999)).events) await queue.ack(id, { as: 'delivered' })
      nowMs += 8 * DAY_MS
      await queue.sweep()
      expect(await queue.accept({ ...first, id: randomUUID() })).toBe('duplicate')
    })

    test.each(['busy', 'no_session'] as const)(
      'does not push out a detached event of another network (%s)',
      async (reason) => {
        await open({ queueEvents: 200 })
        const own = await acceptDetached(home, reason)
        for (let n = 0; n < 50; n += 1) await acceptDetached(flood, reason)
        expect(await readState(own)).toBe('waiting')
        expect((await queue.count()).dead).toBeGreaterThan(0)
      },
    )

    test('does not push out a dead letter of another network', async () => {
      await open({ deadLetters: 60 })
      const own = await acceptDead(home)
      for (let n = 0; n < 60; n += 1) await acceptDead(flood)
      expect(await readState(own)).toBe('dead')
      expect((await queue.count()).droppedDead).toBeGreaterThan(0)
    })

    test('does not push out a refused report of another network', async () => {
      await open({ deadLetters: 60 })
      const refuse = async (more: object) => {
        const report = { id: randomUUID(), kind: 'convert', reason: 'no_email', ageMs: 0, ...more } as const
        await queue.refuse(report)
        return report.id
      }
      const own = await refuse(home)
      for (let n = 0; n < 30; n += 1) await refuse(flood)
      expect(await readState(own)).toBe('refused')
      expect((await queue.count()).droppedDead).toBeGreaterThan(0)
    })
  })

  describe('and whose events were delivered', () => {
    async function deliver(more: object = {}) {
      nowMs += 1_000
      const event = order(more)
      await queue.accept(event)
      for (const { id } of (await queue.claim(9)).events) await queue.ack(id, { as: 'delivered' })
      return event.id
    }

    test('leaves a bounded number of rows for longer than a week, the latest ones', async () => {
      await open({ keptRows: 2 })
      const ids = [await deliver({ signed: true })]
      for (let n = 0; n < 4; n += 1) ids.push(await deliver())
      nowMs += 6 * DAY_MS
      await queue.sweep()
      expect(await Promise.all(ids.map(readState))).toEqual(Array(5).fill('delivered'))
      nowMs += 2 * DAY_MS
      await queue.sweep()
      const delivered = Array(2).fill('delivered')
      expect(await Promise.all(ids.map(readState))).toEqual(['delivered', undefined, undefined, ...delivered])
    })
  })
})

describeEngines('an order that arrives late', (newDatabase) => {
  let database: TestDatabase
  let queue: OpenQueue
  beforeEach(async () => {
    database = await newDatabase()
    queue = await database.openQueue({ keys })
  })
  afterEach(async () => {
    await queue.close()
    await database.remove()
  })
  const order = (order_number: string, ageMs: number, signed = false): IncomingEvent => {
    const body = { email: ada, cart_data: { order_number } }
    return { id: randomUUID(), kind: 'convert', signed, ageMs, body }
  }

  test.each([
    ['is overtaken by a later delivered order', false, false, 0],
    ['is overtaken by a signed order', true, false, 0],
    ['is sent if it is signed and the later one was not', false, true, 1],
  ])('%s', async (_what, laterIsSigned, olderIsSigned, sent) => {
    const later = order('2', 0, laterIsSigned)
    await queue.accept(later)
    await queue.claim(1)
    await queue.ack(later.id, { as: 'delivered' })
    const older = order('1', 60_000, olderIsSigned)
    expect(await queue.accept(older)).toBe('new')
    expect((await queue.claim(9)).events).toHaveLength(sent)
    expect(await queue.read(older.id)).toMatchObject(
      sent ? { state: 'waiting' } : { state: 'dead', reason: 'overtaken' },
    )
  })

  test('is sent if the later one was not delivered', async () => {
    const later = order('2', 0)
    await queue.accept(later)
    await queue.claim(1)
    await queue.ack(later.id, { as: 'dead', reason: 'refused' })
    await queue.accept(order('1', 60_000))
    expect((await queue.claim(9)).events).toHaveLength(1)
  })
})

describeEngines('a clock that is wrong at the start', (newDatabase) => {
  test('does not expire events and does not sweep for ten minutes', async () => {
    const database = await newDatabase()
    let [nowMs, steadyMs] = [1_800_000_000_000, 0]
    const open = () => database.openQueue({ keys, now: () => nowMs, monotonic: () => steadyMs })
    const first = await open()
    const body = { email: ada, cart_data: { order_number: '1' } }
    const [dead, waiting] = ['1', '2'].map((number) => ({ ...body, cart_data: { order_number: number } }))
    const ids = [randomUUID(), randomUUID()]
    for (const [n, each] of [dead, waiting].entries()) {
      await first.accept({ id: ids[n] ?? '', kind: 'convert', signed: true, ageMs: 0, body: each ?? body })
    }
    await first.claim(1)
    await first.ack(ids[0] ?? '', { as: 'dead', reason: 'refused' })
    await first.close()
    nowMs += 30 * DAY_MS
    const queue = await open()
    await queue.sweep()
    expect((await queue.claim(9)).events).toMatchObject([{ id: ids[1], text: expect.any(String) }])
    expect(await queue.count()).toMatchObject({ dead: 1 })
    await queue.release(ids)
    steadyMs += 600_000
    nowMs += 600_000
    expect((await queue.claim(9)).events).toMatchObject([{ unfit: 'expired' }])
    await queue.close()
    await database.remove()
  })
})
