// @vitest-environment happy-dom
/** What the shop has named on its page, by selectors or by marks, wins over what was found, field by field. */
import { afterEach, describe, expect, test } from 'vitest'
import { withNamed, withNamedEmail } from '../../../../src/snippet/adapters/dom.js'
import { settings } from '../../../../src/snippet/settings.js'

const read = (html: string, selectors?: object, found?: Parameters<typeof withNamed>[0]) => {
  document.body.innerHTML = html
  Object.assign(settings, { selectors })
  return withNamed(found)
}

afterEach(() => {
  delete settings.selectors
  document.body.innerHTML = ''
})

const found = { cart: { order_number: '15', value: 12.5 }, items: [{ item_id: 'a' }], emails: ['found@example.com'] }

describe('the cart', () => {
  test('of a selector and of a mark is the text of the element', () => {
    const html = '<b id="n"> XKBK </b><i data-ringup="cart_value">12,50 €</i>'
    expect(read(html, { order_number: '#n' }).cart).toEqual({ order_number: 'XKBK', cart_value: '12,50 €' })
  })

  test('that was found keeps the fields that nobody has named', () => {
    const { cart } = read('<b id="n">XKBK</b>', { order_number: '#n' }, { ...found, number: '15' })
    expect(cart).toEqual({ order_number: 'XKBK', value: 12.5 })
  })

  test('of a selector wins over the mark of the same field', () => {
    const html = '<b id="n">chosen</b><i data-ringup="order_number">marked</i>'
    expect(read(html, { order_number: '#n' }).cart.order_number).toBe('chosen')
  })

  test('an element without text names nothing', () => {
    expect(read('<b id="n"></b>', { order_number: '#n' }, { ...found, number: '15' }).cart.order_number).toBe('15')
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

  test('a mark inside a row is none of the cart’s', () => {
    expect(read(rows).cart).toEqual({})
  })

  test('that were found stay where the page names none', () => {
    expect(read('<b id="n">X</b>', { order_number: '#n' }, { ...found, number: '15' }).items).toEqual(found.items)
  })

  test('a selector that is none selects nothing, and throws nothing', () => {
    expect(read(rows, { items: { each: 'li[' } }).items).toBeUndefined()
  })
})

describe('what is missing yet', () => {
  test('is each selector that a page must fill and does not, a promo code never', () => {
    const selectors = { order_number: '#n', promo_code: '#p', items: { each: 'li', product_id: 'b' } }
    expect(read('', selectors).missing).toEqual(['order_number', 'items'])
    expect(read('<b id="n">1</b><li><b>A</b></li>', selectors).missing).toEqual([])
  })

  test('a pattern that matches nothing, or is none, is a problem of its field', () => {
    const { problems } = read('<b id="n">1</b>', { order_number: '#n /(/' })
    expect(problems.map(({ field }) => field)).toEqual(['selectors.order_number'])
  })
})

test('the customer whom the page names comes before the one who was found', () => {
  const html = '<b id="e">ada@example.com</b>'
  const { emails } = read(html, { email: '#e' }, { ...found, number: '15' })
  expect(emails.filter(Boolean)).toEqual(['ada@example.com', 'found@example.com'])
})

test('of an order that was passed only the customer is named, and last', () => {
  read('<b id="e">ada@example.com</b><b id="n">X</b>', { email: '#e', order_number: '#n' })
  const passed = withNamedEmail({
    cart: { order_number: '7' },
    items: undefined,
    emails: ['own@example.com'],
    number: '7',
  })
  expect(passed.cart).toEqual({ order_number: '7' })
  expect(passed.emails.filter(Boolean)).toEqual(['own@example.com', 'ada@example.com'])
})
