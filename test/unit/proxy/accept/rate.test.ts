/**
 * Promise: senders of too many requests are told when to retry, whatever address they claim. Their requests are not
 * stored, and memory stays bounded.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readBlocks } from '../../../../src/proxy/accept/address.js'
import { createFailureChecks, createRateChecks } from '../../../../src/proxy/accept/rate.js'
import type { Settings } from '../../../../src/proxy/index.js'
import { sign } from '../../../../src/proxy/sign.js'
import { createHandler, createSettings, newOrder, newSignUp, toRequest } from '../../../support/proxy.js'

/** The facts about a request before any check. */
const UNKNOWN = { fromServer: false, isNoisy: false, signed: false, problems: [], ignored: [] }

let nowMs: number
let stored: unknown[]
beforeEach(() => {
  nowMs = 1_800_000_000_000
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

function createLimited(more: Partial<Settings>) {
  const proxy = createHandler(more, { now: () => nowMs })
  stored = proxy.stored
  return async (address?: string, headers: Record<string, string> = {}, body: unknown = newOrder()) => {
    const { status, headers: answered } = await proxy.handle(toRequest(body, headers), { address })
    return { status, retryAfter: answered.get('retry-after'), origin: answered.get('access-control-allow-origin') }
  }
}

async function times<T>(count: number, send: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (let n = 0; n < count; n += 1) answers.push(await send())
  return answers
}
const statuses = async (count: number, send: () => Promise<{ status: number }>) =>
  (await times(count, send)).map(({ status }) => status)

describe('one address', () => {
  test('gets a minute’s worth, then 429 with the time to wait, readable from any page', async () => {
    const send = createLimited({ ratePerIp: 3 })
    expect(await statuses(3, () => send('203.0.113.7'))).toEqual([202, 202, 202])
    expect(await send('203.0.113.7')).toEqual({ status: 429, retryAfter: '20', origin: '*' })
    expect(stored).toHaveLength(3)
  })

  test.each([1, 7, 60, 300])('at %i a minute gets exactly so many at one time', async (ratePerIp) => {
    const send = createLimited({ ratePerIp })
    const answers = await statuses(ratePerIp + 1, () => send('203.0.113.7'))
    expect(answers.indexOf(429)).toBe(ratePerIp)
  })

  test('that waits for the given time gets one more', async () => {
    const send = createLimited({ ratePerIp: 7 })
    const [{ retryAfter } = { retryAfter: '' }] = (await times(8, () => send('203.0.113.7'))).slice(-1)
    nowMs += Number(retryAfter) * 1000
    expect(await statuses(2, () => send('203.0.113.7'))).toEqual([202, 429])
  })

  test('that waits a minute gets all again', async () => {
    const send = createLimited({ ratePerIp: 3 })
    await statuses(9, () => send('203.0.113.7'))
    nowMs += 60_000
    expect(await statuses(4, () => send('203.0.113.7'))).toEqual([202, 202, 202, 429])
  })

  test('does not use up the room of others, however often it sends', async () => {
    const send = createLimited({ ratePerIp: 1, rateTotal: 2 })
    await statuses(50, () => send('203.0.113.7'))
    expect((await send('203.0.113.8')).status).toBe(202)
  })

  test('is not locked out by a clock that was set back', async () => {
    const send = createLimited({ ratePerIp: 1 })
    await send('203.0.113.7')
    nowMs -= 3_600_000
    expect((await send('203.0.113.7')).status).toBe(202)
  })
})

test('all addresses together get the total', async () => {
  const send = createLimited({ ratePerIp: 1, rateTotal: 2 })
  let last = 0
  const next = () => {
    last += 1
    return send(`203.0.113.${last}`)
  }
  expect(await statuses(3, next)).toEqual([202, 202, 429])
})

test('if pages can sign, unsigned events get at most three quarters of the total', async () => {
  const secret = 'a-secret-of-the-shop'
  const send = createLimited({ rateTotal: 4, signingSecrets: [secret] })
  const event = newOrder()
  const { email, cart_data } = event.body
  const subject = cart_data.order_number
  const signature = sign({ secret, kind: 'convert', email, subject, expiry: nowMs / 1_000 + 60 })
  expect(await statuses(4, send)).toEqual([202, 202, 202, 429])
  expect(await statuses(2, () => send(undefined, {}, { ...event, signature }))).toEqual([202, 429])
})

test('junk does not use up the total', async () => {
  const send = createLimited({ ratePerIp: 1, rateTotal: 1 })
  const junk = ['{', { ...newOrder(), kind: 'other' }, newOrder({ email: 'ada' }), newSignUp({}, { list: 'other' })]
  const answers: number[] = []
  for (const [n, body] of junk.entries()) answers.push((await send(`203.0.113.${n}`, {}, body)).status)
  expect(answers).toEqual([400, 422, 422, 422])
  expect((await send('203.0.113.100')).status).toBe(202)
})

test('once the total is used up, requests are not read', async () => {
  const send = createLimited({ ratePerIp: 1, rateTotal: 1 })
  expect((await send('203.0.113.1')).status).toBe(202)
  expect((await send('203.0.113.2', {}, '{')).status).toBe(429)
})

describe('one network of IPv6', () => {
  const toAddress = (n: number, bits: 56 | 48 | 32) => {
    if (bits === 56) return `2001:db8:0:${n.toString(16)}::1`
    if (bits === 48) return `2001:db8:0:${(n << 8).toString(16)}::1`
    return `2001:db8:${n.toString(16)}::1`
  }

  test.each<[bits: 56 | 48 | 32, most: number]>([
    [56, 4 * 3],
    [48, 16 * 3],
    [32, 100],
  ])('a /%i gets %i events a minute, whatever addresses it chooses', async (bits, most) => {
    const send = createLimited({ ratePerIp: 3, rateTotal: 1e6 })
    let n = 0
    const next = () => {
      n += 1
      return send(toAddress(n, bits))
    }
    const answers = await statuses(100, next)
    expect(answers.filter((status) => status === 202)).toHaveLength(most)
  })

  test('a /48 that floods leaves three quarters of the total to the others', async () => {
    const send = createLimited({ ratePerIp: 3, rateTotal: 20 })
    let n = 0
    await statuses(100, () => {
      n += 1
      return send(toAddress(n, 48))
    })
    expect(stored).toHaveLength(9) // 4 while it was calm
    expect((await send('203.0.113.7')).status).toBe(202)
  })
})

test('each sender that has to wait returns at its own time', async () => {
  const send = createLimited({ ratePerIp: 3 })
  await statuses(3, () => send('203.0.113.7'))
  vi.mocked(Math.random).mockReturnValue(0.999)
  expect((await send('203.0.113.7')).retryAfter).toBe('30')
})

test('the shop’s back end has one address and is limited only by the total', async () => {
  const send = createLimited({ ratePerIp: 1, rateTotal: 3, serverTokens: ['token-of-the-back-end'] })
  const headers = { authorization: 'Bearer token-of-the-back-end' }
  expect(await statuses(4, () => send('203.0.113.7', headers))).toEqual([202, 202, 202, 429])
})

test('without any address, only the total counts', async () => {
  const send = createLimited({ ratePerIp: 1, rateTotal: 2 })
  expect(await statuses(3, () => send())).toEqual([202, 202, 429])
})

test('a refused origin is not counted', async () => {
  const send = createLimited({ ratePerIp: 1 })
  await send('203.0.113.7', { origin: 'https://other.example' })
  expect((await send('203.0.113.7')).status).toBe(202)
})

describe('the address', () => {
  const read = (socket: string | undefined, forwarded?: string, hops = 0) =>
    readBlocks(socket, new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }), hops)
  const self = read('192.0.2.1')

  test.each<[a: string, b: string, same: boolean, reason: string]>([
    ['203.0.113.7', '203.0.113.8', false, 'two addresses'],
    ['203.0.113.7', '::ffff:203.0.113.7', true, 'IPv4 within IPv6, in the form of a dual-stack socket'],
    ['203.0.113.7', '::FFFF:cb00:7107', true, 'IPv4 within IPv6, in hexadecimal'],
    ['203.0.113.7', '0:0:0:0:0:ffff:203.0.113.7', true, 'IPv4 within IPv6, in full'],
    ['2001:db8::1', '2001:db8:0:0:ffff::2', true, 'one network of 64 bits'],
    ['2001:db8::1', '2001:0DB8:0000::9', true, 'another spelling'],
    ['2001:db8::1', '2001:db8:0:1::1', false, 'two networks'],
    ['fe80::1%eth0', 'fe80::2%eth1', true, 'the zone does not count'],
    ['::1', '::2', true, 'all zeros'],
  ])('%s and %s have one bucket: %j (%s)', (a, b, same) => {
    expect(read(a)[0] === read(b)[0]).toBe(same)
  })

  test.each<[hops: number, forwarded: string, address: string, reason: string]>([
    [1, '203.0.113.7', '203.0.113.7', 'the only entry'],
    [1, '198.51.100.1, 203.0.113.7', '203.0.113.7', 'the shopper’s claim is left of it'],
    [2, '1.1.1.1, 203.0.113.7 ,10.0.0.1', '203.0.113.7', 'the second from the right'],
    [1, '1.1.1.1, 2001:db8::1', '2001:db8::1', 'IPv6'],
    [1, '[2001:db8::1]:4123', '2001:db8::1', 'with a port'],
    [1, '203.0.113.7:4123', '203.0.113.7', 'with a port'],
    [0, '203.0.113.7', '192.0.2.1', 'without a trusted hop'],
    [2, '203.0.113.7', '192.0.2.1', 'too few entries'],
    [1, '', '192.0.2.1', 'empty'],
    [1, '203.0.113.7,', '192.0.2.1', 'an empty entry'],
    [2, ',203.0.113.7', '192.0.2.1', 'an empty entry'],
    [1, 'unknown', '192.0.2.1', 'no address'],
    [1, '203.0.113.256', '192.0.2.1', 'no address'],
    [1, '203.0.113.07', '192.0.2.1', 'not an address'],
    [1, '[[2001:db8::1]]', '192.0.2.1', 'no address'],
    [20, ','.repeat(10), '192.0.2.1', 'only commas'],
  ])('with %i hops, %j is %s (%s)', (hops, forwarded, address) => {
    expect(read('192.0.2.1', forwarded, hops)).toEqual(read(address))
  })

  test('without the header is the socket’s address', () => {
    expect([read('192.0.2.1', undefined, 1), read(undefined, undefined, 1)]).toEqual([self, []])
  })
})

