/**
 * Promise: a platform's own webhook brings the order that the page could not. The platform's secret verifies it, it is
 * read to the cent, it is recognised as the page's order, and it is never lost silently.
 */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AnswerSummary, IncomingEvent, Parts, RequestHandler } from '../../../../src/proxy/index.js'
import { QueueFullError } from '../../../../src/proxy/queue/index.js'
import { createHandler } from '../../../support/proxy.js'

const SECRET = 'a-secret-of-the-platform'
const OLDER = 'an-older-secret-of-the-platform'
const NOW_MS = Date.parse('2026-11-22T20:01:00Z')

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
let answered: AnswerSummary[]
beforeEach(() => {
  answered = []
  openWith()
})

function openWith(parts: Partial<Parts> = {}) {
  const secrets = { shopifySecrets: [SECRET, OLDER], wooCommerceSecrets: [SECRET, OLDER] }
  const onAnswered = (answer: AnswerSummary) => void answered.push(answer)
  ;({ handle, stored, logged } = createHandler(
    { ...secrets, ratePerIp: 3, rateTotal: 3 },
    { onAnswered, now: () => NOW_MS, ...parts },
  ))
}

interface Sent {
  topic?: string
  secret?: string
  headers?: Record<string, string>
  /** Whether Node's own request is passed too. */
  incoming?: boolean
  method?: string
}

async function send(
  name: Name,
  body: string | Buffer,
  { topic, secret, headers, incoming, method = 'POST' }: Sent = {},
) {
  const { signature, ...named } = HEADERS[name]
  const request = new Request(`http://proxy.example/ringup/webhooks/${name}`, {
    method,
    headers: {
      'content-type': 'application/json',
      [signature]: toSignature(body, secret),
      [named.topic]: topic ?? named.order,
      ...headers,
    },
    body: method === 'POST' ? new Uint8Array(Buffer.from(body)) : null,
  })
  const client = incoming ? { body: new PassThrough().end(body) } : {}
  const response = await handle(request, { address: '192.0.2.1', ...client })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

test('an order of Shopify is the order that the pixel reports', async () => {
  const { status, body } = await send('shopify', change('shopify', {}))
  expect([status, body]).toEqual([202, { ok: true, id: stored[0]?.id }])
  expect(stored).toEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      kind: 'convert',
      signed: true,
      from: 'webhook',
      name: '#1001',
      problems: [],
      ageMs: 120_000,
      body: {
        email: 'Ada@example.com'.toLowerCase(),
        cart_data: {
          order_number: '820982911946154508',
          cart_value: 4388,
          cart_item_count: 3,
          promo: 'SPRING',
          currency: 'EUR',
          tax: '7',
          shipping: '4.9',
        },
        cart_items: [
          {
            product_id: 'MUG-B',
            name: 'Blue mug',
            price: 1999,
            item_qty: 2,
            qty_price: 3998,
            item_variant: 'Blue',
            item_brand: 'Sample Pottery',
          },
          {
            product_id: '39072856',
            name: 'Plate',
            price: 400,
            item_qty: 1,
            qty_price: 400,
            item_brand: 'Sample Pottery',
          },
        ],
      },
    },
  ])
})

test('an order of WooCommerce is the order that its confirmation page shows', async () => {
  expect(await send('woocommerce', change('woocommerce', {}))).toMatchObject({ status: 202 })
  const image_url = 'https://shop.example/wp-content/uploads/mug.jpg'
  expect(stored).toEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      kind: 'convert',
      signed: true,
      from: 'webhook',
      name: '727',
      problems: [],
      ageMs: 52_000,
      body: {
        email: 'ada@example.com',
        cart_data: {
          order_number: '2026-727',
          cart_value: 4388,
          cart_item_count: 3,
          promo: 'spring',
          currency: 'EUR',
          tax: '7',
          shipping: '4.12',
        },
        cart_items: [
          { product_id: 'MUG-B', name: 'Blue mug', price: 1999, item_qty: 2, qty_price: 3998, image_url },
          { product_id: '22', name: 'Plate', price: 400, item_qty: 1, qty_price: 400, image_url },
        ],
      },
    },
  ])
})

