/**
 * Promise: an event that was answered with 202 has exactly one effect in the API, in its customer's order, whenever
 * Cloudflare's runtime is killed.
 */
import { afterEach, beforeEach, test } from 'vitest'
import { buildEdgeProxy, createEdge, type Edge } from '../support/edge.js'
import { toKillRounds, toLimitMs } from '../support/long.js'
import { newFolder } from '../support/proxy.js'
import { killAgainAndAgain, untilNothingIsWrong } from '../support/shoppers.js'
import { startTroubledApi, type TroubledApi } from '../support/troubled-api.js'

const ROUNDS = toKillRounds(2)

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

test(`${ROUNDS} times killed under load at a random moment`, { timeout: toLimitMs(ROUNDS) }, async ({ annotate }) => {
  const kill = () => proxy.kill().then(() => proxy.start)
  const accepted = await killAgainAndAgain({ api, urls: () => [proxy.url], rounds: ROUNDS, kill })
  await annotate(await untilNothingIsWrong(api, accepted, ROUNDS), 'figure')
})
