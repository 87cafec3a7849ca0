// @vitest-environment happy-dom
/** Promise: a proposal finds the whole text of a value on this and the next order, and nothing on the shop's other pages. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type FieldSelectors, toSelectors } from '../../../../src/contract/selectors.js'
import { holds } from '../../../../src/examine/point/holds.js'
import { type Proposal, propose, type Target } from '../../../../src/examine/point/propose.js'
import { readProposal } from '../../../../src/examine/propose-settings.js'
import { readOrder } from '../../../../src/examine/read-order.js'
import { createLayerWatch } from '../../../../src/snippet/core/layer.js'
import { DEFAULTS } from '../../../../src/snippet/core/settings.js'
import { gather } from '../../../../src/snippet/rest/gather/gather-order.js'
import { readSelector, toShownText } from '../../../../src/snippet/rest/gather/selector.js'

afterEach(() => void vi.unstubAllGlobals())

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
  return readOrder({ ...DEFAULTS, endpoint: '', selectors: toSelectors(selectors) }).body.cart_data
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

test.each([
  ['<div id="successOrderNumber" at>Your Order Number is: 1001</div>', 'Ihre Bestellnummer lautet: 1002', '1002'],
  ['<p class="order-no" at>Order No. A-1001.</p>', 'N° de commande A-1002.', 'A-1002'],
])('an element named after the number needs no word: %s, %s', (html, next, number) => {
  const selectors = toFound(point(html, 'order_number'))
  show(html.replace(/ at>.*?</, `>${next}<`))
  expect(readTarget('order_number', selectors, document)).toBe(number)
})

test('an element with another name keeps the words, because messages have numbers too', () => {
  const selectors = toFound(point('<p class="success" at>Order number 1001</p>', 'order_number'))
  expect(readTarget('order_number', selectors, document)).toBe('1001')
  show('<p class="success">Your cart has 5</p>')
  expect(readTarget('order_number', selectors, document)).toBe('')
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
    const { each = '' } = toFound(point(LIST, 'items', { 'cart.order_number': '.order-no' }))
    expect(each).toMatch(/^body:has\(\.order-no\) /)
    const { body } = show(`<p class="order-no">1001</p>${LIST}`)
    expect(body.querySelectorAll(each)).toHaveLength(2)
    show(`<p class="order-no">1001</p>${LIST.replaceAll('<i', '<input name="quantity"><i')}`)
    expect(body.querySelectorAll(each)).toHaveLength(0)
  })

  test.each(['#content /Order:\\s(\\d+)/', '.lead', '#content p', 'main'])(
    'are refused if the number is at %s, which other pages have too',
    (number) => {
      const html = `<main id="content"><p class="lead">Order: 1001</p>${LIST}</main>`
      expect(point(html, 'items', { 'cart.order_number': number })).toMatchObject({
        problem: expect.stringMatching(/Click the order number first/),
      })
    },
  )

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

/** Shops whose pages have one frame. Each page lists what a person points at, and the frame's other contents. */
const ROWS = `<table class="table"><tbody>
  <tr><td><a href="/mug?product_id=40">Mug</a></td><td>FIELD</td><td>€10.00</td></tr>
  <tr><td><a href="/tea?product_id=41">Tea</a></td><td>FIELD</td><td>€15.00</td></tr></tbody></table>`
const CART = ROWS.replaceAll('FIELD', '<input name="quantity" value="2">')
const BOUGHT = ROWS.replaceAll('FIELD', '2')
const SHOPS: [what: string, thanks: string, toFrame: (content: string) => string][] = [
  [
    'a frame with an id',
    `<h1>Placed!</h1><p at="order_number">Your order is #1042.</p>${BOUGHT}<p>Total: <b at="cart_value">€35.00</b></p>`,
    (content) => `<div id="container"><div id="content" class="col">${content}</div></div>`,
  ],
  [
    'classes that say how a page looks',
    `<p class="text-xl" at="order_number">Your code: 1042</p><div class="box">${BOUGHT}</div><p class="text-xl">Total <b class="bold" at="cart_value">€35.00</b></p>`,
    (content) => `<main class="container px-8"><div class="grid gap-4">${content}</div></main>`,
  ],
  [
    'a class on the number',
    `<h1 class="title">Thanks</h1><strong class="title" at="order_number">1042</strong>${BOUGHT}<p>Total: <b at="cart_value">€35.00</b></p>`,
    (content) => `<main class="main"><div class="box">${content}</div></main>`,
  ],
  [
    'an id on the number',
    `<h1>Thanks</h1><strong id="no" at="order_number">1042</strong>${BOUGHT}<p>Total: <b at="cart_value">€35.00</b></p>`,
    (content) => `<main class="main"><div class="box">${content}</div></main>`,
  ],
  [
    'a part of the finished order',
    `<div id="success"><b at="order_number">1042</b>${BOUGHT}<p>Total: <b at="cart_value">€35.00</b></p></div>`,
    (content) => `<main class="main"><div class="box">${content}</div></main>`,
  ],
]
const OTHERS = [
  '<h1 class="title">Home</h1><p class="text-xl">Order 3 mugs, pay 2</p><strong class="title">-20%</strong><p>Total: <b>€35.00</b></p>',
  `<h1 class="title">Cart: 2</h1><p class="text-xl">Your cart</p>${CART}<strong class="title">25.00</strong><p>Total: <b>€35.00</b></p>`,
  `<h1 class="title">Checkout</h1><p class="text-xl">Your order</p><div class="box">${BOUGHT}</div><strong class="title">1.</strong>`,
  '<h1 class="title">Contact</h1><p class="text-xl">Your call: 0123 4567</p><p>Suite #5</p><strong class="title">24/7</strong>',
  '<h1 class="title">Search</h1><p class="text-xl">12 results: 1 of 2</p><strong class="title">12</strong>',
]

describe('settings that were pointed at', () => {
  test.each(SHOPS)('report no other page of a shop with %s', (_what, thanks, toFrame) => {
    const { body } = show(toFrame(thanks))
    let pointed: FieldSelectors = {}
    for (const target of ['order_number', 'cart_value', 'items'] as const) {
      const element = body.querySelector(target === 'items' ? 'td a' : `[at="${target}"]`) as Element
      element.removeAttribute('at')
      pointed = { ...pointed, ...toFound(propose(target, element, body, pointed)) }
    }
    const settings = { ...DEFAULTS, endpoint: '', ...readProposal({ ...DEFAULTS, endpoint: '' }, pointed, []).settings }
    expect(readCart(pointed)?.cart_value).toBe(3500)
    vi.stubGlobal('dataLayer', [{ event: 'view_cart', ecommerce: { items: [{ item_id: '40' }] } }])
    for (const other of OTHERS) {
      show(toFrame(other))
      const { facts } = gather({ settings, layer: createLayerWatch(settings) })
      expect(facts.number ?? facts.hasItems, `${other} ${JSON.stringify(settings.selectors)}`).toBeUndefined()
    }
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
