/**
 * Promise: a request that is not an event of this shop is refused by the cheapest check, with the reason and without
 * its data. It is not stored, and the forwarder is not called.
 */
import { PassThrough, Readable } from 'node:stream'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Accepted, Refusal } from '../../../../src/contract/event.js'
import { newOrder, newServerOrder, newSignUp, ORIGIN, toPassed, toRequest } from '../../../support/proxy.js'
import { READABLE } from '../../../support/wire.js'
import { openClient } from './client.js'

const TOKENS = ['a-newer-token-of-it', 'token-of-the-back-end']
const [, TOKEN = ''] = TOKENS
const OF_SERVER = { authorization: `Bearer ${TOKEN}` }

let client: ReturnType<typeof openClient>
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  client = openClient({ serverTokens: TOKENS })
})
afterEach(() => vi.runOnlyPendingTimers())

describe('an event is stored, then answered, then sent on', () => {
  test('the answer is 202 with its id, and sending begins after it', async () => {
    const order = newOrder({}, { age: 5_000 })
    const { status, body, headers } = await client.send(toRequest(order))
    expect(Object.fromEntries(headers)).toMatchObject(READABLE)
    expect([status, body, Accepted.safeParse(body).success]).toEqual([202, { ok: true, id: order.id }, true])
    const facts = { from: 'page', ageMs: 5_000, signed: false, problems: [] }
    expect(client.stored).toEqual([{ id: order.id, kind: 'convert', body: toPassed(order), ...facts }])
    expect(client.onAccepted).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(client.onAccepted).toHaveBeenCalledOnce()
  })

  test.each<[ageMs: number, clampedMs: number, reason: string]>([
    [-1, 0, 'events do not happen in the future'],
    [1e18, 259_200_000, 'at most 72 h old'],
  ])('an age of %d ms counts as %d (%s)', async (age, ageMs) => {
    await client.send(toRequest(newOrder({}, { age })))
    expect(client.stored).toMatchObject([{ ageMs }])
  })

  test.each<[from: string, headers: Record<string, string>, network: string | undefined]>([
    ['page', {}, '2001:db8:1'],
    ['server', OF_SERVER, undefined],
  ])('of a %s it has the network of the shopper alone', async (from, headers, network) => {
    await client.send(toRequest(newOrder(), headers), { address: '2001:db8:1:2::3' })
    expect(client.stored.map((event) => [event.from, event.network])).toEqual([[from, network]])
  })

  test('a proxy that is stopping refuses it, so the browser keeps the event', async () => {
    client = openClient({}, { isStopping: () => true })
    await client.expectRefusal(toRequest(newOrder()), 503, { code: 'unavailable' })
  })

  const report = newOrder({}, { raw: {} })
  test.each([
    ['an event', newOrder()],
    ['a report that is refused', report],
  ])('%s that cannot be stored is answered 503, so the browser keeps it', async (_what, event) => {
    const fail = () => Promise.reject(new Error('database or disk is full'))
    client = openClient({}, { queue: { accept: fail, refuse: fail } })
    const { headers } = await client.expectRefusal(toRequest(event), 503, { code: 'unavailable' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(30)
    expect(client.logged).toEqual([{ event: 'failed', reason: 'Error: database or disk is full' }])
  })
})

describe('method and path', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'REPORT'])('%s is refused, with the allowed methods', async (method) => {
    const request = new Request('http://proxy.example/ringup', { method, headers: { origin: ORIGIN } })
    const { headers } = await client.expectRefusal(request, 405, { code: 'method' })
    expect(headers.get('allow')).toBe('POST, OPTIONS')
  })

  test.each(['/', '/ringup/x', '/Ringup', '/ringup//', '/ringup.js'])('%s is not served', async (path) => {
    const request = new Request(`http://proxy.example${path}`, { method: 'POST', body: '{}' })
    await client.expectRefusal(request, 404, { code: 'not_found' })
  })
})

