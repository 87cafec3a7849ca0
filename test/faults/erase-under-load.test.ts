/** Promise: the operator erases a customer from a large file, and every page still gets its answer. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { toRounds } from '../support/long.js'
import { newOrder } from '../support/proxy.js'
import { run } from '../support/proxy-process.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'
import { send } from '../support/wire.js'

const HELD = toRounds(500, 3_000)
const SHOPPERS = 8

let started: TroubledProxy
beforeEach(async () => {
  started = await startTroubledProxy()
})
afterEach(() => started.stop())

async function order(email = newEmail()): Promise<number> {
  const body = newOrder({ email, cart_items: [{ product_id: 'MUG-1', note: 'x'.repeat(2_000) }] })
  return (await send(started.proxy.url, { body })).status
}

/** @param isOver asked before each order */
async function shop(isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = []
  const shopper = async () => {
    while (!isOver()) statuses.push(await order())
  }
  await Promise.all(Array.from({ length: SHOPPERS }, shopper))
  return statuses
}

test('erasing one customer removes all their data and refuses no other', async () => {
  await started.api.goAway()
  const email = newEmail()
  for (let number = 0; number < 5; number += 1) await order(email)
  let sent = 0
  await shop(() => sent++ >= HELD)

  const erase = () => run({ RINGUP_API_URL: started.api.baseUrl, RINGUP_DATABASE: started.database }, ['erase', email])
  const { said, ended } = erase()
  let isErased = false
  void ended.then(() => {
    isErased = true
  })
  const statuses = await shop(() => isErased)
  expect([await ended, said()]).toEqual([0, expect.stringMatching(/\b5\b/)])
  expect(statuses.length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status !== 202)).toEqual([])
  const again = erase()
  expect([await again.ended, again.said()]).toEqual([0, expect.stringContaining('Nothing is stored')])
})
