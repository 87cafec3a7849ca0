/**
 * Promise: the snippet is served compressed, and is requested again only if it may have changed. Under its permanent
 * name it is never requested again.
 */
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestHandler, Settings } from '../../../../src/proxy/index.js'
import { readSnippetFiles, type SnippetFiles } from '../../../../src/proxy/snippet-files.js'
import { createHandler, newFolder } from '../../../support/proxy.js'

const SNIPPET = `/* the snippet */${'convert();'.repeat(200)}`
const { path: folder, remove } = newFolder()
const file = pathToFileURL(join(folder, 'ringup.js'))
let read: SnippetFiles
let proxy: RequestHandler

const createProxyOf = ({ files }: SnippetFiles) => createHandler({}, { files }).handle

beforeAll(async () => {
  writeFileSync(file, SNIPPET)
  read = await readSnippetFiles(file)
  proxy = createProxyOf(read)
})
afterAll(remove)

async function get(name: string, headers: Record<string, string> = {}, method = 'GET', from = proxy) {
  const response = await from(new Request(`http://proxy.example/ringup/${name}`, { method, headers }))
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), bytes }
}

describe('under its short name', () => {
  test('any page may load the script, for a minute, or a day if the proxy fails', async () => {
    const { status, headers, bytes } = await get('ringup.js')
    expect([status, bytes.toString()]).toEqual([200, SNIPPET])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=60, stale-if-error=86400',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
  })

  test('HEAD has the headers of GET and no body', async () => {
    const [head, full] = [await get('ringup.js', {}, 'HEAD'), await get('ringup.js')]
    expect([head.headers, head.bytes.length]).toEqual([full.headers, 0])
    expect(head.headers['content-length']).toBe(String(SNIPPET.length))
  })

  test.each(['POST', 'DELETE', 'OPTIONS'])('%s finds no file there', async (method) => {
    expect((await get('ringup.js', {}, method)).status).toBe(404)
  })
})

test.each<[header: string, coding: string | undefined, reason: string]>([
  ['gzip, deflate, br', 'br', 'the smaller of two'],
  ['br;q=0.1, gzip', 'br', 'weights only say which codings are possible'],
  ['GZIP', 'gzip', 'in any case'],
  ['br;q=0, gzip;q=1', 'gzip', 'brotli is refused'],
  ['br;q=0.0, gzip;q=0', undefined, 'both are refused'],
  ['broken, xgzip', undefined, 'other words'],
  ['*', undefined, 'the plain file is always right'],
  ['', undefined, 'no header'],
])('Accept-Encoding: %j gets %s (%s)', async (header, coding) => {
  const { headers, bytes } = await get('ringup.js', { 'accept-encoding': header })
  const open = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((same: Buffer) => same)
  expect(headers['content-encoding']).toBe(coding)
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(open(bytes).toString()).toBe(SNIPPET)
})

test.each<[toHeader: (etag: string) => string, status: number, reason: string]>([
  [(etag) => etag, 304, 'the same'],
  [(etag) => etag.replace('W/', ''), 304, 'made strong by a server in between'],
  [(etag) => `"other", ${etag}`, 304, 'one of several'],
  [() => '*', 304, 'any'],
  [() => '"other"', 200, 'another'],
  [() => '', 200, 'none'],
])('If-None-Match: %# is answered %i (%s)', async (toHeader, status) => {
  const etag = read.files[0]?.etag ?? ''
  const answer = await get('ringup.js', { 'if-none-match': toHeader(etag) })
  expect(answer).toMatchObject({ status, headers: { etag, vary: 'Accept-Encoding' } })
  expect(answer.bytes.length).toBe(status === 304 ? 0 : SNIPPET.length)
})