describe('a sender that failed to prove its identity', () => {
  test.each<[bits: number, most: number, toAddress: (n: number) => string]>([
    [64, 3, (n) => `2001:db8::${n.toString(16)}`],
    [56, 4 * 3, (n) => `2001:db8:0:${n.toString(16)}::1`],
    [48, 16 * 3, (n) => `2001:db8:0:${(n << 8).toString(16)}::1`],
  ])('in an IPv6 /%i is read %i times a minute, whatever addresses it chooses', async (_bits, most, toAddress) => {
    const { checkFailures, countFailure } = createFailureChecks(createSettings({ ratePerIp: 3 }), () => nowMs)
    const knock = async (n: number) => {
      const client = { address: toAddress(n) }
      const context = {
        request: toRequest(''),
        client,
        fromServer: false,
        isNoisy: false,
        signed: false,
        problems: [],
        ignored: [],
      }
      const problem = await checkFailures(context)
      if (!problem) await countFailure(context)
      return problem?.code
    }
    const answers: (string | undefined)[] = []
    for (let n = 1; n <= 100; n += 1) answers.push(await knock(n))
    expect(answers.indexOf('rate')).toBe(most)
  })
})

test('the number of addresses is bounded, because the first are forgotten', () => {
  const { checkAddress } = createRateChecks(createSettings({ ratePerIp: 1 }), () => nowMs)
  const request = toRequest('')
  const knock = (n: number) => {
    const client = { address: `2001:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1` }
    return checkAddress({ request, client, ...UNKNOWN })
  }
  expect([knock(0), knock(0)]).toEqual([undefined, expect.objectContaining({ code: 'rate' })])
  for (let n = 1; n <= 100_000; n += 1) knock(n) // two generations
  expect(knock(0)).toBeUndefined()
})

