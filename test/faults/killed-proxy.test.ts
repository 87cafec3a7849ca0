/**
 * Promise: what was answered with 202 has exactly one effect in the API, and each customer's in their order, whenever the proxy is killed.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toKillRounds } from '../support/long.js'
import { countWrong, inviteCustomers, killAgainAndAgain, NOTHING_WRONG, shop } from '../support/shoppers.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const ROUNDS = toKillRounds(6)
const ROUND_MS = 10_000

let api: TroubledProxy['api']
let proxy: TroubledProxy['proxy']
let stop: TroubledProxy['stop']

beforeEach(async () => {
  ;({ api, proxy, stop } = await startTroubledProxy())
})
afterEach(() => stop())

test(`${ROUNDS} times killed under load at a random moment`, { timeout: 120_000 + ROUNDS * ROUND_MS }, async ({
  annotate,
}) => {
  const kill = () => proxy.kill().then(() => proxy.start)
  const accepted = await killAgainAndAgain({ api, urls: () => [proxy.url], rounds: ROUNDS, kill })
  await expect.poll(() => countWrong(api, accepted), { timeout: 60_000, interval: 500 }).toEqual(NOTHING_WRONG)
  expect(accepted.length).toBeGreaterThanOrEqual(ROUNDS)
  await annotate(`${accepted.length} orders in ${ROUNDS} rounds, none lost, doubled or out of order`, 'figure')
})

test('SIGTERM under load: ends within 10 s with 0, and nothing accepted is lost', { timeout: 60_000 }, async () => {
  const shopping = shop(proxy.url, await inviteCustomers(api, 400))
  await new Promise((resolve) => setTimeout(resolve, 100))
  const { code, tookMs } = await proxy.terminate()
  const accepted = await shopping
  expect(code).toBe(0)
  expect(tookMs).toBeLessThan(10_000)
  await proxy.start()
  await expect.poll(() => countWrong(api, accepted), { timeout: 30_000, interval: 500 }).toEqual(NOTHING_WRONG)
  expect(accepted.length).toBeGreaterThan(0)
})
