/**
 * Promise: 202 means that the event is on the disk. After an erasure, the disk has no data of the customer. The proxy runs as usual. The
 * test inspects its connections to SQLite and can make their disk fail.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../support/command.js'
import { newOrder, toPassed } from '../support/proxy.js'
import { type OwnProxy, openProxy } from '../support/servers.js'
import { startTroubledApi, type TroubledApi } from '../support/troubled-api.js'
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
let api: TroubledApi
let proxy: OwnProxy

beforeEach(async () => {
  disk.connections.length = 0
  api = await startTroubledApi()
  proxy = await openProxy({ apiUrl: api.baseUrl, keys: [] }) // stored in plain text, so that the test can find it
  database = proxy.settings.database
})
afterEach(async () => {
  disk.isBroken = false
  await proxy.remove()
  await api.stop()
})

type Order = ReturnType<typeof newOrder>

const post = async (body: unknown) => (await send(proxy.url, { body })).status
const numberOf = (order: Order) => toPassed(order).cart_data.order_number

/** Reads the files that a thief of the disk would have. */
const readFiles = () =>
  readdirSync(proxy.folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(proxy.folder, name)).toString('latin1'))
    .join('')

/** @returns the answers; the first one comes while the disk fails */
async function failFirst(event: object) {
  disk.isBroken = true
  const failed = await post(event)
  disk.isBroken = false
  return [failed, await post(event)]
}

test('each commit waits for the disk', () => {
  const FULL = 2
  const events = disk.connections.filter(({ file }) => file === database)
  expect(events.length).toBeGreaterThan(0)
  const modes = events.map(({ db }) => db.prepare('PRAGMA synchronous').raw().all().flat())
  expect(modes).toEqual(events.map(() => [FULL]))
})

describe('a commit that fails is answered with 503', () => {
  test('for an order, which is not stored, and is accepted when it is sent again', async () => {
    const order = newOrder()
    await api.newCustomer(toPassed(order).email)
    expect(await failFirst(order)).toEqual([503, 202])
    await expect.poll(async () => (await api.effects()).get(numberOf(order))).toBe(1)
  })

  test('for an order that is not sent again, and it never reaches the API', async () => {
    const [lost, next] = [newOrder(), newOrder()]
    for (const order of [lost, next]) await api.newCustomer(toPassed(order).email)
    disk.isBroken = true
    expect(await post(lost)).toBe(503)
    disk.isBroken = false
    expect(await post(next)).toBe(202)
    await expect.poll(async () => [...(await api.effects())]).toEqual([[numberOf(next), 1]])
    expect(readFiles()).not.toContain(numberOf(lost))
  })

  test('for a duplicate too, because the answer would reveal who has ordered', async () => {
    const order = newOrder()
    expect(await post(order)).toBe(202)
    expect(await failFirst(order)).toEqual([503, 202])
  })
})

test('no file has a word of an erased customer while the proxy continues to run', async () => {
  await api.goAway()
  const [order, other] = ['w0rd-of-the-erased', 'w0rd-of-another'].map((note) =>
    newOrder({ cart_items: [{ product_id: 'MUG-1', note }] }),
  ) as [Order, Order]
  for (const event of [order, other]) expect(await post(event)).toBe(202)
  expect(readFiles()).toContain('w0rd-of-the-erased')

  await runCommand(['erase', toPassed(order).email], { RINGUP_DATABASE: database, RINGUP_PLAINTEXT: '1' })

  const files = readFiles()
  for (const word of ['w0rd-of-the-erased', toPassed(order).email, numberOf(order)]) expect(files).not.toContain(word)
  expect(files).toContain('w0rd-of-another')
})
