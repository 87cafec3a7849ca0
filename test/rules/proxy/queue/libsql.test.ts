/**
 * Promise: the store handles SQLite's own troubles: the file of a killed process, a damaged page, other files, locks, a
 * full disk.
 */
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import type { IncomingEvent, OpenQueue } from '../../../../src/proxy/queue/index.js'
import { openQueue, openQueueAdmin } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { toUsualBounds } from '../../../support/bounds.js'
import { newFolder } from '../../../support/folder.js'

const START_MS = 1_800_000_000_000
const key = Buffer.alloc(32, 1)
const seal = createSeal([key])

let folder: { path: string; remove: () => void }
let file: string
let queue: OpenQueue
let nowMs: number
let logged: Line[]
beforeEach(async () => {
  folder = newFolder()
  file = join(folder.path, 'ringup.db')
  nowMs = START_MS
  logged = []
  queue = await open()
})
afterEach(async () => {
  await queue.close()
  folder.remove()
})

const open = (keys = seal): Promise<OpenQueue> =>
  openQueue({ database: file, seal: keys, most: toUsualBounds(), now: () => nowMs, log: (line) => logged.push(line) })

async function reopen() {
  await queue.close()
  queue = await open()
}

/** Reads the file beside the queue. */
function inFile<Row>(sql: string): Row[] {
  const db = new Database(file)
  const rows = db.prepare(sql).all() as Row[] // the columns that the statement names
  db.close()
  return rows
}

function changeFile(sql: string, name = file) {
  const db = new Database(name)
  db.exec(sql)
  db.close()
}

const ada = 'ada@example.com'

function order(number: string, email = ada, body: object = {}): IncomingEvent {
  const payload = { email, cart_data: { order_number: number }, ...body }
  return { id: randomUUID(), kind: 'convert', signed: false, ageMs: 0, body: payload }
}

const claimIds = async (most = 10) => (await queue.claim(most)).events.map(({ id }) => id)

test('an accepted event is there after the process ended without closing', async () => {
  const event = order('A-1')
  await queue.accept(event)
  const left = file
  file = join(folder.path, 'left.db')
  for (const end of ['', '-wal']) copyFileSync(left + end, file + end)
  await reopen()
  expect(await claimIds()).toEqual([event.id])
})

