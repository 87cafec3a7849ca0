/**
 * Promise: 202 means that the event is on the disk. After an erasure, the disk has no data of the customer. The proxy runs as usual. The
 * test inspects its connections to SQLite and can make their disk fail.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'libsql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from '../support/command.js'
import { newOrder, toPassed } from '../support/proxy.js'
import { type OwnProxy, openProxy } from '../support/servers.js'
import { send } from '../support/wire.js'

const disk = vi.hoisted(() => ({ connections: [] as { file: string; db: Database.Database }[], isBroken: false }))

vi.mock('libsql', async (importActual) => {
  const { default: Actual } = await importActual<{ default: typeof Database }>()
  class Watched extends Actual {
    constructor(...args: ConstructorParameters<typeof Actual>) {
      super(...args)
      disk.connections.push({ file: String(args[0]), db: this })
    }
    override exec(sql: string) {
      if (disk.isBroken && /\bCOMMIT\b/.test(sql)) throw new Error('disk I/O error')
      return super.exec(sql)
    }
  }
  return { default: Watched }
})

let database: string
let proxy: OwnProxy

beforeEach(async () => {
  disk.connections.length = 0
  proxy = await openProxy() // no API listens, so events wait
  database = proxy.settings.database
})
afterEach(async () => {
  disk.isBroken = false
  await proxy.remove()
})

const post = async (body: unknown) => (await send(proxy.url, { body })).status

/** Reads the files that a thief of the disk would have. */
const readFiles = () =>
  readdirSync(proxy.folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(proxy.folder, name)).toString('latin1'))
    .join('')

test('each commit waits for the disk', () => {
  const FULL = 2
  const events = disk.connections.filter(({ file }) => file === database)
  expect(events.length).toBeGreaterThan(0)
  const modes = events.map(({ db }) => db.prepare('PRAGMA synchronous').raw().all().flat())
  expect(modes).toEqual(events.map(() => [FULL]))
})

test('a commit that fails is answered with 503, also the commit of a duplicate', async () => {
  const order = newOrder()
  expect(await post(order)).toBe(202)
  disk.isBroken = true
  const failed = await post(order)
  disk.isBroken = false
  expect([failed, await post(order)]).toEqual([503, 202])
})

test('no file has the record of an erased customer while the proxy continues to run', async () => {
  const [order, other] = [newOrder(), newOrder()]
  for (const event of [order, other]) expect(await post(event)).toBe(202)
  const before = readPayloads()
  expect(before.filter((payload) => readFiles().includes(payload))).toHaveLength(2)

  const key = Buffer.from(proxy.settings.keys[0] ?? []).toString('base64')
  await runCommand(['erase', toPassed(order).email], { RINGUP_DATABASE: database, RINGUP_KEY: key })

  const after = readPayloads()
  expect(after).toHaveLength(1)
  expect(before.filter((payload) => readFiles().includes(payload))).toEqual(after)
})

/** Reads the sealed bodies in the database. */
function readPayloads(): string[] {
  const { db } = disk.connections.find(({ file }) => file === database) ?? {}
  const rows = (db?.prepare('SELECT payload FROM payloads').raw().all() ?? []) as [Buffer][]
  return rows.map(([payload]) => Buffer.from(payload).toString('latin1'))
}
