/**
 * Promise: what was answered with 202 has exactly one effect in the API, whichever of two proxies on one Postgres is killed,
 * and when Postgres itself is.
 */
import { randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toRounds } from '../support/long.js'
import { ask, type NewDatabase, type Postgres, startPostgres } from '../support/postgres.js'
import { isInstalled } from '../support/programs.mjs'
import { createProxyProcess, type ProxyProcess } from '../support/proxy-process.js'
import { countWrong, inviteCustomers, shop } from '../support/shoppers.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const ROUNDS = toRounds(2, 20)
const ROUND_MS = 10_000

describe.skipIf(!isInstalled('postgres'))('on one Postgres', () => {
  let postgres: Postgres
  let database: NewDatabase
  let first: TroubledProxy
  let second: ProxyProcess

  beforeAll(async () => {
    postgres = await startPostgres({ isDurable: true })
  }, 60_000)
  afterAll(() => postgres.remove(), 60_000)
  beforeEach(async () => {
    database = await postgres.newDatabase()
    first = await startTroubledProxy({ RINGUP_DATABASE: database.url })
    second = await createProxyProcess({ RINGUP_API_URL: first.api.baseUrl, RINGUP_DATABASE: database.url })
    await second.start()
  }, 60_000)
  afterEach(async () => {
    await second.kill()
    await first.stop()
    await database.remove()
  }, 60_000)

  const untilAllHaveOneEffect = (accepted: string[]) =>
    expect.poll(() => countWrong(first.api, accepted), { timeout: 60_000, interval: 500 }).toBe(0)

  test(`${ROUNDS} times one of two proxies is killed under load`, { timeout: 60_000 + ROUNDS * ROUND_MS }, async () => {
    const proxies = [first.proxy, second]
    const accepted: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const customers = await inviteCustomers(first.api, 120)
      let onAccepted = () => {}
      const begun = new Promise<void>((resolve) => {
        onAccepted = resolve
      })
      const shopping = proxies.map(({ url }) => shop(url, customers, onAccepted))
      await begun
      await new Promise((resolve) => setTimeout(resolve, randomInt(0, 120)))
      const proxy = proxies[round % 2]
      await proxy?.kill()
      accepted.push(...(await Promise.all(shopping)).flat())
      await proxy?.start()
    }
    // Instead of the minute after which others take what a killed proxy had under way.
    await ask(database.url, 'UPDATE events SET leased_until = 0')
    await untilAllHaveOneEffect(accepted)
    expect(accepted.length).toBeGreaterThanOrEqual(ROUNDS)
  })

  test('Postgres is killed under load, and all goes on when it is back', { timeout: 120_000 }, async () => {
    const customers = await inviteCustomers(first.api, 400)
    let onAccepted = () => {}
    const begun = new Promise<void>((resolve) => {
      onAccepted = resolve
    })
    const shopping = [first.proxy, second].map(({ url }) => shop(url, customers, onAccepted))
    await begun
    await postgres.kill()
    const accepted = (await Promise.all(shopping)).flat()
    await postgres.start()
    await untilAllHaveOneEffect(accepted)
    expect(accepted.length).toBeGreaterThan(0)
    expect(customers).toEqual([]) // both went on answering
  })
})
