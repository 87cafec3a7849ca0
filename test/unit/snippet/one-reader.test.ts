// @vitest-environment happy-dom
/** Promise: core and rest read alike. If the core reads an order completely, the rest reads it identically. */
import { describe, expect, test } from 'vitest'
import { isFields } from '../../../src/snippet/core/fields.js'
import { isWhole, readOrder, readPurchases, toStatement } from '../../../src/snippet/core/purchase.js'
import { configure } from '../../../src/snippet/core/settings.js'
import { readLayer } from '../../../src/snippet/core/watch-layer.js'
import { gatherOrder as gatherCall } from '../../../src/snippet/rest/gather/call.js'
import { toEntries } from '../../../src/snippet/rest/gather/entries.js'
import { gatherOrder } from '../../../src/snippet/rest/gather/index.js'
import { readPage } from '../../../src/snippet/rest/gather/page.js'
import { ORDERS, type Page } from '../../examples/index.js'
import { gtag, openPage } from './page.js'

const email = 'ada@example.com'
const ecommerce = { transaction_id: '1001', value: 58.8, items: [{ item_id: 'MUG', price: 19.6, quantity: 3 }] }
const purchase = { event: 'purchase', ecommerce, user_data: { email } }
const other = { user_data: { email: 'grace@example.com' } }

function open({ dataLayer = [], digitalData, html = '', settings = {} }: Page) {
  const page = openPage()
  const entries = dataLayer.map((entry) => (Array.isArray(entry) ? gtag(...entry) : entry))
  Object.assign(window, { [String(settings.dataLayer ?? 'dataLayer')]: entries, digitalData })
  document.body.innerHTML = html
  configure(page.settings, settings)
  return page.snippet
}

/** The sent data. JSON has no undefined. */
const toJson = (value: unknown) => JSON.parse(JSON.stringify(value))

/** Pages beside the examples, on which the core must be certain or abstain. */
const PAGES: [string, Page][] = [
  ['GA4', { dataLayer: [purchase] }],
  ['gtag', { dataLayer: [['event', 'purchase', { ...ecommerce, user_data: { email } }]] }],
  ['the customer said before', { dataLayer: [{ user_data: { email } }, { event: 'purchase', ecommerce }] }],
  ['two customers', { dataLayer: [{ user_data: { email } }, other, { event: 'purchase', ecommerce }] }],
  ['the customer beside a list of items', { dataLayer: [{ event: 'view_item', ecommerce: { items: [{}] }, ...other }, { event: 'purchase', ecommerce }] }], // biome-ignore format: a row
  ['a customer taken back', { dataLayer: [{ user_data: { email } }, { user_data: {} }, { event: 'purchase', ecommerce }] }], // biome-ignore format: a row
  ['another number beside the event', { dataLayer: [{ ...purchase, order_id: 'A-1' }] }],
  ['another number within', { dataLayer: [{ ...purchase, ecommerce: { ...ecommerce, order_number: 'A-1' } }] }],
  ['another customer within', { dataLayer: [{ ...purchase, ecommerce: { ...ecommerce, customer: { email: 'g@example.com' } } }] }], // biome-ignore format: a row
  ['user_properties', { dataLayer: [{ event: 'purchase', ecommerce, user_properties: { email: 'g@example.com' } }] }],
  ['a later cart', { dataLayer: [purchase, { event: 'add_to_cart', ecommerce: { items: [{ item_id: 'CUP' }] } }] }],
  ['two orders', { dataLayer: [purchase, { ...purchase, ecommerce: { ...ecommerce, transaction_id: '1002' }, ...other }] }], // biome-ignore format: a row
  [
    'Universal Analytics beside it',
    { dataLayer: [purchase, { ecommerce: { purchase: { actionField: { id: '7' } } } }] },
  ],
  ['a masked address', { dataLayer: [{ ...purchase, user_data: { email: 'a***@example.com' } }] }],
  ['an encoded address', { dataLayer: [{ ...purchase, user_data: { email: 'o&#039;brien@example.ie' } }] }],
  ['billing_email', { dataLayer: [{ ...purchase, user_data: { email, billing_email: 'b@example.com' } }] }],
  ['an address beside the event', { dataLayer: [{ ...purchase, email: 'b@example.com' }] }],
  ['a number with its sign', { dataLayer: [{ ...purchase, ecommerce: { ...ecommerce, transaction_id: '#1001' } }] }],
  ['digitalData', { dataLayer: [purchase], digitalData: { user: [{ profile: [{ profileInfo: other.user_data }] }] } }],
  ['a selector', { dataLayer: [purchase], html: '<b id="no">A-1</b>', settings: { selectors: { order_number: '#no' } } }], // biome-ignore format: a row
  ['a mark', { dataLayer: [purchase], html: '<b data-ringup="order_number">A-1</b>' }],
  ['passed, with nothing on the page', { passed: { email, cart_data: { order_number: '1001' } } }],
  ['passed beside a purchase', { dataLayer: [purchase], passed: { cart_data: { promo: 'X' } } }],
  ['the number of another order passed', { dataLayer: [purchase], passed: { cart_data: { order_number: '1002' } } }],
  ['another order passed, with its customer', { dataLayer: [purchase], passed: { email, cart_data: { order_number: '1002' } } }], // biome-ignore format: a row
  ['its own number passed', { dataLayer: [purchase], passed: { cart_data: { order_number: '#1001' } } }],
  ['the earlier of two orders passed', { dataLayer: [purchase, { ...purchase, ecommerce: { ...ecommerce, transaction_id: '1002' } }], passed: { cart_data: { order_number: '1001' } } }], // biome-ignore format: a row
  ['no number passed', { dataLayer: [purchase], passed: { cart_data: { order_number: null } } }],
  ['ecommerce passed', { passed: { email, ecommerce } }],
  ['a passed text that is not an address', { dataLayer: [purchase], passed: { email: 'nobody' } }],
]
/** The core abstains if a selector is set. happy-dom throws only once for an invalid one, so those examples are left to their own test. */
const EXAMPLES: [string, Page][] = ORDERS.filter(({ page }) => !page.settings?.selectors).map(({ name, page }) => [
  name,
  page,
])