describe.each(NAMES)('the webhook of %s', (name) => {
  test.each<[reason: string, status: number, more: Sent]>([
    ['signed with an older secret that is still valid', 202, { secret: OLDER }],
    ['as Node’s own request', 202, { incoming: true }],
    ['signed with another secret', 401, { secret: 'a-secret-of-nobody-known' }],
    ['unsigned', 401, { headers: { [HEADERS[name].signature]: '' } }],
    ['with half a signature', 401, { headers: { [HEADERS[name].signature]: toSignature('x').slice(0, 20) } }],
    ['with the signature of another body', 401, { headers: { [HEADERS[name].signature]: toSignature('x') } }],
    ['by GET', 405, { method: 'GET' }],
  ])('that is sent %s is answered %i', async (_reason, status, more) => {
    expect(await send(name, change(name, {}), more)).toMatchObject({ status })
    expect(stored).toHaveLength(status === 202 ? 1 : 0)
  })

  test('is not served without the secret', async () => {
    ;({ handle } = createHandler())
    expect(await send(name, change(name, {}))).toMatchObject({ status: 404 })
  })

  test('may be larger than an event, and has its own limit', async () => {
    const pad = (bytes: number) => change(name, { note: 'x'.repeat(bytes) })
    expect(await send(name, pad(2_000_000))).toMatchObject({ status: 202 })
    expect(await send(name, pad(5_000_000))).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(stored).toHaveLength(1)
  })

  test.each<[line: string, reason: string, body: string | Buffer, more?: Sent]>([
    ['webhook_ignored', 'topic', change(name, {}), { topic: 'products/update' }],
    ['webhook_order_missing', 'too_old', change(name, toTimes(name, '2026-11-19T20:00:00'))],
    ['webhook_order_missing', 'unreadable', 'no JSON'],
    ['webhook_order_missing', 'unreadable', '[]'],
    ['webhook_order_missing', 'unreadable', Buffer.from([0x22, 0xff, 0x22])],
    ['webhook_order_missing', 'unreadable', change(name, { id: 1e30, number: null, admin_graphql_api_id: null })],
    ['webhook_order_missing', 'unreadable', change(name, toEmails(name, 'ada at home'))],
    ['webhook_order_missing', 'no_email', change(name, toEmails(name, ''))],
    [
      'webhook_order_missing',
      'no_email',
      change(name, { email: null, contact_email: null, customer: null, billing: null }),
    ],
  ])('without an order is answered 200, logged as %s, %s, and counted', async (event, reason, body, more) => {
    expect(await send(name, body, more)).toEqual({ status: 200, body: { ok: true, ignored: reason } })
    expect([stored, logged]).toEqual([[], [{ event, platform: name, reason }]])
    expect(answered).toMatchObject([{ webhook: { platform: name, outcome: reason } }])
  })

  test('is counted if it brings an order', async () => {
    await send(name, change(name, {}))
    expect(answered).toMatchObject([{ webhook: { platform: name, outcome: 'accepted' } }])
  })

  test('is not limited if it is genuine; a sender of three forgeries in a minute is', async () => {
    const genuine: number[] = []
    for (let sent = 0; sent < 9; sent += 1) genuine.push((await send(name, change(name, {}))).status)
    expect(new Set(genuine)).toEqual(new Set([202]))
    const forged: number[] = []
    for (let sent = 0; sent < 4; sent += 1) forged.push((await send(name, '{}', { secret: OLDER.slice(3) })).status)
    expect(forged).toEqual([401, 401, 401, 429])
  })

  test('is sent again if the queue is full', async () => {
    openWith({ queue: { accept: () => Promise.reject(new QueueFullError()), refuse: async () => {} } })
    expect(await send(name, change(name, {}))).toMatchObject({ status: 503 })
  })

  test('leaves out a line without a product, and names it', async () => {
    const [line] = readSample(name).line_items
    const tip = { ...line, sku: null, variant_id: null, variation_id: 0, product_id: null }
    const { body } = await send(name, change(name, { line_items: [tip, line] }))
    expect(body.problems).toEqual([{ field: 'cart_items.0', code: 'no_product_id' }])
    expect(stored).toMatchObject([
      { body: { cart_items: [{ product_id: 'MUG-B' }], cart_data: { cart_item_count: 4 } } },
    ])
  })
})

