/** Promise: the store handles SQLite's own troubles: a killed process, a malformed file, other files, locks, a full disk. */
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

function changeFile(sql: string, name = file) {
  const db = new Database(name)
  db.exec(sql)
  db.close()
}

function readFile(sql: string) {
  const db = new Database(file)
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

const ada = 'ada@example.com'

function order(number: string, email = ada, body: object = {}): IncomingEvent {
  const payload = { email, cart_data: { order_number: number }, ...body }
  return { id: randomUUID(), kind: 'convert', signed: false, ageMs: 0, body: payload }
}

const claimIds = async (most = 10) => (await queue.claim(most)).events.map(({ id }) => id)

test('the hash of an event’s network is in the file until the event is delivered', async () => {
  const event = { ...order('A-1'), network: '203.0.113.7' }
  const readNetwork = () => readFile('SELECT network FROM events')
  await queue.accept(event)
  await queue.claim(1)
  expect(readNetwork()).toEqual([{ network: expect.stringMatching(/^[\w-]{12}$/) }])
  await queue.settle(event.id, { as: 'delivered', status: 200 })
  expect(readNetwork()).toEqual([{ network: '' }])
})

test('an accepted event is in the file of a process that ended without closing', async () => {
  const event = order('A-1')
  await queue.accept(event)
  const copy = join(folder.path, 'copy.db')
  for (const end of ['', '-wal']) copyFileSync(file + end, copy + end)
  await queue.close()
  file = copy
  queue = await open()
  expect(await claimIds()).toEqual([event.id])
})

describe('the file', () => {
  const CANNOT = (reason: string) => new RegExp(`^The database file .*\\.db cannot be used: .*${reason}`)
  const setVersion = (version: number) => async () => {
    await queue.close()
    for (const end of ['', '-wal']) copyFileSync(join(folder.path, `ringup.db${end}`), file + end)
    changeFile(`UPDATE meta SET value = '${version}' WHERE name = 'schema'`)
  }

  test('and the files next to it are readable only by their owner', async () => {
    await queue.accept(order('A-1'))
    const modes = readdirSync(folder.path).map((name) => statSync(join(folder.path, name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600, 0o600])
  })

  test('with open permissions is closed to other users', async () => {
    await queue.close()
    chmodSync(file, 0o640)
    queue = await open()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await queue.accept(order('A-1'))).toBe('new')
  })

  test.each<[what: string, create: () => unknown, reason: string]>([
    ['of a newer version', setVersion(9), 'newer version of Ringup \\(schema 9\\)'],
    ['of an earlier version', setVersion(1), 'an earlier version of Ringup made it'],
    ['that is text', () => writeFileSync(file, 'x'.repeat(4096)), 'not a database'],
    ['of another program', () => changeFile('CREATE TABLE customers (email TEXT)'), 'of another program'],
    ['of another key', async () => (await open(createSeal([Buffer.alloc(32, 99)]))).close(), 'no key'],
  ])('%s is refused in a sentence, and stays unchanged', async (_what, create, reason) => {
    file = join(folder.path, 'foreign.db')
    await create()
    chmodSync(file, 0o644)
    const before = readFileSync(file)
    await expect(open()).rejects.toThrow(CANNOT(reason))
    expect(readFileSync(file)).toEqual(before)
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  test.each<[name: string, reason: string]>([
    ['missing/ringup.db', 'no such file or directory'],
    ['folder.db', 'it is not a file'],
    ['ringup.db', 'another proxy is using it'],
  ])('%s is refused in a sentence: %s', async (name, reason) => {
    mkdirSync(join(folder.path, 'folder.db'))
    file = join(folder.path, name)
    await expect(open()).rejects.toThrow(CANNOT(reason))
  })

  test.each(['', '-wal'])('that is deleted while it is open (%j) refuses arrivals', async (end) => {
    await queue.accept(order('A-1'))
    rmSync(file + end)
    await expect(queue.accept(order('A-2'))).rejects.toThrow(/was moved or deleted/) // lost at the next start
  })

  test('that is malformed refuses arrivals, from the first page that cannot be read', async () => {
    for (let n = 0; n < 50; n += 1) await queue.accept(order(`${n}`, `${n}@example.com`, { note: 'x'.repeat(2_000) }))
    await queue.close()
    const bytes = readFileSync(file)
    bytes.fill(0xff, 4096 * 2)
    writeFileSync(file, bytes)
    queue = await open().catch(() => queue)
    await expect(queue.accept(order('new'))).rejects.toThrow('malformed')
    await expect(queue.accept(order('newer'))).rejects.toThrow('malformed')
  })
})

describe('a full disk', () => {
  const { exec } = Database.prototype
  const hasBallast = () => existsSync(`${file}-ballast`)

  /** SQLite cannot begin a transaction while the disk is full. */
  function fillWhile(isFull: () => boolean) {
    vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database.Database, sql) {
      if (isFull()) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      return exec.call(this, sql)
    })
  }

  async function claimOne() {
    const event = order('A-1')
    await queue.accept(event)
    await claimIds()
    return event
  }

  test('has room again when the log is cut, before the ballast is deleted', async () => {
    const { id } = await claimOne()
    fillWhile(() => statSync(`${file}-wal`).size > 100_000)
    await queue.settle(id, { as: 'delivered' })
    expect([(await queue.count()).waiting, hasBallast()]).toEqual([0, true])
  })

  test('stores results in the ballast’s room, and refuses arrivals until there is more', async () => {
    const { id } = await claimOne()
    fillWhile(hasBallast)
    await queue.settle(id, { as: 'delivered' })
    expect([(await queue.count()).waiting, hasBallast()]).toEqual([0, false])
    mkdirSync(`${file}-ballast`) // the disk has no room for it
    await expect(queue.accept(order('A-2'))).rejects.toThrow('directory')
    rmdirSync(`${file}-ballast`)
    await expect(queue.accept(order('A-2'))).rejects.toThrow('disk is full')
    vi.restoreAllMocks()
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    expect([await queue.accept(order('A-2')), hasBallast()]).toEqual(['new', true])
  })

  test('does not delete the ballast for an arrival', async () => {
    await queue.accept(order('A-1'))
    fillWhile(() => true)
    await expect(queue.accept(order('A-2'))).rejects.toThrow('disk is full')
    expect(hasBallast()).toBe(true)
  })

  test('deletes the ballast at the start, so waiting events are sent', async () => {
    await queue.accept(order('A-1'))
    await queue.close()
    const { prepare } = Database.prototype
    vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, sql) {
      if (hasBallast()) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
      return prepare.call(this, sql)
    })
    queue = await open()
    expect(await claimIds()).toHaveLength(1)
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
  test.each([
    ['absent.db', () => {}, 'there is no such file.'],
    ['empty.db', () => writeFileSync(join(folder.path, 'empty.db'), ''), 'no proxy of this version has used it yet'],
  ])('does not create or change %s', async (name, create, reason) => {
    create()
    const database = join(folder.path, name)
    await expect(openQueueAdmin({ database, seal })).rejects.toThrow(`${name} cannot be used: ${reason}`)
    expect(readdirSync(folder.path).filter((each) => each.startsWith(name))).toHaveLength(name === 'empty.db' ? 1 : 0)
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
    await admin.longestGap(START_MS)
    await queue.wake(['unreachable'])
    await queue.claim(1, { away: 'calm' })
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
    const db = new Database(file)
    const explain = (sql: string) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[] // its columns
    const steps = asked.flatMap((sql) => explain(sql).map(({ detail }) => detail))
    db.close()
    expect(steps.length).toBeGreaterThan(30)
    // Parts of a statement that hold the rows of one question, and no table.
    const parts = 'event$|given|largest$|lookups$|keys$|kinds$|numbered$|gaps$|latest$|\\(subquery'
    const isTable = new RegExp(`^SCAN (?!sqlite_master|sqlite_schema|${parts}|.*(INDEX|CONSTANT))`)
    expect(steps.filter((step) => isTable.test(step))).toEqual([])
  })
})

describe('a file of one shop', () => {
  const shop = { apiUrl: 'https://api.example/v1/a', origins: ['https://a.example', 'https://www.a.example'] }
  const other = { origins: ['https://b.example'] }
  const moved = { apiUrl: 'https://api.example/v1/b' }
  const ANOTHER = 'it belongs to another shop, or to another API'
  const openFor = async (more: Partial<typeof shop> = {}) => {
    await queue.close()
    queue = await openQueue({ database: file, seal, most: toUsualBounds(), log: () => {}, shop: { ...shop, ...more } })
  }
  const deliver = async (email = ada) => {
    await queue.accept(order('A-1', email))
    for (const id of await claimIds()) await queue.settle(id, { as: 'delivered' })
  }

  test('opens with another shop until its first event, and another API until a delivery', async () => {
    await openFor({ apiUrl: 'https://api.example/v1/typo', ...other })
    await openFor()
    await queue.accept(order('A-1'))
    await expect(openFor(other)).rejects.toThrow(ANOTHER)
    await openFor(moved)
    await deliver()
    await expect(openFor()).rejects.toThrow(ANOTHER)
    await expect(openFor({ ...other, ...moved })).rejects.toThrow(ANOTHER)
  })

  test('stays open to a shop whose domains change one by one', async () => {
    await openFor()
    await queue.accept(order('A-1'))
    await openFor({ origins: ['https://www.a.example', 'https://new.a.example'] })
    await openFor({ origins: ['https://new.a.example'] })
    await expect(openFor()).rejects.toThrow(ANOTHER)
  })

  test('is not bound by a test order', async () => {
    await openFor()
    await deliver('test@ringup.invalid')
    await openFor({ ...other, ...moved })
    expect(await claimIds()).toEqual([])
  })

  test('belongs to another API after the operator has adopted it', async () => {
    await openFor()
    await deliver()
    const admin = await openQueueAdmin({ database: file, seal })
    await admin.adopt({ ...shop, ...moved })
    await admin.close()
    await openFor(moved)
    await expect(openFor()).rejects.toThrow(ANOTHER)
  })
})
