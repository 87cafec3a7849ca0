/**
 * Promise: a platform's own webhook brings the order that the page could not. The platform's secret verifies it, it is
 * read to the cent, it is recognised as the page's order, and it is never lost silently.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import type { IncomingEvent, Parts, RequestHandler } from '../../../../src/proxy/index.js'
import type { AnswerSummary } from '../../../../src/proxy/log/answer-summary.js'
import { createHandler } from '../../../support/proxy.js'

const SECRET = 'a-secret-of-the-platform'
const OLDER = 'an-older-secret-of-the-platform'
const NOW_MS = Date.parse('2026-11-22T20:01:00Z')
const MIB = 1024 * 1024

type Name = 'shopify' | 'woocommerce'
const HEADERS = {
  shopify: { signature: 'x-shopify-hmac-sha256', topic: 'x-shopify-topic', order: 'orders/create' },
  woocommerce: { signature: 'x-wc-webhook-signature', topic: 'x-wc-webhook-topic', order: 'order.created' },
}
const NAMES: Name[] = ['shopify', 'woocommerce']

const readSample = (name: Name) => JSON.parse(readFileSync(`test/examples/webhooks/${name}-order.json`, 'utf8'))
const change = (name: Name, fields: object) => JSON.stringify({ ...readSample(name), ...fields })
const toSignature = (body: string | Buffer, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('base64')

let handle: RequestHandler
let stored: IncomingEvent[]
let logged: object[]
let answers: AnswerSummary[]
beforeEach(() => openWith())

function openWith(parts: Partial<Parts> = {}) {
  answers = []
  const settings = { shopifySecrets: [SECRET, OLDER], wooCommerceSecrets: [SECRET, OLDER], ratePerIp: 3, rateTotal: 3 }
  const onAnswered = (answer: AnswerSummary) => void answers.push(answer)
  ;({ handle, stored, logged } = createHandler(settings, { onAnswered, now: () => NOW_MS, ...parts }))
}

interface Options {
  topic?: string
  secret?: string
  headers?: Record<string, string>
  /** Passes Node's own request too. */
  isOfNode?: boolean
  method?: string
}