function toTimes(name: Name, time: string) {
  return name === 'shopify' ? { processed_at: `${time}Z` } : { date_paid_gmt: time }
}
function toEmails(name: Name, email: string) {
  if (name === 'woocommerce') return { billing: { ...readSample(name).billing, email } }
  return { email, contact_email: email, customer: { email } }
}

describe('of Shopify', () => {
  test.each<[reason: string, fields: object]>([
    ['test_order', { test: true }],
    ['not_placed', { cancelled_at: '2026-11-22T21:00:00+01:00' }],
  ])('an order is ignored (%s)', async (reason, fields) => {
    expect(await send('shopify', change('shopify', fields))).toMatchObject({ status: 200, body: { ignored: reason } })
  })

  test.each<[what: string, fields: object, expected: object]>([
    ['the contact’s e-mail', { email: null, contact_email: 'b@example.com' }, { email: 'b@example.com' }],
    ['the customer’s e-mail', { email: null, contact_email: null }, { email: 'ada@example.com' }],
    ['the id', { admin_graphql_api_id: undefined, id: 45 }, { cart_data: { order_number: '45' } }],
    ['the shop’s amount', { total_price_set: undefined }, { cart_data: { cart_value: 5210 } }],
    ['the shop’s tax', { total_tax_set: undefined, total_tax: '6.50' }, { cart_data: { tax: '6.5' } }],
    ['the shop’s currency', { presentment_currency: undefined }, { cart_data: { currency: 'USD' } }],
  ])('%s counts if no better field exists', async (_what, fields, expected) => {
    await send('shopify', change('shopify', fields))
    expect(stored).toMatchObject([{ body: expected }])
  })

  test('an order paid days later happened when it was paid', async () => {
    const body = change('shopify', { processed_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-22T20:00:00Z' })
    expect(await send('shopify', body, { topic: 'orders/paid' })).toMatchObject({ status: 202 })
    expect(stored).toMatchObject([{ ageMs: 60_000 }])
  })
})

describe('of WooCommerce', () => {
  test.each(['pending', 'failed', 'cancelled', 'refunded', 'trash', 'checkout-draft', undefined])(
    'an order that is %s is ignored',
    async (status) => {
      const { body } = await send('woocommerce', change('woocommerce', { status }))
      expect(body).toEqual({ ok: true, ignored: 'not_placed' })
    },
  )

  test.each(['processing', 'completed', 'on-hold'])('an order that is %s is reported', async (status) => {
    const sent = send('woocommerce', change('woocommerce', { status }), { topic: 'order.updated' })
    expect(await sent).toMatchObject({ status: 202 })
  })

  test('prices without tax stay without tax', async () => {
    await send('woocommerce', change('woocommerce', { prices_include_tax: false }))
    expect(stored).toMatchObject([{ body: { cart_items: [{ qty_price: 3360, price: 1680 }, { qty_price: 336 }] } }])
  })

  test('a ping is answered 200, and other unsigned requests are not', async () => {
    const statuses: number[] = []
    for (const body of ['webhook_id=12', 'webhook_id=', `webhook_id=12&x=1`]) {
      const request = new Request('http://proxy.example/ringup/webhooks/woocommerce', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
      statuses.push((await handle(request)).status)
    }
    expect([statuses, stored, logged]).toEqual([[200, 401, 401], [], []])
  })
})
