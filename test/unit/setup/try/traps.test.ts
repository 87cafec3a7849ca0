// @vitest-environment happy-dom
/** Promise: a field that only robots see is no field of the form. */
import { expect, test } from 'vitest'
import { removeTraps } from '../../../../src/setup/try/traps.js'

const read = (html: string) => {
  document.body.innerHTML = `<form>${html}</form>`
  return removeTraps(document.querySelector('form') as HTMLFormElement)
}

test.each([
  ['<input name="website" style="display:none">', 'not displayed'],
  ['<div style="position: absolute; left: -5000px"><input name="website"></div>', 'beside the screen'],
  ['<div aria-hidden="true"><input name="website"></div>', 'hidden from screen readers'],
  ['<p hidden><input name="website"></p>', 'hidden'],
  ['<input name="website" tabindex="-1">', 'not reached by keyboard'],
  ['<p class="field honeypot"><input name="website"></p>', 'by its class'],
  ['<p class="visually-hidden"><textarea name="website"></textarea></p>', 'seen by nobody'],
])('%s is a trap (%s)', (html) => {
  expect(read(html)).toEqual(['website'])
  expect(document.querySelector('[name=website]')).toBeNull()
})

test.each(['_gotcha', 'honeypot', 'b_0a1b2c3d4e5f_60718293a4', 'bot-field', 'hp_email', 'leave_this_blank'])(
  'a field named %s is a trap',
  (name) => {
    expect(read(`<input name="${name}">`)).toEqual([name])
  },
)

test.each([
  '<input type="email" name="EMAIL">',
  '<input name="FNAME">',
  '<label class="sr-only">Name</label><input name="name">',
  '<input type="checkbox" name="terms" style="opacity: 0">',
  '<p class="show"><input name="phone"></p>',
  '<input name="bottle">',
])('%s is none', (html) => {
  expect(read(html)).toEqual([])
})
