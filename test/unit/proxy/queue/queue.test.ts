/**
 * Promise: accepted events survive a restart, duplicates are recognised, the events of a customer keep their order, and
 * the database does not show customers' data. The queue is in a real database.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Conversion } from '../../../../src/contract/conversion.js'
import type { Line } from '../../../../src/proxy/index.js'
import {
  type Disposition,
  type IncomingEvent,
  type OpenQueue,
  type Probe,
  QueueFullError,
  type Reason,
} from '../../../../src/proxy/queue/index.js'
import type { TestDatabase } from '../../../support/engines/test-database.js'
import { describeEngines } from '../../../support/engines.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const START_MS = 1_800_000_000_000
const key = Buffer.alloc(32, 1)
const otherKey = Buffer.alloc(32, 2)

describeEngines('the queue', (newDatabase) => {
  let database: TestDatabase
  let queue: OpenQueue
  let nowMs: number
  let logged: Line[]
  beforeEach(async () => {
    database = await newDatabase()
    logged = []
    nowMs = START_MS
    claimed = new Set()
    queue = await open()
  })
  afterEach(async () => {
    await queue.close()
    await database.remove()
  })

  const open = (...keys: Buffer[]): Promise<OpenQueue> =>
    database.openQueue({ keys: keys.length > 0 ? keys : [key], now: () => nowMs, log: (line) => logged.push(line) })

  async function accept(event: IncomingEvent) {
    await queue.accept(event)
    return event
  }

  async function acceptAll<Events extends IncomingEvent[]>(events: [...Events]) {
    for (const event of events) await queue.accept(event)
    return events
  }

  async function reopen(...keys: Buffer[]) {
    await queue.close()
    claimed = new Set()
    queue = await open(...keys)
  }

  const ada = 'ada@example.com'
  type Change = Partial<Pick<IncomingEvent, 'id' | 'signed'>> & {
    occurredMs?: number
    email?: string
    body?: object
    list?: string
  }

  function order(number?: string, { email = ada, body = {}, ...more }: Change = {}): IncomingEvent {
    const cart_data = number === undefined ? { cart_value: 100 } : { order_number: number }
    return arrival({ kind: 'convert', body: { email, cart_data, ...body }, ...more })
  }

  function signUp(body: object = {}, { email = ada, list = 'newsletter', ...more }: Change = {}): IncomingEvent {
    return arrival({ kind: 'addToList', list, ...more, body: { email, ...body } })
  }

  function arrival({
    occurredMs = nowMs,
    ...payload
  }: {
    occurredMs?: number
    [field: string]: unknown
  }): IncomingEvent {
    const event = { id: randomUUID(), ageMs: nowMs - occurredMs, signed: false, ...payload }
    return event as object as IncomingEvent // each call above gives one of its kinds
  }

  /** The events that this test has claimed and not settled. */
  let claimed: Set<string>
  async function claim(most: number, probe?: Probe) {
    const { events } = await queue.claim(most, probe)
    for (const { id } of events) claimed.add(id)
    return events
  }
  const claimIds = async (most = 10, probe?: Probe) => (await claim(most, probe)).map(({ id }) => id)
  /** The bodies of the claimed events. */
  const claimBodies = async (): Promise<Conversion[]> =>
    (await claim(10)).map((event) => JSON.parse('text' in event ? event.text : '{}'))

  /** Claims all events that are not claimed yet. */
  async function ack(id: string, disposition: Disposition) {
    if (!claimed.has(id)) await claim(99)
    await queue.ack(id, disposition)
    claimed.delete(id)
  }
  const deliverId = (id: string) => ack(id, { as: 'delivered' })
  const deadLetter = (id: string, reason: Reason) => ack(id, { as: 'dead', reason })
  const retry = (id: string, reason: Reason, dueMs: number, more: object = {}) =>
    ack(id, { as: 'retry', reason, waitMs: dueMs - nowMs, ...more })
  const readHeld = async () => (await queue.page({}, 999)).events
  const countHeld = async () => (await readHeld()).length
  const readReasons = async () => (await readHeld()).map(({ state, reason }) => ({ state, reason }))

  describe('an accepted event', () => {
    test('is claimed as it was accepted', async () => {
      const event = await accept(signUp({ first_name: 'Ada' }, { occurredMs: START_MS - 1_500.5 }))
      const { id, kind, body } = event
      nowMs += 500
      const own = { id, kind, list: 'newsletter', text: JSON.stringify(body), idempotencyKey: id, ageMs: 2_000 }
      expect(await claim(1)).toEqual([
        { ...own, customer: expect.stringMatching(/^[\w-]{22}$/), attempts: 0, misses: 0, isEarly: false },
      ])
    })

    test('is there after the process ended with the event claimed', async () => {
      const event = await accept(order('A-1'))
      await claimIds()
      await reopen()
      expect(await claimIds()).toEqual([event.id])
    })

    test('is not kept when it is delivered, but stays known', async () => {
      const event = await accept(order('A-1'))
      await claimIds()
      await deliverId(event.id)
      expect(await countHeld()).toBe(0)
      expect(await queue.accept(event)).toBe('duplicate')
      expect(await countHeld()).toBe(0)
    })

    test('leaves no partial rows if it cannot be stored', async () => {
      const takeAgain = await database.refuse('true')
      const event = order('A-1')
      await expect(queue.accept(event)).rejects.toThrow()
      expect(await queue.find({ order: 'A-1' })).toEqual([])
      await takeAgain()
      expect(await queue.accept(event)).toBe('new')
    })
  })

  describe('a duplicate', () => {
    test('is the same id, whatever it contains', async () => {
      const { id } = order('A-1')
      expect(await queue.accept(order('A-1', { id }))).toBe('new')
      expect(await queue.accept(order('A-2', { id, email: 'eve@example.com' }))).toBe('duplicate')
      expect(await claimIds()).toEqual([id])
    })

    test('is recognised after a restart', async () => {
      await queue.accept(order('A-1'))
      await reopen()
      expect(await queue.accept(order('A-1'))).toBe('duplicate')
    })

    test('is an order number of its customer under a new id, for 180 days', async () => {
      await queue.accept(order('A-1'))
      nowMs += 180 * DAY_MS - 1
      expect(await queue.accept(order('A-1'))).toBe('duplicate')
      nowMs += 1
      expect(await queue.accept(order('A-1'))).toBe('new')
    })

    test.each(['A-1 ', ' A-1', 'A\u200b-1', '\u202eA-1'])(
      'is the order number with invisible signs: %j',
      async (number) => {
        await queue.accept(order('A-1'))
        expect(await queue.accept(order(number))).toBe('duplicate')
      },
    )

    test('is not an order whose number is the second name of another', async () => {
      await queue.accept({ ...order('5551'), name: '#1001' })
      expect(await queue.accept(order('#1001'))).toBe('new')
    })

    test('is not the order number of another customer', async () => {
      await queue.accept(order('A-1'))
      expect(await queue.accept(order('A-1', { email: 'eve@example.com' }))).toBe('new')
    })

    test('is a page without a number, reloaded within 30 min of the first time', async () => {
      const answers: string[] = []
      for (const wait of [0, 20, 9, 2]) {
        nowMs += wait * MINUTE_MS
        answers.push(await queue.accept(order()))
      }
      expect(answers).toEqual(['new', 'duplicate', 'duplicate', 'new'])
    })

    test('leaves its own id known', async () => {
      const reload = order()
      await queue.accept(order())
      await queue.accept(reload)
      nowMs += 31 * MINUTE_MS
      expect(await queue.accept(reload)).toBe('duplicate')
    })

    test('id is forgotten after 7 days', async () => {
      const event = await accept(order())
      await claimIds()
      await deliverId(event.id)
      nowMs += 7 * DAY_MS
      expect(await queue.accept(event)).toBe('new')
    })

    test('of a dead letter that outlived its id is accepted, and not stored twice', async () => {
      const event = await accept(order())
      await deadLetter(event.id, 'refused')
      nowMs += 8 * DAY_MS
      await queue.accept(event)
      expect(await readReasons()).toEqual([{ state: 'dead', reason: 'refused' }])
    })

    test('of a sign-up equals the latest one of that customer and list', async () => {
      const answers: string[] = []
      for (const city of ['Paris', 'Paris', 'Rome', 'Rome', 'Paris']) answers.push(await queue.accept(signUp({ city })))
      expect(answers).toEqual(['new', 'duplicate', 'new', 'duplicate', 'new'])
    })

    test('of a sign-up does not count on another list', async () => {
      await queue.accept(signUp())
      expect(await queue.accept(signUp({}, { list: 'everything' }))).toBe('new')
    })

    test('of an older sign-up by its id does not make the older one the latest', async () => {
      const older = await accept(signUp({ city: 'Paris' }))
      await queue.accept(signUp({ city: 'Rome' }))
      await queue.accept(older)
      expect(await queue.accept(signUp({ city: 'Rome' }))).toBe('duplicate')
    })

    test('is recognised if two arrive at one time', async () => {
      const answers = await Promise.all([queue.accept(order('A-1')), queue.accept(order('A-1'))])
      expect(answers.sort()).toEqual(['duplicate', 'new'])
    })
  })

  describe('claiming', () => {
    test('gives one event of each customer, the oldest by the time it happened', async () => {
      const [late, early, other] = [
        order('A-2', { occurredMs: START_MS - 1 }),
        order('A-1', { occurredMs: START_MS - 2 }),
        order('B-1', { email: 'eve@example.com' }),
      ]
      for (const event of [late, early, other]) await queue.accept(event)
      expect(await claimIds()).toEqual([early.id, other.id])
      await deliverId(early.id)
      expect(await claimIds()).toEqual([late.id])
    })

    test('gives events of one time in the order of arrival', async () => {
      const events = await acceptAll([order('A-1'), order('A-2'), order('A-3')])
      const claimed: string[] = []
      for (const _ of events) {
        const [id = ''] = await claimIds()
        claimed.push(id)
        await deliverId(id)
      }
      expect(claimed).toEqual(events.map(({ id }) => id))
    })

    test('gives no event twice until it is settled', async () => {
      await queue.accept(order('A-1'))
      expect(await claimIds()).toHaveLength(1)
      expect(await claimIds()).toEqual([])
      expect(await queue.nextInMs()).toBeUndefined()
    })

    test('gives no more than requested', async () => {
      for (const number of ['1', '2', '3']) await queue.accept(order(number, { email: `${number}@example.com` }))
      expect([await claimIds(2), await claimIds(2), await claimIds(2)].map((ids) => ids.length)).toEqual([2, 1, 0])
    })

    test('waits for the time of a retried event, and its line waits with it', async () => {
      const [first] = await acceptAll([order('A-1'), order('A-2')])
      await claimIds()
      await retry(first.id, 'busy', nowMs + 10)
      expect([await claimIds(), await queue.nextInMs()]).toEqual([[], 10])
      nowMs += 10
      expect(await claim(9)).toMatchObject([{ id: first.id, attempts: 1, misses: 0 }])
    })

    test('continues with an older event that arrives while a newer one waits for its time', async () => {
      const [newer, older] = [order('A-2'), order('A-1', { occurredMs: START_MS - 1 })]
      await queue.accept(newer)
      await claimIds()
      await retry(newer.id, 'busy', nowMs + 10)
      expect(await claimIds()).toEqual([])
      await queue.accept(older)
      expect(await claimIds()).toEqual([older.id])
    })

    test('counts missing sessions separately', async () => {
      const event = await accept(order('A-1'))
      await retry(event.id, 'no_session', nowMs, { isDetached: true, isMiss: true })
      await retry(event.id, 'busy', nowMs)
      expect(await claim(1)).toMatchObject([{ attempts: 2, misses: 1 }])
    })

    test('continues with the customer of a dead letter', async () => {
      const [first, second] = await acceptAll([order('A-1'), order('A-2')])
      await claimIds()
      await deadLetter(first.id, 'refused')
      expect(await claimIds()).toEqual([second.id])
    })

    test('gives the least tried of the woken events first', async () => {
      const [often, seldom] = await acceptAll([
        order('A-1', { email: 'a@example.com' }),
        order('A-2', { email: 'b@example.com' }),
      ])
      await retry(often.id, 'busy', nowMs)
      await retry(often.id, 'busy', nowMs + MINUTE_MS)
      await retry(seldom.id, 'busy', nowMs + MINUTE_MS)
      await queue.wake(['busy'])
      expect(await claimIds()).toEqual([seldom.id, often.id])
    })

    test('leaves detached events to their own time, if requested', async () => {
      const event = await accept(order('A-1'))
      await retry(event.id, 'busy', nowMs + MINUTE_MS, { isDetached: true })
      await queue.wake(['busy'], false)
      expect(await claimIds()).toEqual([])
      await queue.wake(['busy'])
      expect(await claimIds()).toEqual([event.id])
    })

    test('wakes only events that wait for the reason', async () => {
      const [away, busy] = await acceptAll([order('A-1'), order('B-1', { email: 'eve@example.com' })])
      await retry(away.id, 'unreachable', nowMs + 10)
      await retry(busy.id, 'busy', nowMs + 10)
      await queue.wake(['unreachable'])
      expect(await claimIds()).toEqual([away.id])
    })
  })

  describe('a due event', () => {
    const from = (name: string, more: Change = {}) => order(name, { email: `${name}@example.com`, ...more })

    test('is sent by turn: signed, then never tried, then the rest by time', async () => {
      const [tried, fresh, signed] = [from('tried'), from('fresh'), from('signed', { signed: true })]
      await queue.accept(tried)
      await claimIds()
      await retry(tried.id, 'busy', nowMs)
      nowMs += 1
      for (const event of [fresh, signed]) await queue.accept(event)
      expect(await claimIds()).toEqual([signed.id, fresh.id, tried.id])
    })

    test('is sent before the events of noisy networks, however many they are', async () => {
      for (let n = 0; n < 20; n += 1) await queue.accept({ ...from(`stranger-${n}`), isNoisy: true })
      const events = await acceptAll([from('ada'), from('eve'), from('bob'), from('joe')])
      for (let n = 0; n < 20; n += 1) await queue.accept({ ...from(`later-${n}`), isNoisy: true })
      const ids = [...(await claimIds(2)), ...(await claimIds(2))]
      expect(ids.sort()).toEqual(events.map(({ id }) => id).sort())
      expect(await claimIds(2)).toHaveLength(2)
    })

    test('that is due in two days is due now, because the clock was wrong', async () => {
      const event = await accept(from('ada'))
      await claimIds()
      nowMs += 2 * DAY_MS
      await retry(event.id, 'busy', nowMs + 1_000)
      nowMs -= 2 * DAY_MS
      expect(await queue.nextInMs()).toBe(0)
      expect(await claimIds()).toEqual([event.id])
    })

    test('for a probe is one of another customer, never tried, due or not', async () => {
      const [first, second, third] = [from('first'), from('second'), from('third')]
      for (const event of [first, second]) await queue.accept(event)
      const [mine] = await claim(1)
      await retry(first.id, 'busy', nowMs + MINUTE_MS)
      await queue.accept(third)
      const notOf = mine ? [mine.customer] : []
      const others = [...(await claimIds(1, { notOf })), ...(await claimIds(1, { notOf }))] // in either order
      expect(others.sort()).toEqual([second.id, third.id].sort())
      expect(await claim(1, { notOf })).toMatchObject([{ id: first.id, isEarly: true }])
    })
  })

  describe('a detached event', () => {
    const alone = { isDetached: true, isMiss: true }
    const later = () => order('A-2', { occurredMs: nowMs })

    /** An event that the API has answered as without a session. It waits for a minute. */
    async function acceptDetached(change: Change = {}) {
      const first = await accept(order('A-1', change))
      await claimIds()
      await retry(first.id, 'no_session', nowMs + MINUTE_MS, alone)
      return first
    }

    test('does not block its line', async () => {
      const [first, second] = await acceptAll([order('A-1'), order('A-2')])
      await claimIds()
      await retry(first.id, 'no_session', nowMs + MINUTE_MS, alone)
      expect(await claimIds()).toEqual([second.id])
    })

    test('is tried once more when another arrives, which is then sent', async () => {
      const first = await acceptDetached()
      nowMs += 1_000
      const second = later()
      await queue.accept(second)
      expect(await claim(9)).toMatchObject([{ id: first.id, isEarly: true, misses: 1 }])
      await retry(first.id, 'no_session', nowMs + 10 * MINUTE_MS, alone)
      expect(await claimIds()).toEqual([second.id])
    })

    test('keeps its own time and tries, however many strangers’ events have arrived', async () => {
      const first = await acceptDetached()
      for (const number of ['1', '2', '3']) {
        const other = await accept(order(number))
        for (const { id } of [first, other]) {
          expect(await claimIds()).toEqual([id])
          await retry(id, 'no_session', nowMs + 10 * MINUTE_MS, alone)
        }
      }
      nowMs = START_MS + MINUTE_MS
      expect(await claimIds()).toContain(first.id)
      await queue.release([first.id])
      expect(await claim(1)).toMatchObject([{ id: first.id, attempts: 1, misses: 1, isEarly: false }])
    })

    test('blocks the next one of its line for one try, even if it is due itself', async () => {
      const first = await acceptDetached()
      nowMs += MINUTE_MS
      const second = later()
      await queue.accept(second)
      expect(await claimIds()).toEqual([first.id])
      await retry(first.id, 'unreachable', nowMs, alone)
      expect(await claimIds()).toEqual([second.id])
    })

    test('does not delay a signed event if it is unsigned', async () => {
      await acceptDetached()
      const signed = await accept(order('A-2', { signed: true }))
      expect(await claimIds()).toEqual([signed.id])
    })

    test('is sent before a later one of its line if both are woken', async () => {
      const [first, second] = await acceptAll([order('A-1'), order('A-2')])
      for (const { id } of [first, second]) {
        expect(await claimIds()).toEqual([id])
        await retry(id, 'unreachable', nowMs + MINUTE_MS, { isDetached: true })
      }
      await queue.wake(['unreachable'])
      expect(await claimIds()).toEqual([first.id])
    })

    test('is overtaken when a later order of its customer is delivered', async () => {
      const first = await acceptDetached()
      await queue.accept(later())
      await claim(1)
      await retry(first.id, 'no_session', nowMs + MINUTE_MS, alone)
      const [second = ''] = await claimIds()
      await deliverId(second)
      expect(await readReasons()).toEqual([{ state: 'dead', reason: 'overtaken' }])
      expect(await queue.count()).toMatchObject({ waiting: 0, dead: 1 })
    })

    test('is not overtaken by an unsigned one if it is signed', async () => {
      const first = await acceptDetached({ signed: true })
      const unsigned = later()
      await queue.accept(unsigned)
      expect(await claimIds()).toEqual([first.id])
      await retry(first.id, 'no_session', nowMs + MINUTE_MS, alone)
      await deliverId(unsigned.id)
      expect(await readReasons()).toEqual([{ state: 'waiting', reason: 'no_session' }])
    })
  })

  describe('a list that the API does not know', () => {
    const HOUR_MS = 60 * MINUTE_MS
    const eve = { email: 'eve@example.com' }
    const ask = (id: string) => ack(id, { as: 'list_unknown', status: 404 })

    test('blocks neither orders nor other lists', async () => {
      const first = signUp()
      const others = [
        order('A-1', { occurredMs: START_MS + 1 }),
        signUp({}, { list: 'other', occurredMs: START_MS + 2 }),
      ]
      for (const event of [first, ...others]) await queue.accept(event)
      await claimIds()
      await ask(first.id)
      const claimed: string[] = []
      for (const _ of others) {
        const ids = await claimIds()
        claimed.push(...ids)
        for (const id of ids) await deliverId(id)
      }
      expect(new Set(claimed)).toEqual(new Set(others.map(({ id }) => id)))
    })

    test('keeps the order of one customer on that list', async () => {
      const [first, newer] = [signUp({ city: 'Paris' }), signUp({ city: 'Rome' }, { occurredMs: START_MS + 1 })]
      await queue.accept(first)
      await ask(first.id)
      await queue.accept(newer)
      nowMs += HOUR_MS
      expect(await claimIds()).toEqual([first.id])
    })

    test('is asked about with one sign-up at a time, another customer’s each time', async () => {
      const all = [signUp(), signUp({}, eve), signUp({}, { email: 'zoe@example.com' })].map((event) => event)
      for (const event of all) await queue.accept(event)
      for (const { id } of all) await ask(id)
      const asked: string[] = []
      for (const _ of all) {
        const { events } = await queue.claim(1, { notOf: [], list: 'newsletter' })
        for (const { id } of events) {
          asked.push(id)
          await ask(id)
        }
      }
      expect(asked.sort()).toEqual(all.map(({ id }) => id).sort())
    })

    test('sends all its sign-ups after the first accepted one', async () => {
      const [first, second] = await acceptAll([signUp(), signUp({}, eve)])
      await claimIds()
      for (const { id } of [first, second]) await ack(id, { as: 'list_waits' })
      expect(await queue.nextInMs()).toBe(HOUR_MS)
      const known = await accept(signUp({}, { email: 'zoe@example.com' }))
      await deliverId(known.id)
      expect((await claimIds()).sort()).toEqual([first.id, second.id].sort())
    })
  })

  describe('the customers in a row that the API refused', () => {
    const refuse = async (event: IncomingEvent) => {
      nowMs += 1
      await deadLetter((await accept(event)).id, 'refused')
    }
    const count = async (list: string) => new Set(await queue.readRefused(list)).size

    test('are those since the last delivery to the same target', async () => {
      await refuse(order('A-1', { email: 'early@example.com' }))
      await deliverId((await accept(order('A-2'))).id)
      for (const name of ['ada', 'eve', 'ada']) await refuse(order(name, { email: `${name}@example.com` }))
      await refuse(signUp())
      expect([await count(''), await count('newsletter'), await count('other')]).toEqual([2, 1, 0])
    })

    test('are not forgotten because of a test order, which the API does not get', async () => {
      await refuse(order('A-1'))
      nowMs += 1
      const { id } = await accept(order('A-2', { email: 'x@ringup.invalid' }))
      await ack(id, { as: 'delivered', status: 400 })
      expect(await count('')).toBe(1)
    })
  })

  describe('an event that cannot be opened with any key', () => {
    const reasons = async () => (await queue.count()).waitingBy.map(({ reason }) => reason)

    test('waits, is reported at the start, and does not block its line', async () => {
      const [event, next] = await acceptAll([order('A-1'), order('A-2')])
      await reopen(otherKey, key)
      await reopen(otherKey)
      const readable = await accept(order('A-3'))
      expect([await claimIds(), await claimIds()]).toEqual([[], [readable.id]])
      expect(logged).toContainEqual({ event: 'events_unreadable', count: 2 })
      expect([await reasons(), (await queue.count()).dead]).toEqual([[undefined, 'unreadable'], 0])
      await reopen(otherKey, key)
      expect([await claimIds(1), next.id]).toEqual([[event.id], next.id])
    })
  })

  describe('a signed event', () => {
    const pairs: [what: string, make: (change: Change) => IncomingEvent][] = [
      ['an order', (change) => order('A-1', change)],
      ['an order without a number', (change) => order(undefined, change)],
      ['a sign-up', (change) => signUp({ city: 'Paris' }, change)],
    ]

    test.each(pairs)('is not a duplicate of an unsigned one (%s)', async (_what, make) => {
      const answers: string[] = []
      for (const signed of [false, true, true, false]) answers.push(await queue.accept(make({ signed })))
      expect(answers).toEqual(['new', 'new', 'duplicate', 'duplicate'])
    })

    test('of a waiting unsigned order replaces it, and keeps item data only a page knows', async () => {
      const [cup, plate] = [{ product_id: 'CUP' }, { product_id: 'PLATE' }]
      const told = {
        cart_data: { order_number: 'A-1', cart_value: 1, tax: '9', return_url: 'https://evil.example' },
        cart_items: [{ ...cup, price: 1, name: 'Not a cup', category: ['Cups'], image_url: 'i', color: 'red' }],
      }
      const known = {
        cart_data: { order_number: 'A-1', cart_value: 1999 },
        cart_items: [{ ...cup, price: 1999 }, plate],
      }
      const first = await accept(order('A-1', { body: told }))
      expect(await queue.accept(order('A-1', { body: known, signed: true }))).toBe('new')
      expect(await queue.accept(first)).toBe('duplicate')
      expect(await claimBodies()).toEqual([
        { email: ada, ...known, cart_items: [{ ...cup, price: 1999, category: ['Cups'], image_url: 'i' }, plate] },
      ])
      expect(await countHeld()).toBe(1)
    })

    test('of an order under way leaves that one, and follows it', async () => {
      await queue.accept(order('A-1'))
      const [id = ''] = await claimIds()
      await queue.accept(order('A-1', { signed: true }))
      expect(await countHeld()).toBe(2)
      await deliverId(id)
      expect(await claimIds()).toHaveLength(1)
    })

    test('leaves an order of another number, and of another customer', async () => {
      await acceptAll([order('B-1'), order('A-1', { email: 'eve@example.com' }), order('A-1', { signed: true })])
      expect(await countHeld()).toBe(3)
    })

    test('with the id of an unsigned one replaces it', async () => {
      const [unsigned, signed] = [signUp({ city: 'Paris' }), signUp({ city: 'Rome' }, { signed: true })]
      await queue.accept(unsigned)
      expect(await queue.accept({ ...signed, id: unsigned.id })).toBe('new')
      expect(await claimBodies()).toMatchObject([{ city: 'Rome' }])
      expect(await countHeld()).toBe(1)
    })

    test('with the id of a duplicate keeps the id', async () => {
      await queue.accept(order('A-1'))
      const reload = await accept(order('A-1'))
      const signed = order('B-1', { id: reload.id, signed: true })
      expect([await queue.accept(signed), await queue.accept(signed)]).toEqual(['new', 'duplicate'])
      expect(await claimIds()).toContain(reload.id)
    })

    test.each(['deliver', 'deadLetter'] as const)(
      'with the id of an unsigned one under way outlives it (%s)',
      async (name) => {
        const { id } = order('A-1')
        await queue.accept(order('A-1', { id }))
        await claimIds()
        await queue.accept(
          order('A-1', { id, body: { cart_data: { order_number: 'A-1', promo: 'SPRING' } }, signed: true }),
        )
        expect(await claimIds()).toEqual([])
        await { deliver: () => deliverId(id), deadLetter: () => deadLetter(id, 'refused') }[name]()
        expect(await claimBodies()).toMatchObject([{ cart_data: { promo: 'SPRING' } }])
      },
    )

    test.each([
      ['waits', async () => {}],
      ['is under way', async () => void (await claimIds())],
      ['is a dead letter', async (id: string) => deadLetter(id, 'refused')],
    ])('leaves an unsigned order of another number with its id where it is (which %s)', async (_what, prepare) => {
      const { id } = order('A-1')
      await queue.accept(order('A-1', { id }))
      await prepare(id)
      const other = order('B-1', { id, email: 'eve@example.com', signed: true })
      expect([await queue.accept(other), await queue.accept(other)]).toEqual(['new', 'duplicate'])
      expect(await countHeld()).toBe(2)
      await reopen()
      const numbers = (await claimBodies()).map(({ cart_data }) => cart_data?.order_number)
      expect(numbers).toContain('B-1')
    })
  })

  describe('of one customer and day', () => {
    const acceptMany = async (count: number, make: (number: string) => IncomingEvent) => {
      const answers: string[] = []
      for (let number = 0; number < count; number += 1) answers.push(await queue.accept(make(`${number}`)))
      return answers.filter((answer) => answer === 'new').length
    }

    test.each<[kind: string, most: number, make: (number: string, signed?: boolean) => IncomingEvent]>([
      ['sign-ups', 5, (phone, signed = false) => signUp({ phone }, { signed })],
      ['orders', 20, (number, signed = false) => order(number, { signed })],
    ])('unsigned %s are accepted up to %i, signed ones without limit', async (_kind, most, make) => {
      expect(await acceptMany(30, make)).toBe(most)
      expect(await acceptMany(30, (number) => make(`s${number}`, true))).toBe(30)
      nowMs += DAY_MS
      expect(await acceptMany(30, (number) => make(`n${number}`))).toBe(most)
    })

    test('the rest become dead letters, and other customers are not limited', async () => {
      await acceptMany(5, (phone) => signUp({ phone }))
      expect(await queue.accept(signUp({ phone: '5' }))).toBe('limited')
      expect((await readReasons()).at(-1)).toEqual({ state: 'dead', reason: 'limited' })
      expect(await queue.accept(signUp({}, { email: 'eve@example.com' }))).toBe('new')
    })

    test('duplicates are not counted', async () => {
      for (let reload = 0; reload < 30; reload += 1) await queue.accept(order('A-1'))
      expect(await queue.accept(order('A-2'))).toBe('new')
    })

    test('the count survives a restart', async () => {
      await acceptMany(5, (phone) => signUp({ phone }))
      await reopen()
      expect(await queue.accept(signUp({ phone: '5' }))).toBe('limited')
    })
  })

  describe('a queue that is full', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) => order(`${n}`, { email: `${n}@example.com`, signed: true }))
    const strangers = (count: number) => others(count).map((event) => ({ ...event, signed: false }))
    const openWith = async (most: object) => {
      await queue.close()
      queue = await database.openQueue({ keys: [key], now: () => nowMs, most })
    }

    test.each([[{ queueEvents: 2 }], [{ queueBytes: 240 }]])(
      'of %j refuses events and duplicates alike, and writes nothing',
      async (most) => {
        await openWith(most)
        const [first, second, third] = others(3)
        for (const event of [first, second]) if (event) await queue.accept(event)
        const refused = [first, third].flatMap((event) => (event ? queue.accept(event) : []))
        expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
        await expect(queue.accept(order('A-9', { signed: true }))).rejects.toThrow(QueueFullError)
        expect([await countHeld(), third && (await queue.find({ id: third.id }))]).toEqual([2, []])
      },
    )

    test('accepts again when one has left, and in one group no more than fit', async () => {
      await openWith({ queueEvents: 2 })
      const events = others(4)
      const answers = await Promise.allSettled(events.map((event) => queue.accept(event)))
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
      const [id = ''] = await claimIds(1)
      await deliverId(id)
      expect(await queue.accept(order('A-9', { signed: true }))).toBe('new')
    })

    test('of unsigned events still accepts signed ones', async () => {
      await openWith({ queueEvents: 8 })
      const answers = await Promise.allSettled(strangers(8).map((event) => queue.accept(event)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
      expect(await queue.accept(order('A-9', { signed: true }))).toBe('new')
    })

    test.each([[{ deadLetters: 2 }], [{ deadLetterBytes: 240 }]])(
      'of dead letters (%j) drops the oldest, and counts it',
      async (most) => {
        await openWith(most)
        const letters = others(3)
        for (const event of letters) {
          await queue.accept(event)
          await deadLetter(event.id, 'refused')
          nowMs += 1
        }
        expect((await readHeld()).map(({ id }) => id)).toEqual(letters.slice(1).map(({ id }) => id))
        await reopen()
        expect(await queue.count()).toMatchObject({
          dead: 2,
          droppedDead: 1,
          deadBy: [{ reason: 'refused', count: 2 }],
        })
        const answers = letters.map((event) => queue.accept({ ...event, id: randomUUID() }))
        expect(await Promise.all(answers)).toEqual(['new', 'duplicate', 'duplicate'])
      },
    )

    test('of orders without a session has a quarter of the strangers’ room', async () => {
      await openWith({ queueEvents: 16 })
      const events = strangers(20)
      for (const event of events) {
        expect(await queue.accept(event)).toBe('new')
        nowMs += 1
        await retry(event.id, 'no_session', nowMs + MINUTE_MS, { isDetached: true, isMiss: true })
      }
      expect(await queue.count()).toMatchObject({ waiting: 3, dead: 17, deadBy: [{ reason: 'no_session', count: 17 }] })
      const { events: waiting } = await queue.page({ state: 'waiting' }, 99)
      expect(waiting.map(({ id }) => id)).toEqual(events.slice(-3).map(({ id }) => id))
    })

    test('accepts signed orders without a session up to all of its room', async () => {
      await openWith({ queueEvents: 8 })
      for (let n = 0; n < 8; n += 1) {
        const event = await accept(order(`${n}`, { email: `${n}@example.com`, signed: true }))
        await retry(event.id, 'no_session', nowMs + MINUTE_MS, { isDetached: true, isMiss: true })
      }
      expect(await queue.count()).toMatchObject({ waiting: 8, dead: 0 })
    })

    test('of dead letters drops unsigned ones first, and those with an answer last', async () => {
      await openWith({ deadLetters: 10 })
      const letters: [signed: boolean, reason: Reason][] = [
        [true, 'refused'],
        [false, 'refused'],
        [false, 'unreadable'],
        [true, 'unreadable'],
        [false, 'stale'],
      ]
      const ends: [signed: boolean, reason: Reason][] = [...letters, ...Array(8).fill([true, 'refused'])]
      for (const [place, [signed, reason]] of ends.entries()) {
        const event = await accept(order(`${place}`, { email: `${place}@example.com`, signed }))
        await deadLetter(event.id, reason)
        nowMs += 1
      }
      expect((await readReasons()).map(({ reason }) => reason)).toEqual([
        'refused',
        'unreadable',
        ...Array(8).fill('refused'),
      ])
    })

    test.each<Reason>(['crowded', 'no_session'])(
      'of dead letters has a quarter of the strangers’ room for %s ones',
      async (reason) => {
        await openWith({ deadLetters: 10 })
        const kept = await accept(order('A-1'))
        await deadLetter(kept.id, 'unreadable')
        for (const { id } of await acceptAll(strangers(6))) await deadLetter(id, reason)
        expect(await queue.count()).toMatchObject({ dead: 3, droppedDead: 4 })
        expect((await readReasons()).map(({ reason }) => reason)).toEqual(['unreadable', reason, reason])
      },
    )

    test('does not store an unsigned order that arrived too late, but logs it', async () => {
      const late = strangers(1).map((event) => ({ ...event, ageMs: 3 * DAY_MS }))
      const answers = await Promise.all(late.map((event) => queue.accept(event)))
      expect(answers).toEqual(['late'])
      expect(await queue.count()).toMatchObject({ waiting: 0, dead: 0, droppedDead: 0 }) // it did not push out any
      expect(logged).toEqual([expect.objectContaining({ event: 'too_late', reason: 'expired' })])
    })

    test('is counted', async () => {
      const [first] = await acceptAll([order('A-1', { occurredMs: START_MS - 9 }), signUp()])
      await retry(first.id, 'busy', nowMs)
      expect(await queue.count()).toEqual({
        waiting: 2,
        waitingBytes: expect.any(Number),
        dead: 0,
        deadBytes: 0,
        waitingBy: [
          { kind: 'addToList', reason: undefined, count: 1 },
          { kind: 'convert', reason: 'busy', count: 1 },
        ],
        deadBy: [],
        refusedBy: [],
        oldestWaitingMs: 9,
        droppedDead: 0,
      })
    })
  })

  describe('an older sign-up that arrives after a newer one was delivered', () => {
    const OLD_MS = START_MS - MINUTE_MS

    async function deliver(event: IncomingEvent) {
      await queue.accept(event)
      await claimIds()
      await deliverId(event.id)
    }

    test.each<[newer: object, list: string, left: object | 'stale', reason: string]>([
      [{ city: 'Rome' }, 'newsletter', { first_name: 'Ada', points: '1' }, 'a field of the customer, on the same list'],
      [{ city: 'Rome' }, 'other', { first_name: 'Ada', points: '1' }, 'a field of the customer, on another list'],
      [{ points: '2' }, 'newsletter', { first_name: 'Ada', city: 'Paris' }, 'a field of the list'],
      [{ points: '2' }, 'other', { first_name: 'Ada', city: 'Paris', points: '1' }, 'a field of another list'],
      [{ city: 'Rome', first_name: 'A', points: '2' }, 'newsletter', 'stale', 'no field is left'],
      [
        { city: 'Rome', first_name: 'A', points: '2' },
        'other',
        { points: '1' },
        'the remaining fields belong to its own list',
      ],
      [{}, 'newsletter', { first_name: 'Ada', city: 'Paris', points: '1' }, 'without fields'],
    ])('loses the fields %j on %s: %j (%s)', async (newer, list, left) => {
      await deliver(signUp(newer, { list }))
      await queue.accept(signUp({ first_name: 'Ada', city: 'Paris', points: '1' }, { occurredMs: OLD_MS }))
      const expected = left === 'stale' ? { unfit: 'stale' } : { text: JSON.stringify({ email: ada, ...left }) }
      expect(await claim(1)).toEqual([expect.objectContaining(expected)])
    })

    test('still puts its customer on another list', async () => {
      await deliver(signUp({ city: 'Rome' }))
      await queue.accept(signUp({ city: 'Paris' }, { list: 'other', occurredMs: OLD_MS }))
      expect(await claimBodies()).toEqual([{ email: ada }])
    })

    test.each(['refused', 'stale'] as const)('loses no field to one that was not delivered (%s)', async (reason) => {
      const newer = await accept(signUp({ city: 'Rome' }))
      await claimIds()
      await deadLetter(newer.id, reason)
      await queue.accept(signUp({ city: 'Paris' }, { occurredMs: OLD_MS }))
      expect(await claimBodies()).toMatchObject([{ city: 'Paris' }])
    })

    test('loses no field to another customer’s, or to an older one', async () => {
      await deliver(signUp({ city: 'Rome' }, { email: 'eve@example.com' }))
      await deliver(signUp({ city: 'Rome' }, { occurredMs: OLD_MS - 1 }))
      await queue.accept(signUp({ city: 'Paris' }, { occurredMs: OLD_MS }))
      expect(await claimBodies()).toMatchObject([{ city: 'Paris' }])
    })

    test.each<[signed: boolean, city: string | undefined, reason: string]>([
      [false, 'Paris', 'not to an unsigned one, because only a signed one counts'],
      [true, undefined, 'the fields of a signed one'],
    ])('that is signed loses fields to a newer one (signed: %j): its city is %j (%s)', async (signed, city) => {
      await deliver(signUp({ city: 'Rome' }, { signed }))
      await queue.accept(signUp({ city: 'Paris', first_name: 'Ada' }, { occurredMs: OLD_MS, signed: true }))
      const [body] = await claimBodies()
      expect((body as { city?: string } | undefined)?.city).toBe(city)
    })
  })

  describe('events that arrive together', () => {
    test('do not fail with one that fails', async () => {
      const takeAgain = await database.refuse("kind = 'addToList'")
      const events = [order('A-1'), signUp(), order('A-2')]
      const answers = await Promise.allSettled(events.map((event) => queue.accept(event)))
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect([await countHeld(), (await queue.count()).waiting]).toEqual([2, 2])
      await takeAgain()
      const [, failed] = events
      expect(failed && (await queue.accept(failed))).toBe('new')
    })

    test('are all stored when the queue is closed', async () => {
      const accepted = Promise.all([queue.accept(order('A-1')), queue.accept(order('A-2'))])
      await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
      await queue.close()
      await accepted
      queue = await open()
      expect((await queue.count()).waiting).toBe(2)
    })
  })

  describe('a clock that jumps', () => {
    let steadyMs: number
    beforeEach(async () => {
      steadyMs = 0
      await queue.close()
      queue = await database.openQueue({ keys: [key], now: () => nowMs, monotonic: () => steadyMs })
    })

    test('back by two hours sets back waiting events, which keep their waits', async () => {
      const tried = await accept(order('A-1'))
      await claimIds()
      await retry(tried.id, 'busy', nowMs + MINUTE_MS)
      const fresh = await accept(order('B-1', { email: 'eve@example.com' }))
      nowMs -= 120 * MINUTE_MS
      await queue.accept(order('C-1', { email: 'new@example.com' }))
      expect(await claimIds(9)).toContain(fresh.id)
      expect(await queue.nextInMs()).toBe(MINUTE_MS)
    })

    test('does not expire events or sweep for ten minutes, and then does', async () => {
      const [dead, waiting] = await acceptAll([order('A-1'), order('B-1', { email: 'eve@example.com' })])
      await deadLetter(dead.id, 'refused')
      await queue.release([waiting.id])
      nowMs += 30 * DAY_MS
      await queue.sweep()
      expect(await claim(9)).toMatchObject([{ id: waiting.id, text: expect.any(String) }])
      await queue.release([waiting.id])
      steadyMs += 10 * MINUTE_MS
      nowMs += 10 * MINUTE_MS
      await queue.sweep()
      expect(await countHeld()).toBe(1)
      expect(await claim(9)).toMatchObject([{ id: waiting.id, unfit: 'expired' }])
    })
  })

  describe('sweeping', () => {
    test('deletes duplicates after their time and dead letters after 14 days', async () => {
      const [dead, waiting] = await acceptAll([order('A-1'), order('B-1', { email: 'eve@example.com' })])
      await deadLetter(dead.id, 'refused')
      nowMs += 14 * DAY_MS - 1
      await queue.sweep()
      expect(await countHeld()).toBe(2)
      nowMs += 186 * DAY_MS
      await queue.sweep()
      expect((await readHeld()).map(({ id }) => id)).toEqual([waiting.id])
      expect(await queue.find({ id: dead.id })).toEqual([])
    })

    test.each([
      ['by its number', true, false],
      ['replaced by a signed event', false, true],
    ])('deletes a duplicate after 7 days (%s)', async (_what, firstIsSigned, secondIsSigned) => {
      const [first, second] = [order('A-1', { signed: firstIsSigned }), order('A-1', { signed: secondIsSigned })]
      await acceptAll([first, second])
      const duplicate = firstIsSigned ? second : first
      await deliverId(firstIsSigned ? first.id : second.id)
      nowMs += 7 * DAY_MS - 1
      await queue.sweep()
      expect(await queue.find({ id: duplicate.id })).toMatchObject([{ state: 'duplicate' }])
      nowMs += 1
      await queue.sweep()
      expect(await queue.find({ id: duplicate.id })).toEqual([])
    })

    test('of a dead letter makes the same order new again', async () => {
      const dead = await accept(order('A-1'))
      await deadLetter(dead.id, 'refused')
      expect(await queue.accept(order('A-1'))).toBe('duplicate')
      nowMs += 15 * DAY_MS
      await queue.sweep()
      expect(await queue.accept(order('A-1'))).toBe('new')
    })
  })

  describe('the stored data', () => {
    test('shows no customer, no order number and no key', async () => {
      await queue.accept(order('Order-1', { body: { cart_items: [{ product_id: 'Copper-Mug' }] } }))
      await queue.accept(signUp({ first_name: 'Augusta' }))
      await queue.accept(signUp({ first_name: 'Augusta' })) // the write of a duplicate too
      expect(await database.dump()).not.toMatch(/ada@|example\.com|Order-1|Copper-Mug|Augusta/)
      expect(await database.dump()).not.toContain(key.toString('latin1'))
    })

    test('shows them without a key, so the test above can see them', async () => {
      const plain = await newDatabase()
      const open = await plain.openQueue({ keys: [] })
      await open.accept(order('Order-1'))
      expect(await plain.dump()).toMatch(/ada@example\.com.*Order-1/)
      await open.close()
      await plain.remove()
    })

    test('opens with a new key before the old one, and later with only the new one', async () => {
      await queue.accept(order('A-1'))
      await reopen(otherKey, key)
      expect(await claimIds()).toHaveLength(1)
      await reopen(otherKey)
      expect(await queue.accept(order('A-1'))).toBe('duplicate')
    })

    test.each<[what: string, keys: Buffer[]]>([
      ['another key', [otherKey]],
      ['no key', []],
    ])('is refused in a sentence with %s', async (_what, keys) => {
      await expect(database.openQueue({ keys })).rejects.toThrow(
        /^The database .*cannot be used: no key of RINGUP_KEY opens/,
      )
    })
  })
})
