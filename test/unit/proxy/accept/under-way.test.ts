/** Bodies under way have a bound, whoever sends them: counted from their beginning, by address and by network. */
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
  /** Absent: in chunks, of which nobody knows how many come. */
  bytes?: number
  address?: string
  headers?: Record<string, string>
}

/** Begins a request of so many bytes, of which none has come yet. */
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

/** What can be answered without another byte is answered then. */
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
  test('4 MiB of events are read at once; what is more is told to come again, and others are taken', async () => {
    const started = many(70, () => beginEvent({ bytes: 65_536 }))
    expect(await countRefused(started)).toBe(70 - 64)
    expect(await sendOrder('192.0.2.1')).toBe(429)
    expect(await sendOrder('192.0.2.2')).toBe(202)
  })

  test('what has ended, or was broken off, makes room', async () => {
    for (const { body } of many(64, () => beginEvent({ bytes: 65_536 }))) body.destroy()
    await settle()
    expect(await sendOrder('192.0.2.1')).toBe(202)
  })

  test('a body that does not say its length counts as the longest that it may be', async () => {
    const started = many(70, () => beginEvent({}))
    expect(await countRefused(started)).toBe(70 - 64)
  })

  test('the shop’s back end, which has proved who it is, is not counted', async () => {
    many(64, () => beginEvent({ bytes: 65_536 }))
    expect(await sendOrder('192.0.2.1', { authorization: 'Bearer token-of-the-back-end' })).toBe(202)
  })
})

describe.each([
  [56, 8, (n: number) => `2001:db8:0:${n.toString(16)}::1`],
  [48, 16, (n: number) => `2001:db8:0:${(n << 8).toString(16)}::1`],
])('of an IPv6 /%i', (_bits, mib, toAddress) => {
  test(`${mib} MiB are read at once, whatever addresses it chooses`, async () => {
    const started = many(300, (n) => beginEvent({ bytes: 65_536, address: toAddress(n % 256) }))
    expect(await countRefused(started)).toBe(300 - mib * 16)
  })
})

test('of everybody 64 MiB are read at once', async () => {
  const started = many(1_030, (n) => beginEvent({ bytes: 65_536, address: `10.0.${n >> 8}.${n & 255}` }))
  expect(await countRefused(started)).toBe(1_030 - 1_024)
})

describe('of webhooks that nobody has vouched for', () => {
  test('eight of 4 MiB are read at once, of a hundred from a hundred addresses', async () => {
    const started = many(100, (n) => beginWebhook({ bytes: 4 * MIB, address: `198.51.100.${n}` }))
    expect(await countRefused(started)).toBe(92)
  })

  test('a genuine one takes the place of a larger one, which is told to come again', async () => {
    const started = many(8, (n) => beginWebhook({ bytes: 4 * MIB, address: `198.51.100.${n}` }))
    const text = '{"test":true}'
    const headers = { 'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(text).digest('base64') }
    const genuine = beginWebhook({ bytes: text.length, address: '203.0.113.7', headers })
    genuine.body.end(text)
    expect((await genuine.answer).status).toBe(200)
    expect(await countRefused(started)).toBe(1)
  })

  test('a shopper’s order is not kept waiting by them', async () => {
    many(8, (n) => beginWebhook({ bytes: 4 * MIB, address: `198.51.100.${n}` }))
    expect(await sendOrder('203.0.113.7')).toBe(202)
  })
})
