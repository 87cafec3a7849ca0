/**
 * The proxy on Cloudflare's runtime, from a page's request to the effect in the API: it answers as on Node, and what it has
 * answered with 202 happens exactly once, whatever ends in between.
 */
import { execFile } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Json } from 'miniflare'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { Accepted, Refusal } from '../../src/contract/event.js'
import { VARIABLES } from '../../src/proxy/environment.js'
import { sign } from '../../src/proxy/sign.js'
import { newEmail } from '../support/api.js'
import { CANARY, SENT, sendWithCanary } from '../support/canary.js'
import { buildEdgeProxy, CONFIG, createEdge, type Edge, SNIPPET } from '../support/edge.js'
import { API_KEY, newFolder, newOrder, newSignUp, ORIGIN } from '../support/proxy.js'
import { readBlock } from '../support/readme.js'
import { startTroubledApi, type Trouble, type TroubledApi } from '../support/troubled-api.js'
import { ANSWERS, HEADERS, READABLE, REFUSALS, type Sent, send } from '../support/wire.js'

const TOKEN = 'token-of-the-operator'
const KEY = Buffer.alloc(32, 7).toString('base64')

let bundle: string
let api: TroubledApi
let folder: { path: string; remove: () => void }
let edge: Edge

beforeAll(async () => {
  bundle = await buildEdgeProxy('edge')
  api = await startTroubledApi()
  folder = newFolder()
  edge = create()
  await edge.start()
})
afterAll(async () => {
  await edge.stop()
  await api.stop()
  folder.remove()
})
beforeEach(async () => {
  api.be('none')
  for (const { id } of await readList()) await operate('drop', id)
})
afterEach(() => api.comeBack())

function create(vars: Record<string, Json> = {}, path = folder.path): Edge {
  const operator = {
    name: 'operator',
    modules: true as const,
    script: readBlock('operator as a Worker'),
    compatibilityDate: '2026-04-01',
    bindings: { TOKEN },
    serviceBindings: toBindings(`{${readBlock('binding of the operator')}}`),
  }
  const beside = [operator, { ...operator, name: 'tokenless', bindings: {} }]
  return createEdge({ bundle, folder: path, vars: { RINGUP_API_URL: api.baseUrl, ...vars }, beside })
}

/** As miniflare wants what stands in a Worker's configuration. */
function toBindings(text: string): Record<string, { name: string; entrypoint: string }> {
  const { services } = JSON.parse(text) as { services: { binding: string; service: string; entrypoint: string }[] } // the README's
  return Object.fromEntries(
    services.map(({ binding, service, entrypoint }) => [binding, { name: service, entrypoint }]),
  )
}

/** One with settings and storage of its own. */
async function open(vars: Record<string, Json>): Promise<{ other: Edge; path: string }> {
  const { path, remove } = newFolder()
  const other = create(vars, path)
  onTestFinished(async () => {
    await other.stop()
    remove()
  })
  await other.start()
  return { other, path }
}

const post = (body: unknown, more: Sent = {}, url = edge.url) => send(url, { body, ...more })

async function operate(command: string, what = '', from = edge, token = TOKEN) {
  const headers = { authorization: `Bearer ${token}` }
  return send(await from.urlOf('operator'), { path: `/${command}`, headers, body: what })
}
const readHealth = async (from = edge) => JSON.parse((await operate('health', '', from)).text)
const untilEmpty = (from = edge) => expect.poll(() => readHealth(from)).toMatchObject({ waiting: 0 })
const readList = async () =>
  (await operate('list')).text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

async function newCustomer(): Promise<string> {
  const email = newEmail()
  await api.newCustomer(email)
  return email
}

async function readSessions(of: string): Promise<unknown[]> {
  const { sessions } = (await api.client.get('sessions/')).body as { sessions: { email: string }[] } // the reference API's form
  return sessions.filter(({ email }) => email === of)
}

const actedFor = (email: string) => api.acted.filter((request) => request.email === email)

