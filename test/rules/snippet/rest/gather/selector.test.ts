// @vitest-environment happy-dom
/** Promise: a pattern after a selector does not hang the page, whatever the shop has written. */
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
  ['(a|a)(a|a)(a|a)x', REFUSED],
  ['a?a?a?x', REFUSED],
  ['a{1,2}a{1,2}a{1,2}x', REFUSED],
  ['.*-.*x(\\d)', ''],
  ['(?:a|-)x{2}(\\d)', ''],
  ['\\S*:\\S*x', ''],
] as const)('/%s/ finds nothing, and does not hang', (pattern, found) => {
  expect(readSelector(document, `p /${pattern}/`, 'order_number')).toEqual(found)
})

test.each<[string, string, unknown, string]>([
  ['<b id="x">1.299</b>', '#x', '1.299', 'the text, as shoppers see it'],
  ['<b id="x" content="1.299">1.299,00</b>', '#x', { data: '1.299' }, 'an attribute for machines'],
  ['<b id="x" data-ringup-value="7" content="8">9</b>', '#x', { data: '7' }, 'Ringup’s own attribute'],
  ['<b id="x" data-sku=" A-1 ">1</b>', '#x@data-sku', { data: 'A-1' }, 'an attribute of data'],
  ['<b id="x" title="€ 5">1</b>', '#x@title', '€ 5', 'an attribute that is shown'],
  ['<input id="x" value="7">', '#x', '7', 'the value of a field'],
  ['<b id="x">12<sup>99</sup> €</b>', '#x', '12⁹⁹ €', 'raised digits stay apart'],
  ['<b id="x" data-no="Nr. 7">1</b>', '#x@data-no /(\\d+)/', { data: '7' }, 'a group has the kind of its text'],
  ['<p id="x">Ann<br>Lee</p>', '#x', 'Ann\nLee', 'a break ends a line'],
  ['<div id="x"><p>Ann</p><p>Lee</p></div>', '#x', 'Ann\nLee', 'so does the end of a block'],
  ['<div id="x">Ann<div><p><br></p></div>Lee</div>', '#x', 'Ann\nLee', 'several ends are one'],
  ['<p id="x">An<b>n</b><wbr><!-- L -->ee</p>', '#x', 'Annee', 'other elements do not'],
  ['<p id="x">Ann\n   \t Lee</p>', '#x', 'Ann Lee', 'white space of the source is one blank'],
  ['<p id="x">1\u00a0299</p>', '#x', '1\u00a0299', 'a blank that does not break stays'],
  ['<p id="x">Ann<i style="display: none">Lee</i></p>', '#x', 'Ann', 'a part that is hidden'],
  ['<p id="x"><i style="display: none">Lee</i></p>', '#x', 'Lee', 'the whole text is hidden'],
  ['<p style="display: none"><b>Ann</b></p><p><b>Lee</b></p>', 'b', 'Lee', 'the first that is displayed'],
  ['<p style="display: none"><b>Ann</b><b>Lee</b></p>', 'b', 'Ann', 'the first of hidden ones'],
  ['<p id="x">A<script>B</script><style>C</style><noscript>D</noscript></p>', '#x', 'A', 'without text for people'],
  ['<p id="x">A<select><option>B<option selected>C</select></p>', '#x', 'A\nC', 'the choice'],
  ['<p id="x">12<sup>9<b>9</b></sup><br>3</p>', '#x', '12⁹⁹\n3', 'raised digits within other elements'],
  ['<p id="x">No.<br>7</p>', '#x /No\\. (\\d)/', '7', 'a pattern sees a blank for the end of a line'],
  ['<b title="a@b c">1</b>', '[title="a@b c"]', '1', 'an @ that is not at the very end'],
  ['<b>1</b>', '#x', '', 'without a match'],
  ['<b>1</b>', '#x[', undefined, 'no selector'],
])('%s by %s is %j (%s)', (html, selector, said) => {
  document.body.innerHTML = html
  expect(readSelector(document, selector, 'cart_value')).toEqual(said)
})

test('a pattern sees the first 1,000 letters', () => {
  document.body.innerHTML = `<p id="x">${'x'.repeat(998)}78 9</p>`
  expect(readSelector(document, '#x /\\d\\d/', 'order_number')).toBe('78')
  expect(readSelector(document, '#x /\\d /', 'order_number')).toBe('')
})

test('JSON stays unchanged', () => {
  document.body.innerHTML = '<pre id="x">{"name": "A  B",\n "id": 7}</pre>'
  expect(readSelector(document, '#x', 'order')).toBe('{"name": "A  B",\n "id": 7}')
})

test('in a document that is not shown, blocks are known by their names', () => {
  const hidden = new DOMParser().parseFromString('<p id="x">Ann<br>Lee<span>!</span></p>', 'text/html')
  expect(readSelector(hidden, '#x', 'name')).toBe('Ann\nLee!')
})
