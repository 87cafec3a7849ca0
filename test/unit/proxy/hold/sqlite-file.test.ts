/** A file of the first version, as that version wrote it, is taken over where it is: nothing is lost, nothing is sent twice. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Arrival } from '../../../../src/proxy/hold/index.js'
import { createSqliteHold } from '../../../../src/proxy/hold/sqlite.js'
import { createKeyedHash, createSeal } from '../../../../src/proxy/seal.js'
import { newFolder } from '../../../support/proxy.js'

const VERSION_1 = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,           -- order of arrival
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    list TEXT,
    who BLOB NOT NULL,                 -- keyed hash of the e-mail
    occurred INTEGER NOT NULL,         -- times are milliseconds since 1970
    received INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'dead')),
    reason TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    misses INTEGER NOT NULL DEFAULT 0,
    due INTEGER NOT NULL,              -- when to send; of a dead letter: when it died
    payload BLOB NOT NULL,             -- sealed JSON of the body
    mark BLOB NOT NULL                 -- key of its content in repeats
  );
  CREATE INDEX events_by_due ON events (state, due);
  CREATE INDEX events_by_customer ON events (who, state, occurred);
  CREATE TABLE repeats (
    key BLOB PRIMARY KEY,
    content BLOB NOT NULL,
    who BLOB,
    seen INTEGER NOT NULL,
    expires INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX repeats_by_expiry ON repeats (expires);
  PRAGMA user_version = 1;
`
const START_MS = 1_800_000_000_000
const DAY_MS = 86_400_000
const seal = createSeal([Buffer.alloc(32, 1)])
const indexKey = Buffer.alloc(32, 9)
const hash = createKeyedHash(indexKey)
const none = Buffer.alloc(0)

let folder: { path: string; remove: () => void }
let file: string
beforeEach(() => {
  folder = newFolder()
  file = join(folder.path, 'ringup.db')
})
afterEach(() => folder.remove())

function order(number: string, email = `${number}@example.com`): Arrival {
  const body = { email, cart_data: { order_number: number } }
  const times = { receivedMs: START_MS, occurredMs: START_MS - 1_500.5 }
  return { id: randomUUID(), kind: 'convert', signed: false, ...times, body }
}

function signUp(email: string): Arrival {
  const times = { receivedMs: START_MS, occurredMs: START_MS }
  return {
    id: randomUUID(),
    kind: 'addToList',
    list: 'newsletter',
    signed: false,
    ...times,
    body: { email, city: 'Paris' },
  }
}

/** As version 1 did it; `delivered` leaves the marks only. */
function writeVersion1(events: { event: Arrival; state: 'waiting' | 'dead' | 'delivered' }[]) {
  const db = new Database(file)
  db.exec(`PRAGMA journal_mode = WAL; ${VERSION_1}`)
  const key = seal.seal(indexKey.toString('base64'), 'index key')
  db.prepare('INSERT INTO meta VALUES (?, ?)').run('index key', key)
  const insert = db.prepare(
    `INSERT INTO events (id, kind, list, who, occurred, received, due, state, reason, attempts, payload, mark)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 3, ?, ?)`,
  )
  const remember = db.prepare('INSERT INTO repeats VALUES (?, ?, ?, ?, ?)')
  for (const { event, state } of events) {
    const { id, kind, body, occurredMs } = event
    const who = hash('who', body.email)
    const list = event.kind === 'addToList' ? event.list : null
    const mark = list ? hash('list', list, body.email) : hash('order', numberOf(event), body.email)
    const content = list ? hash('contact', JSON.stringify({ city: 'Paris', email: body.email })) : none
    const payload = seal.seal(JSON.stringify(body), id)
    const reason = state === 'dead' ? 'refused' : null
    if (state !== 'delivered') {
      insert.run(id, kind, list, who, occurredMs, START_MS, START_MS, state, reason, payload, mark)
    }
    remember.run(hash('id', id), none, null, START_MS, START_MS + 7 * DAY_MS)
    remember.run(mark, content, who, START_MS, START_MS + 180 * DAY_MS)
  }
  db.close()
}

const numberOf = (event: Arrival) => (event.kind === 'convert' ? (event.body.cart_data?.order_number ?? '') : '')
const open = () => createSqliteHold({ file, seal, now: () => START_MS })

test('every event that waited is claimed as it was, and every dead letter is one still', async () => {
  const [first, second, dead] = [order('A-1'), signUp('ada@example.com'), order('A-2')]
  writeVersion1([
    { event: first, state: 'waiting' },
    { event: dead, state: 'dead' },
    { event: second, state: 'waiting' },
  ])
  const hold = open()
  const { id, body, occurredMs } = first
  expect(await hold.claim(9, START_MS)).toMatchObject([
    { id, text: JSON.stringify(body), occurredMs, attempts: 3, replayed: false },
    { id: second.id, list: 'newsletter', text: JSON.stringify(second.body) },
  ])
  for (const event of [first, second]) await hold.deliver(event.id)
  expect(await hold.count()).toMatchObject({ waiting: 0, dead: 1, deadBy: [{ reason: 'refused' }] })
  await hold.close()
})

test('what was known is known: by order and by sign-up, delivered or not, and by id what is held', async () => {
  const [held, delivered, contact] = [order('A-1'), order('A-2'), signUp('ada@example.com')]
  writeVersion1([
    { event: held, state: 'waiting' },
    { event: delivered, state: 'delivered' },
    { event: contact, state: 'delivered' },
  ])
  const hold = open()
  const again = [held, delivered, contact].map((event) => hold.accept({ ...event, id: randomUUID() }))
  const sameId = hold.accept({ ...order('A-3'), id: held.id })
  expect(await Promise.all([...again, sameId])).toEqual(['repeat', 'repeat', 'repeat', 'repeat'])
  await hold.close()
})

test('the file is then like one made new', async () => {
  writeVersion1([{ event: order('A-1'), state: 'waiting' }])
  await open().close()
  const readSchema = (name: string) => {
    const db = new Database(name)
    const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').raw().all()
    db.close()
    return rows
  }
  const fresh = join(folder.path, 'fresh.db')
  await createSqliteHold({ file: fresh, seal }).close()
  expect(readSchema(file)).toEqual(readSchema(fresh))
})
