/**
 * Promise: an order reaches the API as the same JSON whichever way a shop's servers report it, and once, whoever else reports
 * it. What a way says otherwise is in its table.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { ApiRequest } from '../../demo/reference-api/index.js'
import type { ConvertEntry } from '../../demo/reference-api/records.js'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import { writeTemplate } from '../../src/gtm/template.mjs'
import { toSaidCheckout } from '../../src/shopify/said-checkout.js'
import { GA4, readPurchase } from '../examples/ga4.js'
import type { Example } from '../examples/index.js'
import { createClient, newEmail } from '../support/api.js'
import { fireServerTag } from '../support/emulators/gtm/server-container.js'
import { parseTemplate } from '../support/emulators/gtm/template.js'
import { API_KEY } from '../support/proxy.js'
import { type OwnProxy, openProxy } from '../support/servers.js'
import { HEADERS, send } from '../support/wire.js'

type Fields = Record<string, unknown>
interface Body {
  email: string
  cart_data: Fields
  cart_items?: Fields[]
}

/** One order, as each way is told it. */
interface Told {
  email: string
  /** GA4's words, as JSON carries them. */
  purchase: Fields
  /** Digits, as platforms count their orders. */
  id: string
}

interface Way {
  name: string
  examples: Example[]
  report(told: Told): Promise<unknown>
  differences: Difference[]
}

