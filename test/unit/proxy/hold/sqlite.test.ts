/** What is SQLite's own: the file, its lock and its modes, and pages of it that are damaged. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Arrival, Hold } from '../../../../src/proxy/hold/index.js'
import { createSqliteHold } from '../../../../src/proxy/hold/sqlite.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { damagePage } from '../../../support/damage.js'
import { newFolder } from '../../../support/proxy.js'

const START_MS = 1_800_000_000_000
const key = Buffer.alloc(32, 1)

let folder: { path: string; remove: () => void }
let file: string
let hold: Hold
let nowMs: number
let unread: [error: string, id: string | undefined][]
beforeEach(() => {
  folder = newFolder()
  file = join(folder.path, 'ringup.db')
  nowMs = START_MS
  unread = []
  hold = open()
})
afterEach(async () => {
  await hold.close()
  folder.remove()
})

function open(): Hold {
  const seal = createSeal([key])
  const onUnread = (error: unknown, id?: string) => unread.push([String(error), id])
  return createSqliteHold({ file, seal, now: () => nowMs, lookMs: 0, onUnread })
}

async function reopen() {
  await hold.close()
  hold = open()
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

function order(number: string, email = ada, body: object = {}): Arrival {
  const times = { receivedMs: nowMs, occurredMs: nowMs }
  return {
    id: randomUUID(),
    kind: 'convert',
    signed: false,
    ...times,
    body: { email, cart_data: { order_number: number }, ...body },
  }
}

const claimIds = async (most = 10) => (await hold.claim(most, nowMs)).map(({ id }) => id)
const countEvents = () => inFile<{ n: number }>('SELECT count(*) AS n FROM events')[0]?.n

describe('an accepted event', () => {
  test('is there when the process ended without closing anything', async () => {
    const event = order('A-1')
    await hold.accept(event)
    const left = file
    file = join(folder.path, 'left.db')
    for (const end of ['', '-wal']) copyFileSync(left + end, file + end)
    await reopen()
    expect(await claimIds()).toEqual([event.id])
  })
})

describe('an event on a damaged page', () => {
  // Each on a page of its own, and not on neighbours, which SQLite may write as well when one of them changes.
  const large = (email: string) => order('A-1', email, { cart_items: [{ product_id: 'x'.repeat(2_500) }] })
  const [bad, good] = [large(ada), large('eve@example.com')]
  const between = Array.from({ length: 10 }, (_, number) => large(`${number}@example.com`))
  beforeEach(async () => {
    for (const event of [bad, ...between, good]) await hold.accept({ ...event, receivedMs: nowMs, occurredMs: nowMs })
  })

  test('is asked for again after 30 s, and all others are handed out', async () => {
    await reopen() // what has just arrived need not be read
    const mend = damagePage(file, bad.id)
    expect((await claimIds(20)).sort()).toEqual([...between, good].map(({ id }) => id).sort())
    expect(unread).toContainEqual([expect.stringMatching(/malformed|corrupt/i), bad.id])
    nowMs += 30_000
    await expect(hold.claim(10, nowMs)).rejects.toThrow(/malformed|corrupt/i)
    mend()
    nowMs += 30_000
    expect(await claimIds()).toEqual([bad.id])
  })

  test('is not settled, but others in the same moment are', async () => {
    await claimIds(20)
    const mend = damagePage(file, bad.id)
    const settled = await Promise.allSettled([hold.deliver(bad.id), hold.deliver(good.id)])
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    mend()
    await hold.deliver(bad.id)
    expect(countEvents()).toBe(between.length)
  })
})

const OTHER_SEAL = createSeal([Buffer.alloc(32, 99)])

function makeTable(file: string) {
  const db = new Database(file)
  db.exec('CREATE TABLE customers (email TEXT)')
  db.close()
}

describe('the file', () => {
  test('and those beside it are readable by their owner only', async () => {
    await hold.accept(order('A-1'))
    const modes = readdirSync(folder.path).map((name) => statSync(join(folder.path, name)).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o600])
  })

  const CANNOT = (reason: string) => new RegExp(`^The database file .*\\.db cannot be used: .*${reason}`)

  test('of a newer version is refused in a sentence, and left alone', () => {
    changeFile('PRAGMA user_version = 3')
    expect(() => open()).toThrow(CANNOT('newer version of Ringup \\(schema 3\\)'))
    expect(inFile('SELECT * FROM pragma_user_version')).toEqual([{ user_version: 3 }])
  })

  test.each<[name: string, prepare: () => void, reason: string]>([
    ['missing/ringup.db', () => {}, 'no such file or directory'],
    ['text.db', () => writeFileSync(join(folder.path, 'text.db'), 'x'.repeat(4096)), 'not a database'],
    ['folder.db', () => mkdirSync(join(folder.path, 'folder.db')), 'it is no file'],
  ])('%s that is no database is refused in a sentence (%#)', (name, prepare, reason) => {
    prepare()
    file = join(folder.path, name)
    expect(() => open()).toThrow(CANNOT(reason))
  })

  test.each<[what: string, prepare: (file: string) => void, reason: string]>([
    ['that is text', (file) => writeFileSync(file, 'x'.repeat(4096)), 'not a database'],
    ['with tables of another program', makeTable, 'it is the database of another program'],
    ['that other keys have sealed', (file) => void createSqliteHold({ file, seal: OTHER_SEAL }).close(), 'no key'],
  ])('%s is refused, and nothing of it changed', async (_what, prepare, reason) => {
    file = join(folder.path, 'foreign.db')
    prepare(file)
    chmodSync(file, 0o644)
    const before = readFileSync(file)
    expect(() => open()).toThrow(CANNOT(reason))
    expect(readFileSync(file)).toEqual(before)
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  test('there before, open to others, is closed to them', async () => {
    await hold.close()
    chmodSync(file, 0o640)
    hold = open()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await hold.accept(order('A-1'))).toBe('new')
  })

  test('that another proxy uses is refused in a sentence', () => {
    expect(() => open()).toThrow(CANNOT('another proxy is using it'))
  })

  test('that a killed proxy has used is free', async () => {
    await hold.close()
    const code = `
      const db = new (require('libsql'))(process.argv[1] + '-lock')
      db.exec('BEGIN EXCLUSIVE')
      process.kill(process.pid, 'SIGKILL')`
    expect(spawnSync(process.execPath, ['-e', code, file]).signal).toBe('SIGKILL')
    hold = open()
    expect(await hold.accept(order('A-1'))).toBe('new')
  })
})