describe('the file', () => {
  test('and the files beside it are readable only by their owner', async () => {
    await queue.accept(order('A-1'))
    const modes = readdirSync(folder.path).map((name) => statSync(join(folder.path, name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600, 0o600])
  })

  const CANNOT = (reason: string) => new RegExp(`^The database file .*\\.db cannot be used: .*${reason}`)

  test.each([
    ["UPDATE meta SET value = '9' WHERE name = 'schema'", 'newer version of Ringup \\(schema 9\\)'],
    ["UPDATE meta SET value = '1' WHERE name = 'schema'", 'an earlier version of Ringup made it'],
  ])('after %s is refused in a sentence, and stays unchanged', async (sql, reason) => {
    await queue.close()
    changeFile(sql)
    const before = readFileSync(file)
    await expect(open()).rejects.toThrow(CANNOT(reason))
    expect(readFileSync(file)).toEqual(before)
  })

  test.each<[name: string, prepare: () => void, reason: string]>([
    ['missing/ringup.db', () => {}, 'no such file or directory'],
    ['folder.db', () => mkdirSync(join(folder.path, 'folder.db')), 'it is not a file'],
  ])('%s that is not a database is refused in a sentence (%#)', async (name, prepare, reason) => {
    prepare()
    file = join(folder.path, name)
    await expect(open()).rejects.toThrow(CANNOT(reason))
  })

  test.each<[what: string, prepare: (name: string) => unknown, reason: string]>([
    ['that is text', (name) => writeFileSync(name, 'x'.repeat(4096)), 'not a database'],
    [
      'with tables of another program',
      (name) => changeFile('CREATE TABLE customers (email TEXT)', name),
      'it is the database of another program',
    ],
    ['that other keys have sealed', async () => (await open(createSeal([Buffer.alloc(32, 99)]))).close(), 'no key'],
    ['that is not sealed', async () => (await open(createSeal([]))).close(), 'RINGUP_PLAINTEXT'],
  ])('%s is refused, and stays unchanged', async (_what, prepare, reason) => {
    file = join(folder.path, 'foreign.db')
    await prepare(file)
    chmodSync(file, 0o644)
    const before = readFileSync(file)
    await expect(open()).rejects.toThrow(CANNOT(reason))
    expect(readFileSync(file)).toEqual(before)
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  test('with open permissions is closed to other users', async () => {
    await queue.close()
    chmodSync(file, 0o640)
    queue = await open()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await queue.accept(order('A-1'))).toBe('new')
  })

  test('that another proxy uses is refused in a sentence', async () => {
    await expect(open()).rejects.toThrow(CANNOT('another proxy is using it'))
  })

  test('that another proxy uses is refused, even if its lock was removed', async () => {
    rmSync(`${file}-lock`)
    await expect(open()).rejects.toThrow(CANNOT('another proxy is using it'))
  })
})

describe('a full disk', () => {
  /** Limits the pages to the present number, for so many writes. */
  const fill = (times: number) => {
    const exec = vi.spyOn(Database.prototype, 'exec')
    for (let time = 0; time < times; time += 1) exec.mockImplementationOnce(throwFull)
  }
  function throwFull(): never {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }

  test('has room again when the write log is cut, before the ballast is deleted', async () => {
    const event = order('A-1')
    await queue.accept(event)
    await claimIds()
    fill(1)
    await queue.settle(event.id, { as: 'delivered' })
    expect([(await queue.count()).waiting, existsSync(`${file}-ballast`)]).toEqual([0, true])
    expect(statSync(`${file}-wal`).size).toBeLessThan(100_000)
  })

  test('deletes the ballast at the start, and then refuses arrivals until there is room', async () => {
    await queue.accept(order('A-1'))
    await queue.close()
    vi.spyOn(Database.prototype, 'prepare').mockImplementationOnce(throwFull)
    queue = await open()
    expect(existsSync(`${file}-ballast`)).toBe(false)
    mkdirSync(`${file}-ballast`) // the disk has no room for it
    await expect(queue.accept(order('A-2'))).rejects.toThrow('directory')
    rmdirSync(`${file}-ballast`)
    expect(await claimIds()).toHaveLength(1)
  })

  test('allows writing results of events, and refuses arrivals until there is room', async () => {
    const event = order('A-1')
    await queue.accept(event)
    await claimIds()
    expect(existsSync(`${file}-ballast`)).toBe(true)
    fill(2)
    await queue.settle(event.id, { as: 'delivered' })
    expect([(await queue.count()).waiting, existsSync(`${file}-ballast`)]).toEqual([0, false])
    mkdirSync(`${file}-ballast`) // the disk has no room for it
    await expect(queue.accept(order('A-2'))).rejects.toThrow('directory')
    rmdirSync(`${file}-ballast`)
    await expect(queue.accept(order('A-2'))).rejects.toThrow('disk is full')
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    expect(await queue.accept(order('A-2'))).toBe('new')
    expect(existsSync(`${file}-ballast`)).toBe(true)
  })
})

describe('a file that is deleted while it is open', () => {
  test.each(['', '-wal'])('refuses arrivals (%j), because they would be lost at the next start', async (end) => {
    await queue.accept(order('A-1'))
    rmSync(file + end)
    await expect(queue.accept(order('A-2'))).rejects.toThrow(/was moved or deleted/)
  })
})

test('a failing disk refuses arrivals during the failure, and accepts them after it', async () => {
  await queue.accept(order('A-1'))
  const exec = vi.spyOn(Database.prototype, 'exec')
  for (let time = 0; time < 2; time += 1) {
    exec.mockImplementationOnce(() => {
      throw new Error('disk I/O error')
    })
  }
  await expect(queue.accept(order('A-2'))).rejects.toThrow('disk I/O error')
  expect(await queue.accept(order('A-2'))).toBe('new')
})

describe('a malformed file', () => {
  /** Overwrites the last pages, as a failing disk does. */
  function damage() {
    const bytes = readFileSync(file)
    bytes.fill(0xff, bytes.length - 4096 * 4)
    writeFileSync(file, bytes)
  }

  test('is found at the start, and arrivals are refused', async () => {
    for (let n = 0; n < 50; n += 1) await queue.accept(order(`${n}`, `${n}@example.com`, { note: 'x'.repeat(2_000) }))
    await queue.close()
    damage()
    queue = await open()
    await expect(queue.accept(order('new'))).rejects.toThrow('malformed')
  })
})

describe('a lock of another program', () => {
  let other: Database.Database
  beforeEach(() => {
    other = new Database(file)
    other.exec('BEGIN IMMEDIATE')
  })
  afterEach(() => void other.close())

  test('does not stop the proxy from answering other requests', async () => {
    const accepted = queue.accept(order('A-1'))
    setTimeout(() => other.exec('ROLLBACK')) // the process is not blocked, or the lock would never end
    expect(await accepted).toBe('new')
  })

  test('that does not end refuses arrivals, the later ones sooner', async () => {
    const exec = vi.spyOn(Database.prototype, 'exec')
    const realNow = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => realNow() * 20)
    async function countTries() {
      exec.mockClear()
      await expect(queue.accept(order('A-1'))).rejects.toThrow('locked')
      return exec.mock.calls.length
    }
    const [first, second] = [await countTries(), await countTries()]
    expect(second).toBeLessThan(first)
    other.exec('ROLLBACK')
    expect(await queue.accept(order('A-1'))).toBe('new')
  })
})

describe('the operator', () => {
  test('never creates a database', async () => {
    const absent = join(folder.path, 'absent.db')
    await expect(openQueueAdmin({ database: absent, seal })).rejects.toThrow(
      /^The database file .*absent\.db cannot be used: there is no such file\.$/,
    )
    expect(existsSync(absent)).toBe(false)
  })

  test('is told of a file of another program', async () => {
    const empty = join(folder.path, 'empty.db')
    writeFileSync(empty, '')
    await expect(openQueueAdmin({ database: empty, seal })).rejects.toThrow('no proxy of this version has used it yet')
  })

  test('never searches a whole table, because the proxy could not store meanwhile', async () => {
    const prepare = vi.spyOn(Database.prototype, 'prepare')
    await queue.accept(order('A-1'))
    for (const id of await claimIds()) await queue.settle(id, { as: 'delivered' })
    const admin = await openQueueAdmin({ database: file, seal })
    await admin.replay({ reason: 'refused' })
    await admin.find({ order: 'A-1' })
    await admin.page({ state: 'delivered' }, 9)
    await admin.latest(9)
    await admin.hours(START_MS)
    await queue.wake(['unreachable'])
    await queue.claim(1, { isAway: true, onlyCalm: true })
    await admin.count()
    await admin.erase(ada)
    await admin.drop({ id: 'x' })
    await queue.sweep()
    await admin.close()
    const asked = prepare.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/.test(sql))
      .filter((sql) => !/ORDER BY seq DESC LIMIT/.test(sql)) // it stops after a page
    prepare.mockRestore()
    const steps = asked.flatMap((sql) =>
      inFile<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail),
    )
    expect(steps.length).toBeGreaterThan(30)
    // Parts of a statement that hold the rows of one question, and no table.
    const parts = 'event$|given|largest$|lookups$|keys$|kinds$|numbered$|\\(subquery'
    const isTable = new RegExp(`^SCAN (?!sqlite_master|sqlite_schema|${parts}|.*(INDEX|CONSTANT))`)
    expect(steps.filter((step) => isTable.test(step))).toEqual([])
  })
})

