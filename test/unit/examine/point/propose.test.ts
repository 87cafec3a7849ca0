// @vitest-environment happy-dom
/** Promise: a proposed selector reads the value on this page, and nothing on the shop's other pages. */
import { describe, expect, test } from 'vitest'
import { holds, propose, readTarget, type Target } from '../../../../src/examine/point/propose.js'

/** Pages of a shop that have no order. A selector of the order must read nothing there. */
const OTHER_PAGES = [
  '<main><h1>Contact</h1><p>Open <strong>Mo-Fr 9-17</strong></p><p>Mail: <b>info@shop.example</b></p></main>',
  '<main><h1>Cart</h1><ul><li>Blue mug <em>€ 12.99</em></li></ul><p>Sum: <b>€ 12.99</b></p></main>',
  '<main><h1>Search</h1><p>12 results for <b>mug</b></p><table><tr><td>1</td><td>Mug</td></tr></table></main>',
]

function show(html: string): Document {
  document.body.innerHTML = html
  return document
}

function point(html: string, target: Target, at: string) {
  const { body } = show(html)
  const proposal = propose(target, body.querySelector(at) as Element, body)
  return { ...proposal, read: proposal.selectors && readTarget(target, proposal.selectors, document) }
}

const ROWS: [html: string, target: Target, at: string, read: string][] = [
  ['<p>Order <b class="order-no">1001</b></p>', 'order_number', 'b', '1001'],
  ['<p>Order number: 1001</p><p>Thank you</p>', 'order_number', 'p', '1001'],
  ['<p>Order number: <strong>1001</strong></p>', 'order_number', 'strong', '1001'],
  ['<h3><span>Order Confirmation #</span> - <span id="at">2026</span></h3>', 'order_number', '#at', '2026'],
  ['<dl><dt>Bestellnummer</dt><dd>A-77</dd><dt>Summe</dt><dd>12,99 €</dd></dl>', 'order_number', 'dd', 'A-77'],
  ['<table><tr><th>Total</th><td>€ 36.98</td></tr></table>', 'cart_value', 'td', '36.98'],
  ['<p>E-mail: <i>ann@shop.example</i></p>', 'email', 'i', 'ann@shop.example'],
  ['<p>E-mail: ann@shop.example</p>', 'email', 'p', 'ann@shop.example'],
]

describe('a proposed selector', () => {
  test.each(ROWS)('of %s reads the %s', (html, target, at, read) => {
    expect(point(html, target, at)).toMatchObject({ read })
  })

  test.each(ROWS)('of %s reads nothing on other pages', (html, target, at) => {
    const proposal = point(html, target, at)
    const selectors = proposal.selectors ?? {}
    for (const other of OTHER_PAGES) expect(readTarget(target, selectors, show(other))).toBe('')
  })

  test.each(['strong', 'p > b', 'li', 'p /(\\S+)/', 'tr:nth-child(2) td', 'tr:not([class])'])(
    '%s does not hold',
    (selector) => {
      expect(holds(selector)).toBe(false)
    },
  )

  test('an element without a name or label is refused, with the line for the template', () => {
    expect(point('<div><strong>1001</strong></div>', 'order_number', 'strong')).toMatchObject({
      problem: expect.stringContaining('<span data-ringup="order_number">'),
    })
  })
})

describe('rows', () => {
  test('with their data in attributes are read from the attributes', () => {
    const row = (sku: string, price: string, quantity: string) =>
      `<li class="line" data-sku="${sku}" data-name="Mug" data-price="${price}" data-quantity="${quantity}"></li>`
    const html = `<ul>${row('A', '12.99', '2')}${row('B', '11.00', '1')}</ul>`
    expect(point(html, 'items', 'li')).toMatchObject({
      read: '2 rows',
      selectors: {
        each: 'li.line',
        'item.product_id': '@data-sku',
        'item.price': '@data-price',
        'item.item_qty': '@data-quantity',
        'item.name': '@data-name',
      },
    })
  })

  test('without the product’s ID are proposed, with the attribute for the template', () => {
    const html = '<ul class="order-items"><li>Mug <b>€ 1.00</b></li><li>Tea <b>€ 2.00</b></li></ul>'
    expect(point(html, 'items', 'b')).toMatchObject({ read: '2 rows', problem: expect.stringContaining('data-sku') })
  })

  test('that the cart has too are named with the box of the finished order', () => {
    const rows = '<ul class="lines"><li data-sku="A">Mug <b>€ 1.00</b></li><li data-sku="B">Tea <b>€ 2.00</b></li></ul>'
    const proposal = point(`<main id="confirmation">${rows}</main>`, 'items', 'b')
    expect(proposal).toMatchObject({ read: '2 rows', selectors: { each: expect.stringMatching(/^#confirmation /) } })
    expect(readTarget('items', proposal.selectors ?? {}, show(`<main id="cart">${rows}</main>`))).toBe('')
    expect(point(rows, 'items', 'b')).toMatchObject({ problem: expect.stringContaining('class order-confirmation') })
  })

  test('of an order with one product are refused outside of a table, with what to do', () => {
    const html = '<section class="lines"><div><div><i>Mug</i></div><b>€ 1.00</b></div></section>'
    expect(point(html, 'items', 'i')).toMatchObject({ problem: expect.stringContaining('use an order with two') })
  })

  test('without a name are refused', () => {
    const html = '<ul><li><a href="/a">A</a> 1</li><li><a href="/b">B</a> 2</li></ul>'
    expect(point(html, 'items', 'a')).toMatchObject({ problem: expect.stringContaining('give each data-ringup-item') })
  })
})
