// @vitest-environment happy-dom
/** Each example of a page is sent exactly as it says, and the contract takes it. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Contact } from '../../../src/contract/contact.js'
import { Conversion } from '../../../src/contract/conversion.js'
import type { Outcome } from '../../../src/snippet/outcome.js'
import { CONTACTS, ORDERS } from '../../examples/index.js'
import { gtag, openPage } from './page.js'

afterEach(() => void vi.unstubAllGlobals())

const toProblems = ({ problems }: Outcome) => Object.fromEntries(problems.map(({ field, code }) => [field, code]))

describe('orders', () => {
  test.each(ORDERS)('$name', async ({ page: { dataLayer, lang, passed }, sent, problems }) => {
    const page = await openPage({
      lang,
      dataLayer: dataLayer.map((entry) => (Array.isArray(entry) ? gtag(...entry) : entry)),
    })
    const outcome = await page.convert(passed)
    expect(page.sent()[0].body).toEqual(sent)
    expect(toProblems(outcome)).toEqual(problems)
  })

  test.each(ORDERS)('the contract takes it: $name', ({ sent }) => {
    expect(Conversion.parse(sent)).toEqual(sent)
  })
})

describe('contacts', () => {
  test.each(CONTACTS)('$name', async ({ page: { form = '', passed }, sent, problems }) => {
    const page = await openPage()
    document.body.innerHTML = `<form>${form}</form>`
    const outcome = await page.addToList('newsletter', passed ?? document.forms[0])
    expect(page.sent()[0].body).toEqual(sent)
    expect(toProblems(outcome)).toEqual(problems)
  })

  test.each(CONTACTS)('the contract takes it: $name', ({ sent }) => {
    expect(Contact.parse(sent)).toEqual(sent)
  })
})
