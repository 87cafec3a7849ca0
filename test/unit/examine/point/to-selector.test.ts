// @vitest-environment happy-dom
/** Promise: a selector goes by names that the next order has too, then by tags, and counts only if both fail, from the end. */
import { expect, test } from 'vitest'
import { toSelector } from '../../../../src/examine/point/to-selector.js'

test.each([
  ['<b class="no" at>1</b><b>2</b>', '.no', 'a class'],
  ['<b data-testid="total" at>1</b><b>2</b>', '[data-testid="total"]', 'an attribute that names it'],
  ['<i data-status="paid" at>1</i><b>2</b>', 'i', 'an attribute that says a state does not count'],
  ['<p id="order-12"><b at>1</b></p><b>2</b>', 'p b', 'a name of one order does not count'],
  ['<p class="sum"><b at>1</b></p><p class="net"><b>2</b></p>', '.sum b', 'the name of an element around it'],
  ['<ul class="sums"><li>1</li><li at>2</li></ul>', '.sums > li:last-of-type', 'the last line'],
  ['<ul class="sums"><li at>1</li><li>2</li></ul>', '.sums > li:nth-last-of-type(2)', 'the line before it'],
])('%s is %s (%s)', (html, selector) => {
  document.body.innerHTML = html
  const element = document.querySelector('[at]') as Element
  element.removeAttribute('at')
  expect(toSelector(element, document.body)).toBe(selector)
})
