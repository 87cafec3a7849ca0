// @vitest-environment happy-dom
/**
 * Promise: a form with `data-add-to-list` is sent when it is submitted and valid. Other forms are not sent, and nothing
 * throws.
 */
import { expect, test, vi } from 'vitest'
import { hearChange } from '../../../../../src/snippet/rest/gather/form.js'
import { leavePage, openPage } from '../../page.js'

const email = '<input name="email" type="email" value="ada@example.com">'

async function submit(html: string, target = 'form', before = () => {}, button = '') {
  const page = openPage()
  page.start()
  document.body.innerHTML = html
  const { matches } = Element.prototype
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    const isInvalid = () => Object(this).validity?.valid === false // happy-dom has no :invalid
    return selector === ':invalid' ? isInvalid() : matches.call(this, selector)
  })
  before()
  const { shadowRoot } = document.querySelector(target) ?? {}
  const form = shadowRoot?.querySelector('form') ?? document.querySelector(target)
  const submitter = button ? document.querySelector(button) : null
  form?.dispatchEvent(Object.assign(new Event('submit', { bubbles: true }), { submitter }))
  await new Promise((resolve) => setTimeout(resolve)) // an outcome is announced after its task
  leavePage()
  return page.sent().map(({ list, signature, body }) => ({ list, signature, body }))
}

const sent = { list: 'newsletter', signature: undefined, body: { email: 'ada@example.com' } }

const form = (fields = '', attributes = '') =>
  `<form data-add-to-list="newsletter" ${attributes}>${email}${fields}</form>`
const onlyIf = (box: string, fields: string) => form(fields, `data-add-to-list-if="${box}"`)
const HIDDEN = '<p style="display: none"><input name="x" required></p>'
const NAMES_OF_FORMS = ['dataset', 'matches', 'elements'].map((name) => `<input name="${name}">`).join('')

test.each<[string, string, object[]]>([
  ['a marked form', form(), [sent]],
  ['with its own signature', form('', 'data-signature="1.x"'), [{ ...sent, signature: '1.x' }]],
  ['another form', `<form>${email}</form>`, []],
  ['a form that is not valid', form('<input name="first_name" required>'), []],
  ['the box is not checked', onlyIf('#ok', '<input type="checkbox" id="ok">'), []],
  ['the box is checked', onlyIf('#ok', '<input type="checkbox" id="ok" checked>'), [sent]],
  ['an empty field that is not displayed', form(HIDDEN, 'novalidate'), [sent]],
  ['a missing box', onlyIf('#ok', ''), []],
  ['fields with names of the form’s own properties', form(NAMES_OF_FORMS), [sent]],
  ['an invalid selector', onlyIf('##', ''), []],
])('%s', async (_what, html, expected) => {
  expect(await submit(html)).toEqual(expected)
})

test('a submit event that the page dispatches on another element', async () => {
  expect(await submit('<p data-add-to-list="newsletter"></p>', 'p')).toEqual([])
})

const box = '<input type="hidden" name="agree" value="0"><input type="checkbox" name="agree" value="1"'

test.each<[string, string, object[]]>([
  ['a form in an element that is marked', `<div data-add-to-list="newsletter"><form>${email}</form></div>`, [sent]],
  ['a box with a hidden twin, checked', onlyIf('[name=agree]', `${box} checked>`), [sent]],
  ['a box with a hidden twin, not checked', onlyIf('[name=agree]', `${box}>`), []],
])('%s', async (_what, html, expected) => {
  const read = ({ body, ...rest }: { body: object }) => ({ ...rest, body: { email: Object(body).email } })
  expect((await submit(html)).map(read)).toEqual(expected)
})

const toEvent = (name: string) => new Event(name, { bubbles: true, composed: true })

test('a form that was filled in is reported once', async () => {
  const focus = () => document.querySelector('input')?.dispatchEvent(toEvent('focusin'))
  expect(await submit(form(), 'form', focus)).toEqual([sent])
})

const NAMES = ['matches', 'closest', 'querySelector', 'dataset', 'parentElement', 'contains', 'host']
test.each([...NAMES, 'getBoundingClientRect', 'addEventListener'])(
  'a field with the name of a form’s own function: %s',
  async (name) => {
    const html = onlyIf('.ok', '<input class="ok" type="checkbox" checked>')
    const hide = () => {
      const value = document.createElement('input') // happy-dom hides some of them only
      document.forms[0]?.append(value)
      Object.defineProperty(document.forms[0], name, { value })
    }
    expect(await submit(html, 'form', hide)).toEqual([sent])
  },
)

test('a form in a shadow root that was filled in before the script loaded', async () => {
  const fill = () => {
    const root = document.querySelector('p')?.attachShadow({ mode: 'open' })
    if (root) root.innerHTML = `<form>${email}<button></button></form>`
    root?.querySelector('button')?.dispatchEvent(toEvent('click')) // the browser also makes it from Enter
  }
  expect(await submit('<p data-add-to-list="newsletter"></p>', 'p', fill)).toEqual([sent])
})

const step = '<p><input name="first_name" value="Ada"></p>'

test('a field in a shadow root that was focused and is hidden now', async () => {
  const fill = () => {
    const root = document.querySelector('p')?.attachShadow({ mode: 'open' })
    if (root) root.innerHTML = `<form>${email}${step}<button></button></form>`
    const field = root?.querySelector('[name=first_name]')
    field?.dispatchEvent(toEvent('focusin'))
    hearChange({ isTrusted: true, target: field } as unknown as Event)
    field?.parentElement?.setAttribute('style', 'display: none')
  }
  const body = { ...sent.body, first_name: 'Ada' }
  expect(await submit('<p data-add-to-list="newsletter"></p>', 'p', fill)).toEqual([{ ...sent, body }])
})

test.each([
  ['Subscribe', [sent]],
  ['Abmelden', []],
  ['Unsubscribe me', []],
  ['Se désabonner', []],
])('a form whose button %s submits it', async (label, expected) => {
  expect(await submit(form(`<button>${label}</button>`), 'form', () => {}, 'button')).toEqual(expected)
})

test.each([
  ['never submits', () => {}, 1],
  ['submits', (form: Element | null) => form?.dispatchEvent(new Event('submit', { bubbles: true })), 0],
])('a marked form that %s after a click is named in the console', async (_what, act, count) => {
  vi.useFakeTimers()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const page = openPage()
  page.start()
  document.body.innerHTML = form('<button type="button">Go</button>')
  document.querySelector('button')?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
  act(document.querySelector('form'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(
    warn.mock.calls.map(([line]) => line).filter((line) => /addToList\('newsletter', form\)/.test(line)),
  ).toHaveLength(count)
})
