// @vitest-environment happy-dom
/** A pattern behind a selector may not hang the page, whatever the shop has written. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSelector } from '../../../../src/snippet/adapters/selector.js'

beforeEach(() => {
  document.body.innerHTML = `<p>${'-a:b;'.repeat(400)}</p>`
})
afterEach(() => {
  document.body.innerHTML = ''
})

const REFUSED = { problem: 'bad_selector' }

test.each([
  ['.*-.*-.*-.*x(\\d)', REFUSED],
  ['[^:]*[^;]*[^:]*[^;]*: (\\d+)', REFUSED],
  ['(a+)+x', REFUSED],
  ['(-|a)*x(\\d)', REFUSED],
  ['.*-.*x(\\d)', { value: '' }],
  ['\\S*:\\S*x', { value: '' }],
])('/%s/ finds nothing, and hangs for no minutes', (pattern, found) => {
  expect(readSelector(document, `p /${pattern}/`, 'order_number')).toEqual(found)
})
