/** Promise: a proposal is shown line by line, and only the kept lines are saved. It cannot name another address. */
import { describe, expect, test } from 'vitest'
import { isSame, readPasted, toLines, toSaved } from '../../../src/setup/proposal.js'

const POINTED = {
  convertOn: 'load',
  selectors: { order_number: '.no', cart_value: 'strong', items: { each: '.order li', price: 'b' } },
}

test('each field is a line, with a warning for a selector without a name', () => {
  expect(toLines(POINTED).map(({ path, title, warning }) => [path, title, warning !== ''])).toEqual([
    ['convertOn', 'An order is reported on', false],
    ['selectors.order_number', 'Order number', false],
    ['selectors.cart_value', 'Value of the order', true],
    ['selectors.items', 'Products', false],
  ])
})

test.each(['endpoint', 'debug', 'signature', '__proto__'])('a page cannot propose %s', (name) => {
  const proposal = JSON.parse(`{"${name}":"https://evil.example/","convertOn":"load"}`)
  expect(toLines(proposal).map(({ path }) => path)).toEqual(['convertOn'])
  expect(toSaved({}, proposal, [name, 'convertOn'])).toEqual({ convertOn: 'load', debug: 'ask' })
})

test('a name that every object has is not a field, and hidden signs are escaped', () => {
  const proposal = JSON.parse('{"selectors":{"constructor":".x"},"value":"\u202esmeti"}')
  expect(toLines(proposal).map(({ title, text }) => [title, text])).toEqual([
    ['value', '\\u202esmeti'],
    ['Rows of the items', '.x'],
  ])
})

describe('saved settings', () => {
  test('have only the lines that were kept', () => {
    expect(toSaved({}, POINTED, ['convertOn', 'selectors.order_number'])).toEqual({
      convertOn: 'load',
      selectors: { order_number: '.no' },
      debug: 'ask',
    })
  })

  test('of a recipe replace where the order was, and nothing else', () => {
    const served = { selectors: { order_number: '.old' }, email: '#old', consent: 'required' }
    expect(toSaved(served, { recipe: 'woocommerce' }, ['recipe'])).toEqual({
      recipe: 'woocommerce',
      consent: 'required',
      debug: 'ask',
    })
  })

  test('of an e-mail address leave the others', () => {
    expect(toSaved({ convertOn: 'purchase' }, { email: '#mail' }, ['email'])).toEqual({
      convertOn: 'purchase',
      email: '#mail',
      debug: 'ask',
    })
  })
})

test.each([
  [{ a: 1, b: { c: 2, d: [1, 2] } }, { b: { d: [1, 2], c: 2 }, a: 1 }, true],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [undefined, undefined, true],
])('%j and %j are the same: %s', (one, other, is) => {
  expect(isSame(one, other)).toBe(is)
})

test.each([
  ['{"selectors":{}}', { selectors: {} }],
  ['[1]', undefined],
  ['data-email="x"', undefined],
  ['', undefined],
])('the pasted text %s is %j', (text, settings) => {
  expect(readPasted(text)).toEqual(settings)
})
