/** Promise: rows end after their time also in a Durable Object, which Cloudflare ends whenever it is idle. */
import { randomUUID } from 'node:crypto'
import Database from 'libsql'
import { expect, test, vi } from 'vitest'
import type { ObjectStorage } from '../../../../src/proxy/cloudflare.js'
import { createObject } from '../../../../src/proxy/run/object.js'
import { createSettings } from '../../../support/proxy.js'

const DAY_MS = 86_400_000

/** The storage of an object, on SQLite, which outlives the object. */
function createStorage() {
  const database = new Database(':memory:')
  let alarmMs: number | undefined
  const exec = (sql: string, ...values: unknown[]) => {
    if (/;\s*\S/.test(sql.replace(/--.*/g, ''))) database.exec(sql)
    else {
      const statement = database.prepare(sql)
      const rows = statement.reader ? statement.all(values) : void statement.run(values)
      return { toArray: () => rows ?? [], rowsWritten: 1 }
    }
    return { toArray: () => [], rowsWritten: 1 }
  }
  const storage = {
    sql: { exec },
    async transaction<Result>(work: () => Promise<Result>) {
      database.exec('BEGIN')
      try {
        return await work()
      } finally {
        database.exec('COMMIT')
      }
    },
    async setAlarm(atMs: number) {
      alarmMs = atMs
    },
    sync: async () => {},
  } as unknown as ObjectStorage
  return {
    storage,
    readAlarm: () => alarmMs ?? Number.POSITIVE_INFINITY,
    count: () => exec('SELECT * FROM events').toArray().length,
  }
}

test('a refused report is deleted after 14 days by an object that lives for seconds', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  const { storage, readAlarm, count } = createStorage()
  const snippet = { file: 'ringup.js' } as never
  const open = () => createObject({ storage, settings: createSettings(), log: () => {}, snippet, pageFiles: undefined })
  await (await open()).refuse({ id: randomUUID(), kind: 'convert', reason: 'no_email', ageMs: 0, number: '77' })
  const endMs = Date.now() + 14 * DAY_MS
  const wakeUntil = async (untilMs: number) => {
    while (readAlarm() < untilMs) {
      vi.setSystemTime(Math.max(readAlarm(), Date.now()))
      const run = (await open()).alarm()
      await vi.advanceTimersByTimeAsync(50)
      await run
    }
  }
  await wakeUntil(endMs)
  expect(count()).toBe(1)
  await wakeUntil(endMs + DAY_MS)
  expect(count()).toBe(0)
})
