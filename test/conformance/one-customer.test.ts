/** Promise: two spellings of one e-mail address are one customer, from the page to the API, to `find` and to `erase`. */
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiRequest } from '../../demo/reference-api/index.js'
import type { ConvertEntry } from '../../demo/reference-api/records.js'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import { createClient } from '../support/api.js'
import { runCommand } from '../support/command.js'
import { API_KEY } from '../support/proxy.js'
import { type OwnProxy, openProxy } from '../support/servers.js'
import { send } from '../support/wire.js'

const SECRET = 'a-secret-of-the-platform'

let api: StartedApi
let proxy: OwnProxy
let requests: ApiRequest[]

beforeAll(async () => {
  requests = []
  api = await startApi({ authorization: API_KEY, port: 0, onRequest: (request) => requests.push(request) })
  proxy = await openProxy({ apiUrl: api.baseUrl, shopifySecrets: [SECRET] })
})
afterAll(async () => {
  await proxy.remove()
  await api.stop()
})

function reportFromPage(email: string, transaction_id: string) {
  const order = { transaction_id, value: '43.88', items: [{ item_id: 'MUG', price: '29.00', quantity: 1 }] }
  const raw = { emails: [email], entries: [{ event: 'purchase', ecommerce: order }] }
  return send(proxy.url, { body: { v: 3, id: randomUUID(), kind: 'convert', age: 0, raw } })
}

function reportFromShopify(email: string, number: string) {
  const sample = JSON.parse(readFileSync('test/examples/webhooks/shopify-order.json', 'utf8'))
  const names = { name: `#S${number}`, admin_graphql_api_id: `gid://shopify/Order/${number}` }
  const own = { ...names, processed_at: new Date().toISOString() }
  const body = JSON.stringify({ ...sample, ...own, email })
  const headers = {
    'content-type': 'application/json',
    'x-shopify-topic': 'orders/create',
    'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
  }
  return send(proxy.url, { path: '/ringup/webhooks/shopify', headers, body })
}

const toBody = ({ request }: ApiRequest) => request as { email: string; cart_data?: { order_number: string } }
const listEmails = (number: string) =>
  requests
    .map(toBody)
    .filter(({ cart_data }) => cart_data?.order_number === number)
    .map(({ email }) => email)

async function countEffects(number: string): Promise<number> {
  const { body } = await createClient(api.baseUrl, API_KEY).get('conversions/')
  const { conversions } = body as { conversions: ConvertEntry[] }
  return conversions.filter(({ order_number, session }) => order_number === number && session !== null).length
}

const run = (...words: string[]) =>
  runCommand(words, {
    RINGUP_DATABASE: proxy.settings.database,
    RINGUP_KEY: Buffer.from(proxy.settings.keys[0] ?? []).toString('base64'),
  })

async function countDelivered(number: string): Promise<number> {
  const { out } = await run('events', 'list', '--state', 'delivered', '--order', number, '--json')
  return out.split('\n').filter(Boolean).length
}

const UNICODE = 'Ada@Müller.example'
const PUNYCODE = 'ada@xn--mller-kva.example'

test.each([
  ['4001', UNICODE, PUNYCODE],
  ['4002', PUNYCODE, UNICODE],
])('order %s of %s, by webhook of %s, is found and erased as one', async (number, email, other) => {
  await createClient(api.baseUrl, API_KEY).post('sessions/', { email: PUNYCODE })

  await reportFromPage(email, number)
  await expect.poll(() => listEmails(number)).toEqual([PUNYCODE])
  await reportFromShopify(other, number)
  await proxy.hurry()
  await expect.poll(() => listEmails(number)).toEqual([PUNYCODE, PUNYCODE]) // signed, so it is sent too
  await expect.poll(() => countDelivered(number)).toBe(2)
  expect(await countEffects(number)).toBe(1)

  const found = await run('find', '--order', number, '--email', email)
  expect(found.code).toBe(0)
  expect(await run('find', '--order', number, '--email', other)).toEqual(found)

  expect((await run('erase', other)).out).toBe('Deleted: 0 events and 2 records of past events.\n')
  expect((await run('erase', email)).out).toBe('Nothing is stored for this e-mail address.\n')
  expect((await run('find', '--order', number, '--email', email)).code).toBe(1)
})
