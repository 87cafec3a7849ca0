/**
 * Promise: senders of too many events are told when to retry, whatever address they claim. Their events are not
 * stored, shoppers of other networks are, and memory stays bounded.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAddressLimit } from '../../../../src/proxy/accept/rate.js'
import type { Settings } from '../../../../src/proxy/index.js'
import { sign } from '../../../../src/proxy/sign.js'
import { createHandler, newOrder, newServerOrder, newSignUp, toPassed, toRequest } from '../../../support/proxy.js'

const TOKEN = 'token-of-the-back-end'
const OF_SERVER = { authorization: `Bearer ${TOKEN}` }

let nowMs: number
let stored: unknown[]
beforeEach(() => {
  nowMs = 1_800_000_000_000
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

function createLimited(more: Partial<Settings>) {
  const proxy = createHandler({ serverTokens: [TOKEN], ...more }, { now: () => nowMs })
  stored = proxy.stored
  return async (address?: string, headers: Record<string, string> = {}, body: unknown = newOrder()) => {
    const { status, headers: answer } = await proxy.handle(toRequest(body, headers), { address })
    return { status, retryAfter: answer.get('retry-after'), origin: answer.get('access-control-allow-origin') }
  }
}

async function statuses(count: number, send: (n: number) => Promise<{ status: number }>) {
  const answers: number[] = []
  for (let n = 0; n < count; n += 1) answers.push((await send(n)).status)
  return answers
}

describe('one address (RINGUP_RATE_PER_IP)', () => {
  test('gets a minute’s events, then 429 with a wait that any page can read', async () => {
    const send = createLimited({ ratePerIp: 3 })
    expect(await statuses(3, () => send('203.0.113.7'))).toEqual([202, 202, 202])
    nowMs += 39_500
    expect(await send('203.0.113.7')).toEqual({ status: 429, retryAfter: '21', origin: '*' })
    expect(stored).toHaveLength(3)
  })

  test('returns at a time of its own', async () => {
    const send = createLimited({ ratePerIp: 1 })
    await send('203.0.113.7')
    vi.mocked(Math.random).mockReturnValue(0.999)
    expect((await send('203.0.113.7')).retryAfter).toBe('70')
  })

  test.each<[other: string, status: number, reason: string]>([
    ['203.0.113.8', 202, 'another IPv4 address'],
    ['2001:db8:0:1::1', 202, 'another /64 of the same /48'],
    ['2001:db8::2', 429, 'another address of the same /64'],
  ])('does not use up the room of %s: %i (%s)', async (other, status) => {
    const send = createLimited({ ratePerIp: 1 })
    await statuses(2, () => send('203.0.113.7'))
    await statuses(2, () => send('2001:db8::1'))
    expect((await send(other)).status).toBe(status)
  })

  test('is not locked out by a clock that was set back', async () => {
    const send = createLimited({ ratePerIp: 1 })
    await send('203.0.113.7')
    nowMs -= 3_600_000
    expect((await send('203.0.113.7')).status).toBe(202)
  })

  test.each<[reason: string, address: string | undefined, headers: Record<string, string>]>([
    ['the shop’s back end', '203.0.113.7', OF_SERVER],
    ['an unknown address', undefined, {}],
  ])('does not limit %s', async (_reason, address, headers) => {
    const send = createLimited({ ratePerIp: 1 })
    expect(await statuses(3, () => send(address, headers))).toEqual([202, 202, 202])
  })

  test('does not count a refused origin', async () => {
    const send = createLimited({ ratePerIp: 1 })
    await send('203.0.113.7', { origin: 'https://other.example' })
    expect((await send('203.0.113.7')).status).toBe(202)
  })

  test('is forgotten if 100,000 others follow within the minute', () => {
    const limit = createAddressLimit({ ratePerIp: 1 }, () => nowMs)
    const knock = (n: number) => {
      const context = { sender: { address: String(n) } } as never // it reads only the address
      const problem = limit.check(context)
      limit.count(context)
      return problem?.code
    }
    expect([knock(0), knock(0)]).toEqual([undefined, 'rate'])
    for (let n = 1; n < 100_000; n += 1) knock(n)
    expect(knock(0)).toBe('rate')
    knock(100_000)
    expect(knock(0)).toBeUndefined()
  })
})

describe('all together (RINGUP_RATE_TOTAL)', () => {
  const toAddress = (n: number) => `198.51.${n >> 8}.${n & 255}`
  /** Addresses of one /48, each in a /64 of its own. */
  const flood = (n: number) => `2001:db8:0:${n.toString(16)}::1`

  test('unsigned events get three quarters, and signed ones the rest', async () => {
    const secret = 'a-secret-of-the-shop'
    const send = createLimited({ rateTotal: 8, signingSecrets: [secret] })
    expect(await statuses(7, (n) => send(toAddress(n)))).toEqual([202, 202, 202, 202, 202, 202, 429])
    const event = newOrder()
    const { email, cart_data } = toPassed(event)
    const order = { kind: 'convert', email, subject: cart_data.order_number } as const
    const signature = sign({ ...order, secret, expiry: nowMs / 1_000 + 60 })
    expect((await send(toAddress(7), {}, { ...event, signature })).status).toBe(202)
    expect(await statuses(2, () => send(undefined, OF_SERVER))).toEqual([202, 429])
    nowMs += 60_000
    expect((await send(toAddress(8))).status).toBe(202)
  })

  test('a network that floods leaves half to shoppers, then it gets a two-hundredth', async () => {
    const send = createLimited({ rateTotal: 400 }) // 300 unsigned
    const answers = await statuses(200, (n) => send(flood(n)))
    expect(answers.lastIndexOf(202)).toBe(149)
    expect(await statuses(4, () => send('203.0.113.7'))).toEqual([202, 202, 429, 429])
    expect(await statuses(149, (n) => send(toAddress(n)))).toEqual([...Array(148).fill(202), 429])
  })

  test('one signature that is sent again and again has the share of its network', async () => {
    const secret = 'a-secret-of-the-shop'
    const send = createLimited({ rateTotal: 400, signingSecrets: [secret] })
    const event = newOrder()
    const { email, cart_data } = toPassed(event)
    const expiry = nowMs / 1_000 + 60
    const signature = sign({ kind: 'convert', email, subject: cart_data.order_number, secret, expiry })
    const answers = await statuses(200, (n) => send(flood(n), {}, { ...event, signature }))
    expect(answers.lastIndexOf(202)).toBe(149)
    expect((await send('203.0.113.7')).status).toBe(202)
  })

  test.each(['127.0.0.1', '10.0.0.1', undefined])('address %s may be many shoppers: no share', async (address) => {
    const send = createLimited({ rateTotal: 8 })
    expect(await statuses(7, () => send(address))).toEqual([202, 202, 202, 202, 202, 202, 429])
  })

  test('a refused report counts as unsigned, and of a back end as signed', async () => {
    const send = createLimited({ rateTotal: 4 })
    const report = { ...newOrder({}, { v: 3, body: undefined }), raw: {} }
    expect(await statuses(4, () => send(undefined, {}, report))).toEqual([422, 422, 422, 429])
    expect(await statuses(2, () => send(undefined, OF_SERVER, report))).toEqual([422, 429])
  })

  test('junk does not use up the total', async () => {
    const send = createLimited({ rateTotal: 2 })
    const junk = ['{', { ...newOrder(), kind: 'other' }, newServerOrder(), newSignUp({}, { list: 'other' })]
    expect(await statuses(4, (n) => send(toAddress(n), {}, junk[n]))).toEqual([400, 422, 422, 422])
    expect((await send(toAddress(4))).status).toBe(202)
  })

  test('once the total is used up, events are not read', async () => {
    const send = createLimited({ rateTotal: 2 })
    await statuses(2, () => send(undefined, OF_SERVER))
    expect((await send('203.0.113.2', {}, '{')).status).toBe(429)
  })
})