describe('an event reaches the API once', () => {
  test('an order, with exactly its cents', async () => {
    const cart_data = { order_number: 'E-1', cart_value: 1999, cart_item_count: 3, note: 'gift' }
    const cart_items = [{ product_id: 'MUG-1', price: 333, item_qty: 3, qty_price: 999, colour: 'blue' }]
    const email = await newCustomer()
    const order = newOrder({ email, cart_data, cart_items })
    const { status, text } = await post(order)
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 202, body: { ok: true, id: order.id } })
    await untilEmpty()
    expect(await readSessions(email)).toMatchObject([
      {
        status: 'converted',
        cart: { order_number: 'E-1', cart_value: 1999, cart_item_count: 3, metadata: { note: 'gift' } },
        cart_items: [{ product_id: 'MUG-1', price: 333, item_qty: 3, qty_price: 999, metadata: { colour: 'blue' } }],
      },
    ])
  })

  test('a sign-up, less the fields the settings do not let through', async () => {
    const signUp = newSignUp({ city: 'London', phone: '1', points: '7' })
    const { text } = await post(signUp)
    expect(Accepted.parse(JSON.parse(text))).toEqual({ ok: true, id: signUp.id, ignored: ['phone', 'points'] })
    await untilEmpty()
    const { email } = signUp.body
    expect(actedFor(email).map(({ body }) => body)).toEqual([{ email, first_name: 'Ada', city: 'London' }])
  })

  test('sent five times at once, and once more under another id', async () => {
    const order = newOrder({ email: await newCustomer() })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post(order)))
    await post({ ...order, id: randomUUID() })
    await untilEmpty()
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`202 ${JSON.stringify({ ok: true, id: order.id })}`]),
    )
    expect(actedFor(order.body.email)).toHaveLength(1)
  })
})

