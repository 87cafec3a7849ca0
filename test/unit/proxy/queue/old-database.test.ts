/**
 * A database of the version before opens after the update, and nothing in it is lost. The file was made by that version, with the
 * key of 32 bytes of 7: a refused order, a delivered one and a delivered sign-up, two sign-ups for a list the API does not know
 * and an order behind one of them, an order without a session and one behind it.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenQueue } from '../../../../src/proxy/queue/index.js'
import { openQueue } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { toUsualBounds } from '../../../support/bounds.js'
import { newFolder } from '../../../support/proxy.js'

const LEFT_MS = 1_800_000_003_000
const HOUR_MS = 3_600_000
const toId = (number: number) => `00000000-0000-4000-a000-${String(number).padStart(12, '0')}`

let folder: ReturnType<typeof newFolder>
let database: string
let queue: OpenQueue
let nowMs: number
const open = (database: string) =>
  openQueue({
    ...{ database, seal: createSeal([Buffer.alloc(32, 7)]), most: toUsualBounds() },
    ...{ now: () => nowMs, log: () => {} },
  })
beforeEach(async () => {
  folder = newFolder()
  nowMs = LEFT_MS
  database = join(folder.path, 'ringup.db')
  copyFileSync('test/support/data/queue-of-schema-2.sqlite', database)
  queue = await open(database)
})
afterEach(async () => {
  await queue.close()
  folder.remove()
})

test('everything is counted as it was', async () => {
  expect(await queue.count()).toMatchObject({
    waiting: 5,
    waitingBytes: 484,
    dead: 1,
    deadBytes: 167,
    waitingBy: [
      { kind: 'addToList', reason: 'unknown_list', count: 2 },
      { kind: 'convert', reason: undefined, count: 2 },
      { kind: 'convert', reason: 'no_session', count: 1 },
    ],
    deadBy: [{ kind: 'convert', reason: 'refused', count: 1 }],
  })
})

test('everything that waited goes, the sign-ups for the list that was held too, and what is behind another after it', async () => {
  const delivered: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const { events } = await queue.claim(10)
    for (const { id } of events) {
      delivered.push(id)
      await queue.ack(id, { as: 'delivered', status: 200 })
    }
    nowMs += HOUR_MS
  }
  // 7 waits for its session, and keeps nobody waiting: 8 goes, and so 7 is a dead letter.
  expect(delivered.sort()).toEqual([4, 5, 6, 8].map(toId))
  expect(await queue.count()).toMatchObject({ waiting: 0, deadBy: [{ reason: 'overtaken' }, { reason: 'refused' }] })
})

test('what was delivered is known: a duplicate is one, and an older sign-up takes nothing back', async () => {
  const order = { id: toId(91), kind: 'convert' as const, signed: false, ageMs: 0 }
  const body = { email: 'ada@example.com', cart_data: { order_number: '1001' } }
  expect(await queue.accept({ ...order, body })).toBe('duplicate')
  expect(await queue.find({ order: '1001' })).toMatchObject([{ state: 'delivered', status: 200 }])
  expect(await queue.read(toId(3))).toMatchObject({ answer: '{"cart_data":["No."]}' })
})

test('its tables are those that a new one has', async () => {
  const made = join(folder.path, 'new.db')
  await (await open(made)).close()
  expect(readTables(database)).toEqual(readTables(made))
})

/** All columns and indexes, in the order of their names. */
function readTables(file: string) {
  const db = new Database(file)
  const columns = db.prepare(`
    SELECT made.name AS of, column.name, column.type, column.pk FROM sqlite_schema AS made, pragma_table_info(made.name) AS column
    WHERE made.type = 'table' ORDER BY 1, 2`)
  const indexes = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name")
  const tables = [columns.all(), indexes.all()]
  db.close()
  return tables
}
