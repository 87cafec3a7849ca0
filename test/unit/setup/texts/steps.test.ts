/** Promise: the steps in Tag Manager, Shopify and WooCommerce have the values of the choices. */
import { expect, test } from 'vitest'
import { type Choices, toPlatform } from '../../../../src/setup/choices/choices.js'
import { toPixel, toThemeLine, toTodos, toWebhookTodos } from '../../../../src/setup/texts/steps.js'
import { createChoices, ELSEWHERE, SNIPPET } from '../create-choices.js'

test.each<[more: Partial<Choices>, words: string]>([
  [{ system: 'tag-manager' }, 'Script address: https://shop.example/ringup/ringup.js'],
  [{ system: 'tag-manager', endpoint: ELSEWHERE }, `Endpoint: ${ELSEWHERE}`],
  [{ system: 'tag-manager', consent: 'cookiebot' }, 'Consent required: ad_user_data'],
  [{ system: 'tag-manager', settings: { convertOn: 'done' } }, 'Trigger: the custom event done'],
  [{ system: 'tag-manager', settings: { convertOn: '' } }, 'Where the order comes from: Variables'],
  [{ system: 'tag-manager', lists: [{ name: 'club', id: '7' }] }, 'List: club'],
  [{ system: 'shopify', consent: 'cookiebot' }, 'Required, with Marketing ticked'],
])('the steps of %j have %j', (more, words) => {
  const choices = createChoices(more)
  expect(toTodos[toPlatform(choices)](choices, SNIPPET).flat().join('\n')).toContain(words)
})

test('a tag on the page needs no steps elsewhere', () => {
  expect(toTodos['script-tag'](createChoices(), SNIPPET)).toEqual([])
})

test.each([
  ['shopify', [`URL: ${ELSEWHERE}/webhooks/shopify`, 'RINGUP_SHOPIFY_SECRET']],
  [
    'woocommerce',
    [`Delivery URL: ${ELSEWHERE}/webhooks/woocommerce`, 'RINGUP_WOOCOMMERCE_SECRET=0a1b', 'Secret: 0a1b'],
  ],
] as const)('the webhooks of %s have address and secret', (platform, words) => {
  const text = toWebhookTodos(platform, ELSEWHERE, '0a1b').flat().join('\n')
  for (const each of words) expect(text).toContain(each)
})

test('the theme’s line and the pixel, which is whole, have the same settings', () => {
  const choices = createChoices({ system: 'shopify', endpoint: ELSEWHERE, consent: 'shopify' })
  expect(toThemeLine(choices)).toBe(
    `{% render 'ringup', endpoint: '${ELSEWHERE}', list: 'newsletter', consent: 'required' %}`,
  )
  expect(toPixel(choices, SNIPPET)).toBe(`// Paste this.
globalThis.RINGUP = {
  endpoint: '${ELSEWHERE}',
  list: 'newsletter',
  consent: ['marketingAllowed'],
  debug: false,
}
run()
`)
})