describe('every answer', () => {
  test.each(ANSWERS)(
    '%i (%s) can be read from any page, is kept nowhere, and has no key in it',
    async (status, _, sent) => {
      const answer = await send(edge.url, sent)
      expect(answer.status).toBe(status)
      expect(answer.headers).toMatchObject(READABLE)
      expect(JSON.stringify(answer)).not.toContain(API_KEY)
    },
  )

  test.each(REFUSALS)('%i says why in JSON; nothing is stored (%#)', async (status, sent) => {
    const answer = await send(edge.url, sent)
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/json' } })
    expect(Refusal.parse(JSON.parse(answer.text))).toEqual(JSON.parse(answer.text))
    expect(await readList()).toEqual([])
  })

  test('413 counts what comes, not what is declared', async () => {
    const socket = connect(Number(new URL(edge.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const head = Object.entries({ ...HEADERS, host: 'x', 'transfer-encoding': 'chunked' })
    const body = ' '.repeat(64 * 1024 + 1)
    const lines = ['POST /ringup HTTP/1.1', ...head.map(([name, value]) => `${name}: ${value}`), '']
    socket.write([...lines, body.length.toString(16), body, '0', '', ''].join('\r\n'))
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 413 /)
  })

  test('204 to OPTIONS has no body and allows what a page would ask for', async () => {
    const { status, headers, text } = await send(edge.url, { method: 'OPTIONS' })
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(headers).toMatchObject({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type',
    })
  })

  test('is the same for an event that is new, that is a repeat and of a customer nobody knows', async () => {
    const known = newOrder({ email: await newCustomer() })
    const answers: unknown[] = []
    for (const body of [known, known, { ...known, id: randomUUID() }, newOrder({ email: newEmail() })]) {
      const { status, headers, text } = await post(body)
      answers.push({ status, headers, text: text.replace(body.id, 'id') })
    }
    expect(answers.slice(1)).toEqual([answers[0], answers[0], answers[0]])
  })
})

describe('who is vouched for', () => {
  const secret = 'a-secret-of-the-shop'
  const token = 'token-of-the-back-end'
  const signUp = (phone: string) => newSignUp({ email: 'ada@example.com', phone })

  test('may write every field: by a signature, or from the shop’s back end', async () => {
    const { other } = await open({ RINGUP_SIGNING_SECRET: secret, RINGUP_SERVER_TOKEN: token })
    const signature = sign({ secret, kind: 'addToList', email: 'ada@example.com', subject: 'newsletter' })
    const forged = sign({
      secret: 'another-secret-of-somebody',
      kind: 'addToList',
      email: 'ada@example.com',
      subject: 'newsletter',
    })
    const fromServer = { headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } }
    const answers = [
      await post({ ...signUp('1'), signature }, {}, other.url),
      await post(signUp('2'), fromServer, other.url),
      await post({ ...signUp('3'), signature: forged }, {}, other.url),
      await post(signUp('4'), {}, other.url),
    ]
    expect(answers.map(({ status, text }) => [status, JSON.parse(text).ignored])).toEqual([
      [202, undefined],
      [202, undefined],
      [403, undefined],
      [202, ['phone']],
    ])
  })
})

test('the webhook of a platform is taken with its signature, and no other', async () => {
  const secret = 'a-secret-of-the-platform'
  const { other } = await open({ RINGUP_SHOPIFY_SECRET: secret })
  const created_at = new Date().toISOString()
  const body = JSON.stringify({ id: 1, email: 'ada@example.com', created_at, line_items: [] })
  const path = '/ringup/webhooks/shopify'
  const statuses: (number | undefined)[] = []
  for (const key of [secret, 'another-secret-of-nobody']) {
    const signature = createHmac('sha256', key).update(body).digest('base64')
    const headers = { 'x-shopify-hmac-sha256': signature, 'x-shopify-topic': 'orders/create' }
    statuses.push((await send(other.url, { method: 'POST', path, headers, body })).status)
  }
  expect(statuses).toEqual([202, 401])
})

describe('ringup.js', () => {
  const get = (path = '/ringup/ringup.js', headers = {}) => send(edge.url, { method: 'GET', path, headers })

  test('is served as a script with its type and a tag', async () => {
    const { headers, text } = await get()
    expect(text).toBe(SNIPPET)
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': expect.stringMatching(/^public, max-age=300, stale-while-revalidate=86400/),
      'content-type': 'text/javascript; charset=utf-8',
      etag: expect.stringMatching(/^W\/"/),
    })
  })

  test('is not sent again to who has it', async () => {
    const { headers } = await get()
    expect(await get('/ringup/ringup.js', { 'if-none-match': headers.etag })).toMatchObject({ status: 304, text: '' })
  })

  test('never changes under the name that health tells', async () => {
    const { snippet } = await readHealth()
    expect(snippet).toEqual({ file: expect.stringMatching(/^ringup-/), integrity: expect.stringMatching(/^sha384-/) })
    const { headers, text } = await get(`/ringup/${snippet.file}`)
    expect([text, headers['cache-control']]).toEqual([SNIPPET, 'public, max-age=31536000, immutable'])
  })

  test('has the settings of RINGUP_TAG in front, and the name that health tells is that of both', async () => {
    const { other } = await open({ RINGUP_TAG: { convertOn: 'purchase' } })
    const { text } = await send(other.url, { method: 'GET', path: '/ringup/ringup.js' })
    expect(text).toBe(`self["ringup:served"]={"convertOn":"purchase"};${SNIPPET}`)
    const { snippet } = await readHealth(other)
    expect(await send(other.url, { method: 'GET', path: `/ringup/${snippet.file}` })).toMatchObject({ text })
  })
})

