/** Promise: what the disk has lost stops nobody but the customer whose event it was. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { damagePage } from '../support/damage.js'
import { newOrder, ORIGIN } from '../support/proxy.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

let api: TroubledProxy['api']
let proxy: TroubledProxy['proxy']
let database: TroubledProxy['database']
let stop: TroubledProxy['stop']
beforeEach(async () => {
  ;({ api, proxy, database, stop } = await startTroubledProxy())
})
afterEach(() => stop())

async function order() {
  const email = newEmail()
  await api.newCustomer(email)
  const sent = newOrder({ email })
  const { status } = await fetch(`${proxy.url}/ringup`, {
    method: 'POST',
    headers: { origin: ORIGIN },
    body: JSON.stringify(sent),
  })
  return { id: sent.id, number: sent.body.cart_data.order_number, status }
}

const health = async () => {
  const [, url = ''] = /(http:\S+)\/health/.exec(proxy.said()) ?? []
  const { state, problems, waiting } = (await (await fetch(`${url}/health`)).json()) as Record<string, unknown> // admin.test.ts checks the form
  return { state, problems, waiting: Number(waiting) }
}

test('a page that cannot be read: all others are delivered and taken, and health says so', async () => {
  await api.goAway()
  const orders = await Promise.all(Array.from({ length: 150 }, order)) // on several pages
  await expect.poll(async () => (await health()).problems).toEqual([{ reason: 'unreachable' }])
  damagePage(database, orders[0]?.id ?? '')
  await api.comeBack()
  const countEffects = async () => {
    const effects = await api.effects()
    return orders.filter(({ number }) => effects.get(number) === 1).length
  }
  await expect.poll(countEffects, { interval: 250 }).toBeGreaterThan(100)
  const late = await order()
  await expect.poll(async () => (await api.effects()).get(late.number)).toBe(1)
  expect(late.status).toBe(202)
  expect(await health()).toMatchObject({ state: 'degraded', problems: [{ reason: 'queue_failed' }] })
  expect(proxy.said()).toContain('"event":"queue_failed"')
})