describe('size', () => {
  const KIB = 1_024
  const pad = (bytes: number, letter = 'x') => {
    const empty = JSON.stringify(newOrder({ cart_data: { note: '' } }))
    const letters = Math.ceil((bytes - empty.length) / Buffer.byteLength(letter))
    return empty.replace('"note":""', `"note":"${letter.repeat(letters)}"`)
  }

  test.each<[bytes: number, reason: string, status: number, headers: Record<string, string>, letter?: string]>([
    [49 * KIB, 'the largest', 202, {}],
    [49 * KIB + 1, 'one byte more', 413, {}],
    [49 * KIB + 1, 'of fewer letters', 413, {}, 'é'],
    [64 * KIB, 'with the server token', 202, OF_SERVER],
    [64 * KIB + 1, 'one byte more than with the server token', 413, OF_SERVER],
  ])('a body of %i bytes, %s, is answered %i', async (bytes, _reason, status, headers, letter) => {
    expect((await client.send(toRequest(pad(bytes, letter), headers))).status).toBe(status)
    expect(client.stored).toHaveLength(status === 202 ? 1 : 0)
  })

  test('a declared size over every limit is refused unread', async () => {
    const pull = vi.fn<() => void>()
    const request = toStream({ pull }, { 'content-length': String(64 * KIB + 1) })
    await client.expectRefusal(request, 413, { code: 'too_large' })
    expect(pull).not.toHaveBeenCalled()
  })

  test('a body longer than its declared size is read only up to the limit', async () => {
    const piece = new Uint8Array(16 * KIB).fill(0x20)
    const pull = vi.fn((to: ReadableStreamDefaultController) => to.enqueue(piece))
    const cancel = vi.fn<() => void>()
    await client.expectRefusal(toStream({ pull, cancel }, { 'content-length': '5' }), 413, { code: 'too_large' })
    expect(pull.mock.calls.length).toBeLessThanOrEqual(5)
    expect(cancel).toHaveBeenCalledOnce()
  })
})

describe('origin', () => {
  test.each<[origin: string | undefined, reason: string]>([
    ['https://other.example', 'another shop'],
    ['https://shop.example.evil.example', 'begins like ours'],
    ['https://evil-shop.example', 'ends like ours'],
    ['http://shop.example', 'another scheme'],
    ['https://shop.example:8443', 'another port'],
    ['https://shop.example/', 'not byte-equal'],
    ['https://SHOP.example', 'not byte-equal'],
    ['https://shop.example.', 'a dot at the end'],
    ['https://shop.example, https://shop.example', 'two headers'],
    ['null', 'a sandboxed frame'],
    ['', 'empty'],
    [undefined, 'none'],
  ])('%j is refused, and the answer repeats it (%s)', async (origin) => {
    const { body } = await client.expectRefusal(from(origin), 403, { code: 'origin' })
    expect(body).toEqual({ ok: false, code: 'origin', ...(origin !== undefined && { origin }) })
  })

  test.each<[origin: string | undefined, status: number]>([
    ['null', 202],
    [undefined, 202],
    [ORIGIN, 202],
    ['', 403],
    ['NULL', 403],
    ['null, null', 403],
    ['https://other.example', 403],
  ])('if opaque ones are allowed, %j is answered %i, and unsigned', async (origin, status) => {
    client = openClient({ allowOpaqueOrigin: true })
    expect((await client.send(from(origin))).status).toBe(status)
    expect(client.stored.map(({ signed }) => signed)).toEqual(status === 202 ? [false] : [])
  })

  test.each([`Bearer ${TOKEN}`, `Bearer ${TOKENS[0]}`, `bearer  ${TOKEN}`])(
    '%s needs no origin, and the event counts as signed',
    async (authorization) => {
      expect((await client.send(from(undefined, { authorization }))).status).toBe(202)
      expect(client.stored).toMatchObject([{ signed: true, from: 'server' }])
    },
  )

  test.each<[authorization: string, reason: string]>([
    ['', 'empty'],
    ['Bearer', 'no token'],
    [TOKEN, 'no scheme'],
    [`Basic ${TOKEN}`, 'another scheme'],
    [`Bearer ${TOKEN}x`, 'longer'],
    [`Bearer ${TOKEN.slice(0, -1)}`, 'shorter'],
    [`Bearer ${TOKEN.toUpperCase()}`, 'another case'],
    [`Bearer ${TOKEN}, Bearer ${TOKEN}`, 'two headers'],
  ])('%j counts as a missing token (%s)', async (authorization) => {
    await client.expectRefusal(from(undefined, { authorization }), 403, { code: 'origin' })
  })
})