describe('what is accepted while the API is away is delivered once it is back', () => {
  test('in the order of each customer', async () => {
    await api.goAway()
    const emails = [newEmail(), newEmail()]
    const cities = ['London', 'Paris', 'Rome']
    for (const city of cities) for (const email of emails) await post(newSignUp({ email, city }))
    await expect.poll(async () => (await readHealth()).problems).toEqual([{ reason: 'unreachable' }])
    await api.comeBack()
    await untilEmpty()
    for (const email of emails) expect(actedFor(email).map(({ body }) => body.city)).toEqual(cities)
  })

  test('by the alarm alone, when the process was killed and nobody comes by', async () => {
    await api.goAway()
    const order = newOrder({ email: await newCustomer() })
    await post(order)
    await edge.kill()
    await api.comeBack()
    await edge.start()
    await expect.poll(() => actedFor(order.body.email).length).toBe(1)
    await untilEmpty()
    expect(actedFor(order.body.email)).toHaveLength(1)
  })

  test.each<Trouble>([
    'reset before the request is read',
    'reset after the API has acted',
    'half an answer',
    { status: 503 },
  ])('once in effect, when it was met by %j', async (trouble) => {
    api.be(trouble)
    const met = api.troubled()
    const order = newOrder({ email: await newCustomer() })
    await post(order)
    await expect.poll(api.troubled).toBeGreaterThan(met)
    api.be('none')
    await untilEmpty()
    const { order_number } = order.body.cart_data
    expect((await api.effects()).get(order_number)).toBe(1)
  })

  test('but nobody follows a redirect', async () => {
    const elsewhere = await startTroubledApi()
    onTestFinished(() => elsewhere.stop())
    elsewhere.be({ status: 500 })
    const { other } = await open({})
    api.be({ status: 301, headers: { location: elsewhere.baseUrl } })
    await post(newOrder({ email: await newCustomer() }), {}, other.url)
    await expect.poll(async () => (await readHealth(other)).problems).toEqual([{ reason: 'address' }])
    expect([elsewhere.troubled(), (await readHealth(other)).waiting]).toEqual([0, 1])
  })

  test('a wait that the API asked for outlives the process', async () => {
    const { other } = await open({})
    api.be({ status: 503, headers: { 'retry-after': '3600' } })
    await post(newOrder({ email: await newCustomer() }), {}, other.url)
    await expect.poll(async () => (await readHealth(other)).problems).toEqual([{ reason: 'busy' }])
    await other.kill()
    await other.start()
    const met = api.troubled()
    // Were it not kept, this one would go at once.
    await post(newOrder({ email: await newCustomer() }), {}, other.url)
    await expect.poll(() => readHealth(other)).toMatchObject({ waiting: 2 })
    await expect.poll(() => other.said()).toMatch(/"status":202.*"status":202/s)
    expect(api.troubled()).toBe(met)
  })
})

test('what is refused never gets to the object', async () => {
  const { other, path } = await open({})
  const hasObject = () =>
    readdirSync(path, { recursive: true }).some((name) => /[\da-f]{64}\.sqlite$/.test(String(name)))
  const flood = ANSWERS.filter(([status]) => status !== 202).map(([, , sent]) => sent)
  for (const sent of [...flood, ...REFUSALS.map(([, sent]) => sent)]) await send(other.url, sent)
  const before = hasObject()
  await post(newOrder(), {}, other.url)
  expect([before, hasObject()]).toEqual([false, true])
})

test('an order goes on to the API only after the time set', async () => {
  const { other } = await open({ RINGUP_FORWARD_DELAY: '1500-2000' })
  const [first, order] = [newOrder({ email: await newCustomer() }), newOrder({ email: await newCustomer() })]
  await post(first, {}, other.url) // goes with what a new object has to do at once
  await expect.poll(() => actedFor(first.body.email).length).toBe(1)
  await untilEmpty(other)
  const fromMs = performance.now()
  await post(order, {}, other.url)
  await expect.poll(() => actedFor(order.body.email).length).toBe(1)
  expect(performance.now() - fromMs).toBeGreaterThan(1_400) // the runtime's clock stands still while code runs
})

