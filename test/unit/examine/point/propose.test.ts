// @vitest-environment happy-dom
/** Promise: a proposal finds the whole text of a value on this and the next order, and nothing on the shop's other pages. */
import { describe, expect, test } from 'vitest'
import { type FieldSelectors, toSelectors } from '../../../../src/contract/selectors.js'
import { holds } from '../../../../src/examine/point/holds.js'
import { type Proposal, propose, type Target } from '../../../../src/examine/point/propose.js'
import { readAsSent } from '../../../../src/examine/read-order.js'
import { createLayerWatch } from '../../../../src/snippet/core/layer.js'
import { DEFAULTS } from '../../../../src/snippet/core/settings.js'
import { gather } from '../../../../src/snippet/rest/gather/gather-order.js'
import { readSelector, toShownText } from '../../../../src/snippet/rest/gather/selector.js'

/** Pages of a shop that have no order. A selector of the order must read nothing there. */
const OTHER_PAGES = [
  '<main><h1>Contact</h1><p>Open <strong>Mo-Fr 9-17</strong></p><p>Mail: <b>info@shop.example</b></p></main>',
  '<main><h1>Cart</h1><ul><li>Blue mug <em>€ 12.99</em></li></ul><p>Sum: <b>€ 12.99</b></p></main>',
  '<main><h1>Search</h1><p>12 results for <b>mug</b></p><table><tr><td>1</td><td>Mug</td></tr></table></main>',
]

const show = (html: string): Document => {
  document.body.innerHTML = html
  return document
}
const toFound = (proposal: Proposal) => ('selectors' in proposal ? proposal.selectors : {})

/** Points at the element with `at`. */
function point(html: string, target: Target, known = {}) {
  const { body } = show(html)
  const element = body.querySelector('[at]') as Element
  element.removeAttribute('at')
  return propose(target, element, body, known)
}

/** The order that the proxy would read with these selectors. */
function readCart(selectors: Record<string, string>) {
  const settings = { ...DEFAULTS, endpoint: '', selectors: toSelectors(selectors) }
  return readAsSent(gather({ settings, layer: createLayerWatch(settings) }).raw).body.cart_data
}

const FIELDS: [html: string, target: Target, read: string][] = [
  ['<p>Order <b class="order-no" at>1001</b></p>', 'order_number', '1001'],
  ['<p at>Order number: 1001</p><p>Thank you</p>', 'order_number', '1001'],
  ['<p>Order number: <strong at>1001</strong></p>', 'order_number', '1001'],
  ['<h3><span>Order Confirmation #</span> - <span id="at" at>2026</span></h3>', 'order_number', '2026'],
  ['<dl><dt>Bestellnummer</dt><dd at>A-77</dd><dt>Summe</dt><dd>12,99 €</dd></dl>', 'order_number', 'A-77'],
  ['<p class="no" at>Your order #1042 is on its way.</p>', 'order_number', '1042'],
  ['<p class="no" at>Référence de la commande : XKBKNABJK</p>', 'order_number', 'XKBKNABJK'],
  ['<p class="no" at>Order A-1042 of 23.11.2026, 2 items</p>', 'order_number', 'A-1042'],
  ['<p class="no" at>Bestellung 2026/1042.</p>', 'order_number', '2026/1042'],
  ['<main id="thanks"><p>Thank you</p><p class="text-sm" at>It is #88</p></main>', 'order_number', '88'],
  ['<p>E-mail: <i at>ann@shop.example</i></p>', 'email', 'ann@shop.example'],
  ['<p at>E-mail: ann@shop.example</p>', 'email', 'ann@shop.example'],
]