describe('an order of a call', () => {
  test.each([...PAGES, ...EXAMPLES])('%s', async (_name, page) => {
    const snippet = open(page)
    const passed = isFields(page.passed) ? { ...page.passed } : {}
    const { isWhole, statement: own } = readOrder(snippet, passed)
    const all = await gatherCall(snippet, passed)
    expect(toJson(isWhole ? own : all)).toEqual(toJson({ ...all, said: { ...all.said, problems: isWhole ? undefined : all.said.problems } })) // biome-ignore format: one line
  })
})

describe('an order that is pushed', () => {
  test.each([...PAGES, ...EXAMPLES])('%s', (_name, page) => {
    const snippet = open(page)
    const whole = readPurchases(snippet).purchases.filter((each) => isWhole(snippet, each))
    const entries = toEntries(readLayer(snippet.layer))
    for (const own of whole) {
      const found = entries.find(({ pushed }) => pushed === own.pushed)
      const { said, number } = gatherOrder(readPage(snippet), found)
      expect(toJson(toStatement(snippet.settings, own))).toEqual(
        toJson({ said: { ...said, problems: undefined }, number }),
      )
    }
    expect(whole.length).toBeLessThanOrEqual(entries.length)
  })
})

test('the core reads the common pages without the rest', () => {
  const names = PAGES.filter(([, page]) => readOrder(open(page), { ...Object(page.passed) }).isWhole).map(
    ([name]) => name,
  )
  expect(names).toEqual([
    'GA4',
    'gtag',
    'the customer said before',
    'two customers',
    'a later cart',
    'two orders',
    'billing_email',
    'a number with its sign',
    'digitalData',
    'passed, with nothing on the page',
    'passed beside a purchase',
    'another order passed, with its customer',
    'its own number passed',
    'the earlier of two orders passed',
    'no number passed',
    'ecommerce passed',
  ])
})
