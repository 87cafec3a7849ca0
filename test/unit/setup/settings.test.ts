// @vitest-environment happy-dom
/** Promise: the tag has the settings that the shop needs, without those that the proxy serves already. */
import { describe, expect, test } from 'vitest'
import { CONSENT_RECIPES } from '../../../src/recipes/consent/index.js'
import { RECIPES } from '../../../src/recipes/index.js'
import type { Choices } from '../../../src/setup/choices/choices.js'
import {
  findLeftOver,
  findWeak,
  readTyped,
  toAttributes,
  toKept,
  toProposal,
  toSettings,
  toUsual,
} from '../../../src/setup/settings.js'
import { createChoices, createKnown } from './create-choices.js'

const cookiebot = Object(CONSENT_RECIPES.find(({ name }) => name === 'cookiebot')).places

test.each<[more: Partial<Choices>, settings: object, reason: string]>([
  [{}, { convertOn: 'purchase', debug: 'ask' }, 'the usual event'],
  [{ payment: 'yes' }, { convertOn: 'purchase' }, 'no panel where payments are taken'],
  [{ settings: { convertOn: '' } }, { debug: 'ask' }, 'the page calls convert() itself'],
  [{ settings: { decimal: ',' } }, { convertOn: 'purchase', decimal: ',', debug: 'ask' }, 'made by hand'],
  [{ consent: 'required' }, { convertOn: 'purchase', consent: 'required', debug: 'ask' }, 'another banner'],
  [{ consent: 'tcf' }, { convertOn: 'purchase', consent: 'required', debug: 'ask' }, 'a script hears the banner'],
  [{ consent: 'cookiebot' }, { convertOn: 'purchase', consent: cookiebot, debug: 'ask' }, 'the tag hears the banner'],
  [{ system: 'tag-manager', consent: 'cookiebot' }, { debug: 'ask' }, 'the template asks for consent by itself'],
])('the settings of %j are %j (%s)', (more, settings) => {
  expect(toSettings(createChoices(more))).toEqual(settings)
})

test('the answer of Consent Mode is in the shop’s own data layer', () => {
  const settings = toSettings(createChoices({ consent: 'google-consent-mode', settings: { dataLayer: 'layer' } }))
  expect(settings.consent).toMatchObject({ read: 'layer(consent,update).ad_user_data', on: ['layer'] })
})

test.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))(
  'the settings of %s are its recipe’s',
  (system, recipe) => {
    const { debug, ...settings } = toSettings(createChoices({ system }))
    expect([settings, debug]).toEqual(['settings' in recipe ? recipe.settings : {}, 'ask'])
  },
)

test('selectors of the page win over the recipe’s, field by field', () => {
  const settings = { selectors: { email: '.mail' } }
  const { selectors } = toSettings(createChoices({ system: 'woocommerce', settings }))
  expect(selectors).toMatchObject({ email: '.mail', order_number: expect.stringContaining('wc-block') })
})

describe('a proxy that serves settings', () => {
  const serving = (settings: object) => createKnown({ tag: { settings: { ...settings }, canKeep: true } })

  test('spares the tag the same attributes', () => {
    const consent = { ...cookiebot, read: cookiebot.read } // in whatever order
    const choices = createChoices({ consent: 'cookiebot', settings: { email: '.mail' } })
    const known = serving({ consent, debug: 'ask', convertOn: 'purchase' })
    expect(toAttributes(choices, known)).toEqual([['data-email', '.mail']])
  })

  test('keeps the settings that this page does not decide', () => {
    expect(toKept(createChoices(), serving({ signature: '1.x', email: '.old' }))).toEqual({
      signature: '1.x',
      convertOn: 'purchase',
      debug: 'ask',
    })
  })

  test('has settings of another set-up, which are named', () => {
    expect(findLeftOver(createChoices(), serving({ email: '.old', signature: '1.x' }))).toEqual(['email'])
  })

  test.each([
    [{ ...toSettings(createChoices({ system: 'magento-gtag' })) }, { system: 'magento-gtag', settings: {} }],
    [
      { convertOn: 'load', selectors: { email: '.m' } },
      { system: '', settings: { convertOn: 'load', selectors: { email: '.m' } } },
    ],
    [{ consent: cookiebot }, { consent: 'cookiebot', settings: {} }],
    [{ consent: { read: 'own' } }, { consent: 'required', settings: { consent: { read: 'own' } } }],
  ])('with %j begins with %j', (settings, choices) => {
    expect(toUsual(serving(settings))).toMatchObject(choices)
  })
})

test.each<[selectors: object, more: Partial<Choices>, convertOn: string | undefined, reason: string]>([
  [{ order_number: '#no', cart_value: '.sum' }, {}, 'load', 'the page is the order'],
  [{ order_number: '#no', items: { each: '.row' } }, {}, 'load', 'the page is the order'],
  [{ email: '.mail' }, {}, undefined, 'the data layer has the rest'],
  [{ order_number: '#no', cart_value: '.sum' }, { system: 'magento-gtag' }, undefined, 'the recipe knows when'],
  [{ order_number: '#no', cart_value: '.sum' }, { settings: { convertOn: 'paid' } }, undefined, 'an event was chosen'],
])('selectors %j with %j are proposed with convertOn %s (%s)', (selectors, more, convertOn) => {
  const proposal = toProposal({ selectors }, createChoices(more))
  expect(proposal).toEqual({ selectors, ...(convertOn && { convertOn }) })
})

describe('a typed or pasted text', () => {
  const selectors = { order_number: '#no', items: { each: '.row' } }
  test.each<[text: string, settings: object, reason: string]>([
    [`data-selectors='${JSON.stringify(selectors)}'`, { selectors }, 'an attribute, as the panel copies it'],
    [JSON.stringify(selectors), { selectors }, 'selectors as JSON'],
    [JSON.stringify({ selectors, convertOn: 'load' }), { selectors, convertOn: 'load' }, 'settings as JSON'],
    ['<script async src="/ringup/ringup.js" data-convert-on="load"></script>', { convertOn: 'load' }, 'a whole tag'],
    ['{"email":".mail","endpoint":"https://evil.example"}', { email: '.mail' }, 'an endpoint is not taken over'],
  ])('%s has the settings %j (%s)', (text, settings) => {
    expect(readTyped(text)).toEqual({ settings })
  })

  test.each([
    ['thank you', /has no settings/],
    ['{"convertOnn":"load"}', /convertOnn is not a setting\. Did you mean convertOn\?/],
    ['{"decimal":"x"}', /decimal must be \. or ,/],
    ['{"order_number":"#no","cart_vaule":".sum"}', /no field cart_vaule\. Did you mean cart_value\?/],
  ])('%s is refused: %s', (text, problem) => {
    expect(readTyped(text)).toEqual({ problem: expect.stringMatching(problem) })
  })

  test('with a bare element name is warned of: it finds something on other pages', () => {
    const settings = { selectors: { order_number: 'strong', email: '.mail', items: { each: 'li', name: 'b' } } }
    expect(findWeak(settings).map((sentence) => sentence.split(' ')[0])).toEqual(['“strong”', '“li”'])
  })
})
