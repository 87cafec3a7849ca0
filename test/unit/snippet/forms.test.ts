// @vitest-environment happy-dom
/** A form that carries `data-add-to-list` is sent when it is submitted and valid; nothing else is, and nothing throws. */
import { afterEach, expect, test, vi } from 'vitest'
import { openPage } from './page.js'

const email = '<input name="email" type="email" value="ada@example.com">'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
  localStorage.clear()
})

async function submit(html: string, target = 'form') {
  const page = await openPage()
  const { sendForms } = await import('../../../src/snippet/forms.js')
  const add = vi.spyOn(window, 'addEventListener')
  sendForms()
  const [[name, listener, capture]] = add.mock.calls as unknown as [[string, EventListener, boolean]]
  add.mockRestore()
  document.body.innerHTML = html
  const { matches } = Element.prototype
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    const isValid = () => HTMLFormElement.prototype.checkValidity.call(this) // happy-dom has no :valid
    return selector === ':valid' ? isValid() : matches.call(this, selector)
  })
  document.querySelector(target)?.dispatchEvent(new Event('submit', { bubbles: true }))
  removeEventListener(name, listener, capture)
  return page.sent().map(({ list, signature, body }) => ({ list, signature, body }))
}

const sent = { list: 'newsletter', signature: undefined, body: { email: 'ada@example.com' } }

test.each<[string, string, object[]]>([
  ['a marked form', `<form data-add-to-list="newsletter">${email}</form>`, [sent]],
  [
    'with its own signature',
    `<form data-add-to-list="newsletter" data-signature="1.x">${email}</form>`,
    [{ ...sent, signature: '1.x' }],
  ],
  ['no other form', `<form>${email}</form>`, []],
  [
    'one that is not valid',
    `<form data-add-to-list="newsletter">${email}<input name="first_name" required></form>`,
    [],
  ],
  [
    'the box is not checked',
    `<form data-add-to-list="newsletter" data-add-to-list-if="#ok">${email}<input type="checkbox" id="ok"></form>`,
    [],
  ],
  [
    'the box is checked',
    `<form data-add-to-list="newsletter" data-add-to-list-if="#ok">${email}<input type="checkbox" id="ok" checked></form>`,
    [sent],
  ],
  ['a box that is not there', `<form data-add-to-list="newsletter" data-add-to-list-if="#ok">${email}</form>`, []],
  [
    'fields called like parts of the form',
    `<form data-add-to-list="newsletter">${email}<input name="dataset"><input name="matches"><input name="elements"></form>`,
    [sent],
  ],
  ['a selector that is none', `<form data-add-to-list="newsletter" data-add-to-list-if="##">${email}</form>`, []],
])('%s', async (_what, html, expected) => {
  expect(await submit(html)).toEqual(expected)
})

test('a submit of the page’s own making, on something else', async () => {
  expect(await submit('<p data-add-to-list="newsletter"></p>', 'p')).toEqual([])
})
