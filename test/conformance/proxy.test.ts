/**
 * Promise: over real HTTP, the proxy answers as documented. An event that was answered with 202 has exactly one effect in the API, even
 * if a process is stopped in between.
 */
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ApiRequest } from '../../demo/reference-api/index.js'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import { Accepted } from '../../src/contract/event.js'
import { type ApiClient, createClient, newEmail } from '../support/api.js'
import { countHeld } from '../support/count-held.js'
import { API_KEY, newOrder, newSignUp, toPassed } from '../support/proxy.js'
import { run, untilListening } from '../support/proxy-process.js'
import { type OwnProxy, openProxy, serve } from '../support/servers.js'
import { type Sent, send as sendTo } from '../support/wire.js'

let api: StartedApi
let client: ApiClient
let arrived: ApiRequest[]
let proxy: OwnProxy

beforeEach(async () => {
  arrived = []
  // Only events have a key. The neutral question, which accompanies some events, does not.
  const onRequest = (request: ApiRequest) => void (request.idempotencyKey && arrived.push(request))
  api = await startApi({ authorization: API_KEY, port: 0, onRequest })
  client = createClient(api.baseUrl, API_KEY)
  proxy = await openProxy({ apiUrl: api.baseUrl })
})
afterEach(async () => {
  await proxy.remove()
  await api.stop()
})

const send = (sent?: Sent, url = proxy.url) => sendTo(url, sent)

async function newCustomer(): Promise<string> {
  const email = newEmail()
  await client.post('sessions/', { email })
  return email
}

const untilDelivered = () => expect.poll(async () => (await countHeld(proxy.settings.database)).held).toBe(0)
const numberOf = (order: ReturnType<typeof newOrder>) => toPassed(order).cart_data.order_number

test('an order ends as one converted session with exactly its cents, under its own id', async () => {
  const cart = { order_number: 'A-1', cart_value: 1999, cart_item_count: 3 }
  const item = { product_id: 'MUG-1', price: 333, item_qty: 3, qty_price: 999 }
  const email = await newCustomer()
  const order = newOrder({ email, cart_data: { ...cart, note: 'gift' }, cart_items: [{ ...item, colour: 'blue' }] })
  const { status, text } = await send({ body: order })
  expect({ status, body: JSON.parse(text) }).toEqual({ status: 202, body: { ok: true, id: order.id } })
  await untilDelivered()
  const kept = {
    cart: { ...cart, metadata: { note: 'gift' } },
    cart_items: [{ ...item, metadata: { colour: 'blue' } }],
  }
  expect((await client.get('sessions/')).body).toMatchObject({ sessions: [{ email, status: 'converted', ...kept }] })
  expect(arrived).toMatchObject([{ path: '/api/v1/demo/customer/convert/', idempotencyKey: order.id }])
})

test('a sign-up reaches its list, without the fields that the settings exclude', async () => {
  const signUp = newSignUp({ city: 'London', phone: '1', points: '7' })
  const { text } = await send({ body: signUp })
  await untilDelivered()
  const { customers } = (await client.get('customers/')).body as { customers: object[] }
  expect(Accepted.parse(JSON.parse(text))).toEqual({ ok: true, id: signUp.id, ignored: ['phone', 'points'] })
  const lists = [{ list_id: '42', custom_fields: {} }]
  expect(customers).toEqual([{ id: 1, email: toPassed(signUp).email, first_name: 'Ada', city: 'London', lists }])
})

describe('ringup proxy', () => {
  // The other tests' proxy locks its own file.
  const toDatabase = () => join(proxy.folder, 'cli.db')

  async function start(environment: Record<string, string> = {}) {
    const started = run({ RINGUP_API_URL: api.baseUrl, RINGUP_DATABASE: toDatabase(), ...environment })
    onTestFinished(() => void started.child.kill('SIGKILL'))
    return { ...started, url: await untilListening(started) }
  }

  test('prints its address; output and log have no key, e-mail address or number', async () => {
    const { url, said, child, ended } = await start()
    const order = newOrder({ email: await newCustomer() })
    const nobody = newOrder({ email: newEmail() })
    for (const body of [order, nobody, { ...order, kind: 's3cret' }]) await send({ body }, url)
    await expect.poll(() => arrived.length).toBe(2)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    for (const text of [API_KEY, toPassed(order).email, toPassed(nobody).email, numberOf(order), 's3cret'])
      expect(said()).not.toContain(text)
  })

  test('that is stopped twice amid a request ends immediately, and keeps its events', async () => {
    let isAsked = false
    const silent = await serve(() => {
      isAsked = true
    })
    onTestFinished(silent.stop)
    const { child, ended, url } = await start({ RINGUP_API_URL: silent.url })
    await send({ body: newOrder() }, url)
    await expect.poll(() => isAsked).toBe(true)
    child.kill('SIGTERM')
    await expect.poll(() => fetch(url).catch(() => 'nobody')).toBe('nobody')
    child.kill('SIGTERM')
    expect(await ended).toBe(null)
    expect((await countHeld(toDatabase())).held).toBe(1)
  })
})
