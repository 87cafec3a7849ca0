/** Promise: settings, parameters and code in Shopify's guide are correct. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRaw } from '../../src/normalise/index.js'
import { readSettings } from '../../src/proxy/settings.js'
import { toRawCheckout } from '../../src/shopify/raw-checkout.js'
import { readBlocks, readNames, readText } from '../support/readme.js'

/** The body that the proxy reads from the pixel's data, without the e-mail. */
const toBody = (order: Record<string, unknown>) =>
  readRaw('convert', { platform: { name: 'shopify-pixel', order } }).body

const readme = readText('src/shopify/README.md')

test('the table names all sent fields of an order, and no others', () => {
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
  const { cart_data, cart_items } = toBody(toRawCheckout(checkout, 'https://shop.example'))
  const computed = ['cart_item_count', 'qty_price']
  const sent = Object.keys({ email: '', ...cart_data, ...cart_items?.[0] }).filter((name) => !computed.includes(name))
  expect(readNames('field | of the checkout', readme).sort()).toEqual(sent.sort())
})

test('the theme’s line is that of the snippet’s example', () => {
  const [line = ''] = readBlocks('liquid', readme)
  expect(line).toContain('endpoint')
  expect(readFileSync('src/shopify/ringup.liquid', 'utf8')).toContain(line)
})

test('the settings for pixel and webhook are settings', () => {
  const [settings = ''] = readBlocks('sh', readme)
  const pairs = [...settings.matchAll(/^export (\w+)=("[^"]*"|\S+)/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  expect(pairs.map(([name]) => name)).toEqual(['RINGUP_ORIGINS', 'RINGUP_ALLOW_OPAQUE_ORIGIN', 'RINGUP_SHOPIFY_SECRET'])
  const needed = {
    RINGUP_API_URL: 'http://127.0.0.1:1',
    RINGUP_API_AUTHORIZATION: 'Token x',
    RINGUP_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  expect(readSettings({ ...needed, ...Object.fromEntries(pairs) })).toMatchObject({ allowOpaqueOrigin: true })
})
