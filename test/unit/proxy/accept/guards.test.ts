/**
 * Promise: a request that is not an event of this shop is refused by the cheapest check, with the reason and without
 * its data. It is not stored, and the forwarder is not called.
 */
import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Accepted, Refusal } from '../../../../src/contract/event.js'
import { TEST_QUERY } from '../../../../src/contract/test-order.js'
import type { IncomingEvent, Parts, RequestHandler, Settings } from '../../../../src/proxy/index.js'
import { createHandler, newOrder, newSignUp, ORIGIN, toRequest } from '../../../support/proxy.js'

let stored: IncomingEvent[]
let refused: unknown[]
let logged: unknown[]
const onAccepted = vi.fn<() => void>()
let proxy: RequestHandler

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  onAccepted.mockClear()
  openWith({})
})
afterEach(() => vi.runOnlyPendingTimers())

function openWith(settings: Partial<Settings>, parts: Partial<Parts> = {}) {
  ;({ handle: proxy, stored, refused, logged } = createHandler(settings, { onAccepted, ...parts }))
}

async function send(request: Request): Promise<{ status: number; body: unknown; headers: Headers }> {
  const { status, headers, ...answer } = await proxy(request).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }))
  return { status, headers, body: answer.text === '' ? undefined : JSON.parse(answer.text) }
}

async function expectRefusal(request: Request, status: number, body: object) {
  const answer = await send(request)
  vi.runAllTimers()
  expect(answer).toMatchObject({ status, body: { ok: false, ...body } })
  expect(Refusal.parse(answer.body)).toEqual(answer.body)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect([stored, onAccepted.mock.calls]).toEqual([[], []])
  return answer
}

describe('an event is stored, then answered, then sent on', () => {
  test('the answer is 202 with its id', async () => {
    const order = newOrder()
    const { status, body } = await send(toRequest(order))
    expect(status).toBe(202)
    expect(body).toEqual({ ok: true, id: order.id })
    expect(Accepted.safeParse(body).success).toBe(true)
  })

  test('the payload is stored with the time of the order', async () => {
    const order = newOrder({}, { age: 5_000 })
    await send(toRequest(order))
    const rest = { from: 'page', ageMs: 5_000, signed: false, problems: [] }
    expect(stored).toEqual([{ id: order.id, kind: 'convert', body: order.body, ...rest }])
  })

  test.each<[age: number, clampedMs: number, reason: string]>([
    [-1, 0, 'events do not happen in the future'],
    [1e18, 259_200_000, 'at most 72 h old'],
  ])('an age of %d ms counts as %d (%s)', async (age, clampedMs) => {
    await send(toRequest(newOrder({}, { age })))
    expect(stored).toMatchObject([{ ageMs: clampedMs }])
  })

  test('sending begins after the answer', async () => {
    await send(toRequest(newOrder()))
    expect(onAccepted).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(onAccepted).toHaveBeenCalledOnce()
  })

  test('the answer takes its time, however long storing takes', async () => {
    const waits: number[] = []
    let pass = () => {}
    const wait = (ms: number) =>
      new Promise<void>((resolve) => {
        waits.push(ms)
        pass = resolve
      })
    const onAnswer = vi.fn<() => void>()
    openWith({}, { wait })
    const answer = proxy(toRequest(newOrder())).then(onAnswer)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(waits).toEqual([expect.closeTo(15, -1)]) // 10 to 20 ms
    expect(onAnswer).not.toHaveBeenCalled()
    pass()
    await answer
    expect(onAnswer).toHaveBeenCalled()
  })

  test('a proxy that is stopping refuses it, so the browser keeps the event', async () => {
    openWith({}, { isStopping: () => true })
    await expectRefusal(toRequest(newOrder()), 503, { code: 'unavailable' })
  })

  test('a queue that fails is answered 503, so the browser keeps the event', async () => {
    openWith(
      {},
      { queue: { accept: () => Promise.reject(new Error('database or disk is full')), refuse: async () => {} } },
    )
    const { headers } = await expectRefusal(toRequest(newOrder()), 503, { code: 'unavailable' })
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(30)
    expect(logged).toEqual([{ event: 'failed', reason: 'Error: database or disk is full' }])
  })
})

