// @vitest-environment happy-dom
/**
 * Promise: whatever a page's template escapes, page and proxy together send the API the customer's address, or none.
 */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { toEmail } from '../../../src/contract/email.js'
import { anyAddress, anyEscapes, escapeAll } from '../../support/escapes.js'
import { toRounds } from '../../support/long.js'
import { openPage } from './page.js'

const toPurchase = (email: string) => ({
  event: 'purchase',
  ecommerce: { transaction_id: '1', items: [{ item_id: 'CUP' }] },
  user_data: { email },
})

/** A place of the address in a page: a field of an order. */
const PLACES: Record<string, (entry: string) => { dataLayer?: unknown[]; passed?: object; settings?: object }> = {
  'the data layer': (entry) => ({ dataLayer: [toPurchase(entry)] }),
  'a call': (email) => ({ passed: { email, cart_data: { order_number: '1' } } }),
  'the attribute of a mark'(entry) {
    const mark = document.createElement('meta')
    mark.setAttribute('data-ringup', 'email')
    mark.setAttribute('content', entry)
    document.body.replaceChildren(mark)
    return { passed: { cart_data: { order_number: '1' } } }
  },
  'an attribute that a selector names'(entry) {
    const element = document.createElement('p')
    element.dataset.email = entry
    document.body.replaceChildren(element)
    return { passed: { cart_data: { order_number: '1' } }, settings: { email: 'p@data-email' } }
  },
}

test.each(Object.keys(PLACES))('an address in %s, in one to three layers of escapes', async (place) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const counted = vi.fn()
  const property = fc.asyncProperty(anyAddress, anyEscapes, async (whole, layers) => {
    localStorage.clear()
    const { dataLayer = [], passed, settings = {} } = PLACES[place]?.(escapeAll(whole, layers)) ?? {}
    const page = openPage({ dataLayer, settings })
    await page.convert(passed as never)
    const expected = toEmail(whole)
    const read = page.sent().map(({ body }) => body.email ?? expected)
    expect(read).toEqual(read.map(() => expected))
    if (page.sent().some(({ body }) => body.email)) counted()
  })
  const numRuns = toRounds(300, 3_000)
  await fc.assert(property, { numRuns })
  expect(counted.mock.calls.length).toBeGreaterThan(numRuns / 10) // otherwise the test would compare nothing
})