describe('under the name of its content', () => {
  test('the text is the same, and is cached for a year', async () => {
    const { headers, bytes } = await get(read.file)
    expect(read.file).toMatch(/^ringup-\d+\.\d+\.\d+-[0-9a-f]{16}\.js$/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(bytes.toString()).toBe(SNIPPET)
  })

  test('`integrity` is the hash of the bytes that a browser gets', async () => {
    const { bytes } = await get(read.file)
    const digest = await crypto.subtle.digest('SHA-384', bytes)
    expect(read.integrity).toBe(`sha384-${Buffer.from(digest).toString('base64')}`)
  })

  test('other content has another name, and a missing name has its own refusal', async () => {
    writeFileSync(file, `${SNIPPET} `)
    const next = await readSnippetFiles(file)
    expect(next.file).not.toBe(read.file)
    const { status, headers, bytes } = await get(read.file, {}, 'GET', createProxyOf(next))
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
    expect(JSON.parse(bytes.toString())).toEqual({ ok: false, code: 'unknown_script' })
  })

  test.each([
    ['ringup-0.0.1-0123456789abcdef.js', 'unknown_script'],
    ['ringup.min.js', 'unknown_script'],
    ['ringup.css', 'not_found'],
    ['other.js', 'not_found'],
    ['x/ringup.js', 'not_found'],
  ])('%s never existed: %s', async (name, code) => {
    expect(JSON.parse((await get(name)).bytes.toString()).code).toBe(code)
  })
})

describe('of the core, the rest and the file that has both', () => {
  const [CORE, WHOLE, REST] = ['/* the core */', '/* both parts */', '/* the rest */'] as const
  const toHash = (bytes: string | Buffer) => createHash('sha384').update(bytes)
  const toRestName = (text: string) => `ringup-rest-${toHash(text).digest('hex').slice(0, 16)}.js`
  const built = { 'ringup.js': CORE, 'ringup-whole.js': WHOLE, [toRestName(REST)]: REST }
  beforeAll(() => {
    for (const [name, text] of Object.entries(built)) writeFileSync(join(folder, name), text)
  })
  afterAll(() => {
    writeFileSync(file, SNIPPET)
    for (const name of Object.keys(built).filter((name) => name !== 'ringup.js')) rmSync(join(folder, name))
  })
  const serve = async (tag?: Settings['tag']) => {
    const served = await readSnippetFiles(file, { tag })
    return { ...served, get: (name: string) => get(name, {}, 'GET', createProxyOf(served)) }
  }

  test.each<[tag: Settings['tag'], before: string]>([
    [undefined, ''],
    [{ convertOn: 'purchase' }, 'self["ringup:served"]={"convertOn":"purchase"};'],
  ])('with RINGUP_TAG %j the short name is the core, the long name has both parts', async (tag, before) => {
    const served = await serve(tag)
    const [plain, whole] = [await served.get('ringup.js'), await served.get(served.file)]
    expect([plain.bytes.toString(), whole.bytes.toString()]).toEqual([before + CORE, before + WHOLE])
    expect(served.integrity).toBe(`sha384-${toHash(whole.bytes).digest('base64')}`)
    expect(served.file).toContain(toHash(whole.bytes).digest('hex').slice(0, 16))
    expect(plain.headers.etag).not.toBe(read.files[0]?.etag)
  })

  test('the rest is served unchanged, for a year, to any page, with any query', async () => {
    const served = await serve({ convertOn: 'load' })
    for (const query of ['', '?1']) {
      const { headers, bytes } = await served.get(toRestName(REST) + query)
      expect([bytes.toString(), headers['cache-control']]).toEqual([REST, 'public, max-age=31536000, immutable'])
      expect(headers['access-control-allow-origin']).toBe('*') // an import is a request with CORS
    }
  })

  test.each(['ringup-whole.js', toRestName('an older rest'), 'ringup-rest.js'])('%s is not served', async (name) => {
    const { status, bytes } = await (await serve()).get(name)
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([404, 'unknown_script'])
  })
})

test('the rest’s name has the hash of its content, and the core contains that name', async () => {
  const { built } = await readSnippetFiles(pathToFileURL('dist/ringup.js'))
  const [[name = '', text = ''] = [], ...others] = Object.entries(built).filter(([name]) => /^ringup-rest-/.test(name))
  expect([name, others]).toEqual([`ringup-rest-${createHash('sha384').update(text).digest('hex').slice(0, 16)}.js`, []])
  expect(built['ringup.js']).toContain(name)
  expect(built['ringup-whole.js']).not.toContain('ringup-rest-')
})

describe('ringup-debug.js', () => {
  const PANEL = `/* the panel */${'look();'.repeat(200)}`

  test('is not found if the build has none', async () => {
    expect((await get('ringup-debug.js')).status).toBe(404)
  })

  test('is served like the snippet: compressed, for a minute, with an ETag', async () => {
    writeFileSync(join(folder, 'ringup-debug.js'), PANEL)
    const from = createProxyOf(await readSnippetFiles(file))
    const { headers, bytes } = await get('ringup-debug.js', { 'accept-encoding': 'br' }, 'GET', from)
    expect(brotliDecompressSync(bytes).toString()).toBe(PANEL)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': expect.stringMatching(/^public, max-age=60, /),
      'access-control-allow-origin': '*', // an import from a page of another origin
    })
    const again = await get('ringup-debug.js', { 'if-none-match': headers.etag ?? '' }, 'GET', from)
    expect(again.status).toBe(304)
  })
})

test('only the first KB of a long header is read', async () => {
  const etag = read.files[0]?.etag ?? ''
  const headers = (commas: number) => ({
    'accept-encoding': `${','.repeat(commas)}br`,
    'if-none-match': `${','.repeat(commas)}${etag}`,
  })
  expect(await get('ringup.js', headers(900))).toMatchObject({ status: 304 })
  const { status, headers: answer } = await get('ringup.js', headers(1_024))
  expect([status, answer['content-encoding']]).toEqual([200, undefined])
})
