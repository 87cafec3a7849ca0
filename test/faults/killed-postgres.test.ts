/**
 * Promise: what was answered with 202 has exactly one effect in the API, and each customer's in their order, whichever of two proxies on one Postgres is killed,
 * and when Postgres itself is.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toKillRounds, toLimitMs } from '../support/long.js'
import { ask, type NewDatabase, type Postgres, startPostgres } from '../support/postgres.js'
import { isInstalled } from '../support/programs.mjs'
import { createProxyProcess, type ProxyProcess } from '../support/proxy-process.js'
import { type Accepted, countWrong, killAgainAndAgain, NOTHING_WRONG } from '../support/shoppers.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const ROUNDS = toKillRounds(2)

describe.skipIf(!isInstalled('postgres'))('on one Postgres', () => {
  let postgres: Postgres
  let database: NewDatabase
  let first: TroubledProxy
  let second: ProxyProcess

  beforeAll(async () => {
    postgres = await startPostgres({ isDurable: true })
  })
  afterAll(() => postgres.remove())
  beforeEach(async () => {
    database = await postgres.newDatabase()
    first = await startTroubledProxy({ RINGUP_DATABASE: database.url })
    second = await createProxyProcess({ RINGUP_API_URL: first.api.baseUrl, RINGUP_DATABASE: database.url })
    await second.start()
  })
  afterEach(async () => {
    await second.kill()
    await first.stop()
    await database.remove()
  })

  const urls = () => [first.proxy.url, second.url]

  async function untilNothingIsWrong(accepted: Accepted) {
    // Instead of the minute after which others take what a killed proxy had under way.
    await ask(database.url, 'UPDATE events SET leased_until = 0')
    const judged = expect.poll(() => countWrong(first.api, accepted), { interval: 500 })
    await judged.toEqual(NOTHING_WRONG)
    expect(accepted.length).toBeGreaterThanOrEqual(ROUNDS)
  }
  const toFigure = (accepted: Accepted) =>
    `${accepted.length} orders in ${ROUNDS} rounds, none lost, doubled or out of order`
  const timeout = toLimitMs(ROUNDS)

  test(`${ROUNDS} times one of two proxies is killed under load`, { timeout }, async ({ annotate }) => {
    const kill = async () => {
      const proxy = Math.random() < 0.5 ? first.proxy : second
      await proxy.kill()
      return proxy.start
    }
    const accepted = await killAgainAndAgain({ api: first.api, urls, rounds: ROUNDS, kill, withinMs: 120 })
    await untilNothingIsWrong(accepted)
    await annotate(toFigure(accepted), 'figure')
  })

  test(`${ROUNDS} times Postgres is killed under load, and all goes on when it is back`, { timeout }, async ({
    annotate,
  }) => {
    const kill = () => postgres.kill().then(() => postgres.start)
    const accepted = await killAgainAndAgain({ api: first.api, urls, rounds: ROUNDS, kill, withinMs: 120 })
    await untilNothingIsWrong(accepted)
    for (const url of urls()) expect((await fetch(`${url}/ringup/ringup.js`)).status).toBe(200) // both went on
    await annotate(toFigure(accepted), 'figure')
  })
})