describe('a file of one shop', () => {
  const shop = { apiUrl: 'https://api.example/v1/a', origins: ['https://a.example', 'https://www.a.example'] }
  const ANOTHER = 'it belongs to another shop, or to another API'
  const openFor = async (more: Partial<typeof shop> = {}) => {
    await queue.close()
    queue = await openQueue({ database: file, seal, most: toUsualBounds(), log: () => {}, shop: { ...shop, ...more } })
  }
  const deliverAll = async () => {
    for (const id of await claimIds()) await queue.settle(id, { as: 'delivered' })
  }
  const other = { origins: ['https://b.example'] }
  const moved = { apiUrl: 'https://api.example/v1/b' }

  test('is refused to another shop, even if no event waits', async () => {
    await openFor()
    await queue.accept(order('A-1'))
    await deliverAll()
    await expect(openFor(other)).rejects.toThrow(ANOTHER)
  })

  test('stays open to a shop whose domains change one by one', async () => {
    await openFor()
    await queue.accept(order('A-1'))
    await openFor({ origins: ['https://www.a.example', 'https://new.a.example'] })
    await openFor({ origins: ['https://new.a.example'] })
    await expect(openFor()).rejects.toThrow(ANOTHER)
  })

  test('opens with another shop until its first event, another API until a delivery', async () => {
    await openFor({ apiUrl: 'https://api.example/v1/typo', ...other })
    await openFor()
    await queue.accept(order('A-1'))
    await expect(openFor(other)).rejects.toThrow(ANOTHER)
    await openFor(moved)
    await openFor()
    await deliverAll()
    await expect(openFor(moved)).rejects.toThrow(ANOTHER)
    await openFor()
  })

  test('is not bound by a test order', async () => {
    await openFor()
    await queue.accept(order('A-1', 'test@ringup.invalid'))
    await deliverAll()
    await openFor({ ...other, ...moved })
    expect(await claimIds()).toEqual([])
  })

  test('belongs to another API after the operator has adopted it', async () => {
    await openFor()
    await queue.accept(order('A-1'))
    await deliverAll()
    const admin = await openQueueAdmin({ database: file, seal })
    await admin.adopt({ ...shop, ...moved })
    await admin.close()
    await openFor(moved)
    await expect(openFor()).rejects.toThrow(ANOTHER)
  })
})
