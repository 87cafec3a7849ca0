/**
 * Promise: bodies under way have a limit for every sender. They count from their beginning, by address and by network.
 */
import { createHmac } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RequestHandler } from '../../../../src/proxy/index.js'
import { createHandler, newOrder, ORIGIN } from '../../../support/proxy.js'

const SECRET = 'a-secret-of-the-platform'
const MIB = 1024 * 1024

let handle: RequestHandler
beforeEach(() => {
  ;({ handle } = createHandler({ shopifySecrets: [SECRET], serverTokens: ['token-of-the-back-end'] }))
})

interface Sent {
  /** Absent: the body comes in chunks, so its length is unknown. */
  bytes?: number
  address?: string
  headers?: Record<string, string>
}

/** Begins a request of so many bytes, none of which has arrived yet. */
function begin(path: string, headers: Record<string, string>, { bytes, address = '192.0.2.1', ...more }: Sent) {
  const body = new PassThrough()
  const request = new Request(`http://proxy.example${path}`, {
    method: 'POST',
    headers: { ...(bytes !== undefined && { 'content-length': String(bytes) }), ...headers, ...more.headers },
  })
  const under = { body, status: undefined as number | undefined, answer: handle(request, { address, body }) }
  void under.answer.then(({ status }) => (under.status = status))
  return under
}

const beginEvent = (sent: Sent) => begin('/ringup', { origin: ORIGIN, 'content-type': 'text/plain' }, sent)
const FORGED = 'A'.repeat(43)
const beginWebhook = (sent: Sent) =>
  begin('/ringup/webhooks/shopify', { 'x-shopify-hmac-sha256': `${FORGED}=`, 'x-shopify-topic': 'orders/create' }, sent)

/** Answers that do not need another byte are there now. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

async function countRefused(started: { status: number | undefined }[]) {
  await settle()
  return started.filter(({ status }) => status === 429).length
}

const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n))

async function sendOrder(address: string, headers: Record<string, string> = {}) {
  const text = JSON.stringify(newOrder())
  const sent = beginEvent({ bytes: text.length, address, headers })
  sent.body.end(text)
  return (await sent.answer).status
}

describe('of one address', () => {
  test('4 MiB of events are read in parallel, further ones retry, others are accepted', async () => {
    const started = many(70, () => beginEvent({ bytes: 65_536 }))
    expect(await countRefused(started)).toBe(70 - 64)
    expect(await sendOrder('192.0.2.1')).toBe(429)
    expect(await sendOrder('192.0.2.2')).toBe(202)
  })

  test('an ended or broken request makes room', async () => {
    for (const { body } of many(64, () => beginEvent({ bytes: 65_536 }))) body.destroy()
    await settle()
    expect(await sendOrder('192.0.2.1')).toBe(202)
  })

  test('a body without a declared length counts as the longest possible one', async () => {
    const started = many(70, () => beginEvent({}))
    expect(await countRefused(started)).toBe(70 - 64)
  })

  test('the shop’s back end is not counted, because it has proved its identity', async () => {
    many(64, () => beginEvent({ bytes: 65_536 }))
    expect(await sendOrder('192.0.2.1', { authorization: 'Bearer token-of-the-back-end' })).toBe(202)
  })
})

describe.each([
  [56, 8, (n: number) => `2001:db8:0:${n.toString(16)}::1`],
  [48, 16, (n: number) => `2001:db8:0:${(n << 8).toString(16)}::1`],
])('of an IPv6 /%i', (_bits, mib, toAddress) => {
  test(`${mib} MiB are read in parallel, whatever addresses it chooses`, async () => {
    const started = many(300, (n) => beginEvent({ bytes: 65_536, address: toAddress(n % 256) }))
    expect(await countRefused(started)).toBe(300 - mib * 16)
  })
})

test('of all senders, 64 MiB are read in parallel', async () => {
  const started = many(1_030, (n) => beginEvent({ bytes: 65_536, address: `10.0.${n >> 8}.${n & 255}` }))
  expect(await countRefused(started)).toBe(1_030 - 1_024)
})

describe('of unverified webhooks', () => {
  test('eight of 4 MiB are read in parallel, of a hundred from a hundred addresses', async () => {
    const started = many(100, (n) => beginWebhook({ bytes: 4 * MIB, address: `198.51.100.${n}` }))
    expect(await countRefused(started)).toBe(92)
  })

  test('a genuine one replaces a larger one, which has to retry', async () => {
    const started = many(8, (n) => beginWebhook({ bytes: 4 * MIB, address: `198.51.100.${n}` }))
    const text = '{"test":true}'
    const headers = { 'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(text).digest('base64') }
    const genuine = beginWebhook({ bytes: text.length, address: '203.0.113.7', headers })
    genuine.body.end(text)
    expect((await genuine.answer).status).toBe(200)
    expect(await countRefused(started)).toBe(1)
  })

  test('they do not delay a shopper’s order', async () => {
    many(8, (n) => beginWebhook({ bytes: 4 * MIB, address: `198.51.100.${n}` }))
    expect(await sendOrder('203.0.113.7')).toBe(202)
  })
})