describe('method', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'REPORT'])(
    '%s is refused with 405 and the allowed methods',
    async (method) => {
      const request = new Request('http://proxy.example/ringup', { method, headers: { origin: ORIGIN } })
      const { headers } = await expectRefusal(request, 405, { code: 'method' })
      expect(headers.get('allow')).toBe('POST, OPTIONS')
    },
  )

  test.each(['/', '/ringup/x', '/Ringup', '/ringup//', '/ringup.js'])('%s is not served', async (path) => {
    const request = new Request(`http://proxy.example${path}`, { method: 'POST', body: '{}' })
    await expectRefusal(request, 404, { code: 'not_found' })
  })

  test('a slash at the end is the same address', async () => {
    const { headers } = toRequest('')
    const request = new Request('http://proxy.example/ringup/', {
      method: 'POST',
      headers,
      body: JSON.stringify(newOrder()),
    })
    expect((await send(request)).status).toBe(202)
  })
})

describe('size', () => {
  const LIMIT = 64 * 1024
  const pad = (bytes: number) => {
    const order = newOrder({ cart_data: { note: '' } })
    return JSON.stringify(order).replace('"note":""', `"note":"${'x'.repeat(bytes - JSON.stringify(order).length)}"`)
  }

  test('64 KiB are accepted', async () => {
    const { status } = await send(toRequest(pad(LIMIT)))
    expect(status).toBe(202)
  })

  test('one byte more is refused', async () => {
    await expectRefusal(toRequest(pad(LIMIT + 1)), 413, { code: 'too_large' })
  })

  test('bytes are counted, not characters', async () => {
    const order = newOrder({ cart_data: { note: 'é'.repeat(LIMIT / 2) } })
    await expectRefusal(toRequest(order), 413, { code: 'too_large' })
  })

  test('a declared size over the limit is refused unread', async () => {
    const pull = vi.fn<() => void>()
    await expectRefusal(stream({ pull }, { 'content-length': '65537' }), 413, { code: 'too_large' })
    expect(pull).not.toHaveBeenCalled()
  })

  test('a body longer than its declared size is read only up to the limit', async () => {
    const chunk = new Uint8Array(16 * 1024).fill(0x20)
    const pull = vi.fn((controller: ReadableStreamDefaultController) => controller.enqueue(chunk))
    const cancel = vi.fn<() => void>()
    await expectRefusal(stream({ pull, cancel }, { 'content-length': '5' }), 413, { code: 'too_large' })
    expect(pull.mock.calls.length).toBeLessThanOrEqual(6)
    expect(cancel).toHaveBeenCalledOnce()
  })
})

describe('origin', () => {
  test.each<[origin: string, reason: string]>([
    ['https://other.example', 'another shop'],
    ['https://shop.example.evil.example', 'begins like ours'],
    ['https://evil-shop.example', 'ends like ours'],
    ['http://shop.example', 'another scheme'],
    ['https://shop.example:8443', 'another port'],
    ['https://shop.example/', 'not byte-equal'],
    ['https://SHOP.example', 'not byte-equal'],
    ['https://shop.example.', 'a dot at the end'],
    ['https://shop.example.evil', 'begins like ours'],
    ['https://shop.example, https://shop.example', 'two headers'],
    ['null', 'a sandboxed frame'],
    ['', 'empty'],
  ])('%j is refused, and the answer repeats it (%s)', async (origin) => {
    const { body } = await expectRefusal(toRequest(newOrder(), { origin }), 403, { code: 'origin' })
    expect(body).toEqual({ ok: false, code: 'origin', origin })
  })

  test('a missing origin is refused', async () => {
    const request = toRequest(newOrder())
    request.headers.delete('origin')
    const { body } = await expectRefusal(request, 403, { code: 'origin' })
    expect(body).toEqual({ ok: false, code: 'origin' })
  })
})