describe('type', () => {
  const PLAIN = ['text/plain', 'text/plain;charset=UTF-8', 'TEXT/PLAIN ; charset=utf-8']
  test.each([...PLAIN, 'application/json', 'application/json;'])('%s is accepted', async (type) => {
    expect((await client.send(toRequest(newOrder(), { 'content-type': type }))).status).toBe(202)
  })

  test.each<[headers: Record<string, string>, reason: string]>([
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 'any form can send it'],
    [{ 'content-type': 'multipart/form-data' }, 'any form can send it'],
    [{ 'content-type': 'text/plainer' }, 'a longer name'],
    [{ 'content-type': 'text/plain, text/html' }, 'two headers'],
    [{ 'content-type': 'text/html;text/plain' }, 'a parameter'],
    [{ 'content-type': '' }, 'none'],
    [{ 'content-encoding': 'gzip' }, 'a small body could unpack to a large one'],
    [{ 'content-encoding': 'identity' }, 'no sender has a reason to send it'],
  ])('%j is refused (%s)', async (headers) => {
    await client.expectRefusal(toRequest(newOrder(), headers), 415, { code: 'type' })
  })
})

describe('body', () => {
  const nest = (levels: number) => newServerOrder({ x: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) })
  const withBytes = (...bytes: number[]) => {
    const [before = '', after = ''] = JSON.stringify(newOrder({ cart_data: { note: '@@' } })).split('@@')
    return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
  }

  test.each<[code: string, reason: string, body: string | Buffer<ArrayBuffer>]>([
    ['not_json', 'empty', ''],
    ['not_json', 'cut off', '{"v":1'],
    ['not_json', 'not JSON', 'v=1'],
    ['not_json', 'text after it', `${JSON.stringify(newOrder())}x`],
    ['not_json', 'not a byte of UTF-8', withBytes(0xff)],
    ['not_json', 'longer UTF-8 than needed', withBytes(0xc0, 0x80)],
    ['not_json', 'half of a surrogate pair', withBytes(0xed, 0xa0, 0x80)],
    ['not_json', 'half a character', withBytes(0xe2, 0x82)],
    ['too_deep', 'nine levels', JSON.stringify(nest(7))],
    ['too_deep', 'deep enough to overflow a stack', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['too_deep', 'a list of over 8,000 values', `[${'0,'.repeat(8_000)}0]`],
    ['too_deep', 'over 8,000 values in an object', `{"a":[${Array.from({ length: 8_001 }, () => '0').join()}]}`],
  ])('is refused as %s: %s', async (code, _reason, body) => {
    const request = new Request('http://proxy.example/ringup', { ...INIT, headers: toRequest('').headers, body })
    await client.expectRefusal(request, 400, { code })
  })

  test('eight levels are not too deep, only of the wrong shape', async () => {
    await client.expectRefusal(toRequest(nest(6), OF_SERVER), 422, { code: 'shape', fields: ['body.x'] })
  })

  test.each(['__proto__', 'constructor', 'prototype'])('a key %s is refused in version 1', async (key) => {
    const order = JSON.stringify(newServerOrder({ cart_items: [{ product_id: 'A', KEY: { polluted: 'yes' } }] }))
    await client.expectRefusal(toRequest(order.replace('KEY', key), OF_SERVER), 422, { code: 'shape', fields: [key] })
    expect({}).not.toHaveProperty('polluted')
  })

  test('that trickles in is given up after 10 s', async () => {
    let trickle: NodeJS.Timeout | undefined
    const cancel = vi.fn(() => clearInterval(trickle))
    const start = (to: ReadableStreamDefaultController) => {
      trickle = setInterval(() => to.enqueue(Buffer.from(' ')), 1_000)
    }
    const answer = client.send(toStream({ start, cancel }))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(cancel).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toMatchObject({ status: 408, body: { ok: false, code: 'timeout' } })
    expect(cancel).toHaveBeenCalledOnce()
    expect(client.stored).toEqual([])
  })

  test('of a connection that breaks is not stored', async () => {
    const request = toStream({ pull: (to) => to.error(new Error('ECONNRESET')) })
    await client.expectRefusal(request, 400, { code: 'not_json' })
  })
})

