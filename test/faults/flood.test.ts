/** Promise: a client that floods the proxy does not lock out the shop's customers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrder } from '../support/proxy.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'
import { HEADERS, send as sendTo } from '../support/wire.js'

let flooded: TroubledProxy
beforeAll(async () => {
  flooded = await startTroubledProxy({
    RINGUP_TRUSTED_HOPS: '1',
    RINGUP_RATE_PER_IP: '3',
    RINGUP_RATE_TOTAL: '40',
  })
})
afterAll(() => flooded.stop())

const send = async (address: string, body: object | string = newOrder()) =>
  (await sendTo(flooded.proxy.url, { headers: { ...HEADERS, 'x-forwarded-for': address }, body })).status

describe('a /48 of IPv6 that chooses another address each time', () => {
  const flood = async (body?: string) => {
    for (let n = 0; n < 200; n += 1) await send(`2001:db8:0:${(n << 8).toString(16)}::1`, body)
  }

  test('and sends one byte, leaves the total to the shoppers', async () => {
    await flood('{')
    expect(await send('203.0.113.1')).toBe(202)
  })

  test('and sends orders, leaves half of the total to the shoppers', async () => {
    await flood()
    const answers: number[] = []
    for (let n = 0; n < 9; n += 1) answers.push(await send(`203.0.113.${n + 2}`))
    expect(answers).toEqual(Array(9).fill(202))
  })
})