describe('a proposed selector', () => {
  test.each(FIELDS)('of %s reads the %s', (html, target, read) => {
    const selectors = toFound(point(html, target))
    expect(readTarget(target, selectors, document)).toBe(read)
    for (const other of OTHER_PAGES) expect(readTarget(target, selectors, show(other))).toBe('')
    const pattern = / \/(.*)\/$/.exec(Object.values(selectors)[0] ?? '')?.[1] ?? ''
    expect(pattern.replace(/\\.|\[.*?\]/g, '').match(/[*+?{|]/g)?.length ?? 0).toBeLessThanOrEqual(2)
  })

  test.each(['strong', 'p > b', 'li', 'p /(\\S+)/', 'tr:nth-child(2) td', 'tr:not([class])'])(
    'is not %s',
    (selector) => {
      expect(holds(selector)).toBe(false)
    },
  )

  test.each<[html: string, target: Target, problem: RegExp]>([
    ['<div><strong at>1001</strong></div>', 'order_number', /^Nothing on the page names this text/],
    ['<p class="mail" at>We write to you.</p>', 'email', /^This text does not have the value/],
    ['<p class="mail" at>a***@shop.example</p>', 'email', /^This text does not have the value/],
  ])('of %s is refused, with the line for the template', (html, target, problem) => {
    expect(point(html, target)).toEqual({
      problem: expect.stringMatching(problem),
      lines: expect.stringContaining(`<span data-ringup="${target}">…</span>`),
    })
  })
})

/** Pages of a shop in several currencies: a person points at one order, and the next order has another currency. */
const LAYOUTS: [what: string, toPage: (total: string, more?: string) => string][] = [
  ['a class', (total) => `<p class="sum" at>${total}</p>`],
  ['a class, with another amount', (total) => `<p class="sum" at>${total} <small>(1.00 net)</small></p>`],
  [
    'a list with labels',
    (total, more = '') =>
      `<dl class="py-6"><div><dt>Subtotal</dt><dd>80.00</dd></div>${more}<div><dt>Total</dt><dd at>${total}</dd></div></dl>`,
  ],
  [
    'a table with labels',
    (total, more = '') =>
      `<table class="totals"><tr><td>Suma:</td><td>80,00</td></tr>${more}<tr><td>Razem:</td><td at>${total}</td></tr></table>`,
  ],
  [
    'labels after the amounts',
    (total) => `<div id="sums"><div>80.00</div><div>Sub-Total:</div><div at>${total}</div><div>Total:</div></div>`,
  ],
]
const NEXT: [text: string, cents: number][] = [
  ["CHF 1'326.18", 132618],
  ['1 326,18 zł', 132618],
  ['1 326,18 €', 132618],
  ['17095,35 kr', 1709535],
  ['$2,953.29', 295329],
  ['¥21,029', 2102900],
  ['₹1,32,618.00', 13261800],
]

describe('a total that was pointed at is read whole on the next order', () => {
  for (const [what, toPage] of LAYOUTS)
    test.each(NEXT)(`by ${what}: %s`, (text, cents) => {
      for (const first of ['89,00 zł', '€89.00', 'CHF 89.00']) {
        const selectors = toFound(point(toPage(first), 'cart_value'))
        show(toPage(text))
        expect(readCart(selectors)?.cart_value, `${first} ${JSON.stringify(selectors)}`).toBe(cents)
      }
    })

  test('also with a line more, and its currency is read with it', () => {
    const [, list] = LAYOUTS[2] ?? []
    const selectors = toFound(point(list?.('€89.00') ?? '', 'cart_value'))
    show(list?.('CHF 1’326.18', '<div><dt>Shipping</dt><dd>5.00</dd></div>') ?? '')
    expect(readCart(selectors)).toMatchObject({ cart_value: 132618, currency: 'CHF' })
  })

  test('a refund is not read as a positive total', () => {
    const selectors = toFound(point('<p class="sum" at>€89.00</p>', 'cart_value'))
    show('<p class="sum">-€89.00</p>')
    expect(readCart(selectors)?.cart_value).toBeUndefined()
  })
})

describe('rows of products', () => {
  const LIST =
    '<ul class="lines"><li data-sku="A"><i at>Mug</i> <b>€ 1.00</b></li><li data-sku="B"><i>Tea</i> <b>€ 2.00</b></li></ul>'

  test('that the cart has too are limited to the box of the finished order', () => {
    const selectors = toFound(point(`<main id="confirmation">${LIST}</main>`, 'items'))
    expect(readTarget('items', selectors, document)).toBe('2 rows')
    expect(readTarget('items', selectors, show(`<main id="cart">${LIST}</main>`))).toBe('')
  })

  test('without such a box are limited to pages with the order’s number', () => {
    expect(point(LIST, 'items')).toMatchObject({ problem: expect.stringMatching(/Click the order number first/) })
    expect(toFound(point(LIST, 'items', { 'cart.order_number': '.no' })).each).toMatch(/^body:has\(\.no\) /)
  })

  test.each([
    [
      'without links or numbers',
      '<ul class="order-items"><li at>Mug <b>€ 1.00</b></li><li>Tea <b>€ 2.00</b></li></ul>',
    ],
    ['of one product outside of a table', '<section class="lines"><div><i at>Mug</i><b>€ 1.00</b></div></section>'],
    [
      'that are cards, one with an address',
      '<main class="order"><div class="card"><h3 at>Order summary</h3><a href="/p/1">Mug</a> <b>€ 1.00</b></div><div class="card"><h3>Shipping address</h3><a href="tel:1">1 Main St</a></div></main>',
    ],
    [
      'without a quantity or price of their own',
      '<main class="order"><div class="card"><h3 at>Summary</h3><p>Mug</p></div><div class="card"><h3>Notes</h3><p>None</p></div></main>',
    ],
  ])('%s are refused, with the lines for the template', (_what, html) => {
    expect(point(html, 'items')).toMatchObject({ lines: expect.stringContaining('data-ringup-item') })
  })
})

/** Reads one target on this page with its selectors. */
function readTarget(target: Target, selectors: FieldSelectors, document: Document): string {
  if (target === 'items') {
    const count = selectors.each ? document.querySelectorAll(selectors.each).length : 0
    return count === 0 ? '' : `${count} ${count === 1 ? 'row' : 'rows'}`
  }
  const selector = selectors[`cart.${target}`]
  return selector
    ? toShownText(readSelector(document, selector, target))
        .replace(/\s+/g, ' ')
        .trim()
    : ''
}
