// @vitest-environment happy-dom
/** Promise: the set-up page says of a pasted form that it is never submitted, and of a widget how its sign-ups are reported. */
import { expect, test } from 'vitest'
import { readSignUp } from '../../../../src/setup/try/read-sign-up.js'
import { createChoices } from '../create-choices.js'

const read = (sample: string) => readSignUp(sample, createChoices({ list: 'newsletter' }))
const FIELD = '<input type="email" name="email">'

test.each([
  ['<button type="button">Join</button>', true],
  ['', true],
  ['<button>Join</button>', false],
  ['<input type="submit" value="Join">', false],
])('a form with %j is never submitted: %s', (button, isNever) => {
  const { notes } = read(`<form data-add-to-list="newsletter">${FIELD}${button}</form>`)
  expect(notes.some((note) => note.startsWith('The form has no button that submits it'))).toBe(isNever)
})

test('the line of a widget that has an event of its own has the name of the list', () => {
  const { notes } = read('<script src="https://static.klaviyo.com/onsite/js/klaviyo.js?company_id=A"></script>')
  expect(notes.join()).toMatch(/^Klaviyo, all forms: .*addToList\('newsletter', \{ email \}\)/s)
})

test('of a widget without an event it says so', () => {
  expect(read('<iframe src="https://x.sibforms.com/serve/M"></iframe>').notes.join()).toContain('names no event')
})

test('a form that needs only its mark has no such note', () => {
  const form = `<form id="sib-form" data-add-to-list="newsletter">${FIELD}<button>Join</button></form>`
  expect(read(form).notes).toEqual([])
})
