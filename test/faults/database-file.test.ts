/** Promise: a proxy names a new database file at its start, and does not write into a malformed one. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import Database from 'libsql'
import { afterEach, expect, test } from 'vitest'
import { newOrder } from '../support/proxy.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'
import { send } from '../support/wire.js'

let started: TroubledProxy
afterEach(() => started.stop())

const description = 'x'.repeat(40_000)
const newLargeOrder = () => newOrder({ cart_items: [{ product_id: '1', description }] })
const post = async () => (await send(started.proxy.url, { body: newLargeOrder() })).status

/** Moves the log into the file, and overwrites a quarter of its bytes as a failing disk does. They contain waiting orders. */
function damage() {
  const db = new Database(started.database)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  const { size } = statSync(started.database)
  const file = openSync(started.database, 'r+')
  writeSync(file, Buffer.alloc(size / 4, 0xff), 0, size / 4, size / 2)
  closeSync(file)
}

test('a new database file is named at the start, and an existing one is not', async () => {
  started = await startTroubledProxy()
  const line = `The database file ${started.database} is new and has no events.`
  expect(started.proxy.said()).toContain(line)
  await started.proxy.terminate()
  await started.proxy.start()
  expect(started.proxy.said().split(line)).toHaveLength(2)
})

test('a malformed file refuses events: 503, and queue_failed in the log', async () => {
  started = await startTroubledProxy()
  await started.api.goAway()
  for (let n = 0; n < 10; n += 1) await post()
  await started.proxy.terminate()
  damage()
  await started.proxy.start()
  expect([await post(), await post()]).toEqual([503, 503])
  expect(started.proxy.said()).toMatch(/"event":"queue_failed".*malformed/)
})
