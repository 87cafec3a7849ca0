/**
 * The proxy over real HTTP, from a page's request to the effect in the API: what it answers, and that what it has answered with
 * 202 happens exactly once, whatever is stopped or killed in between.
 */
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import { Accepted, Refusal } from '../../src/contract/event.js'
import { type Started, startProxy } from '../../src/proxy/run/node.js'
import type { Settings } from '../../src/proxy/settings.js'
import { type ApiClient, createClient, newEmail } from '../support/api.js'
import { API_KEY, createSettings, newFolder, newOrder, newSignUp } from '../support/proxy.js'
import { run as runRingup, untilListening } from '../support/proxy-process.js'
import { ANSWERS, HEADERS, READABLE, REFUSALS, type Sent, send as sendTo } from '../support/wire.js'

// Processes are started here; on a busy machine that takes its time.

const SNIPPET = '/* the snippet, or any other text */'

let folder: { path: string; remove: () => void }
let api: StartedApi
let client: ApiClient
let arrived: { path: string; idempotencyKey?: string | undefined }[]
let settings: Settings
let proxy: Started
let logged: unknown[]

beforeEach(async () => {
  folder = newFolder()
  arrived = []
  logged = []
  await openApi(0)
  writeFileSync(join(folder.path, 'ringup.js'), SNIPPET)
  settings = createSettings({ apiUrl: api.baseUrl, database: join(folder.path, 'ringup.db') })
  proxy = await openProxy()
})
afterEach(async () => {
  await proxy.stop()
  await api.stop()
  folder.remove()
})

/** Keeps its sessions in a file, so that it can be stopped and started again. */
async function openApi(port: number) {
  const database = join(folder.path, 'api.db')
  api = await startApi({ authorization: API_KEY, port, database, onRequest: (request) => arrived.push(request) })
  client = createClient(api.baseUrl, API_KEY)
}

function openProxy(more: Partial<Settings> = {}, options: { pollMs?: number } = {}): Promise<Started> {
  const snippetFile = join(folder.path, 'ringup.js')
  return startProxy({ ...settings, ...more }, { snippetFile, log: (line) => logged.push(line), ...options })
}

const send = (sent?: Sent, url = proxy.url) => sendTo(url, sent)

async function newCustomer(): Promise<string> {
  const email = newEmail()
  await client.post('sessions/', { email })
  return email
}

interface Session {
  email: string
  status: string
  cart: { order_number?: string } | null
}

async function readSessions(): Promise<Session[]> {
  return ((await client.get('sessions/')).body as { sessions: Session[] }).sessions // reference-api.test.ts checks the form
}

async function readConverted(): Promise<(string | undefined)[]> {
  return (await readSessions()).filter(({ status }) => status === 'converted').map(({ cart }) => cart?.order_number)
}

function countHeld(): number {
  const db = new Database(settings.database)
  const row = db.prepare('SELECT count(*) AS held FROM events').get() as { held: number } // the statement's one column
  db.close()
  return row.held
}

const untilDelivered = () => expect.poll(countHeld).toBe(0)
const numberOf = (order: ReturnType<typeof newOrder>) => order.body.cart_data.order_number

describe('an order', () => {
  test('ends as one converted session with exactly its cents, under its own id', async () => {
    const cart_data = { order_number: 'A-1', cart_value: 1999, cart_item_count: 3, note: 'gift' }
    const cart_items = [{ product_id: 'MUG-1', price: 333, item_qty: 3, qty_price: 999, colour: 'blue' }]
    const email = await newCustomer()
    const order = newOrder({ email, cart_data, cart_items })
    const { status, text } = await send({ body: order })
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 202, body: { ok: true, id: order.id } })
    await untilDelivered()
    expect(await readSessions()).toMatchObject([
      {
        email,
        status: 'converted',
        cart: { order_number: 'A-1', cart_value: 1999, cart_item_count: 3, metadata: { note: 'gift' } },
        cart_items: [{ product_id: 'MUG-1', price: 333, item_qty: 3, qty_price: 999, metadata: { colour: 'blue' } }],
      },
    ])
    expect(arrived).toMatchObject([{ path: '/api/v1/demo/customer/convert/', idempotencyKey: order.id }])
  })

  test('sent five times at once and once more under another id is one request to the API', async () => {
    const order = newOrder({ email: await newCustomer() })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send({ body: order })))
    await send({ body: { ...order, id: randomUUID() } })
    await untilDelivered()
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([JSON.stringify({ ok: true, id: order.id })]))
    expect(arrived).toHaveLength(1)
  })
})