describe('origin, if opaque ones are allowed', () => {
  beforeEach(() => openWith({ allowOpaqueOrigin: true }))

  test.each<[origin: string | undefined, status: number]>([
    ['null', 202],
    [undefined, 202],
    [ORIGIN, 202],
    ['', 403],
    ['NULL', 403],
    ['null, null', 403],
    ['https://other.example', 403],
  ])('%j is answered %i', async (origin, status) => {
    const request = toRequest(newOrder(), { origin: origin ?? '' })
    if (origin === undefined) request.headers.delete('origin')
    expect((await send(request)).status).toBe(status)
    expect(stored.map(({ signed }) => signed)).toEqual(status === 202 ? [false] : [])
  })
})

describe('the server token', () => {
  const token = 'token-of-the-back-end'
  beforeEach(() => openWith({ serverTokens: ['a-newer-token-of-it', token] }))
  const withAuthorization = (authorization: string, origin?: string) => {
    const request = toRequest(newOrder(), { authorization, origin: origin ?? '' })
    if (!origin) request.headers.delete('origin')
    return request
  }

  test.each([`Bearer ${token}`, 'Bearer a-newer-token-of-it', `bearer  ${token}`])(
    '%s needs no origin, and the event counts as signed',
    async (authorization) => {
      expect((await send(withAuthorization(authorization))).status).toBe(202)
      expect(stored).toMatchObject([{ signed: true }])
    },
  )

  test.each<[authorization: string, reason: string]>([
    ['', 'empty'],
    ['Bearer', 'no token'],
    [token, 'no scheme'],
    [`Basic ${token}`, 'another scheme'],
    [`Bearer ${token}x`, 'longer'],
    [`Bearer ${token.slice(0, -1)}`, 'shorter'],
    [`Bearer ${token.toUpperCase()}`, 'another case'],
    [`Bearer ${token}, Bearer ${token}`, 'two headers'],
    ['Bearer undefined', 'a missing setting'],
  ])('%j counts as a missing token (%s)', async (authorization) => {
    await expectRefusal(withAuthorization(authorization), 403, { code: 'origin' })
  })

  test('that is wrong does not affect a page of the shop', async () => {
    expect((await send(withAuthorization('Bearer x', ORIGIN))).status).toBe(202)
    expect(stored).toMatchObject([{ signed: false }])
  })

  test('is never valid without a setting', async () => {
    openWith({})
    await expectRefusal(withAuthorization('Bearer undefined'), 403, { code: 'origin' })
  })
})

describe('a body as Node’s stream', () => {
  const sendBody = async (body: Readable) => (await proxy(toRequest('unread'), { body })).status
  const toStream = (text: string) => Readable.from([Buffer.from(text)])

  test('is read instead of the request’s body', async () => {
    expect(await sendBody(toStream(JSON.stringify(newOrder())))).toBe(202)
    expect(stored).toHaveLength(1)
  })

  test('may arrive in pieces that split a character', async () => {
    const bytes = [...Buffer.from(JSON.stringify(newOrder({ cart_data: { note: 'é€😀' } })))]
    expect(await sendBody(Readable.from(bytes.map((byte) => Buffer.of(byte))))).toBe(202)
    expect(stored).toMatchObject([{ body: { cart_data: { note: 'é€😀' } } }])
  })

  test('that is over the limit is not read to its end', async () => {
    let pieces = 0
    const body = new Readable({
      read() {
        pieces += 1
        this.push(Buffer.alloc(16 * 1024, 0x20))
      },
    })
    expect(await sendBody(body)).toBe(413)
    expect(pieces).toBeLessThan(10)
    expect(stored).toEqual([])
  })

  test('is given up if it has not arrived after 10 s', async () => {
    const answer = sendBody(new PassThrough())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answer).toBe(408)
  })

  test.each<[reason: string, destroy: (body: PassThrough) => void]>([
    ['with an error', (body) => body.destroy(new Error('ECONNRESET'))],
    ['without one', (body) => body.destroy()],
  ])('that breaks off %s is not stored', async (_reason, destroy) => {
    const body = new PassThrough()
    body.write('{"v":')
    const answer = sendBody(body)
    setImmediate(destroy, body)
    await vi.runAllTimersAsync()
    expect(await answer).toBe(400)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that was already broken off is not stored', async () => {
    expect(await sendBody(new PassThrough().destroy())).toBe(400)
  })
})

