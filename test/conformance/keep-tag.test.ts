/**
 * Promise: an operator who has signed in keeps the tag's settings at the proxy. The next request gets them, without a restart. No page
 * of another site can do this, and a refusal does not change file and script.
 */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Settings } from '../../src/proxy/settings.js'
import { readTag } from '../../src/proxy/tag.js'
import { newFolder } from '../support/proxy.js'
import { type OwnProxy, openProxy } from '../support/servers.js'

const TOKEN = 'the-token-of-the-operator'
const OLD = { convertOn: 'purchase' }
const NEW = { convertOn: 'load', selectors: { order_number: '#no', items: { each: 'tr.line', price: '.price' } } }

let folder: { path: string; remove: () => void }
let file: string
let proxy: OwnProxy
let cookie: string

async function start(tag: string) {
  const { settings, file: tagFile } = readTag(tag)
  await startWith({ tag: settings, tagFile })
}

async function startWith(settings: Partial<Settings>) {
  await proxy?.remove()
  proxy = await openProxy({ adminTokens: [TOKEN], ...settings })
  const body = new URLSearchParams({ token: TOKEN })
  const headers = { origin: proxy.adminUrl }
  const answer = await fetch(`${proxy.adminUrl}/sign-in`, { method: 'POST', body, headers, redirect: 'manual' })
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

beforeEach(async () => {
  folder = newFolder()
  file = join(folder.path, 'tag.json')
  writeFileSync(file, JSON.stringify(OLD))
  chmodSync(file, 0o644)
  await start(file)
})
afterEach(() => folder.remove())

const readScript = async (name = 'ringup.js') => fetch(`${proxy.url}/ringup/${name}`)
const readServed = async () => /"ringup:served"\]=(.*?);\/\*/.exec(await (await readScript()).text())?.[1]
const readName = async () => (await (await fetch(`${proxy.adminUrl}/health`)).json()).snippet.file

async function keep(settings: unknown, headers: Record<string, string> = {}) {
  const body = typeof settings === 'string' ? settings : JSON.stringify(settings)
  const usual = { 'content-type': 'application/json', origin: proxy.adminUrl, cookie }
  const answer = await fetch(`${proxy.adminUrl}/setup/tag`, { method: 'PUT', body, headers: { ...usual, ...headers } })
  const text = await answer.text()
  return { status: answer.status, error: text.startsWith('{') ? JSON.parse(text).error : undefined }
}

const expectUnchanged = async () => {
  expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(OLD))
  expect(await readServed()).toBe(JSON.stringify(OLD))
}

test('kept settings are in the file, and in each form of the script', async () => {
  const [before, nameBefore] = [(await readScript()).headers.get('etag'), await readName()]
  expect(await keep(NEW)).toEqual({ status: 204 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(NEW)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path)).toEqual(['tag.json'])
  expect(await readServed()).toBe(JSON.stringify(NEW))
  expect((await readScript()).headers.get('etag')).not.toBe(before)
  const name = await readName()
  expect(name).not.toBe(nameBefore)
  expect(await (await readScript(name)).text()).toContain(JSON.stringify(NEW))
  expect(await (await readScript(nameBefore)).text()).toContain(JSON.stringify(OLD)) // tags that name it still work
})

test('health has the name of the file with both parts, and the hash of its bytes', async () => {
  const { file: name, integrity } = (await (await fetch(`${proxy.adminUrl}/health`)).json()).snippet
  const bytes = Buffer.from(await (await readScript(name)).arrayBuffer())
  expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`)
})

test('of two at the same time, both are written completely and the last one stays', async () => {
  await Promise.all([keep(NEW), keep({ convertOn: 'sale' })])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse((await readServed()) ?? ''))
})

test.each(['/events', 'https://shop.example/ringup', 'https://events.shop.example/ringup'])(
  'endpoint %s is on a site of the shop, and is kept',
  async (endpoint) => {
    expect(await keep({ endpoint })).toEqual({ status: 204 })
  },
)

describe('without RINGUP_TAG', () => {
  const toOwn = () => ({ database: join(folder.path, 'own.db') })

  test('settings are kept next to the database, and a restart reads them', async () => {
    await startWith(toOwn())
    expect(await readServed()).toBeUndefined()
    expect(await keep(NEW)).toEqual({ status: 204 })
    expect(await readServed()).toBe(JSON.stringify(NEW))
    expect(JSON.parse(readFileSync(join(folder.path, 'own.db-scripts', 'tag.json'), 'utf8'))).toEqual(NEW)
    await startWith(toOwn())
    expect(await readServed()).toBe(JSON.stringify(NEW))
  })

  test('a file of an editor that writes a byte order mark is read', async () => {
    mkdirSync(join(folder.path, 'own.db-scripts'))
    writeFileSync(join(folder.path, 'own.db-scripts', 'tag.json'), `\uFEFF${JSON.stringify(NEW)}`)
    await startWith(toOwn())
    expect(await readServed()).toBe(JSON.stringify(NEW))
  })
})

describe('a refusal changes nothing', () => {
  test.each<[settings: unknown, error: string]>([
    [{ converton: 'load' }, 'The tag: converton is not a setting. Did you mean convertOn?'],
    [{ value: 'sum' }, 'The tag: value must be source or items.'],
    ['{"recipe":{"toString":1}}', 'The tag: the recipe {"toString":1} does not exist.'],
    [
      '{"consent":{"toString":1}}',
      'The tag: consent must be required or not-required, or a consent recipe as JSON, with read or deny.',
    ],
    ['{', 'The tag is not a JSON object, such as {"convertOn":"purchase"}.'],
  ])('%j: %s', async (settings, error) => {
    expect(await keep(settings)).toEqual({ status: 422, error })
    await expectUnchanged()
  })

  test.each([
    'https://evil.example/ringup',
    '//evil.example/ringup',
    'https:evil.example',
    'https://shop.example@evil.example',
  ])('endpoint %s is on another site', async (endpoint) => {
    const error = 'The tag: endpoint must be on a site of RINGUP_ORIGINS.'
    expect(await keep({ endpoint })).toEqual({ status: 422, error })
    await expectUnchanged()
  })

  test.each<[who: string, headers: Record<string, string>, status: number]>([
    ['a visitor who has not signed in', { cookie: '' }, 403],
    ['a script of the shop', { origin: 'https://shop.example' }, 403],
    ['a script of another port of this machine', { 'sec-fetch-site': 'same-site' }, 403],
    ['a form of another site', { origin: 'https://shop.example', 'content-type': 'text/plain' }, 403],
    ['a program without an origin', { origin: '' }, 403],
  ])('%s', async (_who, headers, status) => {
    expect(await keep(NEW, headers)).toMatchObject({ status })
    await expectUnchanged()
  })

  test('settings of over 64 KiB', async () => {
    expect((await keep({ email: 'x'.repeat(65_536) })).status).toBe(413)
    await expectUnchanged()
  })

  test('a disk that cannot store the file', async () => {
    rmSync(file)
    mkdirSync(file) // a rename fails
    const error = `The file ${file} cannot be written (EISDIR). The old settings stay.`
    expect(await keep(NEW)).toEqual({ status: 500, error })
    expect(await readServed()).toBe(JSON.stringify(OLD))
    expect(readdirSync(folder.path)).toEqual(['tag.json'])
  })

  test.each(['{"convertOn":"purchase"}', 'shopware-6'])('RINGUP_TAG=%s, which is not a file', async (tag) => {
    await start(tag)
    expect(await keep(NEW)).toEqual({ status: 409, error: expect.stringMatching(/^RINGUP_TAG does not name a file/) })
  })
})
