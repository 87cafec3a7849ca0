/**
 * The hold in a real file: what it has accepted it still has after a restart, repeats are recognised, customers' events keep
 * their order, and nobody reads customers' data out of the file.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Arrival, Hold } from '../../../../src/proxy/hold/index.js'
import { createSqliteHold } from '../../../../src/proxy/hold/sqlite.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { newFolder } from '../../../support/proxy.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const START_MS = 1_800_000_000_000
const key = Buffer.alloc(32, 1)
const otherKey = Buffer.alloc(32, 2)

let folder: { path: string; remove: () => void }
let file: string
let hold: Hold
let nowMs: number
beforeEach(() => {
  folder = newFolder()
  file = join(folder.path, 'ringup.db')
  nowMs = START_MS
  hold = open()
})
afterEach(async () => {
  await hold.close()
  folder.remove()
})

function open(...keys: Buffer[]): Hold {
  return createSqliteHold({ file, seal: createSeal(keys.length > 0 ? keys : [key]), now: () => nowMs, lookMs: 0 })
}

async function reopen(...keys: Buffer[]) {
  await hold.close()
  hold = open(...keys)
}

/** Looks into the file beside the hold. */
function inFile<Row>(sql: string): Row[] {
  const db = new Database(file)
  const rows = db.prepare(sql).all() as Row[] // the columns that the statement names
  db.close()
  return rows
}

function changeFile(sql: string) {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

const ada = 'ada@example.com'
type Change = Partial<Pick<Arrival, 'id' | 'occurredMs'>> & { email?: string; body?: object; list?: string }

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
const countEvents = () => inFile<{ n: number }>('SELECT count(*) AS n FROM events')[0]?.n
const readReasons = () => inFile<{ state: string; reason: string }>('SELECT state, reason FROM events ORDER BY seq')

describe('an accepted event', () => {
  test('is claimed as it was accepted', async () => {
    const event = signUp({ first_name: 'Ada' }, { occurredMs: START_MS - 1_500.5 })
    await hold.accept(event)
    const { id, kind, body, occurredMs } = event
    const own = { id, kind, list: 'newsletter', body, occurredMs }
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

  test('is there when the process ended without closing anything', async () => {
    const event = order('A-1')
    await hold.accept(event)
    const left = file
    file = join(folder.path, 'left.db')
    for (const end of ['', '-wal']) copyFileSync(left + end, file + end)
    await reopen()
    expect(await claimIds()).toEqual([event.id])
  })

  test('has left no row when it is delivered, but the marks of a repeat', async () => {
    const event = order('A-1')
    await hold.accept(event)
    await claimIds()
    await hold.deliver(event.id)
    expect(countEvents()).toBe(0)
    expect(await hold.accept(event)).toBe('repeat')
    expect(countEvents()).toBe(0)
  })

  test('leaves nothing half done when it cannot be stored', async () => {
    changeFile("CREATE TRIGGER full BEFORE INSERT ON repeats BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    const event = order('A-1')
    await expect(hold.accept(event)).rejects.toThrow('disk full')
    expect(countEvents()).toBe(0)
    changeFile('DROP TRIGGER full')
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
    expect(readReasons()).toEqual([{ state: 'dead', reason: 'refused' }])
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
    expect(answers).toEqual(['new', 'repeat'])
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
    changeFile(`UPDATE events SET payload = x'01020304' WHERE id = '${broken.id}'`)
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
    changeFile(
      `UPDATE events SET payload = (SELECT payload FROM events WHERE id = '${foreign.id}') WHERE id = '${mine.id}'`,
    )
    expect(await hold.claim(9, nowMs)).toMatchObject([{ unfit: 'unreadable' }, { id: foreign.id, body: foreign.body }])
  })

  test('of a key no longer given is one, too', async () => {
    await hold.accept(order('A-1'))
    await reopen(otherKey, key)
    await reopen(otherKey)
    expect(await hold.claim(9, nowMs)).toMatchObject([{ unfit: 'unreadable' }])
  })
})

describe('sweeping', () => {
  test('forgets repeats past their time and dead letters after 14 days, and no event that waits', async () => {
    const [dead, waiting] = [order('A-1'), order('B-1', { email: 'eve@example.com' })]
    await hold.accept(dead)
    await hold.accept(waiting)
    await hold.bury(dead.id, 'refused')
    await hold.sweep(nowMs + 14 * DAY_MS - 1)
    expect(countEvents()).toBe(2)
    await hold.sweep(nowMs + 200 * DAY_MS)
    expect(inFile('SELECT id FROM events')).toEqual([{ id: waiting.id }])
    expect(inFile('SELECT * FROM repeats')).toEqual([])
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

describe('the file', () => {
  const readBytes = () =>
    readdirSync(folder.path)
      .map((name) => readFileSync(join(folder.path, name)).toString('latin1'))
      .join('')

  test('and those beside it are readable by their owner only', async () => {
    await hold.accept(order('A-1'))
    const modes = readdirSync(folder.path).map((name) => statSync(join(folder.path, name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600])
  })

  test('shows no customer, no order number and no key', async () => {
    await hold.accept(order('Order-1', { body: { cart_items: [{ product_id: 'Mug' }] } }))
    await hold.accept(signUp({ first_name: 'Augusta' }))
    expect(readBytes()).not.toMatch(/ada@|example\.com|Order-1|Mug|Augusta/)
    expect(readBytes()).not.toContain(key.toString('latin1'))
  })

  test('shows them without a key, so the test above can see', async () => {
    await hold.close()
    file = join(folder.path, 'plain.db')
    hold = createSqliteHold({ file, seal: createSeal([]) })
    await hold.accept(order('Order-1'))
    expect(readBytes()).toMatch(/ada@example\.com.*Order-1/)
  })

  test('opens with a new key in front of the old one, and later with the new one alone', async () => {
    await hold.accept(order('A-1'))
    await reopen(otherKey, key)
    expect(await claimIds()).toHaveLength(1)
    await reopen(otherKey)
    expect(await hold.accept(order('A-1'))).toBe('repeat')
  })

  const CANNOT = (reason: string) => new RegExp(`^The database file .*\\.db cannot be used: .*${reason}`)

  test('of another key is refused in a sentence', () => {
    expect(() => open(otherKey)).toThrow(CANNOT('no key of RINGUP_KEY opens'))
  })

  test('that is sealed is refused without a key', () => {
    expect(() => createSqliteHold({ file, seal: createSeal([]) })).toThrow(CANNOT('no key of RINGUP_KEY opens'))
  })

  test('of a newer version is refused in a sentence, and left alone', () => {
    changeFile('PRAGMA user_version = 3')
    expect(() => open()).toThrow(CANNOT('newer version of Ringup \\(schema 3\\)'))
    expect(inFile('SELECT * FROM pragma_user_version')).toEqual([{ user_version: 3 }])
  })

  test.each<[name: string, prepare: () => void, reason: string]>([
    ['missing/ringup.db', () => {}, 'no such file or directory'],
    ['text.db', () => writeFileSync(join(folder.path, 'text.db'), 'x'.repeat(4096)), 'not a database'],
  ])('%s that is no database is refused in a sentence (%#)', (name, prepare, reason) => {
    prepare()
    file = join(folder.path, name)
    expect(() => open()).toThrow(CANNOT(reason))
  })

  test('there before, with another mode, keeps working', async () => {
    await hold.close()
    chmodSync(file, 0o640)
    hold = open()
    expect(await hold.accept(order('A-1'))).toBe('new')
  })
})
