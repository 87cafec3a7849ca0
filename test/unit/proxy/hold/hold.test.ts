/**
 * The hold in a real database: what it has accepted it still has after a restart, repeats are recognised, customers' events
 * keep their order, and nobody reads customers' data out of it.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Conversion } from '../../../../src/contract/conversion.js'
import { type Arrival, type Hold, HoldFullError } from '../../../../src/proxy/hold/index.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { describeEngines, type Place } from '../../../support/engines.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const START_MS = 1_800_000_000_000
const key = Buffer.alloc(32, 1)
const otherKey = Buffer.alloc(32, 2)

describeEngines('the hold', (newPlace) => {
  let place: Place
  let hold: Hold
  let nowMs: number
  beforeEach(async () => {
    place = await newPlace()
    nowMs = START_MS
    hold = await open()
  })
  afterEach(async () => {
    await hold.close()
    await place.remove()
  })

  const open = (...keys: Buffer[]): Promise<Hold> =>
    place.openHold({ seal: createSeal(keys.length > 0 ? keys : [key]), now: () => nowMs })

  async function reopen(...keys: Buffer[]) {
    await hold.close()
    hold = await open(...keys)
  }

  const ada = 'ada@example.com'
  type Change = Partial<Pick<Arrival, 'id' | 'occurredMs' | 'signed'>> & {
    email?: string
    body?: object
    list?: string
  }

  function order(number?: string, { email = ada, body = {}, ...more }: Change = {}): Arrival {
    const cart_data = number === undefined ? { cart_value: 100 } : { order_number: number }
    return arrival({ kind: 'convert', body: { email, cart_data, ...body }, ...more })
  }

  function signUp(body: object = {}, { email = ada, list = 'newsletter', ...more }: Change = {}): Arrival {
    return arrival({ kind: 'addToList', list, ...more, body: { email, ...body } })
  }

  function arrival(payload: object): Arrival {
    const event = { id: randomUUID(), receivedMs: nowMs, occurredMs: nowMs, signed: false, ...payload }
    return event as Arrival // each call above gives one of its kinds
  }

  const claimIds = async (most = 10) => (await hold.claim(most, nowMs)).map(({ id }) => id)
  /** The bodies of what is claimed. */
  const claimBodies = async (): Promise<Conversion[]> =>
    (await hold.claim(10, nowMs)).map((event) => JSON.parse('text' in event ? event.text : '{}'))
  const countEvents = async () => (await place.read<{ n: number }>('SELECT count(*) AS n FROM events'))[0]?.n
  const readReasons = () =>
    place.read<{ state: string; reason: string }>('SELECT state, reason FROM events ORDER BY seq')

  describe('an accepted event', () => {
    test('is claimed as it was accepted', async () => {
      const event = signUp({ first_name: 'Ada' }, { occurredMs: START_MS - 1_500.5 })
      await hold.accept(event)
      const { id, kind, body, occurredMs } = event
      const own = { id, kind, list: 'newsletter', text: JSON.stringify(body), occurredMs }
      expect(await hold.claim(1, nowMs)).toEqual([
        { ...own, who: expect.stringMatching(/^[0-9a-f]{32}$/), attempts: 0, misses: 0, replayed: false },
      ])
    })

    test('is there after the file was closed and opened again', async () => {
      const event = order('A-1')
      await hold.accept(event)
      await reopen()
      expect(await claimIds()).toEqual([event.id])
    })

    test('is there when the process ended with the event claimed', async () => {
      const event = order('A-1')
      await hold.accept(event)
      await claimIds()
      await reopen()
      expect(await claimIds()).toEqual([event.id])
    })

    test('has left no row when it is delivered, but the marks of a repeat', async () => {
      const event = order('A-1')
      await hold.accept(event)
      await claimIds()
      await hold.deliver(event.id)
      expect(await countEvents()).toBe(0)
      expect(await hold.accept(event)).toBe('repeat')
      expect(await countEvents()).toBe(0)
    })

    test('leaves nothing half done when it cannot be stored', async () => {
      const takeAgain = await place.refuse('events', 'true')
      const event = order('A-1')
      await expect(hold.accept(event)).rejects.toThrow()
      expect(await place.read('SELECT * FROM repeats')).toEqual([])
      await takeAgain()
      expect(await hold.accept(event)).toBe('new')
    })
  })

  describe('a repeat', () => {
    test('is the same id, whatever it brings', async () => {
      const { id } = order('A-1')
      expect(await hold.accept(order('A-1', { id }))).toBe('new')
      expect(await hold.accept(order('A-2', { id, email: 'eve@example.com' }))).toBe('repeat')
      expect(await claimIds()).toEqual([id])
    })

    test('is recognised after a restart', async () => {
      await hold.accept(order('A-1'))
      await reopen()
      expect(await hold.accept(order('A-1'))).toBe('repeat')
    })

    test('is the same order number of the same customer under a new id, for 180 days', async () => {
      await hold.accept(order('A-1'))
      nowMs += 180 * DAY_MS - 1
      expect(await hold.accept(order('A-1'))).toBe('repeat')
      nowMs += 1
      expect(await hold.accept(order('A-1'))).toBe('new')
    })

    test('is not the same order number of another customer', async () => {
      await hold.accept(order('A-1'))
      expect(await hold.accept(order('A-1', { email: 'eve@example.com' }))).toBe('new')
    })

    test('is a page without an order number reloaded within 30 min of the first time, however often', async () => {
      const answers: string[] = []
      for (const wait of [0, 20, 9, 2]) {
        nowMs += wait * MINUTE_MS
        answers.push(await hold.accept(order()))
      }
      expect(answers).toEqual(['new', 'repeat', 'repeat', 'new'])
    })

    test('leaves its own id remembered', async () => {
      const reload = order()
      await hold.accept(order())
      await hold.accept(reload)
      nowMs += 31 * MINUTE_MS
      expect(await hold.accept({ ...reload, receivedMs: nowMs })).toBe('repeat')
    })

    test('id is forgotten after 7 days', async () => {
      const event = order()
      await hold.accept(event)
      await claimIds()
      await hold.deliver(event.id)
      nowMs += 7 * DAY_MS
      expect(await hold.accept({ ...event, receivedMs: nowMs })).toBe('new')
    })

    test('of a dead letter that outlived the memory of its id is taken, and not kept twice', async () => {
      const event = order()
      await hold.accept(event)
      await hold.bury(event.id, 'refused')
      nowMs += 8 * DAY_MS
      await hold.accept({ ...event, receivedMs: nowMs })
      expect(await readReasons()).toEqual([{ state: 'dead', reason: 'refused' }])
    })

    test('of a sign-up is one equal to the latest of that customer and list', async () => {
      const answers: string[] = []
      for (const city of ['Paris', 'Paris', 'Rome', 'Rome', 'Paris']) answers.push(await hold.accept(signUp({ city })))
      expect(answers).toEqual(['new', 'repeat', 'new', 'repeat', 'new'])
    })

    test('of a sign-up is not the same on another list', async () => {
      await hold.accept(signUp())
      expect(await hold.accept(signUp({}, { list: 'everything' }))).toBe('new')
    })

    test('of an older sign-up by its id does not make the older one the latest', async () => {
      const older = signUp({ city: 'Paris' })
      await hold.accept(older)
      await hold.accept(signUp({ city: 'Rome' }))
      await hold.accept(older)
      expect(await hold.accept(signUp({ city: 'Rome' }))).toBe('repeat')
    })

    test('is recognised while two arrive at once', async () => {
      const answers = await Promise.all([hold.accept(order('A-1')), hold.accept(order('A-1'))])
      expect(answers.sort()).toEqual(['new', 'repeat'])
    })
  })

  describe('claiming', () => {
    test('gives one event of each customer, the oldest by when it happened', async () => {
      const [late, early, other] = [
        order('A-2', { occurredMs: START_MS - 1 }),
        order('A-1', { occurredMs: START_MS - 2 }),
        order('B-1', { email: 'eve@example.com' }),
      ]
      for (const event of [late, early, other]) await hold.accept(event)
      expect(await claimIds()).toEqual([early.id, other.id])
      await hold.deliver(early.id)
      expect(await claimIds()).toEqual([late.id])
    })

    test('gives events of the same moment in the order they came', async () => {
      const events = [order('A-1'), order('A-2'), signUp()]
      for (const event of events) await hold.accept(event)
      const claimed: string[] = []
      for (const _ of events) {
        const [id = ''] = await claimIds()
        claimed.push(id)
        await hold.deliver(id)
      }
      expect(claimed).toEqual(events.map(({ id }) => id))
    })

    test('gives nothing twice until it is settled', async () => {
      await hold.accept(order('A-1'))
      expect(await claimIds()).toHaveLength(1)
      expect(await claimIds()).toEqual([])
      expect(await hold.nextDueMs()).toBeUndefined()
    })

    test('gives no more than asked for', async () => {
      for (const number of ['1', '2', '3']) await hold.accept(order(number, { email: `${number}@example.com` }))
      expect([await claimIds(2), await claimIds(2), await claimIds(2)].map((ids) => ids.length)).toEqual([2, 1, 0])
    })

    test('waits for the time of a postponed event, and its customer waits with it', async () => {
      const [first, second] = [order('A-1'), order('A-2')]
      await hold.accept(first)
      await hold.accept(second)
      await claimIds()
      await hold.postpone(first.id, 'busy', nowMs + 10)
      expect([await claimIds(), await hold.nextDueMs()]).toEqual([[], nowMs + 10])
      nowMs += 10
      expect(await hold.claim(9, nowMs)).toMatchObject([{ id: first.id, attempts: 1, misses: 0 }])
    })

    test('goes on at once with an older event that arrives while a newer one waits for its time', async () => {
      const [newer, older] = [order('A-2'), order('A-1', { occurredMs: START_MS - 1 })]
      await hold.accept(newer)
      await claimIds()
      await hold.postpone(newer.id, 'busy', nowMs + 10)
      expect(await claimIds()).toEqual([])
      await hold.accept(older)
      expect(await claimIds()).toEqual([older.id])
    })

    test('counts the times there was no session apart', async () => {
      const event = order('A-1')
      await hold.accept(event)
      await hold.postpone(event.id, 'no_session', nowMs)
      await hold.postpone(event.id, 'busy', nowMs)
      expect(await hold.claim(1, nowMs)).toMatchObject([{ attempts: 2, misses: 1 }])
    })

    test('goes on with the customer of a dead letter', async () => {
      const [first, second] = [order('A-1'), order('A-2')]
      await hold.accept(first)
      await hold.accept(second)
      await claimIds()
      await hold.bury(first.id, 'refused')
      expect(await claimIds()).toEqual([second.id])
    })

    test('wakes only what waits for the reason', async () => {
      const [away, busy] = [order('A-1'), order('B-1', { email: 'eve@example.com' })]
      await hold.accept(away)
      await hold.accept(busy)
      await hold.postpone(away.id, 'unreachable', nowMs + 10)
      await hold.postpone(busy.id, 'busy', nowMs + 10)
      await hold.wake('unreachable')
      expect(await claimIds()).toEqual([away.id])
    })
  })

  describe('a list that is held', () => {
    const DUE_MS = START_MS + MINUTE_MS

    test('holds all its events and nothing else', async () => {
      const [first, second] = [signUp(), signUp({}, { email: 'eve@example.com' })]
      const others = [signUp({}, { list: 'everything' }), order('B-1', { email: 'eve@example.com' })]
      for (const event of [first, second, ...others]) await hold.accept(event)
      await claimIds()
      await hold.postponeList(first.id, 'newsletter', DUE_MS)
      await hold.postpone(second.id, 'unknown_list', DUE_MS)
      expect(await claimIds()).toEqual(others.map(({ id }) => id))
    })

    test('lets go at once what stood behind its events', async () => {
      const [first, postponed] = [signUp(), signUp({}, { email: 'eve@example.com' })]
      const behind = order('B-1', { email: 'eve@example.com', occurredMs: START_MS + 1 })
      for (const event of [first, postponed, behind]) await hold.accept(event)
      await claimIds()
      await hold.postpone(postponed.id, 'busy', DUE_MS)
      expect(await claimIds()).toEqual([])
      await hold.postponeList(first.id, 'newsletter', DUE_MS)
      expect(await claimIds()).toEqual([behind.id])
    })

    test('that is known again goes on with all its events, in their customers’ order', async () => {
      const eve = { email: 'eve@example.com' }
      const [probe, waiting] = [signUp(), signUp({}, eve)]
      const behind = order('B-1', { ...eve, occurredMs: START_MS + 1 })
      for (const event of [probe, waiting, behind]) await hold.accept(event)
      await claimIds(1)
      await hold.postponeList(probe.id, 'newsletter', DUE_MS)
      expect(await claimIds()).toEqual([behind.id])
      await hold.postpone(behind.id, 'busy', DUE_MS + 1)
      nowMs = DUE_MS
      expect(await claimIds(1)).toEqual([probe.id])
      await hold.deliver(probe.id)
      expect(await claimIds()).toEqual([waiting.id])
    })

    test('keeps the order of one customer on that list', async () => {
      const [first, newer] = [signUp({ city: 'Paris' }), signUp({ city: 'Rome' }, { occurredMs: START_MS + 1 })]
      await hold.accept(first)
      await claimIds()
      await hold.postponeList(first.id, 'newsletter', DUE_MS)
      await hold.accept(newer)
      expect(await claimIds()).toEqual([])
      nowMs = DUE_MS
      expect(await claimIds()).toEqual([first.id])
    })
  })

  describe('a damaged record', () => {
    const eve = { email: 'eve@example.com' }

    test('is claimed with the reason why it cannot be sent, and stops nobody', async () => {
      const [broken, next, other] = [order('A-1'), order('A-2'), order('B-1', eve)]
      for (const event of [broken, next, other]) await hold.accept(event)
      await place.change(`UPDATE events SET payload = substr(payload, 1, 4) WHERE id = '${broken.id}'`)
      const { id, kind } = broken
      expect(await hold.claim(9, nowMs)).toEqual([
        { id, kind, who: expect.any(String), unfit: 'unreadable' },
        expect.objectContaining({ id: other.id }),
      ])
      await hold.bury(id, 'unreadable')
      expect(await claimIds()).toEqual([next.id])
    })

    test('cannot be the record of another event', async () => {
      const [mine, foreign] = [order('A-1'), order('B-1', eve)]
      await hold.accept(mine)
      await hold.accept(foreign)
      await place.change(
        `UPDATE events SET payload = (SELECT payload FROM events WHERE id = '${foreign.id}') WHERE id = '${mine.id}'`,
      )
      expect(await hold.claim(9, nowMs)).toMatchObject([{ unfit: 'unreadable' }, { id: foreign.id }])
    })

    test('of a key no longer given is one, too', async () => {
      await hold.accept(order('A-1'))
      await reopen(otherKey, key)
      await reopen(otherKey)
      expect(await hold.claim(9, nowMs)).toMatchObject([{ unfit: 'unreadable' }])
    })
  })

  describe('a signed event', () => {
    const pairs: [what: string, make: (change: Change) => Arrival][] = [
      ['an order', (change) => order('A-1', change)],
      ['an order without a number', (change) => order(undefined, change)],
      ['a sign-up', (change) => signUp({ city: 'Paris' }, change)],
    ]

    test.each(pairs)('is no repeat of an unsigned one (%s)', async (_what, make) => {
      const answers: string[] = []
      for (const signed of [false, true, true, false]) answers.push(await hold.accept(make({ signed })))
      expect(answers).toEqual(['new', 'new', 'repeat', 'repeat'])
    })

    test('of the same id takes the place of the unsigned one', async () => {
      const [unsigned, signed] = [signUp({ city: 'Paris' }), signUp({ city: 'Rome' }, { signed: true })]
      await hold.accept(unsigned)
      expect(await hold.accept({ ...signed, id: unsigned.id })).toBe('new')
      expect(await claimBodies()).toMatchObject([{ city: 'Rome' }])
      expect(await countEvents()).toBe(1)
    })

    test.each(['deliver', 'bury'] as const)('of the same id outlives the unsigned one under way (%s)', async (name) => {
      const { id } = order('A-1')
      await hold.accept(order('A-1', { id }))
      await claimIds()
      await hold.accept(
        order('A-1', { id, body: { cart_data: { order_number: 'A-1', promo: 'SPRING' } }, signed: true }),
      )
      expect(await claimIds()).toEqual([])
      await { deliver: () => hold.deliver(id), bury: () => hold.bury(id, 'refused') }[name]()
      expect(await claimBodies()).toMatchObject([{ cart_data: { promo: 'SPRING' } }])
    })

    test.each([
      ['waits', async () => {}],
      ['is under way', async () => void (await claimIds())],
      ['is a dead letter', async (id: string) => hold.bury(id, 'refused')],
    ])('leaves an unsigned one of another order with the same id where it is (which %s)', async (_what, prepare) => {
      const { id } = order('A-1')
      await hold.accept(order('A-1', { id }))
      await prepare(id)
      const other = order('B-1', { id, email: 'eve@example.com', signed: true })
      expect([await hold.accept(other), await hold.accept(other)]).toEqual(['new', 'repeat'])
      expect(await countEvents()).toBe(2)
      await reopen()
      const numbers = (await claimBodies()).map(({ cart_data }) => cart_data?.order_number)
      expect(numbers).toContain('B-1')
    })
  })

  describe('of one customer and day', () => {
    const acceptMany = async (count: number, make: (number: string) => Arrival) => {
      const answers: string[] = []
      for (let number = 0; number < count; number += 1) answers.push(await hold.accept(make(`${number}`)))
      return answers.filter((answer) => answer === 'new').length
    }

    test.each<[kind: string, most: number, make: (number: string, signed?: boolean) => Arrival]>([
      ['sign-ups', 5, (phone, signed = false) => signUp({ phone }, { signed })],
      ['orders', 20, (number, signed = false) => order(number, { signed })],
    ])('unsigned %s are taken up to %i, signed ones without end', async (_kind, most, make) => {
      expect(await acceptMany(30, make)).toBe(most)
      expect(await acceptMany(30, (number) => make(`s${number}`, true))).toBe(30)
      nowMs += DAY_MS
      expect(await acceptMany(30, (number) => make(`n${number}`))).toBe(most)
    })

    test('the rest become dead letters, and nobody else has fewer', async () => {
      await acceptMany(5, (phone) => signUp({ phone }))
      expect(await hold.accept(signUp({ phone: '5' }))).toBe('limited')
      expect((await readReasons()).at(-1)).toEqual({ state: 'dead', reason: 'limited' })
      expect(await hold.accept(signUp({}, { email: 'eve@example.com' }))).toBe('new')
    })

    test('repeats are not counted', async () => {
      for (let reload = 0; reload < 30; reload += 1) await hold.accept(order('A-1'))
      expect(await hold.accept(order('A-2'))).toBe('new')
    })

    test('it is remembered over a restart', async () => {
      await acceptMany(5, (phone) => signUp({ phone }))
      await reopen()
      expect(await hold.accept(signUp({ phone: '5' }))).toBe('limited')
    })
  })

  describe('a hold that is full', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) => order(`${n}`, { email: `${n}@example.com` }))
    const openWith = async (most: object) => {
      await hold.close()
      hold = await place.openHold({ seal: createSeal([key]), now: () => nowMs, most })
    }

    test.each([[{ waiting: 2 }], [{ waitingBytes: 240 }]])(
      'of %j refuses events and repeats alike, and writes nothing',
      async (most) => {
        await openWith(most)
        const [first, second, third] = others(3)
        for (const event of [first, second]) if (event) await hold.accept(event)
        const before = await place.read('SELECT * FROM repeats')
        const refused = [first, third].flatMap((event) => (event ? hold.accept(event) : []))
        expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
        await expect(hold.accept(order('A-9'))).rejects.toThrow(HoldFullError)
        expect([await countEvents(), await place.read('SELECT * FROM repeats')]).toEqual([2, before])
      },
    )

    test('takes again when one has gone, and in one group no more than fit', async () => {
      await openWith({ waiting: 2 })
      const events = others(4)
      const answers = await Promise.allSettled(events.map((event) => hold.accept(event)))
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
      const [id = ''] = await claimIds(1)
      await hold.deliver(id)
      expect(await hold.accept(order('A-9'))).toBe('new')
    })

    test.each([[{ dead: 2 }], [{ deadBytes: 240 }]])(
      'of dead letters (%j) lets the oldest go, and counts it',
      async (most) => {
        await openWith(most)
        const letters = others(3)
        for (const event of letters) {
          await hold.accept(event)
          await hold.bury(event.id, 'refused')
          nowMs += 1
        }
        expect(await place.read('SELECT id FROM events')).toEqual(letters.slice(1).map(({ id }) => ({ id })))
        await reopen()
        expect(await hold.count()).toMatchObject({ dead: 2, droppedDead: 1, deadBy: [{ reason: 'refused', count: 2 }] })
        const answers = letters.map((event) => hold.accept({ ...event, id: randomUUID() }))
        expect(await Promise.all(answers)).toEqual(['new', 'repeat', 'repeat'])
      },
    )

    test('is counted', async () => {
      const [first, second] = [order('A-1', { occurredMs: START_MS - 9 }), signUp()]
      await hold.accept(first)
      await hold.accept(second)
      await hold.postpone(first.id, 'busy', nowMs)
      expect(await hold.count()).toEqual({
        waiting: 2,
        waitingBytes: (await place.read<{ bytes: number }>('SELECT sum(length(payload)) AS bytes FROM events'))[0]
          ?.bytes,
        dead: 0,
        deadBytes: 0,
        waitingBy: [
          { kind: 'convert', reason: 'busy', count: 1 },
          { kind: 'addToList', reason: undefined, count: 1 },
        ],
        deadBy: [],
        oldestWaitingMs: 9,
        droppedDead: 0,
      })
    })
  })

  describe('an older sign-up that comes after a newer one was delivered', () => {
    const OLD_MS = START_MS - MINUTE_MS

    async function deliver(event: Arrival) {
      await hold.accept(event)
      await claimIds()
      await hold.deliver(event.id)
    }

    test.each<[newer: object, list: string, left: object | 'stale', reason: string]>([
      [{ city: 'Rome' }, 'newsletter', { first_name: 'Ada', points: '1' }, 'a field of the customer, on the same list'],
      [{ city: 'Rome' }, 'other', { first_name: 'Ada', points: '1' }, 'a field of the customer, on another list'],
      [{ points: '2' }, 'newsletter', { first_name: 'Ada', city: 'Paris' }, 'a field of the list'],
      [{ points: '2' }, 'other', { first_name: 'Ada', city: 'Paris', points: '1' }, 'a field of another list'],
      [{ city: 'Rome', first_name: 'A', points: '2' }, 'newsletter', 'stale', 'nothing is left'],
      [{ city: 'Rome', first_name: 'A', points: '2' }, 'other', { points: '1' }, 'what is left is for its own list'],
      [{}, 'newsletter', { first_name: 'Ada', city: 'Paris', points: '1' }, 'nothing was said'],
    ])('loses what %j on %s has said: %j (%s)', async (newer, list, left) => {
      await deliver(signUp(newer, { list }))
      await hold.accept(signUp({ first_name: 'Ada', city: 'Paris', points: '1' }, { occurredMs: OLD_MS }))
      const expected = left === 'stale' ? { unfit: 'stale' } : { text: JSON.stringify({ email: ada, ...left }) }
      expect(await hold.claim(1, nowMs)).toEqual([expect.objectContaining(expected)])
    })

    test('still puts its customer on another list', async () => {
      await deliver(signUp({ city: 'Rome' }))
      await hold.accept(signUp({ city: 'Paris' }, { list: 'other', occurredMs: OLD_MS }))
      expect(await claimBodies()).toEqual([{ email: ada }])
    })

    test.each(['refused', 'stale'] as const)('loses nothing to one that was not delivered (%s)', async (reason) => {
      const newer = signUp({ city: 'Rome' })
      await hold.accept(newer)
      await claimIds()
      await hold.bury(newer.id, reason)
      await hold.accept(signUp({ city: 'Paris' }, { occurredMs: OLD_MS }))
      expect(await claimBodies()).toMatchObject([{ city: 'Paris' }])
    })

    test('loses nothing to another customer, and nothing to an older one', async () => {
      await deliver(signUp({ city: 'Rome' }, { email: 'eve@example.com' }))
      await deliver(signUp({ city: 'Rome' }, { occurredMs: OLD_MS - 1 }))
      await hold.accept(signUp({ city: 'Paris' }, { occurredMs: OLD_MS }))
      expect(await claimBodies()).toMatchObject([{ city: 'Paris' }])
    })

    test('of what was said no value is kept, and after three weeks nothing', async () => {
      await deliver(signUp({ city: 'Rome', 'my points': '7' }))
      const rows = await place.read<{ scope: string; name: string }>(
        'SELECT scope, name FROM fields ORDER BY scope, name',
      )
      expect(rows).toMatchObject([
        { scope: '', name: 'city' },
        { scope: 'newsletter', name: '' },
        { scope: 'newsletter' },
      ])
      expect(JSON.stringify(rows)).not.toMatch(/Rome|points/)
      await hold.sweep(nowMs + 21 * DAY_MS)
      expect(await place.read('SELECT * FROM fields')).toEqual([])
    })
  })

  describe('events that come together', () => {
    test('do not fail with one that does', async () => {
      const takeAgain = await place.refuse('events', "kind = 'addToList'")
      const events = [order('A-1'), signUp(), order('A-2')]
      const answers = await Promise.allSettled(events.map((event) => hold.accept(event)))
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect([await countEvents(), (await hold.count()).waiting]).toEqual([2, 2])
      await takeAgain()
      const [, failed] = events
      expect(failed && (await hold.accept(failed))).toBe('new')
    })

    test('are all kept when the hold is closed', async () => {
      const accepted = Promise.all([hold.accept(order('A-1')), hold.accept(order('A-2'))])
      await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
      await hold.close()
      await accepted
      hold = await open()
      expect((await hold.count()).waiting).toBe(2)
    })
  })

  describe('sweeping', () => {
    test('forgets repeats past their time and dead letters after 14 days, and no event that waits', async () => {
      const [dead, waiting] = [order('A-1'), order('B-1', { email: 'eve@example.com' })]
      await hold.accept(dead)
      await hold.accept(waiting)
      await hold.bury(dead.id, 'refused')
      await hold.sweep(nowMs + 14 * DAY_MS - 1)
      expect(await countEvents()).toBe(2)
      await hold.sweep(nowMs + 200 * DAY_MS)
      expect(await place.read('SELECT id FROM events')).toEqual([{ id: waiting.id }])
      expect(await place.read('SELECT * FROM repeats')).toEqual([])
    })

    test('forgets with a dead letter that it was known, so that the same thing reported again is kept again', async () => {
      const dead = order('A-1')
      await hold.accept(dead)
      await hold.bury(dead.id, 'refused')
      expect(await hold.accept(order('A-1'))).toBe('repeat')
      await hold.sweep(nowMs + 15 * DAY_MS)
      expect(await hold.accept({ ...order('A-1'), receivedMs: nowMs + 15 * DAY_MS })).toBe('new')
    })
  })

  describe('what is stored', () => {
    test('shows no customer, no order number and no key', async () => {
      await hold.accept(order('Order-1', { body: { cart_items: [{ product_id: 'Mug' }] } }))
      await hold.accept(signUp({ first_name: 'Augusta' }))
      await hold.accept(signUp({ first_name: 'Augusta' })) // what a repeat writes, too
      expect(await place.dump()).not.toMatch(/ada@|example\.com|Order-1|Mug|Augusta/)
      expect(await place.dump()).not.toContain(key.toString('latin1'))
    })

    test('shows them without a key, so the test above can see', async () => {
      const plain = await newPlace()
      const open = await plain.openHold({ seal: createSeal([]) })
      await open.accept(order('Order-1'))
      expect(await plain.dump()).toMatch(/ada@example\.com.*Order-1/)
      await open.close()
      await plain.remove()
    })

    test('opens with a new key in front of the old one, and later with the new one alone', async () => {
      await hold.accept(order('A-1'))
      await reopen(otherKey, key)
      expect(await claimIds()).toHaveLength(1)
      await reopen(otherKey)
      expect(await hold.accept(order('A-1'))).toBe('repeat')
    })

    test.each<[what: string, keys: Buffer[]]>([
      ['another key', [otherKey]],
      ['no key', []],
    ])('is refused in a sentence with %s', async (_what, keys) => {
      await expect(place.openHold({ seal: createSeal(keys) })).rejects.toThrow(
        /^The database .*cannot be used: no key of RINGUP_KEY opens/,
      )
    })
  })
})
