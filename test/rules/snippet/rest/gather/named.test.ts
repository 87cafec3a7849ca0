// @vitest-environment happy-dom
/** Promise: fields that the shop has named on its page, by selectors or marks, replace found ones one by one. */
import { describe, expect, test } from 'vitest'
import { readRaw } from '../../../../../src/normalise/index.js'
import { createLayerWatch } from '../../../../../src/snippet/core/layer.js'
import { DEFAULTS, type Selectors } from '../../../../../src/snippet/core/settings.js'
import { gather } from '../../../../../src/snippet/rest/gather/gather-order.js'
import { readMarked, readNamed } from '../../../../../src/snippet/rest/gather/named.js'

const read = (html: string, selectors: Selectors = {}) => {
  document.body.innerHTML = html
  const { named, ...others } = readNamed({ document, settings: { selectors } })
  const { order, items } = readMarked(document)
  return { cart: { ...order, ...named.order }, items: selectors.items ? named.items : items, ...others }
}
/** The result for the order, together with the pushed fields. */
const withPushed = (html: string, selectors: Selectors) => {
  document.body.innerHTML = html
  const settings = { ...DEFAULTS, selectors }
  const layer = { ...createLayerWatch(settings), pushes: [PUSHED] }
  return readRaw('convert', gather({ settings, layer }).raw).body
}

const ecommerce = { transaction_id: '15', value: 12.5, items: [{ item_id: 'a' }] }
const PUSHED = { event: 'purchase', ecommerce, user_data: { email: 'found@example.com' } }

describe('the cart', () => {
  test('of a selector wins over the mark of the same field', () => {
    const html = '<b id="n">chosen</b><i data-ringup="order_number">marked</i>'
    expect(read(html, { order_number: '#n' }).cart.order_number).toBe('chosen')
  })

  test('an element without text does not name a field', () => {
    expect(withPushed('<b id="n"></b>', { order_number: '#n' }).cart_data?.order_number).toBe('15')
  })
})

describe('the items', () => {
  const rows =
    '<li data-ringup-item><b data-ringup="product_id">A</b></li><li data-ringup-item><b data-ringup="product_id">B</b></li>'

  test('a mark inside a row does not belong to the cart', () => {
    expect(read(rows).cart).toEqual({})
  })

  test('that were pushed stay if the page does not name any', () => {
    expect(withPushed('<b id="n">X</b>', { order_number: '#n' }).cart_items).toMatchObject([{ product_id: 'a' }])
  })

  test('an invalid selector selects nothing, and does not throw', () => {
    expect(read(rows, { items: { each: 'li[' } }).items).toBeUndefined()
  })
})

describe('fields that are still missing', () => {
  test('are the required selectors without a match, and never a promo code', () => {
    const selectors = { order_number: '#n', promo_code: '#p', items: { each: 'li', product_id: 'b' } }
    expect(read('', selectors).missing).toEqual(['order_number', 'items'])
    expect(read('<b id="n">1</b><li><b>A</b></li>', selectors).missing).toEqual([])
  })

  test('a pattern without a match, or an invalid one, is a problem of its field', () => {
    const { problems } = read('<b id="n">1</b>', { order_number: '#n /(/' })
    expect(problems.map(({ field }) => field)).toEqual(['selectors.order_number'])
  })
})

describe('rows that are not displayed', () => {
  const row = (id: string) => `<li class="line"><b>${id}</b></li>`
  const selectors = { items: { each: '.line', product_id: 'b' } }

  test.each<[string, string, string[]]>([
    ['a table that is repeated in a closed box', `${row('A')}<details><p></p>${row('A')}</details>`, ['A']],
    ['a template of a row', `<li class="line" style="display: none"><b>{{ sku }}</b></li>${row('A')}`, ['A']],
    ['all rows in a closed box', `<details><summary>Order</summary>${row('A')}${row('B')}</details>`, ['A', 'B']],
  ])('%s', (_what, html, ids) => {
    expect(read(html, selectors).items).toEqual(ids.map((product_id) => ({ product_id })))
  })
})
