/**
 * Promise: the proxy's log, metrics, health and pages do not contain data that a page sent or the API answered. The test puts one word
 * into every part of a request and of the API's answers, and searches for it.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem } from '../../src/contract/conversion.js'
import { createLog } from '../../src/proxy/log/standard-log.js'
import { storeDeadLetter } from '../support/dead-letter.js'
import { API_KEY, newFolder, newOrder, newSignUp, ORIGIN } from '../support/proxy.js'
import { type OwnProxy, openProxy, type Served, serve } from '../support/servers.js'
import { until } from '../support/until.js'
import { type Sent, send } from '../support/wire.js'

const CANARY = 'c4nary'
const EMAIL = `${CANARY}@example.com`
const NUMBERS = { cart_value: 1, cart_item_count: 1, price: 1, item_qty: 1, qty_price: 1, age: 1 }
const WORDS = { gender: 'f', language: 'en', birthdate: '2000-01-01', category: [CANARY], email: EMAIL }

/** Every field of the schema, and one unknown field. */
const fill = ({ shape }: { shape: object }) => ({
  ...Object.fromEntries(Object.keys(shape).map((name) => [name, CANARY])),
  ...Object.fromEntries(Object.entries({ ...NUMBERS, ...WORDS }).filter(([name]) => name in shape)),
  [CANARY]: CANARY,
})

const order = () => newOrder({ email: EMAIL, cart_data: fill(CartData), cart_items: [fill(CartItem)] })
const signUp = (list: string) => newSignUp(fill(Contact), { list, signature: CANARY })

const TYPE = 'content-type'
const SENT: Sent[] = [
  { body: order() },
  { body: signUp('newsletter') },
  { body: signUp('everything') },
  { body: newOrder({ email: `other-${EMAIL}` }) },
  { path: `/ringup?${CANARY}=${EMAIL}#${CANARY}`, body: order() },
  { path: `/ringup/${CANARY}`, body: order() },
  { path: `/${CANARY}`, method: 'GET' },
  { path: `/ringup/ringup.js?${CANARY}`, method: 'GET' },
  { method: 'PROPFIND' },
  { method: 'OPTIONS', headers: { 'access-control-request-headers': CANARY } },
  { headers: { origin: `https://${CANARY}.example` }, body: order() },
  { headers: { [TYPE]: `text/${CANARY}` }, body: order() },
  { headers: { [TYPE]: `text/plain;charset=${CANARY}`, 'accept-language': CANARY }, body: order() },
  { headers: { 'content-encoding': CANARY }, body: order() },
  { body: CANARY },
  { body: `{"email":"${EMAIL}"` },
  { body: { ...order(), id: CANARY } },
  { body: { ...order(), kind: CANARY } },
  { body: { ...order(), [CANARY]: CANARY } },
  { body: { ...order(), age: CANARY } },
  { body: newOrder({ email: CANARY }) },
  { body: newOrder({ email: EMAIL, [CANARY]: CANARY }) },
  { body: newOrder({ email: EMAIL, cart_items: [{ name: CANARY }] }) },
  { body: newSignUp({ email: EMAIL }, { list: CANARY }) },
  { body: newSignUp({ email: EMAIL }, { list: `${CANARY} ${EMAIL}` }) },
]

/** @returns the answer's status */
async function sendWithCanary(url: string, { headers = {}, ...sent }: Sent): Promise<number> {
  const usual = { origin: ORIGIN, [TYPE]: 'text/plain' }
  const everywhere = {
    'user-agent': CANARY,
    referer: `https://shop.example/${CANARY}`,
    cookie: `${CANARY}=${CANARY}`,
    authorization: `Bearer ${CANARY}`,
    'x-forwarded-for': `192.0.2.77, ${CANARY}`,
    'x-request-id': CANARY,
  }
  return (await send(url, { ...sent, headers: { ...usual, ...everywhere, ...headers } })).status
}

let api: Served
let proxy: OwnProxy
let folder: ReturnType<typeof newFolder>
let logged = ''
const write = (line: string) => {
  logged += line
}
const statuses = new Set<number>()

beforeAll(async () => {
  api = await openApi()
  folder = newFolder()
  const own = { apiUrl: api.url, database: join(folder.path, 'ringup.db') }
  await storeDeadLetter(own, newOrder({ email: EMAIL }), JSON.stringify({ [CANARY]: EMAIL }))
  proxy = await openProxy(own, { log: createLog({ write }) })
  for (const sent of SENT) statuses.add(await sendWithCanary(proxy.url, sent))
  await until(() => logged.includes('api_away'))
})
afterAll(async () => {
  await proxy.remove()
  folder.remove()
  api.stop()
})

/** Refuses the first event, fails for the second, and refuses the key from then on. */
function openApi(): Promise<Served> {
  const answers = [422, 500]
  return serve((_request, response) => {
    const headers = { 'content-type': `application/json;${CANARY}`, 'retry-after': CANARY, [`x-${CANARY}`]: CANARY }
    response.writeHead(answers.shift() ?? 401, CANARY, headers).end(JSON.stringify({ [CANARY]: EMAIL }))
  })
}

const read = async (path: string) => (await fetch(proxy.adminUrl + path)).text()
const SECRET = [CANARY, '192.0.2.77', '127.0.0.1', API_KEY, Buffer.alloc(32, 7).toString('base64')]

test('the requests get every kind of answer', () => {
  expect([...statuses].sort()).toEqual([200, 202, 204, 400, 403, 404, 405, 415, 422])
})

const findSecrets = (text: string) => SECRET.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))

test('the log has none of it', () => {
  expect(findSecrets(logged)).toEqual([])
})

test.each(['/metrics', '/health', '/', '/events', '/events?state=waiting', '/events?state=dead'])(
  '%s has none of it',
  async (path) => {
    const text = await read(path)
    expect(text.length).toBeGreaterThan(100)
    // The operator's page shows two things of a refused request: its origin, and its list.
    const isPage = !/^.(metrics|health)$/.test(path)
    const shown = isPage ? [`https://${CANARY}.example`, `RINGUP_LISTS. ${CANARY}`] : []
    expect(findSecrets(shown.reduce((rest, each) => rest.replaceAll(each, ''), text))).toEqual([])
  },
)

test('page, health and metrics still say what is wrong', async () => {
  await expect.poll(() => read('/')).toContain(`https://${CANARY}.example`)
  const health = JSON.parse(await read('/health'))
  expect([health.state, health.conditions.map(({ name }: { name: string }) => name)]).toEqual([
    'degraded',
    expect.arrayContaining(['credentials']),
  ])
  const metrics = await read('/metrics')
  expect(metrics).toContain('ringup_requests_refused_total{code="shape"}')
  expect(metrics).toMatch(/^ringup_dead\{reason="refused"\} 1$/m)
})
