// @vitest-environment happy-dom
/** Promise: the panel names each selector of the shop that finds nothing, and no other. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readUnmatched } from '../../../src/examine/unmatched.js'

beforeEach(() => {
  document.body.innerHTML =
    '<b id="no">1001</b><b id="empty"></b><ul><li data-ringup-item data-sku="MUG"><i class="price">12.99</i></li></ul>'
})

describe('a selector that finds nothing is named', () => {
  test.each([
    [{ order_number: '#no' }, [], 'it finds the number'],
    [{ order_number: '#no', cart_value: '#totel' }, ['cart_value (#totel)'], 'misspelt'],
    [{ email: '#empty' }, ['email (#empty)'], 'its element is empty'],
    [{ order_number: '#no /Order (.+)/' }, ['order_number (#no /Order (.+)/)'], 'its pattern does not match'],
    [{ items: { each: 'li', product_id: '@data-sku', price: '.prize' } }, ['price (.prize)'], 'misspelt within a row'],
    [{ items: { each: 'tr', price: '.price' } }, ['items (tr)'], 'there are no rows'],
    [{ items: { price: '.prize' } }, ['price (.prize)'], 'misspelt within a row that is marked'],
    [{ items: { price: '.price' } }, [], 'it finds the price in a row that is marked'],
    [{ items: {} }, [], 'rows are marked, and nothing is named in them'],
    [{ order_number: '][' }, [], 'it is not a selector, which is another problem'],
    ['{"email":".mial"}', ['email (.mial)'], 'the setting is JSON, as on the tag'],
    [undefined, [], 'there are no selectors'],
  ] as [unknown, string[], string][])('of %j: %j (%s)', (setting, unmatched) => {
    expect(readUnmatched(setting)).toEqual(unmatched)
  })

  test('rows that are neither named nor marked are not there', () => {
    document.body.innerHTML = '<b class="price">12.99</b>'
    expect(readUnmatched({ items: { price: '.price' } })).toEqual(['items ([data-ringup-item])'])
  })
})
