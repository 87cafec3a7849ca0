// @vitest-environment happy-dom
/** A pattern behind a selector may not hang the page, whatever the shop has written. */
import { beforeEach, expect, test } from 'vitest'
import { readSelector } from '../../../../../src/snippet/rest/gather/selector.js'

beforeEach(() => {
  document.body.innerHTML = `<p>${'-a:b;'.repeat(400)}</p>`
})

const REFUSED = undefined

test.each([
  ['.*-.*-.*-.*x(\\d)', REFUSED],
  ['[^:]*[^;]*[^:]*[^;]*: (\\d+)', REFUSED],
  ['(a+)+x', REFUSED],
  ['(-|a)*x(\\d)', REFUSED],
  ['.*-.*x(\\d)', ''],
  ['\\S*:\\S*x', ''],
] as const)('/%s/ finds nothing, and hangs for no minutes', (pattern, found) => {
  expect(readSelector(document, `p /${pattern}/`, 'order_number')).toEqual(found)
})

test.each<[string, string, unknown, string]>([
  ['<b id="x">1.299</b>', '#x', '1.299', 'the text, as shoppers see it'],
  ['<b id="x" content="1.299">1.299,00</b>', '#x', { data: '1.299' }, 'an attribute for machines'],
  ['<b id="x" data-ringup-value="7" content="8">9</b>', '#x', { data: '7' }, 'the attribute made for it'],
  ['<b id="x" data-sku=" A-1 ">1</b>', '#x@data-sku', { data: 'A-1' }, 'an attribute of data'],
  ['<b id="x" title="€ 5">1</b>', '#x@title', '€ 5', 'an attribute that is shown'],
  ['<input id="x" value="7">', '#x', '7', 'the value of a field'],
  ['<b id="x">12<sup>99</sup> €</b>', '#x', '12⁹⁹ €', 'raised digits stay apart'],
  ['<b id="x" data-no="Nr. 7">1</b>', '#x@data-no /(\\d+)/', { data: '7' }, 'a group of it is of its kind'],
  ['<b>1</b>', '#x', '', 'nothing is there'],
  ['<b>1</b>', '#x[', undefined, 'no selector'],
])('%s by %s is %j (%s)', (html, selector, said) => {
  document.body.innerHTML = html
  expect(readSelector(document, selector, 'cart_value')).toEqual(said)
})