describe('type', () => {
  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'TEXT/PLAIN ; charset=utf-8',
    'application/json',
    'application/json;',
  ])('%s is accepted', async (type) => {
    const { status } = await send(toRequest(newOrder(), { 'content-type': type }))
    expect(status).toBe(202)
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
    await expectRefusal(toRequest(newOrder(), headers), 415, { code: 'type' })
  })
})

describe('body', () => {
  const nest = (levels: number) => newOrder({ x: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) })

  test.each<[reason: string, body: string]>([
    ['empty', ''],
    ['cut off', '{"v":1'],
    ['no JSON', 'v=1'],
    ['text behind it', `${JSON.stringify(newOrder())}x`],
  ])('%s: it is not JSON', async (_reason, body) => {
    await expectRefusal(toRequest(body), 400, { code: 'not_json' })
  })

  test.each<[bytes: number[], reason: string]>([
    [[0xff], 'not a byte of UTF-8'],
    [[0xc0, 0x80], 'longer than needed'],
    [[0xed, 0xa0, 0x80], 'half of a surrogate pair'],
    [[0xe2, 0x82], 'cut off'],
  ])('bytes %j are not UTF-8 (%s)', async (bytes) => {
    const [before = '', after = ''] = JSON.stringify(newOrder({ cart_data: { note: '@@' } })).split('@@')
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
    const { headers } = toRequest('')
    const request = new Request('http://proxy.example/ringup', { method: 'POST', headers, body })
    await expectRefusal(request, 400, { code: 'not_json' })
  })

  test.each<[reason: string, body: string]>([
    ['nine levels', JSON.stringify(nest(7))],
    ['deep enough to overflow a stack', '['.repeat(20_000) + ']'.repeat(20_000)],
    ['a list of over 8,000 values', `[${'0,'.repeat(8_000)}0]`],
    ['over 8,000 values in an object', `{"a":[${Array.from({ length: 8_001 }, () => '0').join()}]}`],
  ])('%s: it is too deep or too long', async (_reason, body) => {
    await expectRefusal(toRequest(body), 400, { code: 'too_deep' })
  })

  test('eight levels are not too deep, only of the wrong shape', async () => {
    await expectRefusal(toRequest(nest(6)), 422, { code: 'shape', fields: ['body.x'] })
  })

  test('a hundred items with all their fields are not too long', async () => {
    const item = {
      product_id: 'A',
      name: 'Mug',
      price: 1,
      category: ['a', 'b'],
      item_qty: 1,
      qty_price: 1,
      image_url: 'x',
    }
    const { status } = await send(toRequest(newOrder({ cart_items: Array.from({ length: 100 }, () => item) })))
    expect(status).toBe(202)
  })

  test.each(['__proto__', 'constructor', 'prototype'])(
    'a key %s is refused in an event that is already read',
    async (key) => {
      const order = JSON.stringify(newOrder({ cart_items: [{ product_id: 'A', KEY: { polluted: 'yes' } }] }))
      await expectRefusal(toRequest(order.replace('KEY', key)), 422, { code: 'shape', fields: [key] })
      expect({}).not.toHaveProperty('polluted')
    },
  )

  test('a body that has not arrived after 10 s is given up', async () => {
    const cancel = vi.fn<() => void>()
    const answer = expectRefusal(stream({ start: (to) => to.enqueue(Buffer.from('{"v":')), cancel }), 408, {
      code: 'timeout',
    })
    await vi.advanceTimersByTimeAsync(9_999)
    expect(cancel).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await answer
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('a body that trickles in is given up too', async () => {
    let trickle: NodeJS.Timeout | undefined
    const start = (to: ReadableStreamDefaultController) => {
      trickle = setInterval(() => to.enqueue(Buffer.from(' ')), 1_000)
    }
    const answer = expectRefusal(stream({ start, cancel: () => clearInterval(trickle) }), 408, { code: 'timeout' })
    await vi.advanceTimersByTimeAsync(10_000)
    await answer
  })

  test('a connection that breaks inside the body does not store anything', async () => {
    const request = stream({ pull: (to) => to.error(new Error('ECONNRESET')) })
    await expectRefusal(request, 400, { code: 'not_json' })
  })

  test('the timer is stopped', async () => {
    await send(toRequest('no JSON'))
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('shape: the answer names the fields, without their values', () => {
  test.each<[fields: string[] | undefined, reason: string, event: unknown]>([
    [undefined, 'no object', []],
    [undefined, 'no object', null],
    [undefined, 'no object', '"s3cret"'],
    [['v'], 'another version', newOrder({}, { v: 3 })],
    [['id'], 'no UUID', newOrder({}, { id: 's3cret' })],
    [['kind'], 'no kind', newOrder({}, { kind: 's3cret' })],
    [['age'], 'no number', newOrder({}, { age: '1' })],
    [['signature'], 'no text', newOrder({}, { signature: 1 })],
    [['list'], 'orders have no list', newOrder({}, { list: 'newsletter' })],
    [['body'], 'missing', newOrder({}, { body: undefined })],
    [['body.email'], 'no e-mail address', newOrder({ email: 's3cret' })],
    [['body.email'], 'missing', newOrder({ email: undefined })],
    [['body.other'], 'unknown beside cart_data and cart_items', newOrder({ other: 's3cret' })],
    [['body.cart_data.cart_value'], 'not whole cents', newOrder({ cart_data: { cart_value: 19.99 } })],
    [['body.cart_data.cart_value'], 'negative', newOrder({ cart_data: { cart_value: -1 } })],
    [['body.cart_data.note'], 'additional keys are text', newOrder({ cart_data: { note: 7 } })],
    [['body.cart_items'], 'no array', newOrder({ cart_items: {} })],
    [['body.cart_items.0'], 'no object', newOrder({ cart_items: ['s3cret'] })],
    [['body.cart_items.0.price'], 'no number', newOrder({ cart_items: [{ product_id: 'A', price: 's3cret' }] })],
    [['body.age'], 'too old', newSignUp({ age: 151 })],
    [['body.gender'], 'not m or f', newSignUp({ gender: 's3cret' })],
    [['body.language'], 'not two letters', newSignUp({ language: 'english' })],
    [['body.birthdate'], 'no date', newSignUp({ birthdate: '1815-13-10' })],
    [['body.points'], 'custom fields are text', newSignUp({ points: 7 })],
    [['list'], 'sign-ups have a list', newSignUp({}, { list: undefined })],
    [['list'], 'no alias', newSignUp({}, { list: '42!' })],
    [['id', 'age', 'body.email'], 'all of them', newOrder({ email: 's3cret' }, { id: 1, age: null })],
  ])('names %j: %s', async (fields, _reason, event) => {
    const { body } = await expectRefusal(toRequest(event), 422, { code: 'shape' })
    expect(body).toEqual({ ok: false, code: 'shape', ...(fields && { fields }) })
  })

  test('an age beyond every number is refused', async () => {
    const text = JSON.stringify(newOrder()).replace('"age":0', '"age":1e999')
    await expectRefusal(toRequest(text), 422, { code: 'shape', fields: ['age'] })
  })

  test('at most twenty fields are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field${n}`, 1]))
    const { body } = await expectRefusal(toRequest(newSignUp(many)), 422, { code: 'shape' })
    expect((body as Refusal).fields).toHaveLength(20) // expectRefusal has parsed it
  })

  test.each(['unknown', 'constructor', 'hasownproperty', 'valueof', '42'])(
    'a list %s that is not in the settings is refused, even an id',
    async (list) => {
      await expectRefusal(toRequest(newSignUp({}, { list })), 422, { code: 'unknown_list', fields: ['list'] })
    },
  )

  test('the e-mail address is stored in its one form', async () => {
    await send(toRequest(newOrder({ email: ' ADA@Example.com ' })))
    expect(stored).toMatchObject([{ body: { email: 'ada@example.com' } }])
  })
})

const say = (said: unknown, more: object = {}) => {
  const { body: _, ...envelope } = newOrder({}, more)
  return { ...envelope, v: 2, said }
}

describe('said data is read', () => {
  const found = { from: 'data-layer', order: { transaction_id: 'T-1', value: '19.99', tax: 'free' } }

  test('into the API’s own fields', async () => {
    const { status, body } = await send(toRequest(say({ emails: ['Ada@example.com'], found })))
    expect([status, Object.keys(Object(body))]).toEqual([202, ['ok', 'id']])
    const read = { email: 'ada@example.com', cart_data: { order_number: 'T-1', cart_value: 1999, tax: 'free' } }
    expect(stored).toMatchObject([{ kind: 'convert', body: read, problems: [] }])
  })

  test('and unreadable fields are named, in the answer and in the event', async () => {
    const problems = [{ field: 'cart_data.cart_value', code: 'not_cents' }]
    const { body } = await send(
      toRequest(say({ emails: ['ada@example.com'], passed: [{ cart_data: { cart_value: 5.5 } }] })),
    )
    expect(body).toMatchObject({ ok: true, problems })
    expect(Accepted.safeParse(body).data).toEqual(body)
    expect(stored).toMatchObject([{ problems }])
  })

  test.each<[object, string]>([
    [{}, 'no_email'],
    [{ emails: ['a***@example.com'] }, 'masked_email'],
    [{ emails: ['a@example.com', 'b@example.com'] }, 'two_emails'],
  ])('an event without an e-mail is not stored: %j is %s', async (said, code) => {
    const problems = [{ field: 'email', code }]
    await expectRefusal(toRequest(say(said)), 422, { code: 'no_email', fields: ['email'], problems })
  })

  describe('a report that cannot become an event is refused, and stored for the operator', () => {
    const bought = {
      found: { from: 'data-layer', order: { transaction_id: 'T-1', value: '19.99' } },
      passed: [{ cart_items: [{ product_id: 'CUP', product_url: 'https://evil.example' }] }],
    }
    const emails = ['ada@example.com']
    const missing = (field: string, code: string) => ({ emails, ...bought, problems: [{ field, code }] })

    test.each([
      ['no_email', bought],
      ['no_order', { emails, problems: [{ field: 'order', code: 'no_order' }] }],
      ['no_order_number', missing('order_number', 'no_order_number')],
    ])('%s', async (code, said) => {
      const { status, body } = await send(toRequest(say(said)))
      expect([status, body]).toMatchObject([422, { ok: false, code }])
      expect([stored, refused]).toMatchObject([[], [{ kind: 'convert', reason: code, isNoisy: false }]])
    })

    test('without its customer, and without links to other sites', async () => {
      await send(toRequest(say({ ...missing('order_number', 'no_order_number'), emails })))
      expect(JSON.stringify(refused)).not.toMatch(/ada@|evil/)
      expect(refused).toMatchObject([{ order: { cart_data: { order_number: 'T-1', cart_value: 1999 } } }])
    })

    test('except a test of the debug panel, and a sign-up for an unknown list', async () => {
      await send(new Request(`http://proxy.example/ringup?${TEST_QUERY}`, toRequest(say(bought))))
      await send(toRequest({ v: 2, id: randomUUID(), kind: 'addToList', list: 'no-such-list', age: 0, said: {} }))
      expect(refused).toEqual([])
    })
  })

  test.each([
    [['said'], undefined],
    [['said.emails'], { emails: 'ada@example.com' }],
    [['said.found.from'], { found: { from: 'elsewhere', order: {} } }],
    [['said.found.order'], { found: { from: 'json-ld', order: [] } }],
    [['said.passed.0'], { passed: [7] }],
    [['said.form.0.3'], { form: [['email', '', 'email', 7]] }],
  ])('names %j of another shape', async (fields, said) => {
    await expectRefusal(toRequest(say(said)), 422, { code: 'shape', fields })
  })

  test('unknown fields are skipped, because a newer script may send them', async () => {
    expect(await send(toRequest(say({ emails: ['ada@example.com'], weather: 'fine' })))).toMatchObject({ status: 202 })
  })

  test.each(['__proto__', 'constructor', 'prototype'])(
    'a key %s is dropped, because pages may have it by chance',
    async (key) => {
      const text = JSON.stringify(
        say({ emails: ['ada@example.com'], found: { ...found, order: { KEY: { a: 1 }, note: 'x' } } }),
      )
      expect(await send(toRequest(text.replace('KEY', key)))).toMatchObject({ status: 202 })
      expect(stored[0]?.body).toEqual({ email: 'ada@example.com', cart_data: { note: 'x' } })
    },
  )
})

describe('fields that the settings do not allow are left out and named', () => {
  test('fields of a list', async () => {
    const signUp = newSignUp({ email: 'ada@example.com', first_name: 'Ada', phone: '1', points: '7' })
    const { status, body } = await send(toRequest(signUp))
    expect({ status, body }).toEqual({ status: 202, body: { ok: true, id: signUp.id, ignored: ['phone', 'points'] } })
    expect(stored.map((arrival) => arrival.body)).toEqual([{ email: 'ada@example.com', first_name: 'Ada' }])
  })

  test('no field is left out for a list that takes every field', async () => {
    const { body } = await send(toRequest(newSignUp({ phone: '1', points: '7' }, { list: 'everything' })))
    expect(body).not.toHaveProperty('ignored')
    expect(stored).toMatchObject([{ body: { phone: '1', points: '7' } }])
  })

  test.each<[item: unknown, reason: string]>([
    [{}, 'missing'],
    [{ product_id: '' }, 'empty'],
    [{ product_id: null }, 'null'],
    [null, 'not an item'],
  ])('an item %j without product_id (%s)', async (item) => {
    const { body } = await send(toRequest(newOrder({ cart_items: [{ product_id: 'A' }, item, { product_id: 'B' }] })))
    expect(body).toMatchObject({ ok: true, problems: [{ field: 'cart_items.1', code: 'no_product_id' }] })
    expect(stored).toMatchObject([{ body: { cart_items: [{ product_id: 'A' }, { product_id: 'B' }] } }])
  })

  test('an item is named by its place in the request, even behind a removed one', async () => {
    const { body } = await send(toRequest(newOrder({ cart_items: [{}, { product_id: 'A' }, { product_id: 5 }] })))
    expect(body).toMatchObject({ code: 'shape', fields: ['body.cart_items.2.product_id'] })
  })
})

describe('links of an order', () => {
  const links = { return_url: 'https://evil.example/', order_number: '1001' }
  const order = () =>
    newOrder({ cart_data: links, cart_items: [{ product_id: 'a', image_url: 'http://cdn.example/a' }] })

  test('to other sites are removed and named if the order is unsigned', async () => {
    const { body } = await send(toRequest(order()))
    const problems = [
      { field: 'cart_data.return_url', code: 'foreign_link' },
      { field: 'cart_items.0.image_url', code: 'foreign_link' },
    ]
    expect(body).toMatchObject({ ok: true, problems })
    expect(stored).toMatchObject([{ body: { cart_data: { order_number: '1001' } }, problems }])
    expect(JSON.stringify(stored)).not.toMatch(/evil|cdn/)
  })

  const items = [
    { product_id: '', image_url: 'http://cdn.example/a' },
    { product_id: 'b', image_url: 'http://cdn.example/b' },
  ]

  test.each([
    ['a page', say({ emails: ['ada@example.com'], passed: [{ cart_items: items }] })],
    ['version 1', newOrder({ cart_items: items })],
  ])('are named by the place of their item in the request, for %s', async (_, event) => {
    const { body } = await send(toRequest(event))
    expect(body).toMatchObject({
      problems: [
        { field: 'cart_items.0', code: 'no_product_id' },
        { field: 'cart_items.1.image_url', code: 'foreign_link' },
      ],
    })
  })

  test('stay if the shop’s back end sends them', async () => {
    openWith({ serverTokens: ['token-of-the-back-end'] })
    const { body } = await send(toRequest(order(), { authorization: 'Bearer token-of-the-back-end' }))
    expect(body).not.toHaveProperty('problems')
    expect(stored).toMatchObject([{ body: { cart_data: links } }])
  })
})

describe('a browser with Global Privacy Control', () => {
  const request = (more: Record<string, string> = {}) => toRequest(newOrder(), { 'sec-gpc': '1', ...more })

  test('counts as any other by default', async () => {
    expect((await send(request())).status).toBe(202)
  })

  test('is obeyed if the shop requires it: the event is not read, the browser forgets it', async () => {
    openWith({ obeyGpc: true })
    await expectRefusal(request(), 451, { code: 'privacy_control' })
    await expectRefusal(toRequest('{', { 'sec-gpc': '1' }), 451, { code: 'privacy_control' })
    expect((await send(toRequest(newOrder()))).status).toBe(202)
    expect((await send(request({ 'sec-gpc': '0' }))).status).toBe(202)
  })

  test('does not matter for the shop’s back end, which asks its customers itself', async () => {
    openWith({ obeyGpc: true, serverTokens: ['token-of-the-back-end'] })
    expect((await send(request({ authorization: 'Bearer token-of-the-back-end' }))).status).toBe(202)
  })
})

describe('the limit of a sign-up', () => {
  const fill = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, 'x']))

  test('is 50 additional fields: the 51st is left out by name, the person stays', async () => {
    const problems = [{ field: 'field_50', code: 'too_many' }]
    const answer = await send(toRequest(newSignUp(fill(51), { list: 'everything' })))
    expect(answer).toMatchObject({ status: 202, body: { problems } })
    expect(stored).toMatchObject([{ body: { first_name: 'Ada' }, problems }])
  })

  test('does not count fields that the list does not take', async () => {
    const { status } = await send(toRequest(newSignUp({ ...fill(60), message: 'x'.repeat(2_000) })))
    expect(status).toBe(202)
    expect(stored).toMatchObject([{ body: { first_name: 'Ada' } }])
  })
})

describe('text is composed, without controls and halves of characters', () => {
  const store = async (fields: object) => {
    const { status, body } = await send(toRequest(newSignUp(fields, { list: 'everything' })))
    const { email: _email, first_name: _name, ...rest } = Object(stored[0]?.body)
    return { status, rest, ignored: Object(body).ignored }
  }

  test.each<[sent: string, kept: string]>([
    ['Zoe\u0308', 'Zoë'],
    ['a\0b', 'a b'],
    ['a\ud800b', 'a b'],
    ['\0', ''],
  ])('%j is stored as %j', async (sent, kept) => {
    expect(await store({ note: sent, city: sent })).toMatchObject({ status: 202, rest: { note: kept, city: kept } })
  })

  test.each<[name: string, rest: object, ignored: string[] | undefined, reason: string]>([
    ['gro\u0308\u00dfe', { größe: 'x' }, undefined, 'composed'],
    ['a\0b', { 'a b': 'x' }, undefined, 'cleaned'],
    ['\0', {}, ['\0'], 'no character is left'],
    ['first_name\0', {}, ['first_name\0'], 'the name of another field'],
    ['__proto__\0', {}, ['__proto__\0'], 'dangerous'],
  ])('the name %j (%4$s)', async (name, rest, ignored) => {
    expect(await store({ [name]: 'x' })).toEqual({ status: 202, rest, ignored })
  })

  test('in items and their categories too', async () => {
    await send(toRequest(newOrder({ cart_items: [{ product_id: 'MUG\0', category: ['a\u0000b'] }] })))
    expect(stored).toMatchObject([{ body: { cart_items: [{ product_id: 'MUG', category: ['a b'] }] } }])
  })

  test('an e-mail with a control character is not an e-mail', async () => {
    await expectRefusal(toRequest(newOrder({ email: '\0ada@example.com' })), 422, { fields: ['body.email'] })
  })
})

describe('any request', () => {
  const mutated = fc
    .tuple(
      fc.constantFrom(newOrder, newSignUp),
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    .map(([create, body, envelope]) => create(body, envelope))

  test('is accepted or refused by name, and never fails', async () => {
    const bodies = fc.oneof(
      fc.json(),
      mutated.map((event) => JSON.stringify(event)),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async (text) => {
        const { status, body } = await send(toRequest(text))
        expect([202, 400, 422]).toContain(status)
        expect([Accepted.safeParse(body).success, Refusal.safeParse(body).success]).toContain(true)
      }),
      { numRuns: 500 },
    )
    expect(logged).toEqual([])
  })
})

/** A body that is sent piece by piece. */
function stream(source: UnderlyingDefaultSource, headers: Record<string, string> = {}): Request {
  const body = new ReadableStream(source, { highWaterMark: 0 })
  const init = { method: 'POST', headers: toRequest('', headers).headers, body, duplex: 'half' }
  return new Request('http://proxy.example/ringup', init)
}
