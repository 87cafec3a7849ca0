// @vitest-environment happy-dom
/** Promise: fields that the shop has named on its page, by selectors or marks, replace found ones one by one. */
import { describe, expect, test } from 'vitest'
import { readSaid } from '../../../../../src/normalise/index.js'
import { DEFAULTS, type Selectors } from '../../../../../src/snippet/core/settings.js'
import { gatherOrder, gatherPassed } from '../../../../../src/snippet/rest/gather/index.js'
import { readNamed } from '../../../../../src/snippet/rest/gather/named.js'
import type { Found } from '../../../../../src/snippet/rest/gather/order.js'
import type { Page } from '../../../../../src/snippet/rest/gather/page.js'

const open = (html: string, selectors: Selectors = {}): Page => {
  document.body.innerHTML = html
  return { document, entries: [], settings: { ...DEFAULTS, selectors } }
}
const read = (html: string, selectors?: Selectors) => {
  const { named, ...rest } = readNamed(open(html, selectors))
  return { cart: named?.order ?? {}, items: named?.items, ...rest }
}
/** The result for the order, together with the found fields. */
const withFound = (html: string, selectors: Selectors) =>
  readSaid('convert', gatherOrder(open(html, selectors), FOUND).said).body

const email = 'found@example.com'
const order = { transaction_id: '15', value: 12.5, items: [{ item_id: 'a' }], user_data: { email } }
const FOUND: Found = { from: 'data-layer', order }

describe('the cart', () => {
  test('of a selector or a mark is the text of the element', () => {
    const html = '<b id="n"> XKBK </b><i data-ringup="cart_value">12,50 €</i>'
    expect(read(html, { order_number: '#n' }).cart).toEqual({ order_number: 'XKBK', cart_value: '12,50 €' })
  })

  test('that was found keeps the fields that the shop has not named', () => {
    const { cart_data } = withFound('<b id="n">XKBK</b>', { order_number: '#n' })
    expect(cart_data).toEqual({ order_number: 'XKBK', cart_value: 1250, cart_item_count: 1 })
  })

  test('of a selector wins over the mark of the same field', () => {
    const html = '<b id="n">chosen</b><i data-ringup="order_number">marked</i>'
    expect(read(html, { order_number: '#n' }).cart.order_number).toBe('chosen')
  })

  test('an element without text does not name a field', () => {
    expect(withFound('<b id="n"></b>', { order_number: '#n' }).cart_data?.order_number).toBe('15')
  })
})

describe('the items', () => {
  const rows =
    '<li data-ringup-item><b data-ringup="product_id">A</b></li><li data-ringup-item><b data-ringup="product_id">B</b></li>'

  test('are the marked rows, each with its own marks, in the order of the page', () => {
    expect(read(rows).items).toEqual([{ product_id: 'A' }, { product_id: 'B' }])
  })

  test('are the rows that `each` selects, with the selectors inside a row', () => {
    const html = '<ul><li><b>A</b></li><li><b>B</b></li></ul>'
    expect(read(html, { items: { each: 'li', product_id: 'b' } }).items).toEqual([
      { product_id: 'A' },
      { product_id: 'B' },
    ])
  })

  test('a mark inside a row does not belong to the cart', () => {
    expect(read(rows).cart).toEqual({})
  })

  test('that were found stay if the page does not name any', () => {
    expect(withFound('<b id="n">X</b>', { order_number: '#n' }).cart_items).toMatchObject([{ product_id: 'a' }])
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

test('the named customer comes before the found one', () => {
  expect(withFound('<b id="e">ada@example.com</b>', { email: '#e' }).email).toBe('ada@example.com')
})

describe('for a passed order', () => {
  const page = () => open('<b id="e">ada@example.com</b><b id="n">X</b>', { email: '#e', order_number: '#n' })

  test('only the customer is named', () => {
    expect(gatherPassed(page(), { transaction_id: '7' })).toMatchObject({
      named: undefined,
      emails: ['ada@example.com'],
      found: { from: 'passed', order: { transaction_id: '7' } },
    })
  })

  test('the customer comes after the passed one', () => {
    expect(gatherPassed(page(), { transaction_id: '7', email: 'own@example.com' }).emails).toEqual(['own@example.com'])
  })
})