test.each<[what: string, calm: number, toAddress: (n: number) => string]>([
  ['an address', 6, () => '203.0.113.7'],
  ['a /48', 96, (n) => `2001:db8:0:${(n << 8).toString(16)}::1`],
])('%s that uses a tenth of its minute is noisy, and calm again a minute later', (_what, calm, toAddress) => {
  const { checkAddress } = createRateChecks(createSettings({ ratePerIp: 60 }), () => nowMs)
  const knock = (n: number) => {
    const client = { address: toAddress(n) }
    const context = { request: toRequest(''), client, ...UNKNOWN }
    checkAddress(context)
    return context.isNoisy
  }
  expect(Array.from({ length: 100 }, (_, n) => knock(n)).indexOf(true)).toBe(calm)
  nowMs += 60_000
  expect(knock(0)).toBe(false)
})

test('a network that floods stays noisy while it floods', () => {
  const { checkAddress } = createRateChecks(createSettings({ ratePerIp: 60 }), () => nowMs)
  const knock = () => {
    nowMs += 1_001
    const context = { request: toRequest(''), client: { address: '203.0.113.7' }, ...UNKNOWN }
    checkAddress(context)
    return context.isNoisy
  }
  expect(Array.from({ length: 600 }, knock).filter((isNoisy) => !isNoisy)).toHaveLength(6)
})

test('four networks that flood leave three quarters of the total to shoppers', async () => {
  const send = createLimited({ ratePerIp: 60, rateTotal: 3_000 })
  let flooded = 0
  for (let second = 0; second < 60; second += 1) {
    for (let n = 0; n < 64; n += 1) {
      flooded += Number((await send(`2001:db8:${n % 4}:${((second * 16 + n) << 4).toString(16)}::1`)).status === 202)
    }
    nowMs += 1_000
  }
  const shoppers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(`198.51.100.${n}`)))
  expect([flooded < 2_000, shoppers.map(({ status }) => status)]).toEqual([true, Array(20).fill(202)])
})
