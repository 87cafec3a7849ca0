/** Promise: what Shopify's README says of settings, parameters and code is so, and its webhook reports the pixel's order. */
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi } from '../../demo/reference-api/start.js'
import { readSaid } from '../../src/normalise/index.js'
import { readSettings, startProxy } from '../../src/proxy/run/node.js'
import { toSaidCheckout } from '../../src/shopify/said-checkout.js'
import { createClient } from '../support/api.js'
import { newFolder } from '../support/proxy.js'
import { createApi } from '../support/read-api.js'
import { readBlocks, readNames, readText } from '../support/readme.js'

/** Without the e-mail, as the proxy reads what the pixel says. */
const toBody = (order: Record<string, unknown>) => readSaid('convert', { found: { from: 'shopify-pixel', order } }).body

const readme = readText('src/shopify/README.md')

describe('the tables name everything and nothing else', () => {
  const namesIn = (file: string, pattern: RegExp) =>
    [...readFileSync(join('src/shopify', file), 'utf8').matchAll(pattern)].map(([, name = '']) => name)
  const first = (heading: string) => readNames(heading, readme)

  test('the pixel’s settings', () => {
    const lines = namesIn('custom-pixel-settings.js', /^ {2}(\w+):/gm)
    expect(lines.length).toBeGreaterThan(3)
    // Of each row the first name is the setting; what it may be follows in another cell.
    expect(first('setting | default')).toEqual(lines)
  })

  test('the theme snippet’s parameters', () => {
    const parameters = namesIn('ringup.liquid', /^ {2}@param \{\w+\} \[?(\w+)/gm)
    expect(parameters.length).toBeGreaterThan(2)
    expect(first('parameter | default')).toEqual(parameters)
  })

  test('what is sent of an order', () => {
    const money = { amount: 1 }
    const variant = {
      sku: 'a',
      title: 'L',
      price: money,
      image: { src: '/a' },
      product: { type: 'T', vendor: 'V', url: '/a' },
    }
    const checkout = {
      ...{
        order: { id: '1' },
        totalPrice: money,
        totalTax: money,
        shippingLine: { price: money },
        currencyCode: 'EUR',
      },
      ...{
        discountApplications: [{ type: 'DISCOUNT_CODE', title: 'TEN' }],
        lineItems: [{ title: 'A', quantity: 1, variant }],
      },
    }
    const { cart_data, cart_items } = toBody(toSaidCheckout(checkout, 'https://shop.example'))
    const computed = ['cart_item_count', 'qty_price']
    const sent = Object.keys({ email: '', ...cart_data, ...cart_items?.[0] }).filter((name) => !computed.includes(name))
    expect(first('field | of the checkout').sort()).toEqual(sent.sort())
  })
})

test('the line for the theme is that of the snippet’s own example', () => {
  const [line = ''] = readBlocks('liquid', readme)
  expect(line).toContain('endpoint')
  expect(readFileSync('src/shopify/ringup.liquid', 'utf8')).toContain(line)
})

const AUTHORIZATION = 'Token shop'
const SECRET = 'secret-of-the-webhook'

describe('the webhook', () => {
  const folder = newFolder()
  const stops: (() => unknown)[] = [folder.remove]
  let url = ''
  let proxyUrl = ''
  let api: ReturnType<typeof createApi>
  let client: ReturnType<typeof createClient>

  beforeAll(async () => {
    const started = await startApi({ authorization: AUTHORIZATION, port: 0 })
    stops.unshift(() => started.stop())
    api = createApi({ baseUrl: started.baseUrl, authorization: AUTHORIZATION })
    client = createClient(started.baseUrl, AUTHORIZATION)
    const [settings = ''] = readBlocks('sh', readme)
    const named = Object.fromEntries(
      [...settings.matchAll(/^export (\w+)=("[^"]*"|\S+)/gm)].map(([, name, value = '']) => [
        name,
        value.replace('the-secret-that-shopify-shows', SECRET),
      ]),
    )
    expect(Object.keys(named)).toEqual(['RINGUP_ORIGINS', 'RINGUP_ALLOW_OPAQUE_ORIGIN', 'RINGUP_SHOPIFY_SECRET'])
    const proxy = await startProxy(
      readSettings({
        RINGUP_API_URL: started.baseUrl,
        RINGUP_API_AUTHORIZATION: AUTHORIZATION,
        RINGUP_DATABASE: join(folder.path, 'proxy.db'),
        RINGUP_PLAINTEXT: '1',
        RINGUP_FORWARD_DELAY: '0',
        RINGUP_ADMIN_PORT: '0',
        PORT: '0',
        ...named,
      }),
      { snippetFile: 'README.md', log: () => {} },
    )
    stops.unshift(() => proxy.stop())
    proxyUrl = `${proxy.url}/ringup`

    url = `${proxyUrl}/webhooks/shopify`
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  const set = (amount: string) => ({
    shop_money: { amount: '1.00' },
    presentment_money: { amount, currency_code: 'EUR' },
  })

  /** As Shopify sends it, of a customer who has a session. */
  async function newOrder() {
    const email = `${randomUUID()}@example.com`
    await client.post('sessions/', { email })
    return {
      id: 820982911946154508n, // Shopify's own sample is beyond what a number holds
      admin_graphql_api_id: 'gid://shopify/Order/820982911946154508',
      name: '#9999',
      email,
      created_at: new Date().toISOString(),
      presentment_currency: 'EUR',
      total_price_set: set('41.97'),
      discount_codes: [{ code: 'SUMMER', amount: '1.00', type: 'fixed_amount' }],
      line_items: [
        { sku: 'MUG-1', variant_id: 41, title: 'Blue mug', quantity: 2, price_set: set('19.99') },
        { sku: '', variant_id: 42, title: 'Green tea', quantity: 1, price_set: set('1.005') },
        { sku: null, variant_id: null, title: 'Tip', quantity: 1, price_set: set('1.00') },
      ],
    }
  }

  function send(order: object, secret = SECRET, headers = {}) {
    const body = JSON.stringify(order, (_key, value) => (typeof value === 'bigint' ? 'BIG' : value)).replace(
      '"BIG"',
      '820982911946154508',
    )
    const hmac = createHmac('sha256', secret).update(body).digest('base64')
    return fetch(url, {
      method: 'POST',
      body,
      headers: { 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Hmac-Sha256': hmac, ...headers },
    })
  }

  const effectsOf = async (email: string) =>
    (await api.conversions()).filter((each) => each.email === email && each.session !== null).length
  const sessionOf = async (email: string) => (await api.sessions()).find((each) => each.email === email)

  test('reports an order in cents, under the number that the pixel tells', async () => {
    const order = await newOrder()
    expect((await send(order)).status).toBe(202)
    await expect.poll(() => effectsOf(order.email)).toBe(1)
    expect(await sessionOf(order.email)).toMatchObject({
      cart: { order_number: '820982911946154508', cart_value: 4197, promo: 'SUMMER', metadata: { currency: 'EUR' } },
      cart_items: [
        { product_id: 'MUG-1', name: 'Blue mug', price: 1999, item_qty: 2, qty_price: 3998 },
        { product_id: '42', name: 'Green tea', price: 101, item_qty: 1, qty_price: 101 },
      ],
    })
  })

  test('and the pixel together have one effect', async () => {
    const order = await newOrder()
    const checkout = toSaidCheckout({ order: { id: 'gid://shopify/OrderIdentity/820982911946154508' } }, undefined)
    const said = { emails: [order.email], found: { from: 'shopify-pixel', order: checkout } }
    const event = { v: 2, id: randomUUID(), kind: 'convert', age: 0, said }
    const pixel = await fetch(proxyUrl, { method: 'POST', headers: { origin: 'null' }, body: JSON.stringify(event) })
    expect(pixel.status).toBe(202)
    const callsOf = async () => (await api.conversions()).filter((each) => each.email === order.email).length
    await expect.poll(callsOf).toBe(1) // one that still waits would give way to the signed one
    expect((await send(order)).status).toBe(202)
    await expect.poll(callsOf).toBe(2)
    expect(await effectsOf(order.email)).toBe(1)
  })
})
