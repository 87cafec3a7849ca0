// @vitest-environment happy-dom
/** Promise: the set-up page shows which elements the selectors name, and offers selectors that name exactly one. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readLabels, readMatches, readRowSuggestions, readSuggestions } from '../../../demo/setup/matches.js'
import { toPreview } from '../../../demo/setup/preview.js'
import { createChoices } from './choices.js'

beforeEach(() => {
  document.body.innerHTML = `
    <p>Order <b id="no">W-1</b> for <i class="mail">ada@example.com</i></p>
    <table><tr class="line" data-sku="MUG-1"><td class="price">€12.99</td></tr>
    <tr class="line" data-sku="TEA-7"><td class="price">€11.00</td></tr></table>
    <p onclick="alert(1)">Total <b class="sum">€41.97</b></p><script>alert(1)</script>`
})

const selectors = {
  cart: { order_number: '#no', promo: '.absent', cart_value: '[[' },
  each: 'tr.line',
  item: { product_id: '@data-sku', price: '.price' },
}

test('each selector has the elements that it names, and the first one’s text', () => {
  const matches = readMatches(document, selectors).map(({ name, elements, text, isBroken }) => [
    name,
    elements.length,
    text,
    isBroken,
  ])
  expect(matches).toEqual([
    ['cart.order_number', 1, 'W-1', false],
    ['cart.promo', 0, '', false],
    ['cart.cart_value', 0, '', true],
    ['each', 2, '€12.99', false],
    ['item.product_id', 2, 'MUG-1', false],
    ['item.price', 2, '€12.99', false],
  ])
})

test('a pattern behind a selector takes its first group; one that is none is named', () => {
  const cart = { order_number: 'p /Order (\\S+)/', promo: 'p /(a/', note: '.absent /(a/' }
  const matches = readMatches(document, { cart, each: '', item: {} })
  expect(matches.map(({ text, isBroken }) => [text, isBroken])).toEqual([
    ['W-1', false],
    ['', true],
    ['', true],
  ])
})

test('an element is labelled with all that it is', () => {
  const labels = readLabels(document, createChoices({ source: 'selectors', selectors, email: '.mail' }))
  const named = [...labels].map(([element, label]) => [element.className || element.id, label])
  expect(named).toEqual([
    ['mail', 'email'],
    ['no', 'order_number'],
    ['line', 'item, product_id'],
    ['line', 'item, product_id'],
    ['price', 'price'],
    ['price', 'price'],
  ])
})

describe('what is offered', () => {
  test('names one element each, by no name with digits', () => {
    const offered = readSuggestions(document.body)
    expect(offered.map(({ text }) => text)).toContain('W-1')
    for (const { selector } of offered) {
      expect(document.body.querySelectorAll(selector)).toHaveLength(1)
      expect(selector).not.toMatch(/[.#]\w*\d/)
    }
  })

  test('as rows are elements with others in them, and how many there are', () => {
    expect(readRowSuggestions(document.body)).toEqual([{ selector: 'tr.line', text: '2 elements' }])
  })
})

test('the preview has texts and labels, and nothing that could run, load or be followed', () => {
  document.body.insertAdjacentHTML('beforeend', '<a href="https://shop.example/x">Link</a><img src="/a.png" alt="Mug">')
  const labels = new Map([[document.querySelector('.sum') as Element, 'cart_value']])
  const preview = toPreview(document, labels)
  expect(preview).toContain('data-found="cart_value"')
  expect(preview).toContain('Mug')
  expect(preview).not.toMatch(/<script|onclick|href=|src=/)
})
