/**
 * Promise: what was answered with 202 has exactly one effect in the API, whenever Cloudflare's runtime is killed.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildEdgeProxy, createEdge, type Edge } from '../support/edge.js'
import { toRounds } from '../support/long.js'
import { newFolder } from '../support/proxy.js'
import { countWrong, killAgainAndAgain } from '../support/shoppers.js'
import { startTroubledApi, type TroubledApi } from '../support/troubled-api.js'

const ROUNDS = toRounds(2, 30)
const ROUND_MS = 10_000

let api: TroubledApi
let folder: { path: string; remove: () => void }
let proxy: Edge

beforeEach(async () => {
  folder = newFolder()
  api = await startTroubledApi()
  proxy = createEdge({
    bundle: await buildEdgeProxy('killed-edge'),
    folder: folder.path,
    vars: { RINGUP_API_URL: api.baseUrl },
  })
  await proxy.start()
})
afterEach(async () => {
  await proxy.stop()
  await api.stop()
  folder.remove()
})

test(`${ROUNDS} times killed under load at a random moment`, { timeout: 60_000 + ROUNDS * ROUND_MS }, async () => {
  const accepted = await killAgainAndAgain({ api, proxy, rounds: ROUNDS })
  await expect.poll(() => countWrong(api, accepted), { timeout: 60_000, interval: 500 }).toBe(0)
  expect(accepted.length).toBeGreaterThanOrEqual(ROUNDS)
})