describe('a body as Node’s stream', () => {
  const send = async (body: Readable) => (await client.send(toRequest('unread'), { body })).status

  test('is read instead of the request’s body, also in pieces that split a character', async () => {
    const bytes = [...Buffer.from(JSON.stringify(newOrder({ cart_data: { note: 'é€😀' } })))]
    expect(await send(Readable.from(bytes.map((byte) => Buffer.of(byte))))).toBe(202)
    expect(client.stored).toMatchObject([{ body: { cart_data: { note: 'é€😀' } } }])
  })

  test('that is over the limit is not read to its end', async () => {
    const read = vi.fn(function (this: Readable) {
      this.push(Buffer.alloc(16 * 1024, 0x20))
    })
    expect(await send(new Readable({ read }))).toBe(413)
    expect(read.mock.calls.length).toBeLessThan(10)
    expect(client.stored).toEqual([])
  })

  test('is given up if it has not arrived after 10 s', async () => {
    const answer = send(new PassThrough())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toBe(408)
  })

  test.each<[reason: string, end: (body: PassThrough) => void]>([
    ['with an error', (body) => setImmediate(() => body.destroy(new Error('ECONNRESET')))],
    ['without one', (body) => setImmediate(() => body.destroy())],
    ['before it is read', (body) => body.destroy()],
  ])('that breaks off %s is not stored', async (_reason, end) => {
    const body = new PassThrough()
    body.write('{"v":')
    end(body)
    const answer = send(body)
    await vi.runAllTimersAsync()
    expect(await answer).toBe(400)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('any request is accepted or refused by name, and never fails', async () => {
  const fields = fc.dictionary(fc.string(), fc.jsonValue())
  const event = fc
    .tuple(fc.constantFrom(newOrder, newSignUp), fields, fields)
    .map(([create, body, envelope]) => JSON.stringify(create(body, envelope)))
  const property = fc.asyncProperty(fc.oneof(fc.json(), event, fc.string()), async (text) => {
    const { status, body } = await client.send(toRequest(text))
    expect([202, 400, 422]).toContain(status)
    expect([Accepted.safeParse(body).success, Refusal.safeParse(body).success]).toContain(true)
  })
  await fc.assert(property, { numRuns: 500 })
  expect(client.logged).toEqual([])
})

const INIT = { method: 'POST', duplex: 'half' }

/** An order from a page of this origin. */
function from(origin: string | undefined, headers: Record<string, string> = {}): Request {
  const request = toRequest(newOrder(), { origin: origin ?? '', ...headers })
  if (origin === undefined) request.headers.delete('origin')
  return request
}

/** A body that is sent piece by piece. */
function toStream(source: UnderlyingDefaultSource, headers: Record<string, string> = {}): Request {
  const body = new ReadableStream(source, { highWaterMark: 0 })
  return new Request('http://proxy.example/ringup', { ...INIT, headers: toRequest('', headers).headers, body })
}
