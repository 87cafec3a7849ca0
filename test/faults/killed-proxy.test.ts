/**
 * Promise: what was answered with 202 has exactly one effect in the API, whenever the proxy is killed.
 *
 * `ROUNDS=1000 npm run test:faults` makes it long.
 */
import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { newOrder, ORIGIN } from '../support/proxy.js'
import { buildProxy } from '../support/proxy-process.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const ROUNDS = Number(process.env.ROUNDS ?? 200)
const ROUND_MS = 5_000
const SHOPPERS = 6

let api: TroubledProxy['api']
let proxy: TroubledProxy['proxy']
let stop: TroubledProxy['stop']

beforeEach(async () => {
  ;({ api, proxy, stop } = await startTroubledProxy(await buildProxy('killed-proxy')))
})
afterEach(() => stop())

/** Sends orders until nobody answers; the numbers of those that were answered with 202. */
async function shop(customers: string[], onAccepted = () => {}): Promise<string[]> {
  const accepted: string[] = []
  const shopper = async () => {
    for (let email = customers.pop(); email; email = customers.pop()) {
      const order = newOrder({ email })
      const answer = await fetch(`${proxy.url}/ringup`, {
        method: 'POST',
        headers: { origin: ORIGIN },
        body: JSON.stringify(order),
      })
      if (answer.status === 202) {
        accepted.push(order.body.cart_data.order_number)
        onAccepted()
      }
      await answer.arrayBuffer()
    }
  }
  // Killed in the middle of an answer: this shopper has nothing accepted to count any more.
  await Promise.all(Array.from({ length: SHOPPERS }, () => shopper().catch(() => {})))
  return accepted
}

async function inviteCustomers(count: number): Promise<string[]> {
  const customers = Array.from({ length: count }, newEmail)
  const uninvited = [...customers]
  const invite = async () => {
    for (let email = uninvited.pop(); email; email = uninvited.pop()) await api.newCustomer(email)
  }
  await Promise.all(Array.from({ length: SHOPPERS }, invite))
  return customers
}

/** The orders with another number of effects than one. */
async function readWrong(accepted: string[]): Promise<string[]> {
  const effects = await api.effects()
  return accepted.filter((number) => effects.get(number) !== 1)
}

test(`${ROUNDS} times killed under load at a random moment`, { timeout: 60_000 + ROUNDS * ROUND_MS }, async () => {
  const accepted: string[] = []
  let customers: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    if (customers.length < 60) customers = [...customers, ...(await inviteCustomers(120))]
    let onAccepted = () => {}
    const begun = new Promise<void>((resolve) => {
      onAccepted = resolve
    })
    const shopping = shop(customers, onAccepted)
    // Counted from its first answer: a process just started may take longer for that than any fixed time.
    await Promise.race([begun, shopping])
    await new Promise((resolve) => setTimeout(resolve, randomInt(0, 60)))
    await proxy.kill()
    accepted.push(...(await shopping))
    await proxy.start()
  }
  await expect.poll(() => readWrong(accepted).then(({ length }) => length), { timeout: 60_000, interval: 500 }).toBe(0)
  expect(accepted.length).toBeGreaterThan(ROUNDS)
})

test('SIGTERM under load: ends within 10 s with 0, and nothing accepted is lost', { timeout: 60_000 }, async () => {
  const shopping = shop(await inviteCustomers(1_000))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const { code, tookMs } = await proxy.terminate()
  const accepted = await shopping
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
  await proxy.start()
  await expect.poll(() => readWrong(accepted).then(({ length }) => length), { timeout: 30_000, interval: 500 }).toBe(0)
  expect(accepted.length).toBeGreaterThan(0)
})
