/** The snippet comes compressed, is asked for again only when it may have changed, and under its own name never. */
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
  test('it is a script that any page may load, for five minutes, and for a day while the proxy is away', async () => {
    const { status, headers, bytes } = await get('ringup.js')
    expect([status, bytes.toString()]).toEqual([200, SNIPPET])
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400, stale-if-error=86400',
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

  test.each(['POST', 'DELETE', 'OPTIONS'])('%s finds nothing there', async (method) => {
    expect((await get('ringup.js', {}, method)).status).toBe(404)
  })
})

test.each<[header: string, coding: string | undefined, reason: string]>([
  ['gzip, deflate, br', 'br', 'the smaller of two'],
  ['br;q=0.1, gzip', 'br', 'weights say what is possible, not what is smaller'],
  ['GZIP', 'gzip', 'in any case'],
  ['br;q=0, gzip;q=1', 'gzip', 'brotli is refused'],
  ['br;q=0.0, gzip;q=0', undefined, 'both are refused'],
  ['broken, xgzip', undefined, 'other words'],
  ['*', undefined, 'as it is, is always right'],
  ['', undefined, 'nothing is said'],
])('Accept-Encoding: %j gets %s (%s)', async (header, coding) => {
  const { headers, bytes } = await get('ringup.js', { 'accept-encoding': header })
  const open = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? ''] ?? ((same: Buffer) => same)
  expect(headers['content-encoding']).toBe(coding)
  expect(headers['content-length']).toBe(String(bytes.length))
  expect(open(bytes).toString()).toBe(SNIPPET)
})

test.each<[toHeader: (etag: string) => string, status: number, reason: string]>([
  [(etag) => etag, 304, 'the same'],
  [(etag) => etag.replace('W/', ''), 304, 'made strong on the way'],
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
  test('it is the same text, and kept for a year without a question', async () => {
    const { headers, bytes } = await get(read.file)
    expect(read.file).toMatch(/^ringup-\d+\.\d+\.\d+-[0-9a-f]{16}\.js$/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(bytes.toString()).toBe(SNIPPET)
  })

  test('`integrity` is that of the bytes a browser gets', async () => {
    const { bytes } = await get(read.file)
    const digest = await crypto.subtle.digest('SHA-384', bytes)
    expect(read.integrity).toBe(`sha384-${Buffer.from(digest).toString('base64')}`)
  })

  test('another content has another name, and a name that is not kept is not found: that is a refusal of its own', async () => {
    writeFileSync(file, `${SNIPPET} `)
    const next = await readSnippetFiles(file)
    expect(next.file).not.toBe(read.file)
    const { status, headers, bytes } = await get(read.file, {}, 'GET', createProxyOf(next))
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
    expect(JSON.parse(bytes.toString())).toEqual({ ok: false, code: 'unknown_script' })
  })

  test.each(['ringup-0.0.1-0123456789abcdef.js', 'ringup-list.js', 'ringup.min.js'])(
    '%s, which was never there, is such a name too',
    async (name) => {
      expect(JSON.parse((await get(name)).bytes.toString()).code).toBe('unknown_script')
    },
  )

  test.each(['ringup.css', 'other.js', 'x/ringup.js'])('%s is no name of the script', async (name) => {
    expect(JSON.parse((await get(name)).bytes.toString()).code).toBe('not_found')
  })
})

test('with settings of RINGUP_TAG they stand in front, and name, ETag and integrity are those of what is served', async () => {
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

describe('the smallest build that has what RINGUP_TAG asks for is served under the plain name', () => {
  const SMALLER = ['ringup-data-layer.js', 'ringup-data-layer-forms.js', 'ringup-dom.js']
  beforeAll(() => {
    writeFileSync(file, SNIPPET)
    for (const name of [...SMALLER, 'ringup-rest.js']) writeFileSync(join(folder, name), `/* ${name} */`)
  })
  afterAll(() => {
    for (const name of [...SMALLER, 'ringup-rest.js']) rmSync(join(folder, name))
  })
  const list = { id: '42', fields: [] }

  test.each<[tag: Settings['tag'], lists: string[], content: string, reason: string]>([
    [undefined, [], SNIPPET, 'without the setting it is the whole script'],
    [{ convertOn: 'purchase' }, [], '/* ringup-data-layer.js */', 'orders from the data layer'],
    [{ convertOn: 'purchase' }, ['newsletter'], '/* ringup-data-layer-forms.js */', 'and sign-ups'],
    [{ selectors: { order_number: '#no' } }, [], '/* ringup-dom.js */', 'orders from the page'],
    [{ adapter: 'dom', consent: { read: 'x' } }, ['newsletter'], SNIPPET, 'everything'],
  ])('of %j, with the lists %j, it is %j (%s)', async (tag, lists, content) => {
    const settings = { tag, lists: new Map(lists.map((name) => [name, list])) }
    const served = await readSnippetFiles(file, settings)
    const { bytes } = await get('ringup.js', {}, 'GET', createProxyOf(served))
    expect(bytes.toString()).toContain(content)
    expect((await get(served.file, {}, 'GET', createProxyOf(served))).bytes).toEqual(bytes)
  })

  test('what a smaller build lacks is served beside it', async () => {
    const served = await readSnippetFiles(file, { tag: {} })
    expect((await get('ringup-rest.js', {}, 'GET', createProxyOf(served))).bytes.toString()).toBe(
      '/* ringup-rest.js */',
    )
  })
})

describe('ringup-debug.js', () => {
  const PANEL = `/* the panel */${'look();'.repeat(200)}`

  test('is not found where the build has none', async () => {
    expect((await get('ringup-debug.js')).status).toBe(404)
  })

  test('is served as the snippet is: compressed, for five minutes, and asked for again by its ETag', async () => {
    writeFileSync(join(folder, 'ringup-debug.js'), PANEL)
    const from = createProxyOf(await readSnippetFiles(file))
    const { headers, bytes } = await get('ringup-debug.js', { 'accept-encoding': 'br' }, 'GET', from)
    expect(brotliDecompressSync(bytes).toString()).toBe(PANEL)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': expect.stringMatching(/^public, max-age=300, /),
      'access-control-allow-origin': '*', // an import from a page of another origin
    })
    const again = await get('ringup-debug.js', { 'if-none-match': headers.etag ?? '' }, 'GET', from)
    expect(again.status).toBe(304)
  })
})

describe('of a long header the first KB is read', () => {
  test('a coding behind it is not seen, and identity is always right', async () => {
    const { headers } = await get('ringup.js', { 'accept-encoding': `${','.repeat(1_024)}br` })
    expect(headers).not.toHaveProperty('content-encoding')
    expect((await get('ringup.js', { 'accept-encoding': `${','.repeat(1_000)}br` })).headers).toMatchObject({
      'content-encoding': 'br',
    })
  })
  test('an ETag behind it is not seen, and the whole file is always right', async () => {
    const etag = read.files[0]?.etag ?? ''
    expect((await get('ringup.js', { 'if-none-match': `${','.repeat(1_024)}${etag}` })).status).toBe(200)
    expect((await get('ringup.js', { 'if-none-match': `${','.repeat(900)}${etag}` })).status).toBe(304)
  })
})
