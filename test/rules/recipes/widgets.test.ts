// @vitest-environment happy-dom
/** Promise: with the line of its widget, a page reports a sign-up in a newsletter service's form. */
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { openPage } from '../snippet/page.js'

/** A form of a service. The guide links to this file. */
interface Widget {
  service: string
  form: string
  /** The service's own event, of a form that raises no `submit`. */
  event?: string
  line?: string
  about: string
}

const WIDGETS = (parse(readFileSync('src/recipes/widgets.yaml', 'utf8')) as Widget[]).map(
  ({ service, form, event, line, about }) => ({
    name: `${service}, ${form}`,
    about,
    line: line?.replaceAll('LIST', 'newsletter'),
    hasEvent: event !== undefined,
  }),
)

const email = 'ada@example.com'
const whole = { email, first_name: 'Ada', last_name: 'Lovelace' }

/** The event of each service, as its documentation says, and events that are not a sign-up. */
const RAISED: Record<string, { signUp: () => void; others: (() => void)[]; contact: object }> = {
  'Klaviyo, all forms': {
    signUp: () => raise('klaviyoForms', { type: 'submit', formId: 'F1', companyId: 'C1', metaData: { email } }),
    others: [
      () => raise('klaviyoForms', { type: 'open', formId: 'F1' }),
      () => raise('klaviyoForms', { type: 'stepSubmit', metaData: { email } }),
      () => raise('klaviyoForms', { type: 'submit', metaData: { $phone_number: '+442079460000' } }),
    ],
    contact: { email },
  },
  'HubSpot, forms of the updated editor': {
    signUp: () => {
      const values = [['email', email], ['firstname', 'Ada'], ['lastname', 'Lovelace'], ['consent', 'yes']] // biome-ignore format: pairs
      const getFormFieldValues = async () => values.map(([name, value]) => ({ name: `0-1/${name}`, value }))
      vi.stubGlobal('HubSpotFormsV4', { getFormFromEvent: () => ({ getFormFieldValues }) })
      raise('hs-form-event:on-submission:success', { formId: 'F1', instanceId: '0' })
    },
    others: [() => raise('hs-form-event:on-submission:failed', {}), () => raise('hs-form-event:on-ready', {})],
    contact: whole,
  },
  'HubSpot, legacy forms': {
    signUp: () =>
      post({
        ...{ type: 'hsFormCallback', eventName: 'onFormSubmit', id: 'F1' },
        data: [
          { name: 'email', value: email },
          { name: 'firstname', value: 'Ada' },
          { name: 'lastname', value: 'Lovelace' },
        ],
      }),
    others: [
      () => post({ type: 'hsFormCallback', eventName: 'onFormSubmitted', id: 'F1' }),
      () => post({ type: 'hsFormCallback', eventName: 'onFormReady', id: 'F1' }),
      () => post('a text of another frame'),
      () => post(undefined),
    ],
    contact: whole,
  },
  'Omnisend, all forms': {
    signUp: () =>
      raise('omnisendForms', {
        ...{ eventName: 'submit', brandID: 'B1', form: { id: 'F1' } },
        formValues: { emailField: email, firstName: 'Ada', lastName: 'Lovelace' },
      }),
    others: [
      () => raise('omnisendForms', { type: 'view' }),
      () => raise('omnisendForms', { eventName: 'interaction' }),
    ],
    contact: whole,
  },
}

const raise = (name: string, detail: object) => window.dispatchEvent(new CustomEvent(name, { detail }))
const post = (data: unknown) => window.dispatchEvent(new MessageEvent('message', { data }))

const settle = () => new Promise((resolve) => setTimeout(resolve))

describe('a widget with its own event', () => {
  test.each(WIDGETS.filter(({ hasEvent }) => hasEvent))(
    '$name: a sign-up is reported once',
    async ({ name, line = '' }) => {
      openPage() // removes the line's listeners
      const addToList = vi.fn()
      vi.stubGlobal('addToList', addToList)
      new Function(line)()
      const { signUp, others = [], contact } = RAISED[name] ?? {}
      for (const other of others) other()
      await settle()
      expect(addToList.mock.calls).toEqual([])
      signUp?.()
      await settle()
      expect(addToList.mock.calls).toEqual([['newsletter', contact]])
    },
  )
})

/** rules/normalise/contact.test.ts has the services' names of fields. */
describe('a form in the page itself', () => {
  const MARKED = WIDGETS.filter(({ hasEvent, line }) => line && !hasEvent)

  test.each(MARKED)('$name: the mark is enough', async ({ line = '' }) => {
    const page = openPage()
    page.start()
    const { matches } = Element.prototype
    // happy-dom has no :valid
    vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
      return selector === ':valid' || matches.call(this, selector)
    })
    document.body.innerHTML = line.replace('src=', 'data-src=')
    // A form that the service's script draws later is where the script is.
    const place = document.querySelector('.ml-embedded, script')
    if (place) place.outerHTML = '<form></form>'
    const form = document.querySelector('form')
    if (form) form.innerHTML = `<input name="email" value="${email}">`
    form?.dispatchEvent(new Event('submit', { bubbles: true }))
    await settle()
    expect(page.sent().map(({ list, body }) => [list, body])).toEqual([['newsletter', { email }]])
  })
})

test('each widget has a line or a mark, or says that an event is missing', () => {
  const isExplained = ({ line, about }: (typeof WIDGETS)[number]) =>
    Boolean(line) || /does not name an event/.test(about)
  expect(WIDGETS.filter((widget) => !isExplained(widget))).toEqual([])
})
