// @vitest-environment happy-dom
/** Promise: the examiner names a platform only if the page says which one it is. */
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { type Named, readProposal } from '../../../src/examine/propose-settings.js'
import { DEFAULTS } from '../../../src/snippet/core/settings.js'

// Test files share one document.
afterEach(() => {
  document.documentElement.innerHTML = '<head></head><body></body>'
})

const propose = (html: string, more: object = {}, pointed = {}, banners: Named[] = []) => {
  document.documentElement.innerHTML = html
  return readProposal({ ...DEFAULTS, endpoint: '/ringup', ...more }, pointed, banners)
}

test('a platform’s own thank-you page is recognised', () => {
  const { platform, proposal } = propose(readFileSync('src/recipes/woocommerce/woocommerce.html', 'utf8'))
  expect([platform?.title, proposal]).toEqual(['WooCommerce', { recipe: 'woocommerce' }])
})

test('a line of ours, which many platforms have, names none of them', () => {
  const { platform, proposal } = propose(readFileSync('src/recipes/opencart/opencart-4.html', 'utf8'))
  expect(platform).toBeUndefined()
  expect(proposal).toEqual({ adapter: 'dom', convertOn: 'load', selectors: { order: '#ringup-order@data-order' } })
})

test('marks in the template name no platform, and the page itself reports their order', () => {
  const mark = (name: string, text: string) => `<b data-ringup="${name}">${text}</b>`
  const { platform, proposal } = propose(mark('order_number', '1187') + mark('cart_value', '41.97'))
  expect([platform, proposal]).toEqual([undefined, { convertOn: 'load' }])
})

test('selectors that a person has made are proposed until they are saved', () => {
  const pointed = { 'cart.order_number': '.no' }
  const saved = { adapter: 'dom', convertOn: 'load', selectors: { order_number: '.no' } }
  expect(propose('<b class="no">1187</b>', {}, pointed).proposal).toEqual(saved)
  expect(propose('<b class="no">1187</b>', saved, pointed).proposal).toEqual({})
})

test('selectors that a person has made leave the data layer of the order as a source', () => {
  const entry = { event: 'purchase', ecommerce: { transaction_id: '1187', items: [{ item_id: 'A' }] } }
  Object.assign(window, { dataLayer: [entry] })
  const { proposal } = propose('<b class="sum">€ 5.00</b>', {}, { 'cart.cart_value': '.sum' })
  Reflect.deleteProperty(window, 'dataLayer')
  expect(proposal).toEqual({ selectors: { cart_value: '.sum' } })
})

test.each<[what: string, more: object, proposal: object]>([
  ['to a shop without settings', {}, { consent: 'cookiebot' }],
  ['not to one that converts, and needs no consent', { convertOn: 'purchase' }, {}],
  ['not to one that has its own setting', { consent: 'required' }, {}],
])('the likeliest consent banner is proposed: %s', (_what, more, proposed) => {
  const banners = ['cookiebot', 'usercentrics'].map((name) => ({ name, title: name }))
  expect(propose('', more, {}, banners).proposal).toEqual(proposed)
})
