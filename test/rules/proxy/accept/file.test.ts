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
import { readSnippetFiles, type SnippetFiles } from '../../../../src/proxy/run/snippet-files.js'
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

  test('a query does not matter', async () => {
    expect((await get('ringup.js?v=1')).status).toBe(200)
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

  test.each(['ringup-0.0.1-0123456789abcdef.js', 'ringup-list.js', 'ringup.min.js'])(
    '%s, which never existed, gets that refusal too',
    async (name) => {
      expect(JSON.parse((await get(name)).bytes.toString()).code).toBe('unknown_script')
    },
  )

  test.each(['ringup.css', 'other.js', 'x/ringup.js'])('%s is not a name of the script', async (name) => {
    expect(JSON.parse((await get(name)).bytes.toString()).code).toBe('not_found')
  })
})

test('settings of RINGUP_TAG come first, and name, ETag and integrity include them', async () => {
  writeFileSync(file, SNIPPET)
  const tagged = await readSnippetFiles(file, { tag: { convertOn: 'purchase' } })
  const from = createProxyOf(tagged)
  const plain = await get('ringup.js', {}, 'GET', from)
  expect(plain.bytes.toString()).toBe(`self["ringup:served"]={"convertOn":"purchase"};${SNIPPET}`)
  expect((await get(tagged.file, {}, 'GET', from)).bytes).toEqual(plain.bytes)
  const digest = await crypto.subtle.digest('SHA-384', plain.bytes)
  expect(tagged.integrity).toBe(`sha384-${Buffer.from(digest).toString('base64')}`)
  expect([tagged.file, plain.headers.etag]).not.toContain(read.file)
  expect(plain.headers.etag).not.toBe(read.files[0]?.etag)
})

describe('of the core, the rest and the file that has both', () => {
  const CORE = '/* the core */'
  const WHOLE = '/* both parts */'
  const REST = '/* the rest */'
  const toRestName = (text: string) => `ringup-rest-${createHash('sha384').update(text).digest('hex').slice(0, 16)}.js`
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

  test.each<[tag: Settings['tag'], reason: string]>([
    [undefined, 'no setting'],
    [{ convertOn: 'purchase' }, 'an event of the data layer'],
    [{ selectors: { order_number: '#no' } }, 'selectors'],
    [{ convertOn: 'load' }, 'orders when the page has loaded'],
    [{ consent: { read: 'x' } }, 'a consent recipe'],
  ])('with RINGUP_TAG %j the plain name is the core (%s)', async (tag) => {
    const plain = await (await serve(tag)).get('ringup.js')
    const settings = tag ? `self["ringup:served"]=${JSON.stringify(tag)};` : ''
    expect(plain.bytes.toString()).toBe(settings + CORE)
    expect(plain.headers['cache-control']).toMatch(/^public, max-age=60, /)
  })

  test.each<[tag: Settings['tag']]>([[undefined], [{ convertOn: 'purchase' }], [{ convertOn: 'load' }]])(
    'with RINGUP_TAG %j the name with a hash has both parts, and its `integrity`',
    async (tag) => {
      const served = await serve(tag)
      const { headers, bytes } = await served.get(served.file)
      expect(bytes.toString().endsWith(WHOLE)).toBe(true)
      expect(headers['cache-control']).toContain('immutable')
      expect(served.integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`)
      expect(served.file).toContain(createHash('sha384').update(bytes).digest('hex').slice(0, 16))
    },
  )

  test.each<[tag: Settings['tag']]>([[undefined], [{ convertOn: 'load' }]])(
    'with RINGUP_TAG %j the rest is served unchanged, for a year, to any page',
    async (tag) => {
      const { status, headers, bytes } = await (await serve(tag)).get(toRestName(REST))
      expect([status, bytes.toString()]).toEqual([200, REST])
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'access-control-allow-origin': '*', // an import is a request with CORS
      })
    },
  )

  test('a failed import is tried again with a query, which gets the same file', async () => {
    expect((await (await serve()).get(`${toRestName(REST)}?1`)).bytes.toString()).toBe(REST)
  })

  test.each(['ringup-whole.js', toRestName('an older rest'), 'ringup-rest.js'])('%s is not served', async (name) => {
    const { status, bytes } = await (await serve()).get(name)
    expect([status, JSON.parse(bytes.toString()).code]).toEqual([404, 'unknown_script'])
  })
})

test('the rest’s name has the hash of its content, and the core contains that name', async () => {
  const { built } = await readSnippetFiles(pathToFileURL('dist/ringup.js'))
  const rest = Object.entries(built).filter(([name]) => name.startsWith('ringup-rest-'))
  expect(rest).toHaveLength(1)
  for (const [name, text] of rest) {
    expect(name).toBe(`ringup-rest-${createHash('sha384').update(text).digest('hex').slice(0, 16)}.js`)
    expect(built['ringup.js']).toContain(name)
    expect(built['ringup-whole.js']).not.toContain('ringup-rest-')
  }
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

describe('only the first KB of a long header is read', () => {
  test('a coding behind it is not read, and the plain file is always right', async () => {
    const { headers } = await get('ringup.js', { 'accept-encoding': `${','.repeat(1_024)}br` })
    expect(headers).not.toHaveProperty('content-encoding')
    expect((await get('ringup.js', { 'accept-encoding': `${','.repeat(1_000)}br` })).headers).toMatchObject({
      'content-encoding': 'br',
    })
  })
  test('an ETag behind it is not read, and the whole file is always right', async () => {
    const etag = read.files[0]?.etag ?? ''
    expect((await get('ringup.js', { 'if-none-match': `${','.repeat(1_024)}${etag}` })).status).toBe(200)
    expect((await get('ringup.js', { 'if-none-match': `${','.repeat(900)}${etag}` })).status).toBe(304)
  })
})
