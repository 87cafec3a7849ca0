// @vitest-environment happy-dom
/** Promise: on platforms without a recipe pointing finds what the page has, and says what it has not. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readOwnText } from '../../../src/examine/point/own-text.js'
import { toFieldSelector } from '../../../src/examine/point/pointed.js'
import { findRows } from '../../../src/examine/point/rows.js'
import { toReport } from '../../../src/setup/report.js'
import { toDocument } from '../../../src/setup/sample/to-document.js'
import { createChoices, ELSEWHERE, SNIPPET } from './create-choices.js'

const readPage = (name: string, folder = 'unit/setup/pages') => readFileSync(`test/${folder}/${name}.html`, 'utf8')
const report = (order: string, selectors = {}, email = '') =>
  toReport(createChoices({ source: '', endpoint: ELSEWHERE, selectors, email }), { order, form: '' }, SNIPPET)

/** @param texts what is pointed at: of a product, and by the name of the field */
function point(html: string, { product, ...cart }: Record<string, string>): Record<string, string> {
  const { body } = toDocument(html, 'https://shop.example')
  const find = (text: string) =>
    [...body.querySelectorAll('*')].find((each) => readOwnText(each).includes(text)) as Element
  const rows = product && findRows(find(product), body)
  const named = Object.entries(cart).map(([name, text]) => [
    `cart.${name}`,
    toFieldSelector(name, find(text), body) ?? '',
  ])
  return { ...Object.fromEntries(named), ...(rows && { each: rows.each, ...rows.fields }) }
}

const MUG_AND_TEA = [
  { product_id: '34', name: 'Blue mug', item_qty: 2, qty_price: 2598, price: 1299 },
  { product_id: '7', name: 'Green tea', item_qty: 1, qty_price: 1100, price: 1100 },
]
const LAMP_AND_BULB = [
  { product_id: 'floor-lamp', name: 'Floor lamp', item_qty: 2, qty_price: 119300, price: 59650 },
  { product_id: 'bulb', name: 'Bulb', item_qty: 1, qty_price: 950, price: 950 },
]

describe('nothing is found by itself, so the page leads to pointing', () => {
  test.each(['zen-cart', 'vendure', 'shuup', 'thirty-bees', 'bagisto'])('%s', async (name) => {
    const { choices, order, preview } = await report(readPage(name))
    expect([choices.source, order?.line]).toEqual(['selectors', expect.stringMatching(/Point at it in the preview/)])
    expect(preview).toContain('data-place')
  })
})

describe('pointing finds', () => {
  test.each([
    ['zen-cart', { product: 'Blue mug', order_number: '1187', cart_value: '$41.97' }, '1187', 4197, MUG_AND_TEA],
    [
      'vendure',
      { product: 'Floor lamp', order_number: 'T3K9XQ2M', cart_value: '€1,212.50' },
      'T3K9XQ2M',
      121250,
      LAMP_AND_BULB,
    ],
    ['thirty-bees', { order_number: '#000187', cart_value: '€41.97' }, '000187', 4197, undefined],
    ['bagisto', { order_number: '#88' }, '88', undefined, undefined],
  ])('on %s all that the page has', async (name, texts, number, value, items) => {
    const html = readPage(name)
    const { order } = await report(html, point(html, texts))
    expect([order?.body?.cart_data?.order_number, order?.body?.cart_data?.cart_value]).toEqual([number, value])
    expect(order?.body?.cart_items).toEqual(items?.map((item) => expect.objectContaining(item)))
    expect(order?.problems.join('\n')).not.toMatch(/number is read as|product ID|items come to|found by counting/)
  })

  test.each([
    [
      'woocommerce-classic',
      { product: 'Huile dure', order_number: '4711', cart_value: '1\u202f071,76' },
      ['4711', 107176],
      [
        { name: 'Chaise en frêne - Naturel', item_qty: 4, qty_price: 104796, price: 26199 },
        { name: 'Huile dure, 1 l', item_qty: 1, qty_price: 2380 },
      ],
    ],
    [
      'shopware-6',
      { product: 'Kabelhalter...', order_number: '#10042', cart_value: '1.052,95' },
      ['10042', 105295],
      [
        { product_id: 'SW-1001.2', name: 'Schreibtisch Eiche geölt, höhenverstellbar', item_qty: 2, qty_price: 104796 },
        { product_id: 'SW-77', name: 'Kabelhalter', item_qty: 1, qty_price: 1000 },
      ],
    ],
  ])('without its recipe, on %s too', async (name, texts, said, items) => {
    const html = readPage(name, 'recipes')
    const { order } = await report(html, point(html, texts))
    expect([order?.body?.cart_data?.order_number, order?.body?.cart_data?.cart_value]).toEqual(said)
    expect(order?.body?.cart_items).toEqual(items.map((item) => expect.objectContaining(item)))
    expect(order?.problems.join('\n')).not.toMatch(/number is read as|items come to|found by counting/)
  })

  test('on Shuup, whose page has no product IDs, nothing but the total, and says why', async () => {
    const html = readPage('shuup')
    const { order } = await report(html, point(html, { product: 'Blue mug', cart_value: '€41.97' }))
    expect(order?.body?.cart_data).toMatchObject({ cart_value: 4197 })
    expect(order?.problems).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Item 1: The item has no product_id/)]),
    )
  })
})

test('the address of a guest of thirty bees, in a link, is offered and read', async () => {
  const html = readPage('thirty-bees')
  const selectors = point(html, { order_number: '#000187' })
  const { emails } = await report(html, selectors)
  expect(emails).toEqual([expect.objectContaining({ text: 'lea@example.com' })])
  expect((await report(html, selectors, emails[0]?.setting)).order?.body?.email).toBe('lea@example.com')
})

test('a quantity that cannot be read is shown as it stands on the page', async () => {
  const html =
    '<html lang="en"><p>No <b id="no">A-1</b></p><ul><li data-sku="a"><i>Mug</i><u>6 × 2</u></li><li data-sku="b"><i>Tea</i><u>1</u></li></ul>'
  const selectors = { 'cart.order_number': '#no', each: 'li', 'item.product_id': '@data-sku', 'item.item_qty': 'u' }
  const { order } = await report(html, selectors)
  expect(order?.problems).toContainEqual(
    expect.stringMatching(/^Item 1, the quantity, “6 × 2”: It could not be read.*\.qty \/× \(\\d\+\)\//),
  )
})