describe('a customer is limited', () => {
  test('to five sign-ups a day: the rest are kept, and answered the same', async () => {
    const email = newEmail()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await post(newSignUp({ email, first_name: `Ada ${n}` }))).status)
    await untilEmpty()
    expect([statuses, actedFor(email).length]).toEqual([Array(6).fill(202), 5])
    expect(await readList()).toMatchObject([{ state: 'dead', reason: 'limited' }])
  })

  test('to RINGUP_RATE_PER_IP, by the address that Cloudflare says', async () => {
    const { other } = await open({ RINGUP_RATE_PER_IP: '2', RINGUP_TRUSTED_HOPS: '1' })
    const from = async (address: string, claimed: string) => {
      const headers = { ...HEADERS, 'cf-connecting-ip': address, 'x-forwarded-for': claimed }
      return post(newOrder(), { headers }, other.url)
    }
    const answers = [
      await from('192.0.2.1', '198.51.100.1'),
      await from('192.0.2.1', '198.51.100.2'),
      await from('192.0.2.1', '198.51.100.3'),
      await from('192.0.2.2', '198.51.100.3'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 429, 202])
    expect(answers[2]?.headers['retry-after']).toMatch(/^[3-6]\d$/)
  })
})

describe('the operator', () => {
  const newDead = async () => {
    api.be({ status: 422 })
    const order = newOrder({ email: await newCustomer() })
    await post(order)
    await expect.poll(readList).toMatchObject([{ id: order.id, state: 'dead', reason: 'refused' }])
    api.be('none')
    return order
  }

  test('lists and shows what is held, without customers’ data', async () => {
    const { id, body } = await newDead()
    const [listed] = await readList()
    const shown = JSON.parse((await operate('show', id)).text)
    expect(listed).toMatchObject({ kind: 'convert', attempts: 1, email: expect.stringContaining('…@') })
    expect(shown).toMatchObject({
      id,
      means: 'The API refused it for good.',
      body: { cart_data: { cart_value: 1999 } },
    })
    expect(JSON.stringify([listed, shown])).not.toContain(body.email)
    expect([(await operate('drop', id)).text, (await operate('show', id)).text]).toEqual(['true', 'null'])
  })

  test('sends a dead letter again', async () => {
    const { id, body } = await newDead()
    expect((await operate('replay', id)).text).toBe('1')
    await expect.poll(() => actedFor(body.email).length).toBe(1)
    await untilEmpty()
    expect(await readList()).toEqual([])
  })

  test('drops an event, and what it was known by', async () => {
    const order = await newDead()
    expect([(await operate('drop', order.id)).text, (await operate('drop', order.id)).text]).toEqual(['true', 'false'])
    await post({ ...order, id: randomUUID() })
    await expect.poll(() => actedFor(order.body.email).length).toBe(1)
  })

  test('erases a customer: nothing waits, nothing is known again', async () => {
    const { body } = await newDead()
    expect(JSON.parse((await operate('erase', body.email)).text)).toEqual({ events: 1, marks: 1 })
    expect(await readList()).toEqual([])
    await post(newOrder(body))
    await expect.poll(() => actedFor(body.email).length).toBe(1)
  })

  test('finds an order, and compares the shop’s book to the cent', async () => {
    api.be({ status: 200, text: '{}' })
    const order = newOrder({ email: await newCustomer(), cart_data: { order_number: 'CF-1001', cart_value: 5_880 } })
    await post(order)
    const find = async (number: string): Promise<string[]> => JSON.parse((await operate('find', number)).text)
    await expect.poll(() => find('#CF-1001')).toEqual([expect.stringMatching(/delivered .* \(200\)\. Event /)])
    expect((await find('CF-9999'))[0]).toMatch(/^It never came here/)
    const book = (total: string) => `Order,Email,Total\nCF-1001,${order.body.email},${total}\nCF-9999,,1.00\n`
    const reconcile = async (csv: string): Promise<string[]> => JSON.parse((await operate('reconcile', csv)).text)
    expect(await reconcile(book('58.80'))).toEqual([
      expect.stringMatching(/^Line 3: never seen/),
      expect.stringMatching(/^2 orders in The book:\ndelivered +1 +50\.00 %/),
    ])
    expect((await reconcile(book('60.00')))[0]).toMatch(
      /^Line 2: delivered\..* The book says 60\.00, the page said 58\.80\. Event /,
    )
    expect(await reconcile('colour\n1\n')).toEqual([expect.stringMatching(/Name the right one with/)])
  })

  test('sends a test order the whole way, which the API never converts', async () => {
    api.be({ status: 200, text: '{}' })
    const sentence: string = JSON.parse((await operate('test')).text)
    expect(sentence).toMatch(/^The proxy has taken the test order test-[\da-f]{8}: find says how far/)
    const [number = ''] = /test-[\da-f]{8}/.exec(sentence) ?? []
    const find = async () => JSON.parse((await operate('find', number)).text)
    await expect.poll(find).toEqual([expect.stringMatching(/delivered .* \(200\)/)])
    expect(api.acted.filter(({ email }) => email?.includes('ringup.invalid'))).toEqual([])
  })

  test('has the page on Cloudflare too, for whoever types the token', async () => {
    const token = 'token-of-the-page'
    const { other } = await open({ RINGUP_ADMIN_TOKEN: token, RINGUP_ADMIN_NAMES: '127.0.0.1' })
    api.be({ status: 422, text: '{"birthdate":["Not a date."]}' })
    const order = newOrder({ email: await newCustomer() })
    await post(order, {}, other.url)
    await expect.poll(() => readHealth(other)).toMatchObject({ waiting: 0, dead: 1 })
    const url = await other.urlOf('operator')
    const ask = (path: string, more: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...more })
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url }
    const signIn = (typed: string) => ask('/sign-in', { method: 'POST', headers: form, body: `token=${typed}` })
    for (const path of ['/', '/events?state=dead', `/events/${order.id}`, '/history.json']) {
      const { status, headers } = await ask(path)
      expect([path, status, headers.get('location')]).toEqual([path, 303, '/sign-in'])
    }
    expect((await signIn('another-token-of-somebody')).status).toBe(403)
    const cookie = (await signIn(token)).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await (await ask('/', { headers: { cookie } })).text()).toContain('The API refused it for good.')
    const reveal = () => ask(`/events/${order.id}/reveal`, { method: 'POST', headers: { ...form, cookie } })
    expect(await (await reveal()).text()).toContain('Not a date.')
    await expect.poll(() => other.said()).toMatch(/"event":"operator".*"act":"reveal"/)
  })

  test('is nobody without the token, and nobody from outside', async () => {
    expect((await operate('list', '', edge, 'other')).status).toBe(401)
    // Between `wrangler deploy` and `wrangler secret put TOKEN`.
    const headers = { authorization: 'Bearer undefined' }
    expect((await send(await edge.urlOf('tokenless'), { path: '/list', headers, body: '' })).status).toBe(401)
    for (const path of ['/health', '/list', '/Operator', '/ringup/health']) {
      expect((await send(edge.url, { method: 'GET', path })).status).toBe(404)
      expect((await post('', { path })).status).toBe(404)
    }
  })
})

