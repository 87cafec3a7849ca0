// @vitest-environment happy-dom
/** Promise: the panel names each selector of the shop that finds nothing, and no other. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readUnmatched } from '../../../../src/snippet/debug/unmatched.js'

beforeEach(() => {
  document.body.innerHTML =
    '<b id="no">1001</b><b id="empty"></b><ul><li data-sku="MUG"><i class="price">12.99</i></li></ul>'
})

describe('a selector that finds nothing is named', () => {
  test.each([
    [{ order_number: '#no' }, [], 'it finds the number'],
    [{ order_number: '#no', cart_value: '#totel' }, ['cart_value (#totel)'], 'misspelt'],
    [{ email: '#empty' }, ['email (#empty)'], 'its element is empty'],
    [{ order_number: '#no /Order (.+)/' }, ['order_number (#no /Order (.+)/)'], 'its pattern does not match'],
    [{ items: { each: 'li', product_id: '@data-sku', price: '.prize' } }, ['price (.prize)'], 'misspelt within a row'],
    [{ items: { each: 'tr', price: '.price' } }, ['items (tr)'], 'there are no rows'],
    [{ order_number: '][' }, [], 'it is no selector, which is a problem of its own'],
    ['{"email":".mial"}', ['email (.mial)'], 'the setting is JSON, as on the tag'],
    [undefined, [], 'there are no selectors'],
  ] as [unknown, string[], string][])('of %j: %j (%s)', (setting, unmatched) => {
    expect(readUnmatched(setting)).toEqual(unmatched)
  })
})
