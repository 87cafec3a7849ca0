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

test.each(['.*-.*-.*-.*x(\\d)', '[^:]*[^;]*[^:]*[^;]*: (\\d+)', '(a+)+x', '(-|a)*x(\\d)', '.*-.*x(\\d)', '\\S*:\\S*x'])(
  '/%s/ ends within a frame or two',
  (pattern) => {
    const start = performance.now()
    readSelector(document, `p /${pattern}/`, 'order_number')
    expect(performance.now() - start).toBeLessThan(1_000) // not a measure: one that hangs takes minutes
  },
)