async function send(name: Name, body: string | Buffer, options: Options = {}) {
  const { topic, secret, headers, isOfNode, method = 'POST' } = options
  const { signature, ...names } = HEADERS[name]
  const request = new Request(`http://proxy.example/ringup/webhooks/${name}`, {
    method,
    headers: { [signature]: toSignature(body, secret), [names.topic]: topic ?? names.order, ...headers },
    body: method === 'POST' ? new Uint8Array(Buffer.from(body)) : null,
  })
  const client = isOfNode ? { body: new PassThrough().end(body) } : {}
  const response = await handle(request, { address: '192.0.2.1', ...client })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const FACTS = { kind: 'convert', signed: true, from: 'webhook', problems: [] }
const ID = expect.stringMatching(/^[\da-f-]{36}$/)

test('an order of Shopify is the order that the pixel reports', async () => {
  const { status, body } = await send('shopify', change('shopify', {}))
  expect([status, body]).toEqual([202, { ok: true, id: stored[0]?.id }])
  const cart_data = {
    order_number: '#1001',
    cart_value: 4388,
    cart_item_count: 3,
    promo: 'SPRING',
    currency: 'EUR',
    tax: '7',
    shipping: '4.9',
  }
  const item_brand = 'Sample Pottery'
  const mug = { product_id: 'MUG-B', name: 'Blue mug', price: 1999, item_qty: 2, qty_price: 3998, item_variant: 'Blue' }
  const plate = { product_id: '39072856', name: 'Plate', price: 400, item_qty: 1, qty_price: 400 }
  const cart_items = [mug, plate].map((item) => ({ ...item, item_brand }))
  const order = { email: 'ada@example.com', cart_data, cart_items }
  expect(stored).toEqual([{ ...FACTS, id: ID, name: '820982911946154508', ageMs: 120_000, body: order }])
})

test('an order of WooCommerce is the order that its confirmation page shows', async () => {
  expect(await send('woocommerce', change('woocommerce', {}))).toMatchObject({ status: 202 })
  const cart_data = {
    order_number: '2026-727',
    cart_value: 4388,
    cart_item_count: 3,
    promo: 'spring',
    currency: 'EUR',
    tax: '7',
    shipping: '4.12',
  }
  const image_url = 'https://shop.example/wp-content/uploads/mug.jpg'
  const mug = { product_id: 'MUG-B', name: 'Blue mug', price: 1999, item_qty: 2, qty_price: 3998, image_url }
  const plate = { product_id: '22', name: 'Plate', price: 400, item_qty: 1, qty_price: 400, image_url }
  const order = { email: 'ada@example.com', cart_data, cart_items: [mug, plate] }
  expect(stored).toEqual([{ ...FACTS, id: ID, name: '727', ageMs: 60_000, body: order }])
})

describe.each(NAMES)('the webhook of %s', (name) => {
  const { signature } = HEADERS[name]

  test.each<[reason: string, status: number, options: Options]>([
    ['signed with an older secret that is still valid', 202, { secret: OLDER }],
    ['as Node’s own request', 202, { isOfNode: true }],
    ['signed with another secret', 401, { secret: 'a-secret-of-nobody-known' }],
    ['unsigned', 401, { headers: { [signature]: '' } }],
    ['with half a signature', 401, { headers: { [signature]: toSignature('x').slice(0, 20) } }],
    ['with the signature of another body', 401, { headers: { [signature]: toSignature('x') } }],
    ['by GET', 405, { method: 'GET' }],
  ])('that is sent %s is answered %i', async (_reason, status, options) => {
    expect(await send(name, change(name, {}), options)).toMatchObject({ status })
    expect(answers.map(({ webhook }) => webhook?.outcome)).toEqual([status === 202 ? 'accepted' : undefined])
    expect(stored).toHaveLength(status === 202 ? 1 : 0)
  })

  test('is not served without the secret', async () => {
    ;({ handle } = createHandler())
    expect(await send(name, change(name, {}))).toMatchObject({ status: 404 })
  })

  test('may be larger than an event, and has its own limit', async () => {
    const pad = (bytes: number) => change(name, { note: 'x'.repeat(bytes) })
    expect(await send(name, pad(2 * MIB))).toMatchObject({ status: 202 })
    expect(await send(name, pad(5 * MIB))).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(stored).toHaveLength(1)
  })

  test.each<[line: string, reason: string, body: string | Buffer, options?: Options]>([
    ['webhook_ignored', 'topic', change(name, {}), { topic: 'products/update' }],
    ['webhook_order_missing', 'too_old', change(name, toTimes(name, '2026-11-19T20:00:00'))],
    ['webhook_order_missing', 'unreadable', 'not JSON'],
    ['webhook_order_missing', 'unreadable', '[]'],
    ['webhook_order_missing', 'unreadable', Buffer.from([0x22, 0xff, 0x22])],
    [
      'webhook_order_missing',
      'unreadable',
      change(name, { id: 1e30, number: null, order_number: null, name: null, admin_graphql_api_id: null }),
    ],
    ['webhook_order_missing', 'unreadable', change(name, toEmails(name, 'ada at home'))],
    ['webhook_order_missing', 'no_email', change(name, toEmails(name, ''))],
    ['webhook_order_missing', 'no_email', change(name, { email: null, contact_email: null, customer: 0, billing: 0 })],
  ])('without an order is answered 200, logged as %s, %s, and counted', async (event, reason, body, options) => {
    expect(await send(name, body, options)).toEqual({ status: 200, body: { ok: true, ignored: reason } })
    expect([stored, logged]).toEqual([[], [{ event, platform: name, reason }]])
    expect(answers).toMatchObject([{ webhook: { platform: name, outcome: reason } }])
  })

  test('is not limited if it is genuine; a sender of three forgeries in a minute is', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 9; n += 1) statuses.push((await send(name, change(name, {}))).status)
    expect(statuses).toEqual(Array(9).fill(202))
    for (let n = 0; n < 4; n += 1) statuses.push((await send(name, '{}', { secret: OLDER.slice(3) })).status)
    expect(statuses.slice(9)).toEqual([401, 401, 401, 429])
  })

  test('leaves out a line without a product, and names it', async () => {
    const [line] = readSample(name).line_items
    const tip = { ...line, sku: null, variant_id: null, variation_id: 0, product_id: null }
    const { body } = await send(name, change(name, { line_items: [tip, line] }))
    expect(body.problems).toEqual([{ field: 'cart_items.0', code: 'no_product_id' }])
    const order = { cart_items: [{ product_id: 'MUG-B' }], cart_data: { cart_item_count: 4 } }
    expect(stored).toMatchObject([{ body: order }])
  })
})

