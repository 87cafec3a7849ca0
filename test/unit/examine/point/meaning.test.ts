// @vitest-environment happy-dom
/** Promise: who points at an e-mail, a total or an order number is told what it is, and asked only about the rest. */
import { expect, test } from 'vitest'
import { guessMeanings } from '../../../../src/examine/point/meaning.js'

const parse = (html: string) => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const element = body.querySelector('mark')
  if (!element) throw new Error('Nothing is marked.')
  return element
}

test.each<[html: string, meaning: string | undefined, reason: string]>([
  ['<p>Confirmation to <mark>maria.huber@example.at</mark></p>', 'email', 'an address'],
  ['<p><span>Total</span> <mark>€1,239.50</mark></p>', 'cart_value', 'an amount beside the word'],
  ['<dl><dt>Gesamtsumme:</dt><dd><mark>1.239,50 €</mark></dd></dl>', 'cart_value', 'German'],
  ['<table><tr><td>Összesen</td><td><mark>12 990 Ft</mark></td></tr></table>', 'cart_value', 'Hungarian'],
  ['<table><tr><td>合計</td><td><mark>¥1,200</mark></td></tr></table>', 'cart_value', 'Japanese'],
  ['<p>Order <mark>W-1042</mark></p>', 'order_number', 'a text beside the word'],
  ['<p>Bestellnummer: <mark>10023</mark></p>', 'order_number', 'German'],
  ['<p><mark>Commande nº 77</mark></p>', 'order_number', 'the word is in it'],
  ['<p>Gutschein: <mark>SPRING10</mark></p>', 'promo', 'a code'],
  ['<li><i>Blue mug</i> <mark>€12.99</mark></li>', undefined, 'an amount beside a product'],
  ['<li>Numéro : <strong><mark>4711</mark></strong></li>', 'order_number', 'French, which does not say of what'],
  [
    '<li>Somme : <b><i><mark>1\u202f071,76 €</mark></i> <small>(dont <i>178,63 €</i> de TVA)</small></b></li>',
    'cart_value',
    'beside the tax in it',
  ],
  [
    '<div><mark>Ihre Bestellung Nr. 2026-004711 ist da. Bestätigung an jo@example.com.</mark> <p>Gesamtbetrag 12,00</p></div>',
    'order_number,email',
    'a sentence that has both, whatever stands below',
  ],
  ['<p>Thank you, <mark>Maria</mark></p>', undefined, 'nothing tells'],
])('%s is %s: %s', (html, meaning) => {
  expect(guessMeanings(parse(html)).join()).toBe(meaning ?? '')
})
