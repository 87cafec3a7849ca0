// @vitest-environment happy-dom
/** Promise: of a pasted page only texts and marks are shown, and who points at one means the element of the sample. */
import { beforeEach, expect, test } from 'vitest'
import { toElement, toFrame, toPreview } from '../../../../src/setup/selectors/preview.js'

const HTML = `<h1>Thanks</h1><p onclick="alert(1)">Total <b class="sum" data-found="forged">€41.97</b></p>
  <script>alert(1)</script><a href="https://shop.example/x">Link</a><img src="/a.png" alt="Mug">
  <input name="no" value="A-1"><style>b {}</style><object></object>`

beforeEach(() => {
  document.body.innerHTML = HTML
})

const find = (selector: string) => document.querySelector(selector) as Element

test('it has texts and labels, and nothing that could run, load or be followed', () => {
  const preview = toPreview(document, new Map([[find('.sum'), 'cart_value']]))
  expect(preview).toContain('data-found="cart_value"')
  expect(preview).toContain('Mug')
  expect(preview).not.toMatch(/<script|<style|<object|onclick|href=|src=|forged/)
})

test('an element without content of its own shows its label round its value', () => {
  const preview = toPreview(document, new Map([[find('input'), 'order_number']]))
  expect(preview).toMatch(/<span data-found="order_number" data-place="\d+">A-1<\/span>/)
})

test('its frame has this page’s sheet, and can be reached from the keyboard', () => {
  expect(toFrame('b{}')).toMatch(/<style>b\{\}<\/style><body tabindex="0">$/)
})

test('each place leads to the element that stood there', () => {
  const preview = toPreview(document, new Map())
  const [, place] = /<b data-place="(\d+)"/.exec(preview) ?? []
  document.body.innerHTML = HTML
  expect(toElement(document, Number(place))).toBe(find('.sum'))
})