function toTimes(name: Name, time: string) {
  return name === 'shopify' ? { processed_at: `${time}Z` } : { date_created_gmt: time }
}
function toEmails(name: Name, email: string) {
  if (name === 'woocommerce') return { billing: { ...readSample(name).billing, email } }
  return { email, contact_email: email, customer: { email } }
}

describe('only an order that a visit led to counts', () => {
  const meta = (key: string) => ({ meta_data: [null, { id: 1, key: 'other' }, { id: 2, key, value: '12' }] })

  test.each<[platform: Name, outcome: string, fields: object, reason: string]>([
    ['shopify', 'accepted', { source_name: 'web', checkout_token: null }, 'the online store'],
    ['shopify', 'point_of_sale', { source_name: 'pos' }, 'Shopify POS'],
    ['shopify', 'draft', { source_name: 'shopify_draft_order' }, 'staff created it, and the customer paid it'],
    ['shopify', 'draft', { source_name: 'iphone' }, 'the staff’s app'],
    ['shopify', 'renewal', { source_name: 'subscription_contract' }, 'a subscription'],
    ['shopify', 'renewal', { source_name: 'subscription_contract_checkout_one' }, 'a subscription, since 2025'],
    ['shopify', 'accepted', { source_name: '5382175' }, 'a headless storefront or an app, with Shopify’s checkout'],
    ['shopify', 'import', { source_name: '755357713', checkout_token: null }, 'an app created it'],
    ['shopify', 'import', { source_name: 'kaufland', checkout_token: null }, 'a marketplace created it'],
    ['shopify', 'import', { source_name: null, checkout_token: null }, 'neither source nor checkout'],
    ['shopify', 'import', { source_name: 'constructor', checkout_token: '' }, 'not a word of the table'],
    ['woocommerce', 'accepted', { created_via: 'checkout', cart_hash: '' }, 'the classic checkout'],
    ['woocommerce', 'accepted', { created_via: 'store-api', cart_hash: '' }, 'the checkout block'],
    ['woocommerce', 'point_of_sale', { created_via: 'pos-rest-api' }, 'the mobile app'],
    ['woocommerce', 'point_of_sale', { created_via: 'POS' }, 'a plug-in, in capitals'],
    ['woocommerce', 'point_of_sale', { created_via: 'woocommerce-pos' }, 'WCPOS'],
    ['woocommerce', 'draft', { created_via: 'admin' }, 'staff created it'],
    ['woocommerce', 'import', { created_via: 'rest-api' }, 'another program created it'],
    ['woocommerce', 'renewal', { created_via: 'subscription' }, 'WooCommerce Subscriptions'],
    ['woocommerce', 'renewal', { created_via: 'sumo_subs' }, 'SUMO Subscriptions'],
    ['woocommerce', 'renewal', meta('_subscription_renewal'), 'paid early, at the checkout'],
    ['woocommerce', 'renewal', meta('is_a_renew'), 'YITH'],
    ['woocommerce', 'renewal', meta('wps_sfw_renewal_order'), 'WP Swings'],
    ['woocommerce', 'renewal', meta('sumo_renewal_order_date'), 'SUMO Subscriptions'],
    ['woocommerce', 'accepted', meta('_subscription_resubscribe'), 'the customer subscribes again, at the checkout'],
    ['woocommerce', 'accepted', { meta_data: 'none' }, 'no metadata'],
    ['woocommerce', 'accepted', { created_via: 'app' }, 'an app with the shop’s cart'],
    ['woocommerce', 'import', { created_via: 'app', cart_hash: '' }, 'a program without a cart'],
    ['woocommerce', 'import', { created_via: '', cart_hash: '' }, 'an importer'],
  ])('%s: %s with %j (%s)', async (name, outcome, fields) => {
    await send(name, change(name, fields))
    expect(answers).toMatchObject([{ webhook: { platform: name, outcome } }])
    expect(stored).toHaveLength(outcome === 'accepted' ? 1 : 0)
    const line = { event: 'webhook_ignored', platform: name, reason: outcome }
    expect(logged).toEqual(outcome === 'accepted' ? [] : [line])
  })
})

