// @vitest-environment happy-dom
/** Promise: who points at the number or the total gets a selector that reads it, and will on the next order. */
import { describe, expect, test } from 'vitest'
import { toFieldSelector } from '../../../../src/examine/point/pointed.js'
import { readSelector, toShownText } from '../../../../src/snippet/rest/gather/selector.js'

/** The element that is marked with `at`. */
function point(name: string, html: string) {
  document.body.innerHTML = html
  const element = document.querySelector('[at]')
  element?.removeAttribute('at')
  const selector = element ? toFieldSelector(name, element, document.body) : undefined
  return { selector, text: toShownText(readSelector(document, selector, name)) }
}

describe('the number within a sentence is read alone', () => {
  test.each<[html: string, number: string, selector: string, reason: string]>([
    ['<p class="no" at>Your order #1042 is on its way.</p>', '1042', '.no /#\\s*([\\w-]+)/', 'behind the sign'],
    [
      '<p class="no" at>Référence de la commande : XKBKNABJK</p>',
      'XKBKNABJK',
      '.no /:\\s*([\\w-]+)/',
      'behind a colon',
    ],
    ['<p class="no" at><b>Number:</b> 1187</p>', '1187', '.no /:\\s*([\\w-]+)/', 'beside an element'],
    ['<p class="no" at>Order A-1042 of 23.11.2026, 2 items</p>', 'A-1042', '.no /Order\\s+([\\w-]+)/', 'not the date'],
    ['<p class="no" at>1042 is your number</p>', '1042', '.no /^([\\w-]+)/', 'at the start'],
    ['<p class="no" at>Bestellung 2026/1042.</p>', '2026/1042', '.no /Bestellung\\s+([^\\s.,;!?]+)/', 'with a stroke'],
    ['<p class="no" at>#1042</p>', '1042', '.no /#\\s*([\\w-]+)/', 'without the sign'],
    ['<p class="no" at>A-1042</p>', 'A-1042', '.no', 'alone: no pattern'],
    ['<p class="no" at>We have your order</p>', 'We have your order', '.no', 'no number: as it is'],
  ])('%s is %s', (html, number, selector) => {
    expect(point('order_number', html)).toEqual({ selector, text: number })
  })

  test('of what has no name of its own by the nearest thing with one', () => {
    const { selector, text } = point(
      'order_number',
      '<main id="thanks"><p>Thank you</p><p class="text-sm" at>It is #88</p></main>',
    )
    expect([selector, text]).toEqual(['#thanks /#\\s*([\\w-]+)/', '88'])
  })
})

describe('the total is found by a name or by the word beside it, also with a line more', () => {
  const LINES = {
    list: (more: string) =>
      `<dl class="py-6"><div><dt>Subtotal</dt><dd>€1,202.50</dd></div>${more && `<div><dt>${more}</dt><dd>€5.00</dd></div>`}<div><dt>Total</dt><dd at>€1,212.50</dd></div></dl>`,
    table: (more: string) =>
      `<table class="totals"><tr><td>Subtotal:</td><td>1 202,50 €</td></tr>${more && `<tr><td>${more}</td><td>5,00 €</td></tr>`}<tr><td>Total:</td><td at>1 212,50 €</td></tr></table>`,
    flat: (more: string) =>
      `<div id="sums"><div>$36.98</div><div>Sub-Total:</div>${more && `<div>$5.00</div><div>${more}</div>`}<div at>$41.97</div><div>Total:</div></div>`,
    unlabelled: (more: string) =>
      `<div id="sums"><p><b>$36.98</b></p>${more && `<p><b>$5.00</b></p>`}<p><b at>$41.97</b></p></div>`,
  }
  test.each(Object.entries(LINES))('%s', (_name, toPage) => {
    const { selector, text } = point('cart_value', toPage(''))
    document.body.innerHTML = toPage('Shipping')
    expect(readSelector(document, selector, 'cart_value')).toEqual(text)
    expect(selector).not.toMatch(/nth-(child|of-type)/)
  })

  test('of an amount with another behind it the first', () => {
    expect(point('cart_value', '<p class="sum" at>€41.97 <small>(€35.27 net)</small></p>').text).toBe('41.97')
  })
})

test('another field is what the element says', () => {
  expect(point('promo', '<p class="code" at>SPRING</p>')).toEqual({ selector: '.code', text: 'SPRING' })
})
