/**
 * Promise: on Cloudflare's runtime, the proxy answers as on Node. An event that was answered with 202 has exactly one effect in the API,
 * even if a process ends in between.
 */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Json } from 'miniflare'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'
import { VARIABLES } from '../../src/proxy/environment.js'
import { newEmail } from '../support/api.js'
import { buildEdgeProxy, CONFIG, createEdge, type Edge } from '../support/edge.js'
import { API_KEY, newFolder, newOrder, newSignUp, toPassed } from '../support/proxy.js'
import { readBlock, readText } from '../support/readme.js'
import { SNIPPET } from '../support/servers.js'
import { startTroubledApi, type TroubledApi } from '../support/troubled-api.js'
import { HEADERS, READABLE, type Sent, send } from '../support/wire.js'

const TOKEN = 'token-of-the-operator'

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
beforeEach(() => api.be('none'))
afterEach(() => api.comeBack())

function create(vars: Record<string, Json> = {}, path = folder.path): Edge {
  const operator = {
    name: 'operator',
    modules: true as const,
    script: readText('src/proxy/deploy/operator.js'),
    compatibilityDate: '2026-04-01',
    bindings: { TOKEN },
    serviceBindings: toBindings(`{${readBlock('binding of the operator')}}`),
  }
  const others = [operator, { ...operator, name: 'tokenless', bindings: {} }]
  return createEdge({ bundle, folder: path, vars: { RINGUP_API_URL: api.baseUrl, ...vars }, others })
}

/** Reads the bindings of a Worker's configuration, in miniflare's form. */
function toBindings(text: string): Record<string, { name: string; entrypoint: string }> {
  const { services } = JSON.parse(text) as { services: { binding: string; service: string; entrypoint: string }[] } // the README's
  return Object.fromEntries(
    services.map(({ binding, service, entrypoint }) => [binding, { name: service, entrypoint }]),
  )
}

/** Starts a Worker with its own settings and storage. */
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
const readHealth = async () => JSON.parse((await operate('health')).text)
const find = async (number: string, from = edge): Promise<string[]> =>
  JSON.parse((await operate('find', number, from)).text)
/** Waits until the answer to "where is this order?" is one line of this form. */
const untilFound = (order: ReturnType<typeof newOrder>, form: RegExp, from = edge) =>
  expect.poll(() => find(toPassed(order).cart_data.order_number, from)).toEqual([expect.stringMatching(form)])

async function newCustomer(): Promise<string> {
  const email = newEmail()
  await api.newCustomer(email)
  return email
}

const actedFor = (email: string) => api.acted.filter((request) => request.email === email)

/** Sends an order that waits for an hour. */
const newWaiting = async (to = edge) => {
  api.be({ status: 503, headers: { 'retry-after': '3600' } })
  const order = newOrder({ email: await newCustomer() })
  await post(order, {}, to.url)
  await untilFound(order, /The API asked to retry later/, to)
  return order
}

const large = JSON.stringify(newOrder({ cart_data: { note: 'x'.repeat(70_000) } }))

/** One request for each kind of answer. */
const ANSWERS: [status: number, reason: string, sent: Sent][] = [
  [202, 'accepted', { body: newOrder() }],
  [202, 'accepted', { path: '/ringup/', body: newOrder() }],
  [204, 'a preflight', { method: 'OPTIONS', headers: { origin: 'https://other.example' } }],
  [400, 'not JSON', { body: '{' }],
  [400, 'too deep', { body: '['.repeat(9) + ']'.repeat(9) }],
  [403, 'another origin', { headers: { ...HEADERS, origin: 'https://other.example' }, body: newOrder() }],
  [403, 'no origin', { headers: { 'content-type': 'text/plain' }, body: newOrder() }],
  [404, 'another path', { path: '/', body: newOrder() }],
  [404, 'another path', { path: '/ringup/other', body: newOrder() }],
  [405, 'another method', { method: 'GET' }],
  [405, 'another method', { method: 'HEAD' }],
  [405, 'another method', { method: 'DELETE' }],
  [413, 'too large', { body: large }],
  [415, 'another type', { headers: { ...HEADERS, 'content-type': 'text/html' }, body: newOrder() }],
  [422, 'shape', { body: newOrder({ email: 'ada' }) }],
  [422, 'unknown list', { body: newSignUp({}, { list: 'other' }) }],
]

test.each(ANSWERS)('%i (%s) can be read from any page, and does not contain a key', async (status, _, sent) => {
  const answer = await send(edge.url, sent)
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject(READABLE)
  expect(JSON.stringify(answer)).not.toContain(API_KEY)
})

test('ringup.js never changes under the name that health shows', async () => {
  const { snippet } = await readHealth()
  expect(snippet).toEqual({ file: expect.stringMatching(/^ringup-/), integrity: expect.stringMatching(/^sha384-/) })
  const { headers, text } = await send(edge.url, { method: 'GET', path: `/ringup/${snippet.file}` })
  expect([text, headers['cache-control']]).toEqual([SNIPPET, 'public, max-age=31536000, immutable'])
})

test('an event of a killed process is delivered by the alarm alone, without a request', async () => {
  await api.goAway()
  const order = newOrder({ email: await newCustomer() })
  await post(order)
  await edge.kill()
  await api.comeBack()
  await edge.start()
  await expect.poll(() => actedFor(toPassed(order).email).length).toBe(1)
  await untilFound(order, /delivered/)
  expect(actedFor(toPassed(order).email)).toHaveLength(1)
})

