/** Promise: what Shopify's README says of settings, parameters and code is so. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSaid } from '../../src/normalise/index.js'
import { readSettings } from '../../src/proxy/settings.js'
import { toSaidCheckout } from '../../src/shopify/said-checkout.js'
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

test('the settings for pixel and webhook are settings', () => {
  const [settings = ''] = readBlocks('sh', readme)
  const pairs = [...settings.matchAll(/^export (\w+)=("[^"]*"|\S+)/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  expect(pairs.map(([name]) => name)).toEqual(['RINGUP_ORIGINS', 'RINGUP_ALLOW_OPAQUE_ORIGIN', 'RINGUP_SHOPIFY_SECRET'])
  const needed = { RINGUP_API_URL: 'http://127.0.0.1:1', RINGUP_API_AUTHORIZATION: 'Token x', RINGUP_PLAINTEXT: '1' }
  expect(readSettings({ ...needed, ...Object.fromEntries(pairs) })).toMatchObject({ allowOpaqueOrigin: true })
})