describe('of Shopify', () => {
  test.each<[reason: string, fields: object]>([
    ['test_order', { test: true, checkout_token: null }],
    ['not_placed', { cancelled_at: '2026-11-22T21:00:00+01:00', source_name: 'pos' }],
  ])('an order is ignored (%s)', async (reason, fields) => {
    expect(await send('shopify', change('shopify', fields))).toMatchObject({ status: 200, body: { ignored: reason } })
  })

  test.each<[what: string, fields: object, expected: object]>([
    ['the contact’s e-mail', { email: null, contact_email: 'b@example.com' }, { email: 'b@example.com' }],
    ['the customer’s e-mail', { email: null, contact_email: null }, { email: 'ada@example.com' }],
    ['the number', { name: undefined, order_number: 1001 }, { cart_data: { order_number: '1001' } }],
    ['the id', { name: '', order_number: undefined }, { cart_data: { order_number: '820982911946154508' } }],
    ['the shop’s amount', { total_price_set: undefined }, { cart_data: { cart_value: 5210 } }],
    ['the shop’s tax', { total_tax_set: undefined, total_tax: '6.50' }, { cart_data: { tax: '6.5' } }],
    ['the shop’s currency', { presentment_currency: undefined }, { cart_data: { currency: 'USD' } }],
  ])('%s counts if no better field exists', async (_what, fields, expected) => {
    await send('shopify', change('shopify', fields))
    expect(stored).toMatchObject([{ body: expected }])
  })

  test('an order happened when it was placed, even if it is paid weeks later', async () => {
    const body = change('shopify', { processed_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-22T20:00:00Z' })
    expect(await send('shopify', body, { topic: 'orders/paid' })).toMatchObject({ body: { ignored: 'too_old' } })
  })
})

describe('of WooCommerce', () => {
  const BEGUN = ['pending', 'failed', 'cancelled', 'refunded', 'trash', 'checkout-draft', undefined]
  test.each([
    ...BEGUN.map((status) => [status, 'not_placed'] as const),
    ...['processing', 'completed', 'on-hold'].map((status) => [status, 'accepted'] as const),
  ])('an order that is %s is %s', async (status, outcome) => {
    await send('woocommerce', change('woocommerce', { status }), { topic: 'order.updated' })
    expect(answers).toMatchObject([{ webhook: { outcome } }])
  })

  test('prices without tax stay without tax', async () => {
    await send('woocommerce', change('woocommerce', { prices_include_tax: false }))
    expect(stored).toMatchObject([{ body: { cart_items: [{ qty_price: 3360, price: 1680 }, { qty_price: 336 }] } }])
  })

  test.each([
    ['webhook_id=12', 200],
    ['webhook_id=', 401],
    ['webhook_id=12&x=1', 401],
  ])('an unsigned %s is answered %i: only a ping is known', async (body, status) => {
    const request = new Request('http://proxy.example/ringup/webhooks/woocommerce', { method: 'POST', body })
    expect((await handle(request)).status).toBe(status)
    expect([stored, logged]).toEqual([[], []])
  })
})

describe('unverified webhooks under way', () => {
  /** Begins a request of so many bytes, none of which has arrived yet. */
  function begin(bytes: number | undefined, text = '', signature = `${'A'.repeat(43)}=`) {
    const body = new PassThrough()
    if (text) body.end(text)
    const length = bytes === undefined ? {} : { 'content-length': String(bytes) }
    const headers = { ...length, 'x-shopify-hmac-sha256': signature, 'x-shopify-topic': 'orders/create' }
    const request = new Request('http://proxy.example/ringup/webhooks/shopify', { method: 'POST', headers })
    const state = { body, status: 0, answer: handle(request, { body }) }
    void state.answer.then(({ status }) => {
      state.status = status
    })
    return state
  }
  const beginMany = (count: number, bytes?: number) => Array.from({ length: count }, () => begin(bytes))
  const genuine = '{"test":true}'

  async function countRefusals(all: { status: number }[]) {
    await new Promise((resolve) => setImmediate(resolve))
    return all.filter(({ status }) => status === 429).length
  }

  test.each([[4 * MIB], [undefined]])('of %j bytes are read eight at a time', async (bytes) => {
    expect(await countRefusals(beginMany(20, bytes))).toBe(12)
  })

  test('make room when they break off', async () => {
    for (const { body } of beginMany(8, 4 * MIB)) body.destroy()
    await countRefusals([])
    expect(await countRefusals(beginMany(8, 4 * MIB))).toBe(0)
  })

  test('make room for a smaller one, which is genuine; one of them has to retry', async () => {
    const all = beginMany(8, 4 * MIB)
    expect((await begin(genuine.length, genuine, toSignature(genuine)).answer).status).toBe(200)
    expect(await countRefusals(all)).toBe(1)
  })
})
