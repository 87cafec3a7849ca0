/**
 * Promise: of a platform's order, the listed fields are read, and no other field. The samples have all fields that the platforms document,
 * with our own data (shopify.dev, "Webhooks", `orders/create`; developer.woocommerce.com, "Order properties"). A field that counts only if
 * another one is missing has a row in webhooks.test.ts.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRaw } from '../../../../src/normalise/index.js'
import type { Platform } from '../../../../src/proxy/webhooks/platform.js'
import { SHOPIFY } from '../../../../src/proxy/webhooks/shopify.js'
import { WOOCOMMERCE } from '../../../../src/proxy/webhooks/woocommerce.js'

type Fields = Record<string, unknown>

const readSample = (name: string) => readFileSync(`test/examples/webhooks/${name}-order.json`, 'utf8')

const ROWS: { platform: Platform; topic: string; read: string }[] = [
  {
    platform: SHOPIFY,
    topic: 'orders/create',
    read: `email name total_price_set presentment_currency total_tax_set processed_at total_shipping_price_set
      discount_codes discount_codes[].code line_items shipping_lines line_items[].quantity line_items[].sku
      line_items[].title line_items[].price_set line_items[].variant_title line_items[].vendor`,
  },
  {
    platform: WOOCOMMERCE,
    topic: 'order.updated',
    read: `number status currency prices_include_tax shipping_total total total_tax billing billing.email date_created_gmt
      line_items shipping_lines coupon_lines coupon_lines[].code line_items[].name line_items[].quantity
      line_items[].subtotal line_items[].subtotal_tax line_items[].sku line_items[].image`,
  },
]

test.each([
  ['1', '0.1234567890123'],
  ['1', 1e-7],
  ['1', ''],
  ['1', undefined],
  [{}, '1'],
  ['', '2.00'],
])('if a price %o with tax %o cannot be added, no part is the price', (subtotal, subtotal_tax) => {
  const order = { prices_include_tax: true, line_items: [{ product_id: 3, quantity: 1, subtotal, subtotal_tax }] }
  const { body, problems } = readRaw('convert', { platform: { name: 'woocommerce-webhook', order } })
  expect(body.cart_items).toEqual([{ product_id: '3', item_qty: 1 }])
  expect(problems).toContainEqual({ field: 'cart_items.0.qty_price', code: 'unreadable' })
})

test.each(ROWS)('an order of $platform.name differs without a field that is read, and only then', (row) => {
  const { platform, topic, read } = row
  const sample = readSample(platform.name)
  const readText = (order: Fields) => {
    const found = platform.readOrder(order, topic)
    return JSON.stringify(typeof found === 'string' ? found : [readRaw('convert', found.raw), found.occurredMs])
  }
  const whole = readText(JSON.parse(sample))
  const fields = listFields(JSON.parse(sample)).filter(({ path }) => {
    const order = JSON.parse(sample)
    deleteAt(order, path)
    return readText(order) !== whole
  })
  expect(fields.map(({ name }) => name).sort()).toEqual(read.split(/\s+/).sort())
})

/** Parts whose fields are listed one by one. Of the other parts, no field is read. Of a list, the first is used. */
const PARTS = ['line_items', 'discount_codes', 'coupon_lines', 'billing']

function listFields(order: Fields): { name: string; path: (string | number)[] }[] {
  const top = Object.keys(order).map((name) => ({ name, path: [name] }))
  const nested = PARTS.flatMap((part) => {
    const value = order[part]
    const [first, prefix, path] = Array.isArray(value)
      ? [value[0], `${part}[].`, [part, 0]]
      : [value, `${part}.`, [part]]
    return Object.keys(first ?? {}).map((name) => ({ name: prefix + name, path: [...path, name] }))
  })
  return [...top, ...nested]
}

function deleteAt(order: Fields, path: (string | number)[]) {
  const last = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce<unknown>((value, name) => Object(value)[name], order)
  Reflect.deleteProperty(Object(parent), last)
}
