// @vitest-environment happy-dom
/**
 * Promise: each example of a page is sent exactly as it says, the contract accepts it, and every field has an example.
 */
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { Contact } from '../../../src/contract/contact.js'
import { CartData, CartItem, Conversion } from '../../../src/contract/conversion.js'
import type { Outcome } from '../../../src/snippet/core/outcome.js'
import { configure } from '../../../src/snippet/core/settings.js'
import { GA4, readPurchase } from '../../examples/ga4.js'
import { CONTACTS, ORDERS, type Page } from '../../examples/index.js'
import { ORDER_FIRST } from '../../examples/tag-manager.js'
import { readBlock } from '../../support/readme.js'
import { gtag, openPage } from './page.js'

/** Most examples leave out the order's value, which is a problem with a test of its own. */
const toProblems = ({ problems }: Outcome) =>
  Object.fromEntries(problems.filter(({ code }) => code !== 'no_value').map(({ field, code }) => [field, code]))

async function open({ dataLayer = [], digitalData, html = '', settings = {} }: Page) {
  const page = openPage()
  const entries = dataLayer.map((entry) => (Array.isArray(entry) ? gtag(...entry) : entry))
  Object.assign(window, { [String(settings.dataLayer ?? 'dataLayer')]: entries, digitalData })
  document.body.innerHTML = html
  configure(page.settings, settings)
  return page
}

describe('orders', () => {
  test.each(ORDERS)('$name', async ({ page: { passed, ...has }, sent, problems }) => {
    const page = await open(has)
    const outcome = await page.convert(passed)
    expect(page.sent()[0]?.body).toEqual(sent)
    expect(toProblems(outcome)).toEqual(problems)
    expect(Conversion.parse(sent)).toEqual(sent)
  })
})

test.each(ORDER_FIRST)('its event reports an order that was pushed before: $name', async ({ page: has, sent }) => {
  const page = await open(has)
  page.convertOn()
  await expect.poll(() => page.sent()[0]?.body).toEqual(sent)
})

describe('a customer who has logged out is not the customer of the order', () => {
  test.each<[string, unknown]>([
    ['undefined', { user_data: undefined }],
    ['null', { user_data: null }],
    ['a blank text', { user_data: '' }],
    ['a blank address', { user_data: { email: '' } }],
    ['gtag() with null', ['set', 'user_data', null]],
    ['gtag() with undefined', ['set', 'user_data', undefined]],
    ['an empty object', { user_data: {} }],
  ])('%s', async (_what, logout) => {
    const login = { user_data: { email: 'ada@example.com' } }
    const page = await open({ dataLayer: [login, logout, { event: 'purchase', ecommerce: { transaction_id: '1' } }] })
    await page.convert()
    expect(page.sent()[0].body).toEqual({ cart_data: { order_number: '1' } })
  })
})

test.each(GA4)('Tag Manager’s tag passes the same order: $name', async (example) => {
  const page = openPage()
  await page.convert({ email: `${example.sent.email}`, ecommerce: readPurchase(example) })
  expect(page.sent()[0]?.body).toEqual(example.sent)
})

describe('contacts', () => {
  test.each(CONTACTS)('$name', async ({ page: { passed, ...has }, sent, problems }) => {
    const page = await open(has)
    const outcome = await page.addToList('newsletter', passed ?? document.forms[0])
    expect(page.sent()[0]?.body).toEqual(sent)
    expect(toProblems(outcome)).toEqual(problems)
    expect(Contact.parse(sent)).toEqual(sent)
  })
})

test('the marked page of the guide sends its order', async () => {
  const page = await open({ html: readBlock('marked page') })
  await page.convert()
  expect(page.sent()[0].body).toEqual({
    email: 'you@example.com',
    cart_data: { order_number: '1001', cart_item_count: 2 },
    cart_items: [{ product_id: 'MUG-1', item_qty: 2, price: 1299, qty_price: 2598 }],
  })
})

test.each<[string, z.ZodMiniObject, unknown[]]>([
  ['the conversion', Conversion, ORDERS.map(({ sent }) => sent)],
  ['the cart', CartData, ORDERS.map(({ sent }) => sent.cart_data)],
  ['an item', CartItem, ORDERS.flatMap(({ sent }) => sent.cart_items)],
  ['a contact', Contact, CONTACTS.map(({ sent }) => sent)],
])('every field has an example: %s', (_what, { shape }, examples) => {
  const shown = examples.flatMap((example) => Object.keys(Object(example)))
  expect(Object.keys(shape).filter((field) => !shown.includes(field))).toEqual([])
})