describe('at rest', () => {
  const accept = async (vars: Record<string, Json>) => {
    const { other, path } = await open({ RINGUP_API_URL: 'http://127.0.0.1:1', ...vars })
    const order = newOrder()
    await post(order, {}, other.url)
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('')
    return { bytes, secrets: [order.body.email, order.body.cart_data.order_number] }
  }

  test('with RINGUP_KEY no file has an e-mail, an order number or the key', async () => {
    const { bytes, secrets } = await accept({})
    expect(bytes).toContain('CREATE TABLE events')
    expect([KEY, API_KEY, ...secrets].filter((secret) => bytes.includes(secret))).toEqual([])
  })

  test('without it they are there to be found', async () => {
    const { bytes, secrets } = await accept({ RINGUP_KEY: '', RINGUP_PLAINTEXT: '1' })
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual(secrets)
  })
})

test('what anybody can cause is ten lines of a kind in a minute', async () => {
  const { other } = await open({})
  for (let sent = 0; sent < 30; sent += 1) await send(other.url, { method: 'GET', path: '/other' })
  await post(newOrder(), {}, other.url)
  await expect.poll(() => other.said()).toContain('"status":202')
  expect(other.said().match(/"status":404/g)).toHaveLength(10)
})

describe('settings that need attention', () => {
  test('are named in the log, in sentences, each time; pages are told nothing but to come again', async () => {
    const { other } = await open({ RINGUP_ORIGINS: 'shop.example', RINGUP_TYPO: '1' })
    for (let n = 0; n < 2; n += 1) {
      const { status, headers, text } = await post(newOrder(), {}, other.url)
      expect({ status, body: JSON.parse(text) }).toEqual({ status: 503, body: { ok: false, code: 'unavailable' } })
      expect(headers).toMatchObject({ ...READABLE, 'retry-after': expect.stringMatching(/^[3-6]\d$/) })
    }
    // Also to a developer who begins to look after the first request.
    await expect.poll(() => other.said().match(/RINGUP_TYPO is not a setting of this version\./g)).toHaveLength(2)
    expect(other.said()).toContain('RINGUP_ORIGINS must be origins')
    expect(other.said()).not.toContain(API_KEY)
  })

  test('another key refuses events, and loses none', async () => {
    await api.goAway()
    const own = newFolder()
    onTestFinished(() => own.remove())
    const first = create({}, own.path)
    onTestFinished(() => first.stop())
    await first.start()
    const order = newOrder({ email: await newCustomer() })
    await post(order, {}, first.url)
    await first.stop()
    const second = create({ RINGUP_KEY: Buffer.alloc(32, 8).toString('base64') }, own.path)
    onTestFinished(() => second.stop())
    await second.start()
    expect((await post(newOrder(), {}, second.url)).status).toBe(503)
    await expect.poll(() => second.said()).toContain('no key of RINGUP_KEY opens this record.')
    await second.stop()
    await api.comeBack()
    await first.start()
    await post(newOrder(), {}, first.url) // or the alarm, which comes a minute after it has failed
    await expect.poll(() => actedFor(order.body.email).length).toBe(1)
  })
})

