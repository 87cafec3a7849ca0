/**
 * Promise: over real HTTP, the proxy answers as documented. An event that was answered with 202 has exactly one effect in the API, even
 * if a process is stopped in between.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ApiRequest } from '../../demo/reference-api/index.js'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import { Accepted, Refusal } from '../../src/contract/event.js'
import type { Settings } from '../../src/proxy/settings.js'
import { type ApiClient, createClient, newEmail } from '../support/api.js'
import { countHeld } from '../support/count-held.js'
import { API_KEY, newOrder, newSignUp, toPassed } from '../support/proxy.js'
import { run as runRingup, untilListening } from '../support/proxy-process.js'
import { type OwnProxy, openProxy, serve } from '../support/servers.js'
import { ANSWERS, HEADERS, READABLE, REFUSALS, type Sent, send as sendTo } from '../support/wire.js'

let api: StartedApi
let client: ApiClient
let arrived: ApiRequest[]
let settings: Settings
let proxy: OwnProxy

beforeEach(async () => {
  arrived = []
  // Only events have a key. The neutral question, which accompanies some events, does not.
  const onRequest = (request: ApiRequest) => void (request.idempotencyKey && arrived.push(request))
  api = await startApi({ authorization: API_KEY, port: 0, onRequest })
  client = createClient(api.baseUrl, API_KEY)
  proxy = await openProxy({ apiUrl: api.baseUrl })
  settings = proxy.settings
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

const untilDelivered = () => expect.poll(async () => (await countHeld(settings.database)).held).toBe(0)
const numberOf = (order: ReturnType<typeof newOrder>) => toPassed(order).cart_data.order_number

describe('an order', () => {
  test('ends as one converted session with exactly its cents, under its own id', async () => {
    const cart_data = { order_number: 'A-1', cart_value: 1999, cart_item_count: 3, note: 'gift' }
    const cart_items = [{ product_id: 'MUG-1', price: 333, item_qty: 3, qty_price: 999, colour: 'blue' }]
    const email = await newCustomer()
    const order = newOrder({ email, cart_data, cart_items })
    const { status, text } = await send({ body: order })
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 202, body: { ok: true, id: order.id } })
    await untilDelivered()
    const session = {
      email,
      status: 'converted',
      cart: { order_number: 'A-1', cart_value: 1999, cart_item_count: 3, metadata: { note: 'gift' } },
      cart_items: [{ product_id: 'MUG-1', price: 333, item_qty: 3, qty_price: 999, metadata: { colour: 'blue' } }],
    }
    expect((await client.get('sessions/')).body).toMatchObject({ sessions: [session] })
    expect(arrived).toMatchObject([{ path: '/api/v1/demo/customer/convert/', idempotencyKey: order.id }])
  })
})

test('a sign-up reaches its list, without the fields that the settings exclude', async () => {
  const signUp = newSignUp({ city: 'London', phone: '1', points: '7' })
  const { text } = await send({ body: signUp })
  await untilDelivered()
  const { customers } = (await client.get('customers/')).body as { customers: object[] }
  expect(Accepted.parse(JSON.parse(text))).toEqual({ ok: true, id: signUp.id, ignored: ['phone', 'points'] })
  expect(customers).toEqual([
    {
      id: 1,
      email: toPassed(signUp).email,
      first_name: 'Ada',
      city: 'London',
      lists: [{ list_id: '42', custom_fields: {} }],
    },
  ])
})

describe('every answer', () => {
  test('can be read from any page, is not cached, and does not contain a key', async () => {
    const answers = await Promise.all(ANSWERS.map(async ([, reason, sent]) => ({ reason, ...(await send(sent)) })))
    expect(answers).toEqual(
      ANSWERS.map(([status, reason]) => ({
        status,
        reason,
        headers: expect.objectContaining(READABLE),
        text: expect.not.stringContaining(API_KEY),
      })),
    )
    expect(JSON.stringify(answers)).not.toMatch(/access-control-allow-credentials/)
  })

  test('that refuses has the reason in JSON, and the event is not stored or sent', async () => {
    const answers = await Promise.all(REFUSALS.map(([, sent]) => send(sent)))
    expect(answers).toMatchObject(
      REFUSALS.map(([status]) => ({ status, headers: { 'content-type': 'application/json' } })),
    )
    for (const { text } of answers) expect(Refusal.parse(JSON.parse(text))).toEqual(JSON.parse(text))
    await send({ body: newOrder({ email: await newCustomer() }) })
    await untilDelivered()
    expect(arrived).toHaveLength(1)
  })

  test('to a request while the proxy stops is 503, so the browser keeps the event', async () => {
    const body = JSON.stringify(newOrder())
    const socket = connect(proxy.port, '127.0.0.1')
    await new Promise((resolve) => socket.write('POST /ringup HTTP/1.1\r\n', resolve))
    const answer = once(socket, 'data')
    await send({ method: 'GET' }) // its answer shows that the proxy has read the line before
    const stopped = proxy.stop()
    const headers = Object.entries({ ...HEADERS, host: 'x', 'content-length': body.length })
    socket.write(`${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
    expect(String(await answer)).toMatch(/^HTTP\/1.1 503 .*retry-after: [3-6]\d\b/is)
    await stopped
    expect((await countHeld(settings.database)).held).toBe(0)
  })
})

describe('ringup proxy', () => {
  const running: ChildProcess[] = []
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
  })

  beforeEach(async () => {
    // The other tests' proxy locks its own file.
    settings = { ...settings, database: join(proxy.folder, 'cli.db') }
    await (await openProxy({ database: settings.database })).remove()
  })

  const run = (environment: Record<string, string> = {}, args?: string[]) => {
    const started = runRingup({ RINGUP_API_URL: api.baseUrl, RINGUP_DATABASE: settings.database, ...environment }, args)
    running.push(started.child)
    return started
  }

  async function start(environment?: Record<string, string>) {
    const started = run(environment)
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

  test('with wrong settings prints a sentence for each, and ends with exit code 1', async () => {
    const { said, ended } = run({ RINGUP_KEY: '', RINGUP_API_URL: 'x', RINGUP_TYPO: '1' })
    expect(await ended).toBe(1)
    expect(said()).toMatch(/(.*RINGUP_(KEY|API_URL|TYPO) .*\n){3}/)
    expect(said()).not.toMatch(/ {4}at /)
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
    expect((await countHeld(settings.database)).held).toBe(1)
  })
})
