/** Promise: no answer of the proxy reveals anything about a customer, by status, headers, length or time. */
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { isLong, toLimitMs, toRounds } from '../support/long.js'
import { newOrder, newSignUp, ORIGIN } from '../support/proxy.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

/** Enough to compare the answers. Comparing times takes more. */
const ROUNDS = toRounds(10, 300)
/** The work after an answer, such as the call of the API, is over by then and does not slow the next answer. */
const PAUSE_MS = 20
/** The chance that the slower of two answers is the guessed one. 0.5 reveals nothing. */
const TELLING = 0.1

let started: TroubledProxy
beforeAll(async () => {
  started = await startTroubledProxy()
})
afterAll(() => started.stop())

/** Over node:http, because its own time varies less than that of fetch. */
async function send(event: object) {
  await setTimeout(PAUSE_MS)
  const from = performance.now()
  const sent = request(`${started.proxy.url}/ringup`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'text/plain' },
  })
  sent.end(JSON.stringify(event))
  return new Promise<{ status: number; headers: object; length: number; tookMs: number }>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', async (answer) => {
      const text = await buffer(answer)
      const tookMs = performance.now() - from
      // Headers of the connection, which is closed after its thousandth request, whatever its sender.
      const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers
      resolve({ status: answer.statusCode ?? 0, headers, length: text.length, tookMs })
    })
  })
}

/** Either may come first, so that neither always meets the effects of the other. */
async function sendBoth(one: object, other: object) {
  if (Math.random() < 0.5) return [await send(one), await send(other)] as const
  const second = await send(other)
  return [await send(one), second] as const
}

const seen = { tookMs: expect.any(Number) }
let serial = 0
function newValue() {
  serial += 1
  return { note: String(serial).padStart(6, '0') }
}

/** The possible facts about an address. Each makes events of equal length. */
const KINDS: Record<string, () => Promise<() => object>> = {
  'a new address': async () => () => newSignUp({ email: newEmail(), ...newValue() }),
  'an address on the list, saying the same again': async () => {
    const contact = { email: newEmail(), ...newValue() }
    await send(newSignUp(contact))
    return () => newSignUp(contact)
  },
  'an address that has used up its day': async () => {
    const email = newEmail()
    for (let time = 0; time < 6; time += 1) await send(newSignUp({ email, ...newValue() }))
    return () => newSignUp({ email, ...newValue() })
  },
  'an address that the API knows': async () => {
    const email = newEmail()
    await started.api.newCustomer(email)
    return () => newSignUp({ email, ...newValue() })
  },
}

/** Sends both in each round. The answers do not show which is which. */
async function expectSame(toFirst: (round: number) => object, toSecond: (round: number) => object) {
  const times: { first: number[]; second: number[] } = { first: [], second: [] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = await sendBoth(toFirst(round), toSecond(round))
    expect({ ...second, ...seen }).toEqual({ ...first, ...seen })
    expect(first.status).toBe(202)
    times.first.push(first.tookMs)
    times.second.push(second.tookMs)
  }
  expect(isTelling(times.first, times.second)).toBe(false)
}

describe('a sign-up gets an equal answer for', () => {
  test.each(Object.keys(KINDS).slice(1))('a new address and %s', { timeout: toLimitMs(ROUNDS) }, async (name) => {
    const fresh = await KINDS['a new address']?.()
    const known = await KINDS[name]?.()
    await expectSame(
      () => fresh?.() ?? {},
      () => known?.() ?? {},
    )
  })
})

test('an order gets an equal answer for a customer with a session and an unknown one', async () => {
  const customers = Array.from({ length: ROUNDS }, newEmail)
  for (const email of customers) await started.api.newCustomer(email)
  await expectSame(
    (round) => newOrder({ email: customers[round] }),
    () => newOrder({ email: newEmail() }),
  )
})

/** The times of few answers have no meaning. */
const isTelling = (first: number[], second: number[]) => isLong && Math.abs(toChance(first, second) - 0.5) >= TELLING

/** The share of all pairs in which the second took longer (the area under the ROC curve). */
function toChance(first: number[], second: number[]): number {
  const longer = first.flatMap((a) => second.map((b): number => (b > a ? 1 : b === a ? 0.5 : 0)))
  return longer.reduce((sum, each) => sum + each, 0) / longer.length
}
