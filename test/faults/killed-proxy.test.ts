/**
 * Promise: what was answered with 202 has exactly one effect in the API, whenever the proxy is killed.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toRounds } from '../support/long.js'
import { countWrong, inviteCustomers, killAgainAndAgain, shop } from '../support/shoppers.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const ROUNDS = toRounds(6, 200)
const ROUND_MS = 5_000

let api: TroubledProxy['api']
let proxy: TroubledProxy['proxy']
let stop: TroubledProxy['stop']

beforeEach(async () => {
  ;({ api, proxy, stop } = await startTroubledProxy())
})
afterEach(() => stop())

test(`${ROUNDS} times killed under load at a random moment`, { timeout: 60_000 + ROUNDS * ROUND_MS }, async () => {
  const accepted = await killAgainAndAgain({ api, proxy, rounds: ROUNDS })
  await expect.poll(() => countWrong(api, accepted), { timeout: 60_000, interval: 500 }).toBe(0)
  expect(accepted.length).toBeGreaterThanOrEqual(ROUNDS)
})

test('SIGTERM under load: ends within 10 s with 0, and nothing accepted is lost', { timeout: 60_000 }, async () => {
  const shopping = shop(proxy.url, await inviteCustomers(api, 400))
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { code, tookMs } = await proxy.terminate()
  const accepted = await shopping
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
  await proxy.start()
  await expect.poll(() => countWrong(api, accepted), { timeout: 30_000, interval: 500 }).toBe(0)
  expect(accepted.length).toBeGreaterThan(0)
})
