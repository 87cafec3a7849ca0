/** Promise: the tag and the policy that are copied are right for what was chosen. */
import { describe, expect, test } from 'vitest'
import { RECIPES } from '../../../../src/recipes/index.js'
import { toAttributes } from '../../../../src/recipes/tag.js'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { toFormMark, toPolicy, toStub, toTag, usesStub } from '../../../../src/setup/texts/tag.js'
import { createChoices, ELSEWHERE, SNIPPET } from '../create-choices.js'

describe('the tag', () => {
  test('on the shop’s own origin has a path that stays for good, the event and the panel for whoever asks', () => {
    expect(toTag(createChoices(), SNIPPET)).toBe(`<script async
  src="/ringup/ringup.js"
  data-convert-on="purchase"
  data-debug="ask"></script>`)
  })

  test('of a payment page names one version, and its hash', () => {
    expect(toTag(createChoices({ payment: 'yes', debug: '' }), SNIPPET)).toBe(`<script async
  src="/ringup/ringup-1.2.3-0123456789abcdef.js"
  integrity="sha384-hash"
  data-convert-on="purchase"></script>`)
  })

  test('of another origin says where events go, and lets the browser check the hash', () => {
    const tag = toTag(createChoices({ endpoint: ELSEWHERE, payment: 'yes' }), SNIPPET)
    expect(tag).toContain(`src="${ELSEWHERE}/${SNIPPET.file}"`)
    expect(tag).toContain('crossorigin="anonymous"')
    expect(tag).toContain(`data-endpoint="${ELSEWHERE}"`)
  })

  test.each([
    [{ source: 'json-ld' }, ['data-adapter="json-ld"', 'data-convert-on="load"']],
    [{ source: 'attributes' }, ['data-adapter="dom"', 'data-convert-on="load"']],
    [{ dataLayer: 'layer' }, ['data-data-layer="layer"']],
    [{ consent: 'required' }, ['data-consent="required"']],
    [{ decimal: ',' }, ['data-decimal=","']],
    [{ debug: 'ask' }, ['data-debug="ask"']],
    [{ event: 'order_done' }, ['data-convert-on="order_done"']],
    [{ value: 'items' }, ['data-value="items"']],
    [{ email: 'a[title="it\'s"] & b' }, ['data-email=\'a[title="it&#39;s"] &amp; b\'']],
  ] as const)('for %j has %j', (more, attributes) => {
    const tag = toTag(createChoices(more), SNIPPET)
    for (const attribute of attributes) expect(tag).toContain(attribute)
  })

  test('with a consent recipe says where the answer is, in the shop’s own data layer', () => {
    const tag = toTag(createChoices({ consent: 'google-consent-mode', dataLayer: 'layer' }), SNIPPET)
    const [, json = ''] = /data-consent='(.*?)'/s.exec(tag) ?? []
    expect(JSON.parse(json)).toEqual({
      read: 'layer(consent,update).ad_user_data',
      has: 'granted',
      declared: 'ad_user_data',
      on: ['layer'],
    })
  })

  test('with a banner that answers to scripts only waits for one', () => {
    expect(toTag(createChoices({ consent: 'tcf' }), SNIPPET)).toContain('data-consent="required"')
  })

  test('for a page that calls by itself converts on nothing', () => {
    expect(toTag(createChoices({ source: 'call' }), SNIPPET)).not.toContain('data-convert-on')
  })

  test('has the selectors as JSON', () => {
    const selectors = { 'cart.order_number': '#no', each: 'tr', 'item.price': '.price' }
    const tag = toTag(createChoices({ source: 'selectors', selectors }), SNIPPET)
    const [, json = ''] = /data-selectors='(.*?)'/s.exec(tag) ?? []
    expect(JSON.parse(json)).toEqual({ order_number: '#no', items: { each: 'tr', price: '.price' } })
  })
})

describe.each(RECIPES.map((recipe) => [recipe.name, recipe] as const))('the tag of the recipe %s', (system, recipe) => {
  const tag = toTag(createChoices({ system, source: 'json-ld', debug: '' }), SNIPPET)

  test('says all that the recipe says, in its words, and no other source', () => {
    for (const [name] of toAttributes(recipe)) expect(tag).toContain(`${name}=`)
    const names = (tag.match(/^ {2}[\w-]+(?==)/gm) ?? []).map((name) => name.trim())
    expect(names).toEqual(['src', ...toAttributes(recipe).map(([name]) => name)])
  })
})

test.each<[more: Partial<Choices>, needs: boolean]>([
  [{}, false],
  [{ consent: 'cookiebot' }, false],
  [{ source: 'call' }, true],
  [{ consent: 'tcf' }, true],
  [{ system: 'tag-manager', source: 'call', consent: 'tcf' }, false],
])('the line before the tag: whether a script of the page calls with %j', (more, needs) => {
  expect(usesStub(createChoices(more))).toBe(needs)
})

test('the line before the tag is a script', () => {
  expect(toStub()).toMatch(/^<script>\(w=>/)
})

test('the form’s attribute names the list', () => {
  expect(toFormMark(createChoices())).toBe('data-add-to-list="newsletter"')
})

test.each([
  [{}, 'script-src https://shop.example/ringup/; connect-src https://shop.example/ringup/'],
  [
    { payment: 'yes' },
    'script-src https://shop.example/ringup/ringup-1.2.3-0123456789abcdef.js; connect-src https://shop.example/ringup/',
  ],
  [{ system: 'shopify', endpoint: ELSEWHERE }, `script-src ${ELSEWHERE}/; connect-src ${ELSEWHERE}`],
  [
    { source: 'call' },
    "script-src https://shop.example/ringup/ 'sha256-stub'; connect-src https://shop.example/ringup/",
  ],
] as const)('the policy for %j is %j', (more, policy) => {
  expect(toPolicy(createChoices(more), SNIPPET)).toBe(policy)
})
