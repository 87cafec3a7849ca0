/**
 * Promise: a backup is whole while a proxy runs, and a failed one leaves the last. A restore says what it will do, works only without a
 * proxy, and keeps the replaced files.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openQueue } from '../../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../../src/proxy/seal.js'
import { runCommand } from '../../../../support/command.js'
import { newFolder, ORIGIN } from '../../../../support/proxy.js'

const KEY = Buffer.alloc(32, 7)
const shop = { origins: [ORIGIN], apiUrl: 'http://127.0.0.1:1' }

let folder: ReturnType<typeof newFolder>
let database: string
let backup: string
beforeEach(() => {
  folder = newFolder()
  database = join(folder.path, 'shop.db')
  backup = join(folder.path, 'backup')
})
afterEach(() => folder.remove())

const open = () => openQueue({ database, seal: createSeal([KEY]), shop, log: () => {} })
const run = (words: string[], more = {}) =>
  runCommand(words, { RINGUP_DATABASE: database, RINGUP_KEY: KEY.toString('base64'), ...more })
type Queue = Awaited<ReturnType<typeof open>>

async function accept(queue: Queue, number: string) {
  const body = { email: 'ada@example.com', cart_data: { order_number: number, cart_value: 5 } }
  await queue.accept({ id: randomUUID(), kind: 'convert', ageMs: 0, signed: true, body } as never)
}

async function withProxy<Result>(use: (queue: Queue) => Promise<Result>): Promise<Result> {
  const queue = await open()
  return use(queue).finally(() => queue.close())
}

const acceptOne = (number: string) => withProxy((queue) => accept(queue, number))
const countWaiting = () => withProxy(async (queue) => (await queue.count()).waiting)

test('a backup made while a proxy runs has all events, and only its owner can read it', async () => {
  mkdirSync(`${database}-scripts`)
  writeFileSync(join(`${database}-scripts`, 'tag.json'), '{}')
  const ended = await withProxy(async (queue) => {
    await accept(queue, '1')
    await accept(queue, '2')
    const result = await run(['backup', backup])
    await accept(queue, '3')
    return result
  })
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('Keep RINGUP_KEY in another place')])
  expect(statSync(join(backup, 'ringup.db')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(backup, 'ringup.db-scripts', 'tag.json'), 'utf8')).toBe('{}')
  const { code, out } = await run(['restore', backup])
  expect(code).toBe(0)
  expect(out).toMatch(
    /It has 2 waiting events\..*sent again.*are back: erase them again.*arrived since then are only in/s,
  )
  expect(await countWaiting()).toBe(2)
  const [replaced = ''] = readdirSync(folder.path).filter((name) => name.startsWith('replaced-'))
  expect(existsSync(join(folder.path, replaced, 'shop.db'))).toBe(true)
})

test('a restore keeps newer scripts, and takes the tag of the backup', async () => {
  await acceptOne('1')
  const scripts = `${database}-scripts`
  mkdirSync(scripts)
  writeFileSync(join(scripts, 'tag.json'), 'old')
  await run(['backup', backup])
  writeFileSync(join(scripts, 'tag.json'), 'new')
  writeFileSync(join(scripts, 'ringup-2.js'), '2')
  expect((await run(['restore', backup])).code).toBe(0)
  const texts = ['tag.json', 'ringup-2.js'].map((name) => readFileSync(join(scripts, name), 'utf8'))
  expect(texts).toEqual(['old', '2'])
})

test('a second backup replaces the first one', async () => {
  await acceptOne('1')
  await run(['backup', backup])
  await acceptOne('2')
  expect((await run(['backup', backup])).code).toBe(0)
  rmSync(database)
  await run(['restore', backup])
  expect(await countWaiting()).toBe(2)
  expect(readdirSync(folder.path).filter((name) => /\.(new|old|restored)/.test(name))).toEqual([])
})

test('a failed backup leaves the last one', async () => {
  await acceptOne('1')
  await run(['backup', backup])
  writeFileSync(database, 'not a database')
  expect((await run(['backup', backup])).code).toBe(1)
  expect((await run(['restore', backup])).code).toBe(0)
  expect(await countWaiting()).toBe(1)
})

test('a folder with other files is not replaced', async () => {
  await acceptOne('1')
  writeFileSync(join(folder.path, 'letter.txt'), 'Dear Ada')
  const { code, err } = await run(['backup', folder.path])
  expect([code, err]).toEqual([1, expect.stringContaining('has other files')])
  expect(readFileSync(join(folder.path, 'letter.txt'), 'utf8')).toBe('Dear Ada')
})

test('a restore is refused while a proxy runs', async () => {
  const { code, err } = await withProxy(async (queue) => {
    await accept(queue, '1')
    await run(['backup', backup])
    return run(['restore', backup])
  })
  expect([code, err]).toEqual([1, expect.stringContaining('Stop the proxy first')])
  expect(await countWaiting()).toBe(1)
})

test.each([
  ['a folder without a backup', () => backup, {}, /has no backup/],
  ['another key', () => backup, { RINGUP_KEY: Buffer.alloc(32, 9).toString('base64') }, /key/i],
  ['a damaged file', () => backup, {}, /cannot be used|damaged|not a database/],
])('a restore from %s changes nothing', async (what, toFolder, more, message) => {
  await acceptOne('1')
  if (what !== 'a folder without a backup') await run(['backup', backup])
  if (what === 'a damaged file') writeFileSync(join(backup, 'ringup.db'), 'x'.repeat(9_000))
  const { code, err } = await run(['restore', toFolder()], more)
  expect([code, err]).toEqual([1, expect.stringMatching(message)])
  expect(await countWaiting()).toBe(1)
  expect(readdirSync(folder.path).filter((name) => /replaced|restored/.test(name))).toEqual([])
})

test.each([
  ['backup', 'pg_dump'],
  ['restore', 'pg_restore'],
])('%s of a Postgres database names %s', async (command, tool) => {
  const { code, err } = await run([command, backup], { RINGUP_DATABASE: 'postgres://user@localhost/shop' })
  expect([code, err]).toEqual([1, expect.stringContaining(tool)])
})