test('one word in every place of a request comes out in no line of the log', async () => {
  const { other } = await open({})
  for (const sent of SENT) await sendWithCanary(other.url, sent)
  await expect.poll(() => other.said().match(/"event":"request"/g)).toHaveLength(SENT.length)
  const secrets = [CANARY, '192.0.2.77', '127.0.0.1', API_KEY, KEY]
  expect(secrets.filter((secret) => other.said().toLowerCase().includes(secret.toLowerCase()))).toEqual([])
})

describe('wrangler.jsonc', () => {
  const config = readConfig({ config: CONFIG })

  test('is what wrangler takes, with the object and every setting in it', async () => {
    const { path, remove } = newFolder()
    onTestFinished(remove)
    const args = ['wrangler', 'deploy', bundle, '--dry-run', '--config', CONFIG, '--outdir', path]
    const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1' }
    const { stdout } = await promisify(execFile)('npx', args, { env })
    expect(stdout).toContain('env.RINGUP (Ringup)')
    for (const name of Object.keys(config.vars)) expect(stdout).toContain(`env.${name}`)
    expect(existsSync(join(path, 'edge.js'))).toBe(true)
  })

  test('names a file that the build makes, the class that it exports, and settings that exist', () => {
    expect(config.main).toBe(join(process.cwd(), 'dist/edge.js'))
    expect(existsSync(config.main ?? '')).toBe(true)
    expect(config.migrations).toEqual([{ tag: 'v1', new_sqlite_classes: ['Ringup'] }])
    expect(Object.keys(config.vars).filter((name) => !VARIABLES.includes(name))).toEqual([])
  })

  test('is named by the README’s commands, with secrets that are settings', () => {
    const commands = readBlock('wrangler deploy')
    const named = [...commands.matchAll(/--config (\S+)/g)].map(([, path]) => path)
    expect([new Set(named), existsSync(CONFIG)]).toEqual([new Set([CONFIG]), true])
    const secrets = [...commands.matchAll(/secret put (\w+)/g)].map(([, name]) => name)
    expect(secrets).toEqual(['RINGUP_API_AUTHORIZATION', 'RINGUP_KEY'])
    expect(dirname(CONFIG)).toBe('src/proxy/deploy')
    expect(ORIGIN).toBe(config.vars.RINGUP_ORIGINS)
  })
})