test('a sign-up reaches its list, less the fields the settings do not let through', async () => {
  const signUp = newSignUp({ city: 'London', phone: '1', points: '7' })
  const { text } = await send({ body: signUp })
  await untilDelivered()
  const { customers } = (await client.get('customers/')).body as { customers: object[] }
  expect(Accepted.parse(JSON.parse(text))).toEqual({ ok: true, id: signUp.id, ignored: ['phone', 'points'] })
  expect(customers).toEqual([
    {
      id: 1,
      email: signUp.body.email,
      first_name: 'Ada',
      city: 'London',
      lists: [{ list_id: '42', custom_fields: {} }],
    },
  ])
})

test('controls in the text of a sign-up go no further', async () => {
  await send({ body: newSignUp({ note: 'a\0b\ud800' }, { list: 'everything' }) })
  await untilDelivered()
  const { customers } = (await client.get('customers/')).body as { customers: object[] }
  expect(customers).toMatchObject([{ lists: [{ list_id: '43', custom_fields: { note: 'a b' } }] }])
})

describe('every answer', () => {
  test('can be read from any page, is kept nowhere, and has no key in it', async () => {
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

  test('that refuses says why in JSON; nothing is stored and nothing sent on', async () => {
    const answers = await Promise.all(REFUSALS.map(([, sent]) => send(sent)))
    expect(answers).toMatchObject(
      REFUSALS.map(([status]) => ({ status, headers: { 'content-type': 'application/json' } })),
    )
    for (const { text } of answers) expect(Refusal.parse(JSON.parse(text))).toEqual(JSON.parse(text))
    await send({ body: newOrder({ email: await newCustomer() }) })
    await untilDelivered()
    expect(arrived).toHaveLength(1)
  })

  test('405 names the methods that are taken', async () => {
    expect((await send({ method: 'GET' })).headers.allow).toBe('POST, OPTIONS')
  })

  test('204 to OPTIONS has no body and allows what a page would ask for', async () => {
    const { headers, text } = await send({ method: 'OPTIONS' })
    expect(text).toBe('')
    expect(headers).toMatchObject({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type',
    })
  })

  test('what comes on an open connection while it stops is 503: the browser keeps it', async () => {
    const body = JSON.stringify(newOrder())
    const socket = connect(proxy.port, '127.0.0.1')
    await new Promise((resolve) => socket.write('POST /ringup HTTP/1.1\r\n', resolve))
    const answer = once(socket, 'data')
    const stopped = proxy.stop()
    const headers = Object.entries({ ...HEADERS, host: 'x', 'content-length': body.length })
    socket.write(`${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
    expect(String(await answer)).toMatch(/^HTTP\/1.1 503 .*retry-after: [3-6]\d\b/is)
    await stopped
    expect(countHeld()).toBe(0)
  })

  test('503 says when to come again', async () => {
    await new Promise(setImmediate) // the proxy shares this thread, and may be within a transaction
    const db = new Database(settings.database, { timeout: 120_000 })
    db.exec("CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'full'); END")
    db.close()
    const { status, headers, text } = await send({ body: newOrder() })
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 503, body: { ok: false, code: 'unavailable' } })
    expect(headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[3-6]\d$/),
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    })
  })

  test('is the same for an event that is new, that is a repeat and of a customer nobody knows', async () => {
    const known = newOrder({ email: await newCustomer() })
    const bodies = [known, known, { ...known, id: randomUUID() }, newOrder({ email: newEmail() })]
    const answers: unknown[] = []
    for (const body of bodies) {
      const { status, headers, text } = await send({ body })
      answers.push({ status, headers: { ...headers, date: 'now' }, text: text.replace(body.id, 'id') })
    }
    expect(answers.slice(1)).toEqual([answers[0], answers[0], answers[0]])
  })
})

test('health and metrics are told to nobody who asks by the name of another site (DNS rebinding)', async () => {
  const ask = async (path: string, host: string) => {
    const [answer] = await once(request(proxy.adminUrl + path, { headers: { host } }).end(), 'response')
    return [answer.statusCode, String(await buffer(answer))]
  }
  for (const path of ['/health', '/metrics']) {
    expect(await ask(path, 'evil.example')).toEqual([421, expect.not.stringMatching(/waiting/)])
    expect(await ask(path, 'localhost:8788')).toEqual([200, expect.stringMatching(/waiting/)])
  }
})

describe('ringup.js', () => {
  const get = (headers = {}) => send({ method: 'GET', path: '/ringup/ringup.js', headers })

  test('is served as a script with its type and a tag', async () => {
    const { headers, text } = await get()
    expect(text).toBe(SNIPPET)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      etag: expect.stringMatching(/^W\/"/),
    })
  })

  test('is not sent again to who has it', async () => {
    const { headers } = await get()
    const again = await get({ 'if-none-match': headers.etag })
    expect(again).toMatchObject({ status: 304, text: '', headers: { 'access-control-allow-origin': '*' } })
  })
})

describe('an accepted order is delivered once', () => {
  test('when the API was away and is back', async () => {
    const order = newOrder({ email: await newCustomer() })
    await api.stop()
    expect((await send({ body: order })).status).toBe(202)
    await expect.poll(countHeld).toBe(1)
    await openApi(api.port)
    await untilDelivered()
    expect(await readConverted()).toEqual([numberOf(order)])
    expect(arrived).toHaveLength(1)
  })

  test('when the proxy was stopped and started in between', async () => {
    const order = newOrder({ email: await newCustomer() })
    await api.stop()
    await send({ body: order })
    await proxy.stop()
    await openApi(api.port)
    proxy = await openProxy()
    await untilDelivered()
    expect(await readConverted()).toEqual([numberOf(order)])
  })

  test('when the API acted but only half of its answer arrived', async () => {
    const relay = createRelay((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write('{"session":', () => response.destroy())
    })
    await restartAgainst(relay)
    const order = newOrder({ email: await newCustomer() })
    await send({ body: order })
    await untilDelivered()
    expect(await readConverted()).toEqual([numberOf(order)])
    const keys = arrived.flatMap(({ idempotencyKey }) => idempotencyKey || []) // the neutral question has none
    expect(keys).toEqual([order.id, order.id])
    relay.close()
  })

  test('when the address answered with a redirect, which nobody follows', async () => {
    const seen: IncomingMessage[] = []
    const elsewhere = createServer((request, response) => {
      seen.push(request)
      response.end('{}')
    })
    await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
    const redirecting = createServer((_request, response) => {
      response.writeHead(301, { location: toUrl(elsewhere) }).end()
    })
    await restartAgainst(redirecting)
    await send({ body: newOrder({ email: await newCustomer() }) })
    await expect.poll(() => logged).toContainEqual({ event: 'api_held', reason: 'address', status: 301 })
    expect([seen, countHeld()]).toEqual([[], 1])
    await proxy.stop()
    proxy = await openProxy()
    await untilDelivered()
    expect(await readConverted()).toHaveLength(1)
    for (const server of [elsewhere, redirecting]) server.close()
  })

  /** Passes everything on to the API, but the first answer is what `spoil` makes of it. */
  function createRelay(spoil: RequestListener): Server {
    const answers = [spoil]
    return createServer(async (request, response) => {
      const body = await buffer(request)
      const { authorization = '', 'idempotency-key': key = '' } = request.headers as Record<string, string>
      const headers = { authorization, 'idempotency-key': key, 'content-type': 'application/json' }
      const answer = await fetch(api.url + request.url, { method: 'POST', headers, body })
      const pass: RequestListener = async () => response.writeHead(answer.status).end(await answer.text())
      const reply = answers.shift() ?? pass
      reply(request, response)
    })
  }

  async function restartAgainst(server: Server) {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    await proxy.stop()
    proxy = await openProxy({ apiUrl: `${toUrl(server)}/api/v1/demo` })
  }

  function toUrl(server: Server): string {
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  }
})

test('an order goes on to the API only after the time set, where nothing else has the proxy look for what to send', async () => {
  await proxy.stop()
  proxy = await openProxy({ forwardDelayMs: { least: 1_000, most: 1_500 } }, { pollMs: 3_600_000 })
  const order = newOrder({ email: await newCustomer() })
  const fromMs = performance.now()
  await send({ body: order })
  await expect.poll(() => arrived.map(({ idempotencyKey }) => idempotencyKey)).toEqual([order.id])
  expect(performance.now() - fromMs).toBeGreaterThan(1_000)
})

describe('ringup proxy', () => {
  const running: ChildProcess[] = []
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
  })

  beforeEach(async () => {
    // The proxy of the other tests keeps its file to itself.
    settings = { ...settings, database: join(folder.path, 'cli.db') }
    const first = await openProxy()
    await first.stop()
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

  test('says where it is, and neither there nor in its log a key, an address or a number', async () => {
    const { url, said, child, ended } = await start()
    const order = newOrder({ email: await newCustomer() })
    const nobody = newOrder({ email: newEmail() })
    for (const body of [order, nobody, { ...order, kind: 's3cret' }]) await send({ body }, url)
    await expect.poll(() => arrived.length).toBe(2)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    for (const text of [API_KEY, order.body.email, nobody.body.email, numberOf(order), 's3cret'])
      expect(said()).not.toContain(text)
  })

  test.each<[environment: Record<string, string>, said: RegExp, reason: string]>([
    [
      { RINGUP_KEY: '', RINGUP_API_URL: 'x', RINGUP_TYPO: '1' },
      /(.*RINGUP_(KEY|API_URL|TYPO) .*\n){3}/,
      'all settings at once',
    ],
    [
      { RINGUP_DATABASE: '/nowhere/ringup.db' },
      /^The database file \/nowhere\/ringup\.db cannot be used: there is no folder \/nowhere\. Make it, .*RINGUP_DATABASE.*\n$/,
      'no folder',
    ],
    [
      { RINGUP_KEY: Buffer.alloc(32, 8).toString('base64') },
      /cannot be used: no key of RINGUP_KEY opens/,
      'another key',
    ],
  ])('%j: one sentence each and exit code 1 (%#)', async (environment, sentence) => {
    const { said, ended } = run(environment)
    expect(await ended).toBe(1)
    expect(said()).toMatch(sentence)
    expect(said()).not.toMatch(/ {4}at /)
  })

  describe('told to stop while the API does not answer', () => {
    const silent = createServer(() => {})
    beforeAll(() => once(silent.listen(0, '127.0.0.1'), 'listening'))
    afterAll(() => silent.close().closeAllConnections())

    async function stopAmidRequest() {
      const started = await start({ RINGUP_API_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` })
      const asked = once(silent, 'request')
      await send({ body: newOrder() }, started.url)
      await asked
      started.child.kill('SIGTERM')
      return started
    }

    test('it ends all the same, and keeps what it has', async () => {
      const { ended } = await stopAmidRequest()
      expect(await ended).toBe(0)
      expect(countHeld()).toBe(1)
    })

    test('a second time, it ends at once, and keeps what it has', async () => {
      const { child, ended, url } = await stopAmidRequest()
      await expect.poll(() => fetch(url).catch(() => 'nobody')).toBe('nobody')
      child.kill('SIGTERM')
      expect(await ended).toBe(null)
      expect(countHeld()).toBe(1)
    })
  })
})
