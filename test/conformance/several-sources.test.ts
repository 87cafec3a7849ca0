/**
 * Promise: if several sources report one order, it has one effect. test/support/gtm/server.yaml has the scenarios of the server
 * container, and test/rules/proxy/webhooks tests how a webhook is read.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, test } from 'vitest'
import type { ApiRequest } from '../../demo/reference-api/index.js'
import type { ConvertEntry } from '../../demo/reference-api/records.js'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import { writeTemplate } from '../../src/gtm/template.mjs'
import { GA4, readPurchase } from '../examples/ga4.js'
import type { Example } from '../examples/index.js'
import { createClient, newEmail } from '../support/api.js'
import { createGuard } from '../support/emulators/gtm/permissions.js'
import { createRequire } from '../support/emulators/gtm/sandbox.js'
import { createServerApis, type SentRequest } from '../support/emulators/gtm/server-sandbox.js'
import { fillIn, parseTemplate } from '../support/emulators/gtm/template.js'
import { API_KEY } from '../support/proxy.js'
import { type OwnProxy, openProxy } from '../support/servers.js'
import { send } from '../support/wire.js'

type Fields = Record<string, unknown>
type Body = { email: string; cart_data: Fields }

/** One order, as each source reports it. */
interface Reported {
  email: string
  /** The GA4 fields, as JSON has them. */
  purchase: Fields
  /** Digits, as platforms count their orders. */
  id: string
}

const TOKEN = 'a-token-of-the-shops-server'
const SECRET = 'a-secret-of-the-platform'
const TEMPLATE = parseTemplate(writeTemplate('server'))

let api: StartedApi
let proxy: OwnProxy
let arrived: ApiRequest[]

beforeAll(async () => {
  arrived = []
  api = await startApi({ authorization: API_KEY, port: 0, onRequest: (request) => arrived.push(request) })
  const secrets = { serverTokens: [TOKEN], shopifySecrets: [SECRET], wooCommerceSecrets: [SECRET] }
  proxy = await openProxy({ apiUrl: api.baseUrl, ...secrets })
})
afterAll(async () => {
  await proxy.remove()
  await api.stop()
})

async function newCustomer(): Promise<string> {
  const email = newEmail()
  await createClient(api.baseUrl, API_KEY).post('sessions/', { email })
  return email
}

/** Fires the container's tag for an event of Google's page tag. Rejects unless the tag reports its success. */
function fireTag({ email, purchase }: Reported): Promise<void> {
  const endpoint = `${proxy.url}/ringup`
  const event = { event_name: 'purchase', client_id: '1.2', 'x-ga-gcd': '13r3r3r3r5', ...purchase }
  const eventData = { ...event, user_data: { email_address: email } }
  // The tag may send to the proxy only, as our guide recommends, and by http, because tests have no certificate.
  const { isAllowed, check } = createGuard(
    TEMPLATE.permissions.map(({ name, param }) => ({
      name,
      param: name === 'send_http' ? { ...param, urls: [endpoint] } : param,
    })),
    'SERVER',
  )
  const require = createRequire(createServerApis({ eventData, send: sendByNetwork, log: () => {}, isAllowed }), {
    check,
  })
  return new Promise((gtmOnSuccess, gtmOnFailure) => {
    const fields = fillIn(TEMPLATE.parameters, { endpoint, token: TOKEN })
    const run = new Function('require', 'data', `'use strict';\n${TEMPLATE.code}`)
    run(require, { ...fields, gtmOnSuccess, gtmOnFailure })
  })
}

async function sendByNetwork({ url, method, headers, body }: SentRequest) {
  const answer = await fetch(url, { method, headers, body })
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}

const WORDS = {
  shopify: { signature: 'x-shopify-hmac-sha256', topic: 'x-shopify-topic', event: 'orders/create' },
  woocommerce: { signature: 'x-wc-webhook-signature', topic: 'x-wc-webhook-topic', event: 'order.created' },
}

/** Sends the platform's sample order with these fields. */
function postWebhook(platform: keyof typeof WORDS, fields: Fields) {
  const { signature, topic, event } = WORDS[platform]
  const sample = JSON.parse(readFileSync(`test/examples/webhooks/${platform}-order.json`, 'utf8'))
  const body = JSON.stringify({ ...sample, ...fields })
  const headers = {
    'content-type': 'application/json',
    [topic]: event,
    [signature]: createHmac('sha256', SECRET).update(body).digest('base64'),
  }
  return send(proxy.url, { path: `/ringup/webhooks/${platform}`, headers, body })
}

let orders = 0
const toReported = async (example: Example): Promise<Reported> => ({
  email: await newCustomer(),
  purchase: readPurchase(example),
  id: `${++orders}`,
})

const requestsOf = (email: string) =>
  arrived.map(({ request }) => request as Body).filter((body) => body.email === email)

const ORDER = GA4.find(({ name }) => name === 'GA4 as tag managers push it') as Example
type Reporter = 'page' | 'server container' | 'shopify' | 'woocommerce'

const REPORT: Record<Reporter, (reported: Reported) => Promise<unknown>> = {
  page: ({ email, id }) => {
    const sent = ORDER.sent as unknown as Body
    const body = { ...sent, email, cart_data: { ...sent.cart_data, order_number: id } }
    return send(proxy.url, { body: { v: 3, id: randomUUID(), kind: 'convert', age: 0, raw: { passed: [body] } } })
  },
  'server container': ({ purchase, ...order }) =>
    fireTag({ ...order, purchase: { ...purchase, transaction_id: order.id } }),
  shopify: ({ email, id }) => {
    const processed_at = new Date().toISOString()
    const total_price_set = { presentment_money: { amount: '41.97', currency_code: 'EUR' } }
    const admin_graphql_api_id = `gid://shopify/Order/${id}`
    return postWebhook('shopify', { admin_graphql_api_id, total_price_set, email, processed_at })
  },
  woocommerce: ({ email, id }) => {
    const date_created_gmt = new Date().toISOString().slice(0, 19)
    return postWebhook('woocommerce', { number: id, billing: { email }, date_created_gmt })
  },
}

test.concurrent.for<[Reporter[], requests: number, why: string, number?: string]>([
  [['page', 'server container'], 2, 'an unsigned event does not replace a signed one; the API knows the number'],
  [['server container', 'page'], 1, 'the page’s is a duplicate'],
  [['server container', 'server container'], 1, 'the event came twice'],
  [
    ['shopify', 'server container'],
    1,
    'both are signed; Shopify’s webhook has two names, and the API gets the one that people see',
    '1001',
  ],
  [['server container', 'woocommerce', 'page'], 1, 'both are signed, and the page’s is a duplicate'],
])('one order of %j has one effect, by %i requests (%s)', async ([reporters, requests, , number], { expect }) => {
  const reported = await toReported(ORDER)
  for (const reporter of reporters) {
    await REPORT[reporter](reported)
    if (reporter === 'shopify' || reporter === 'woocommerce') await proxy.hurry()
    await expect.poll(() => requestsOf(reported.email)).not.toEqual([]) // the first has reached the API
  }
  await expect.poll(() => requestsOf(reported.email)).toHaveLength(requests)
  const { body } = await createClient(api.baseUrl, API_KEY).get('conversions/')
  const { conversions } = body as { conversions: ConvertEntry[] }
  const own = conversions.filter(({ email }) => email === reported.email)
  expect(own).toHaveLength(requests)
  expect(own.filter(({ session }) => session !== null)).toMatchObject([{ order_number: number ?? reported.id }])
})
