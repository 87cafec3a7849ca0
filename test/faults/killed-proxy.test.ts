/**
 * Promise: an event that was answered with 202 has exactly one effect in the API, in its customer's order, whenever the
 * proxy is killed.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toKillRounds, toLimitMs } from '../support/long.js'
import { inviteCustomers, killAgainAndAgain, shop, untilNothingIsWrong } from '../support/shoppers.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const ROUNDS = toKillRounds(6)

let started: TroubledProxy
beforeEach(async () => {
  started = await startTroubledProxy()
})
afterEach(() => started.stop())

test(`${ROUNDS} times killed under load at a random moment`, { timeout: toLimitMs(ROUNDS) }, async ({ annotate }) => {
  const { api, proxy } = started
  const kill = () => proxy.kill().then(() => proxy.start)
  const accepted = await killAgainAndAgain({ api, urls: () => [proxy.url], rounds: ROUNDS, kill })
  await annotate(await untilNothingIsWrong(api, accepted, ROUNDS), 'figure')
})

test('SIGTERM under load: ends with 0, and no accepted event is lost', async () => {
  const { api, proxy } = started
  const customers = await inviteCustomers(api, 120)
  let onAccepted = () => {}
  const begun = new Promise<void>((resolve) => {
    onAccepted = resolve
  })
  const shopping = shop(proxy.url, customers, onAccepted)
  await begun
  const code = await proxy.terminate()
  const accepted = await shopping
  expect(code).toBe(0)
  await proxy.start()
  await untilNothingIsWrong(api, accepted, 1)
})
