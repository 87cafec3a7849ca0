// @vitest-environment happy-dom
/** Promise: the set-up page shows which elements the selectors name. */
import { beforeEach, describe, expect, test } from 'vitest'
import { type Match, readLabels, readMatches, toMatchText } from '../../../../src/setup/selectors/matches.js'
import { createChoices } from '../create-choices.js'

beforeEach(() => {
  document.body.innerHTML = `
    <p>Order <b id="no">W-1</b> for <i class="mail">ada@example.com</i></p>
    <table><tr class="line" data-sku="MUG-1"><td class="price">€12.99</td></tr>
    <tr class="line" data-sku="TEA-7"><td class="price">€11.00</td></tr></table>`
})

const selectors = {
  'cart.order_number': '#no',
  'cart.promo': '.absent',
  'cart.cart_value': '[[',
  each: 'tr.line',
  'item.product_id': '@data-sku',
  'item.price': '.price',
}

test('each selector has the elements that it names, and the first one’s text', () => {
  const matches = [...readMatches(document, selectors)].map(([name, { elements, text, isBroken }]) => [
    name,
    elements.length,
    text,
    isBroken,
  ])
  expect(matches.sort()).toEqual([
    ['cart.cart_value', 0, '', true],
    ['cart.order_number', 1, 'W-1', false],
    ['cart.promo', 0, '', false],
    ['each', 2, '€12.99', false],
    ['item.price', 2, '€12.99', false],
    ['item.product_id', 2, 'MUG-1', false],
  ])
})

test('a pattern behind a selector takes its first group; one that is none is named', () => {
  const matches = readMatches(document, { a: 'p /Order (\\S+)/', b: 'p /(a/', c: '.absent /(a/' })
  expect([...matches.values()].map(({ text, isBroken }) => [text, isBroken])).toEqual([
    ['W-1', false],
    ['', true],
    ['', true],
  ])
})

describe('beside a selector stands', () => {
  const match = { elements: [], text: '', isBroken: false }
  const two = { elements: [document.body, document.body], text: 'W-1', isBroken: false }
  test.each<[given: Match | undefined, hasSample: boolean, text: string, reason: string]>([
    [undefined, true, '', 'nothing where there is none'],
    [{ ...match, isBroken: true }, false, 'This is not a CSS selector.', 'also without a sample'],
    [match, false, '', 'nothing before there is a sample'],
    [match, true, 'Nothing in the sample.', 'no element'],
    [two, true, '2 elements: “W-1”', 'count and first text'],
  ])('%# %s %s %j (%s)', (given, hasSample, text) => {
    expect(toMatchText(given, hasSample)).toBe(text)
  })
})

describe('an element is labelled with all that it is', () => {
  const toNamed = (more: Parameters<typeof createChoices>[0]) =>
    [...readLabels(document, createChoices(more))].map(([element, label]) => [element.className || element.id, label])

  test('by selectors', () => {
    expect(toNamed({ source: 'selectors', selectors, email: '.mail' })).toEqual(
      expect.arrayContaining([
        ['mail', 'email'],
        ['no', 'order_number'],
        ['line', expect.stringMatching(/^(item, product_id|product_id, item)$/)],
        ['price', 'price'],
      ]),
    )
  })

  test('by attributes', () => {
    document.body.innerHTML = '<p id="row" data-ringup-item><b id="sku" data-ringup="product_id">MUG-1</b></p>'
    expect(toNamed({ source: 'attributes' })).toEqual([
      ['row', 'item'],
      ['sku', 'product_id'],
    ])
  })
})
