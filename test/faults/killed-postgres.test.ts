/**
 * Promise: an event that was answered with 202 has exactly one effect in the API, in its customer's order. This holds
 * if one of two proxies on one Postgres is killed or stopped for longer than its lease, and if Postgres itself is
 * killed.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countHeld } from '../support/count-held.js'
import { isLong, toKillRounds, toLimitMs } from '../support/long.js'
import { ask, type NewDatabase, type Postgres, startPostgres } from '../support/postgres.js'
import { isInstalled } from '../support/programs.mjs'
import { createProxyProcess, type ProxyProcess } from '../support/proxy-process.js'
import { type Accepted, inviteCustomers, killAgainAndAgain, shop, untilNothingIsWrong } from '../support/shoppers.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const ROUNDS = toKillRounds(2)
/** Each waits for the end of a lease of a minute, so it is only in the long run. */
const STOPS = 10
const LEASES = 'SELECT count(*)::int AS leases FROM events WHERE lease > 0'
/** The places of one proxy for requests. */
const PLACES = 8
/** Ends the leases of killed proxies. A lease of a running one is younger: a request takes 10 s at most. */
const END_LEASES = `
  UPDATE events SET lease = 0 WHERE lease > 0 AND lease < extract(epoch FROM clock_timestamp()) * 1000 + 45000`
const UNTIL_OVER = { interval: 500, timeout: 300_000 }

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

  async function judge(accepted: Accepted): Promise<string> {
    // Replaces the rest of the minute after which others claim the events of a killed proxy.
    await expect
      .poll(async () => {
        await ask(database.url, END_LEASES)
        return (await countHeld(database.url)).held
      }, UNTIL_OVER)
      .toBe(0)
    return untilNothingIsWrong(first.api, accepted, ROUNDS)
  }
  const timeout = toLimitMs(ROUNDS)

  const killProxy = async () => {
    const proxy = Math.random() < 0.5 ? first.proxy : second
    await proxy.kill()
    return proxy.start
  }
  const killPostgres = () => postgres.kill().then(() => postgres.start)

  test.each([
    ['one of two proxies', killProxy],
    ['Postgres', killPostgres],
  ])(`${ROUNDS} times %s is killed under load, and all continue`, { timeout }, async (_what, kill) => {
    const accepted = await killAgainAndAgain({ api: first.api, urls, rounds: ROUNDS, kill, withinMs: 120 })
    await judge(accepted)
    for (const url of urls()) expect((await fetch(`${url}/ringup/ringup.js`)).status).toBe(200)
  })

  // For longer than a lease, only in the long run.
  if (isLong)
    test(`${STOPS} times one of two proxies is stopped longer than its lease`, {
      timeout: toLimitMs(STOPS * 4),
    }, async ({ annotate }) => {
      const accepted: Accepted = []
      for (let round = 0; round < STOPS; round += 1) {
        const customers = await inviteCustomers(first.api, 60)
        first.api.be('slow answer')
        const shopping = Promise.all(urls().map((url) => shop(url, customers)))
        const countLeases = async () => (await ask<{ leases: number }>(database.url, LEASES))[0]?.leases
        await expect.poll(countLeases, { interval: 20 }).toBeGreaterThan(PLACES) // both have events under way
        process.kill(second.pid(), 'SIGSTOP')
        const stoppedMs = performance.now()
        try {
          // The other proxy has sent the events that this one had under way.
          await expect.poll(async () => (await countHeld(database.url)).held, UNTIL_OVER).toBe(0)
        } finally {
          process.kill(second.pid(), 'SIGCONT')
        }
        expect(performance.now() - stoppedMs).toBeGreaterThan(30_000) // it had some
        accepted.push(...(await shopping).flat())
      }
      await annotate(await untilNothingIsWrong(first.api, accepted, STOPS), 'figure')
    })
})
