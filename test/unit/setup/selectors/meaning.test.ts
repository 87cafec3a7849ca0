// @vitest-environment happy-dom
/** Promise: who points at an e-mail, a total or an order number is told what it is, and asked only about the rest. */
import { expect, test } from 'vitest'
import { guessMeaning } from '../../../../src/setup/selectors/meaning.js'

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
  ['<p>Thank you, <mark>Maria</mark></p>', undefined, 'nothing tells'],
])('%s is %s: %s', (html, meaning) => {
  expect(guessMeaning(parse(html))).toBe(meaning)
})