test('a refused request that leaves no report never reaches the object', async () => {
  const { other, path } = await open({})
  const hasObject = () =>
    readdirSync(path, { recursive: true }).some((name) => /[\da-f]{64}\.sqlite$/.test(String(name)))
  // An order without a readable e-mail is kept as a refused report.
  const flood = ANSWERS.filter(([status, reason]) => status !== 202 && reason !== 'shape').map(([, , sent]) => sent)
  for (const sent of flood) await send(other.url, sent)
  const before = hasObject()
  await post(newOrder(), {}, other.url)
  expect([before, hasObject()]).toEqual([false, true])
})

test('RINGUP_RATE_PER_IP limits a customer by the address that Cloudflare reports', async () => {
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
  expect(answers[2]?.headers['retry-after']).toMatch(/^[3-7]\d$/)
})

describe('the operator', () => {
  test('erases a customer', async () => {
    const { email, cart_data } = toPassed(await newWaiting())
    expect(JSON.parse((await operate('erase', email)).text)).toEqual({ events: 1, records: 0 })
    expect((await find(cart_data.order_number))[0]).toMatch(/^It never came here/)
  })

  test('has the page on Cloudflare too, with the token', async () => {
    const token = 'token-of-the-page'
    const { other } = await open({ RINGUP_ADMIN_TOKEN: token, RINGUP_ADMIN_NAMES: '127.0.0.1' })
    const order = await newWaiting(other)
    const { email } = toPassed(order)
    const url = await other.urlOf('operator')
    const post = (path: string, body: string, headers: Record<string, string> = {}) => {
      const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url, ...headers }
      return fetch(url + path, { method: 'POST', redirect: 'manual', headers: form, body })
    }
    expect((await fetch(`${url}/events/${order.id}`, { redirect: 'manual' })).headers.get('location')).toBe('/sign-in')
    expect((await post('/sign-in', 'token=another-token-of-somebody')).status).toBe(403)
    const cookie = (await post('/sign-in', `token=${token}`)).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await (await post(`/events/${order.id}/reveal`, '', { cookie })).text()).toContain(email)
    api.be('none')
    await post(`/events/${order.id}/send`, '', { cookie })
    await expect.poll(() => actedFor(email)).toHaveLength(1)
  })

  test('is refused without the token, and from outside', async () => {
    expect((await operate('find', '', edge, 'other')).status).toBe(401)
    // Between `wrangler deploy` and `wrangler secret put TOKEN`.
    const headers = { authorization: 'Bearer undefined' }
    expect((await send(await edge.urlOf('tokenless'), { path: '/find', headers, body: '' })).status).toBe(401)
    for (const path of ['/health', '/find', '/Operator', '/ringup/health']) {
      expect((await send(edge.url, { method: 'GET', path })).status).toBe(404)
      expect((await post('', { path })).status).toBe(404)
    }
  })
})

test('wrong settings are named in the log each time, and pages get a request to retry', async () => {
  const { other } = await open({ RINGUP_ORIGINS: 'shop.example', RINGUP_TYPO: '1' })
  for (let n = 0; n < 2; n += 1) {
    const { status, headers, text } = await post(newOrder(), {}, other.url)
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 503, body: { ok: false, code: 'unavailable' } })
    expect(headers).toMatchObject({ ...READABLE, 'retry-after': expect.stringMatching(/^[3-6]\d$/) })
  }
  // Also for a developer who opens the log after the first request.
  await expect
    .poll(() => other.said().match(/RINGUP_TYPO is not a setting of this version: remove it\./g))
    .toHaveLength(2)
  expect(other.said()).toContain('RINGUP_ORIGINS must be origins with their scheme')
  expect(other.said()).not.toContain(API_KEY)
})

test('the log has no word of an accepted order or of a refused one', async () => {
  const { other } = await open({})
  const headers = { ...HEADERS, 'user-agent': 'c4nary', cookie: 'c4nary', 'x-forwarded-for': '192.0.2.77' }
  await send(other.url, { headers, body: newOrder({ email: 'c4nary@example.com' }) })
  await send(other.url, { headers, body: newOrder({ email: 'c4nary' }) })
  await expect.poll(() => other.said().match(/"event":"request"/g)).toHaveLength(2)
  expect(other.said()).not.toMatch(/c4nary|192\.0\.2\.77|127\.0\.0\.1/)
})

test('wrangler.jsonc is valid, and names the build’s file, its class and settings', async () => {
  const { path, remove } = newFolder()
  onTestFinished(remove)
  const { main, migrations, vars } = readConfig({ config: CONFIG })
  expect(main).toBe(join(process.cwd(), 'dist/edge.js'))
  expect(migrations).toEqual([{ tag: 'v1', new_sqlite_classes: ['Ringup'] }])
  expect(Object.keys(vars).filter((name) => !VARIABLES.includes(name))).toEqual([])
  const args = ['wrangler', 'deploy', bundle, '--dry-run', '--config', CONFIG, '--outdir', path]
  const env = { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1', NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)('npx', args, { env })
  expect(stdout).toContain('env.RINGUP (Ringup)')
  for (const name of Object.keys(vars)) expect(stdout).toContain(`env.${name}`)
  const named = [...readBlock('wrangler deploy').matchAll(/--config (\S+)/g)].map(([, path]) => path)
  expect(new Set(named)).toEqual(new Set([CONFIG]))
})
