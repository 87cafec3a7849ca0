/** Promise: senders of unsigned events do not stop the events of others. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Line } from '../../src/proxy/log/line.js'
import type { Settings } from '../../src/proxy/settings.js'
import { newEmail } from '../support/api.js'
import { newOrder, newSignUp, toPassed } from '../support/proxy.js'
import { type OwnProxy, openProxy } from '../support/servers.js'
import { startTroubledApi, type Trouble, type TroubledApi } from '../support/troubled-api.js'
import { send as sendTo } from '../support/wire.js'

let api: TroubledApi
let proxy: OwnProxy
let logged: Line[]

afterEach(async () => {
  await proxy.remove()
  await api.stop()
})

async function start(more: Partial<Settings> = {}) {
  logged = []
  api = await startTroubledApi()
  const lists: Settings['lists'] = new Map([['newsletter', { id: '42', fields: '*' }]])
  proxy = await openProxy({ apiUrl: api.baseUrl, lists, ...more }, { log: (line) => void logged.push(line) })
}

const send = async (event: object) => (await sendTo(proxy.url, { body: event })).status

/** @returns the order's number */
async function order(): Promise<string> {
  const email = newEmail()
  await api.newCustomer(email)
  const event = newOrder({ email, cart_items: [{ product_id: 'CUP' }] })
  expect(await send(event)).toBe(202)
  return toPassed(event).cart_data.order_number
}

async function orderMany(count: number): Promise<string[]> {
  const numbers: string[] = []
  for (let n = 0; n < count; n += 1) numbers.push(await order())
  return numbers
}

const countDelivered = async (numbers: string[]) => {
  const effects = await api.effects()
  return numbers.filter((number) => effects.get(number) === 1).length
}

/** Reads health. admin.test.ts checks its form. */
async function readHealth(): Promise<Record<string, unknown>> {
  return (await (await fetch(`${proxy.adminUrl}/health`)).json()) as Record<string, unknown>
}

describe('sign-ups that a firewall before the API rejects', () => {
  const PAGE = '<!doctype html><title>Blocked</title>'
  test.each<[what: string, answer: Trouble]>([
    ['401', { status: 401 }],
    ['302', { status: 302, headers: { location: '/blocked' } }],
    ['a page that is XML', { status: 200, headers: { 'content-type': 'application/xhtml+xml' }, text: PAGE }],
  ])('(it answers %s) do not stop orders', async (_what, answer) => {
    await start()
    api.be((body) => (body.includes('<script>') ? answer : 'none'))
    for (let n = 0; n < 5; n += 1) await send(newSignUp({ first_name: '<script>alert(1)</script>' }))
    const numbers = await orderMany(4)
    for (let n = 0; n < 5; n += 1) await send(newSignUp({ first_name: '<script>alert(2)</script>' }))
    numbers.push(...(await orderMany(4)))
    await expect.poll(() => countDelivered(numbers)).toBe(8)
    await expect.poll(readHealth).toMatchObject({ waiting: { events: 10 }, dead: { events: 0 } }) // each of them has its own backoff
  })

  test('and a key that is always wrong are told apart: no event is dropped, health warns', async () => {
    await start()
    api.be({ status: 401 })
    await orderMany(3)
    await expect
      .poll(readHealth)
      .toMatchObject({ conditions: [{ name: 'credentials' }], waiting: { events: 3 }, dead: { events: 0 } })
    await order()
    await expect
      .poll(readHealth)
      .toMatchObject({ conditions: [{ name: 'credentials' }], waiting: { events: 4 }, dead: { events: 0 } })
  })
})
