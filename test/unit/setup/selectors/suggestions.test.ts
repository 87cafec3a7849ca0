// @vitest-environment happy-dom
/** Promise: every selector that is offered names what it is offered for, and will on the next order. */
import { beforeEach, describe, expect, test } from 'vitest'
import {
  readAttributeSuggestions,
  readRowSuggestions,
  readSuggestions,
} from '../../../../src/setup/selectors/suggestions.js'

beforeEach(() => {
  document.body.innerHTML = `
    <p>Order <b id="no">W-1</b></p><p id="order-1042"><i class="x7">ada@example.com</i></p>
    <table><tr class="line" data-sku="MUG-1" title="Mug"><td class="price">€12.99</td></tr>
    <tr class="line" data-sku="TEA-7"><td class="price">€11.00</td></tr></table><script>alert(1)</script>`
})

test('what is offered names one element each, by no name with digits', () => {
  const offered = readSuggestions(document.body)
  expect(offered.map(({ text }) => text)).toEqual(['Order', 'W-1', 'ada@example.com', '€12.99', '€11.00'])
  for (const { selector } of offered) {
    expect(document.body.querySelectorAll(selector)).toHaveLength(1)
    expect(selector).not.toMatch(/[.#]\w*-?\d/)
  }
})

describe('of a row', () => {
  test('are offered elements with others in them, and how many there are', () => {
    expect(readRowSuggestions(document.body)).toEqual([{ selector: 'tr.line', text: '2 elements' }])
  })

  test('its own data attributes', () => {
    const row = document.querySelector('tr') as Element
    expect(readAttributeSuggestions(row)).toEqual([{ selector: '@data-sku', text: 'MUG-1' }])
  })
})