/** What comes otherwise than a page sends it. */
interface Difference {
  reason: string
  /** The names of those that are otherwise; all without. */
  examples?: string[]
  /** Undefined: nothing is sent. */
  toSent(sent: Body, told: Told): Body | undefined
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
  proxy = await openProxy({ apiUrl: api.baseUrl, allowOpaqueOrigin: true, ...secrets })
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

/* The ways */

/** Tells it as Google's tag of the page tells the container's own client. */
function fireTag({ email, purchase }: Told) {
  const event = { event_name: 'purchase', client_id: '1.2', 'x-ga-gcd': '13r3r3r3r5', ...purchase }
  const fields = { endpoint: `${proxy.url}/ringup`, token: TOKEN }
  return fireServerTag(TEMPLATE, fields, { ...event, user_data: { email_address: email } })
}

const WORDS = {
  shopify: { signature: 'x-shopify-hmac-sha256', topic: 'x-shopify-topic', event: 'orders/create' },
  woocommerce: { signature: 'x-wc-webhook-signature', topic: 'x-wc-webhook-topic', event: 'order.created' },
}

function postWebhook(platform: keyof typeof WORDS, order: Fields) {
  const { signature, topic, event } = WORDS[platform]
  const body = JSON.stringify(order)
  const headers = {
    'content-type': 'application/json',
    [topic]: event,
    [signature]: createHmac('sha256', SECRET).update(body).digest('base64'),
  }
  return send(proxy.url, { path: `/ringup/webhooks/${platform}`, headers, body })
}

const toItems = ({ items = [] }: Fields) => items as Fields[]
const toDecimal = (amount: unknown) => (amount === undefined ? undefined : String(amount))
const toMoney = (amount: unknown) => ({ presentment_money: { amount: toDecimal(amount) } })

/** Source: shopify.dev, "Order" of the REST Admin API. */
const toShopifyOrder = ({ email, id, purchase }: Told) => ({
  admin_graphql_api_id: `gid://shopify/Order/${id}`,
  email,
  processed_at: new Date().toISOString(),
  presentment_currency: purchase.currency,
  total_price_set: toMoney(purchase.value),
  total_tax_set: toMoney(purchase.tax),
  shipping_lines: purchase.shipping === undefined ? [] : [{}],
  total_shipping_price_set: toMoney(purchase.shipping),
  discount_codes: purchase.coupon ? [{ code: purchase.coupon }] : [],
  line_items: toItems(purchase).map(({ item_id, item_name, price, quantity = 1, item_brand }) => ({
    sku: item_id,
    title: item_name,
    price_set: toMoney(price),
    quantity,
    vendor: item_brand,
  })),
})

/** Source: woocommerce.github.io/woocommerce-rest-api-docs, "Order properties". */
const toWooCommerceOrder = ({ email, id, purchase }: Told) => ({
  number: id,
  status: 'processing',
  date_created_gmt: new Date().toISOString().slice(0, 19),
  prices_include_tax: false,
  billing: { email },
  currency: purchase.currency,
  total: toDecimal(purchase.value),
  total_tax: toDecimal(purchase.tax),
  shipping_total: toDecimal(purchase.shipping),
  shipping_lines: purchase.shipping === undefined ? [] : [{}],
  coupon_lines: purchase.coupon ? [{ code: purchase.coupon }] : [],
  line_items: toItems(purchase).map(({ item_id, item_name, price, quantity = 1 }) => ({
    sku: item_id,
    name: item_name,
    quantity,
    subtotal: toDecimal(Number(price) * Number(quantity)),
    subtotal_tax: '0.00',
  })),
})

/** What a platform's order can say: decimal amounts, and nothing that a page has made up. */
const PLATFORM_ORDERS = GA4.filter(({ name }) =>
  [
    'GA4 as tag managers push it',
    'ecommerce cleared before the purchase, and other events round it',
    'an empty list of items',
  ].includes(name),
)

const withoutCart = (...names: string[]) => ({
  toSent: (sent: Body): Body => ({ ...sent, cart_data: without(sent.cart_data, names) }),
})
const withoutInItems = (name: string) => ({
  toSent: ({ cart_items, ...sent }: Body): Body => ({
    ...sent,
    ...(cart_items && { cart_items: cart_items.map((item) => without(item, [name])) }),
  }),
})
const without = (fields: Fields, names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

const OWN_NUMBER: Difference = {
  reason: 'the platform’s own number of the order',
  toSent: ({ cart_data, ...sent }, { id }) => ({ ...sent, cart_data: { ...cart_data, order_number: id } }),
}
const ALWAYS_LINES: Difference = {
  reason: 'a platform’s order always has a list of lines',
  toSent: ({ cart_items = [], ...sent }) => ({ ...sent, cart_items }),
}
const NO_CATEGORY = { reason: 'a line has no category', ...withoutInItems('category') }

const WAYS: Way[] = [
  {
    name: 'the server container',
    examples: GA4,
    report: fireTag,
    differences: [
      {
        reason: 'of the event only what Google says of a purchase travels: all else may be of the browser',
        ...withoutCart('send_to', 'event', 'gift', 'delivery', 'note'),
      },
      {
        reason: 'an event without transaction_id is not sent: it may come twice, and nothing would tell',
        examples: [
          'a blank order number does not hide another',
          'items beside an object that has the order’s number',
          'an empty list beside an object that has number and items',
          'items without an order number are an order',
        ],
        toSent: () => undefined,
      },
    ],
  },
  {
    name: 'Shopify’s webhook',
    examples: PLATFORM_ORDERS,
    report: (told) => postWebhook('shopify', toShopifyOrder(told)),
    differences: [OWN_NUMBER, ALWAYS_LINES, NO_CATEGORY],
  },
  {
    name: 'WooCommerce’s webhook',
    examples: PLATFORM_ORDERS,
    report: (told) => postWebhook('woocommerce', toWooCommerceOrder(told)),
    differences: [
      OWN_NUMBER,
      ALWAYS_LINES,
      NO_CATEGORY,
      { reason: 'a line has no brand', ...withoutInItems('item_brand') },
    ],
  },
]

let orders = 0
const toTold = async (example: Example): Promise<Told> => ({
  email: await newCustomer(),
  purchase: readPurchase(example),
  id: `${++orders}`,
})

const concerns = ({ examples }: Difference, { name }: Example) => examples?.includes(name) ?? true

function toExpected({ differences }: Way, example: Example, told: Told): Body | undefined {
  const sent = { ...example.sent, email: told.email } as Body // each has a cart
  return differences
    .filter((each) => concerns(each, example))
    .reduce<Body | undefined>((body, { toSent }) => body && toSent(body, told), sent)
}

const requestsOf = (email: string) =>
  arrived.map(({ request }) => request as Body).filter((body) => body.email === email)

describe.each(WAYS)('by $name', (way) => {
  test.concurrent.for(way.examples)('the API gets what a page sends: $name', async (example, { expect }) => {
    const told = await toTold(example)
    const expected = toExpected(way, example, told)
    await way.report(told)
    if (expected) await expect.poll(() => requestsOf(told.email)).toHaveLength(1)
    expect(requestsOf(told.email)).toEqual(expected ? [expected] : [])
  })
})

describe('one order that several report has one effect', () => {
  const ORDER = GA4.find(({ name }) => name === 'GA4 as tag managers push it') as Example
  type Reporter = 'page' | 'pixel' | 'server container' | 'shopify' | 'woocommerce'

  const REPORT: Record<Reporter, (told: Told) => Promise<unknown>> = {
    page: ({ email, id }) => {
      const { cart_data, cart_items } = ORDER.sent as unknown as Body
      const body = { email, cart_data: { ...cart_data, order_number: id }, cart_items }
      return send(proxy.url, { body: { v: 1, id: randomUUID(), kind: 'convert', age: 0, body } })
    },
    pixel: ({ email, id }) => {
      const order = toSaidCheckout({ order: { id: `gid://shopify/OrderIdentity/${id}` } }, undefined)
      const said = { emails: [email], found: { from: 'shopify-pixel', order } }
      return send(proxy.url, {
        headers: { ...HEADERS, origin: 'null' },
        body: { v: 2, id: randomUUID(), kind: 'convert', age: 0, said },
      })
    },
    'server container': (told) => fireTag({ ...told, purchase: { ...told.purchase, transaction_id: told.id } }),
    shopify: (told) => postWebhook('shopify', toShopifyOrder(told)),
    woocommerce: (told) => postWebhook('woocommerce', toWooCommerceOrder(told)),
  }

  test.concurrent.for<[Reporter[], requests: number, why: string]>([
    [
      ['page', 'server container'],
      2,
      'whoever has no token is never in the way of whoever has; the API knows the number',
    ],
    [['server container', 'page'], 1, 'the page’s is a duplicate'],
    [['server container', 'server container'], 1, 'the event came twice'],
    [['shopify', 'server container'], 1, 'both are signed'],
    [['pixel', 'shopify'], 2, 'both know the number of the Admin API, and so does the API'],
    [['server container', 'woocommerce', 'page'], 1, 'both are signed, and the page’s is a duplicate'],
  ])('%j: %i requests (%s)', async ([reporters, requests], { expect }) => {
    const told = await toTold(ORDER)
    for (const reporter of reporters) {
      await REPORT[reporter](told)
      await expect.poll(() => requestsOf(told.email)).not.toEqual([]) // the first has reached the API
    }
    await expect.poll(() => requestsOf(told.email)).toHaveLength(requests)
    const { body } = await createClient(api.baseUrl, API_KEY).get('conversions/')
    const { conversions } = body as { conversions: ConvertEntry[] }
    const own = conversions.filter(({ email }) => email === told.email)
    expect(own).toHaveLength(requests)
    expect(own.filter(({ session }) => session !== null)).toMatchObject([{ order_number: told.id }])
  })
})
