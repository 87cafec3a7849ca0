/** Promise: what the set-up page gives to copy is right for what was chosen. */
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Choices } from '../../../demo/setup/choices.js'
import {
  toEnvironment,
  toInventory,
  toPixelSettings,
  toPolicy,
  toSteps,
  toTag,
  toThemeLine,
} from '../../../demo/setup/installation.js'
import { createChoices, SNIPPET } from './choices.js'

const ELSEWHERE = 'https://events.shop.example/ringup'

describe('the tag', () => {
  test('on the shop’s own origin has a path, the hash and the event', () => {
    expect(toTag(createChoices(), SNIPPET)).toBe(`<script async
  src="/ringup/ringup-1.2.3-0123456789abcdef.js"
  integrity="sha384-hash"
  data-convert-on="purchase"></script>`)
  })

  test('of another origin says where events go, and lets the browser check the hash', () => {
    const tag = toTag(createChoices({ endpoint: ELSEWHERE }), SNIPPET)
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
    [{ value: 'items' }, ['data-value="items"']],
    [{ email: 'a[title="it\'s"] & b' }, ['data-email=\'a[title="it&#39;s"] &amp; b\'']],
  ] as const)('for %j has %j', (more, attributes) => {
    const tag = toTag(createChoices(more), SNIPPET)
    for (const attribute of attributes) expect(tag).toContain(attribute)
  })

  test('for a page that calls by itself converts on nothing', () => {
    expect(toTag(createChoices({ source: 'call' }), SNIPPET)).not.toContain('data-convert-on')
  })

  test('has the selectors as JSON', () => {
    const selectors = { cart: { order_number: '#no' }, each: 'tr', item: { price: '.price' } }
    const tag = toTag(createChoices({ source: 'selectors', selectors }), SNIPPET)
    const [, json = ''] = /data-selectors='(.*?)'/.exec(tag) ?? []
    expect(JSON.parse(json)).toEqual({ order_number: '#no', items: { each: 'tr', price: '.price' } })
  })
})

describe('the policy', () => {
  test.each([
    [
      {},
      'script-src https://shop.example/ringup/ringup-1.2.3-0123456789abcdef.js; connect-src https://shop.example/ringup/',
    ],
    [{ platform: 'shopify', endpoint: ELSEWHERE }, `script-src ${ELSEWHERE}/ringup.js; connect-src ${ELSEWHERE}`],
    [
      { source: 'call' },
      "script-src https://shop.example/ringup/ringup-1.2.3-0123456789abcdef.js 'sha256-stub'; connect-src https://shop.example/ringup/",
    ],
  ] as const)('for %j is %j', (more, policy) => {
    expect(toPolicy(createChoices(more), SNIPPET)).toBe(policy)
  })
})

describe('the proxy’s settings', () => {
  const read = (more = {}, fields: string[] = []) => parseEnv(toEnvironment(createChoices(more), fields))

  test('are what was chosen, and the secrets are empty', () => {
    expect(read()).toEqual({
      RINGUP_API_URL: 'https://api.example.com/v1/shop',
      RINGUP_API_AUTHORIZATION: '',
      RINGUP_ORIGINS: 'https://shop.example',
      RINGUP_LISTS: '{"newsletter":{"id":"42"}}',
      RINGUP_KEY: '',
      RINGUP_TRUSTED_HOPS: '1',
    })
  })

  test.each<[more: Partial<Choices>, fields: string[], settings: Record<string, string | undefined>, reason: string]>([
    [{ list: '' }, [], { RINGUP_LISTS: undefined }, 'no list'],
    [{}, ['email', 'first_name'], { RINGUP_LISTS: '{"newsletter":{"id":"42"}}' }, 'fields that every list takes'],
    [{}, ['email', 'city'], { RINGUP_LISTS: '{"newsletter":{"id":"42","fields":["city"]}}' }, 'another field'],
    [{ endpoint: 'https://shop.example/a/b' }, [], { RINGUP_PATH: '/a/b' }, 'another path'],
    [{ platform: 'shopify', endpoint: ELSEWHERE }, [], { RINGUP_ALLOW_OPAQUE_ORIGIN: '1' }, 'the pixel has no origin'],
  ])('for %j and the fields %j have %j (%s)', (more, fields, settings) => {
    const all = read(more, fields)
    expect(Object.fromEntries(Object.keys(settings).map((name) => [name, all[name]]))).toEqual(settings)
  })
})

describe('the inventory', () => {
  const read = (more = {}) => toInventory(createChoices(more), SNIPPET, { order: ['order_number'], signUp: ['email'] })

  test('names version, hash, data and hosts', () => {
    const text = read()
    for (const words of [
      'Ringup 1.2.3',
      'sha384-hash; checked by the browser',
      'Of an order: order_number',
      'shop.example',
    ])
      expect(text).toContain(words)
  })

  test.each([
    [{ platform: 'shopify', endpoint: ELSEWHERE }, 'not checked by the browser: watch the file'],
    [{ platform: 'tag-manager' }, 'a tag manager cannot give a hash'],
    [{ platform: 'tag-manager', onPage: 'yes' }, 'checked by the browser (integrity attribute)'],
    [{ consent: 'required' }, "before ringup.consent('granted')"],
    [{ list: '' }, 'Reports completed orders to'],
  ])('for %j says %j', (more, words) => {
    expect(read(more)).toContain(words)
  })
})

describe('the steps elsewhere', () => {
  const read = (more: Parameters<typeof createChoices>[0]) => {
    const choices = createChoices(more)
    return toSteps[choices.platform](choices, SNIPPET)
  }

  test.each([
    [{ platform: 'script-tag' }, undefined],
    [{ platform: 'tag-manager' }, expect.stringContaining('Script address: https://shop.example/ringup/ringup.js')],
    [{ platform: 'tag-manager', endpoint: ELSEWHERE }, expect.stringContaining(`Endpoint: ${ELSEWHERE}`)],
    [{ platform: 'tag-manager', onPage: 'yes' }, expect.stringContaining('It is already on the page')],
    [{ platform: 'tag-manager', consent: 'required' }, expect.stringContaining('Consent required: ad_user_data')],
    [{ platform: 'shopify', consent: 'required' }, expect.stringContaining('Required, with Marketing ticked')],
  ] as const)('of %j are %j', (more, steps) => {
    expect(read(more)).toEqual(steps)
  })
})

test('the theme’s line and the pixel’s settings say the same', () => {
  const choices = createChoices({ platform: 'shopify', endpoint: ELSEWHERE, consent: 'required' })
  expect(toThemeLine(choices)).toBe(
    `{% render 'ringup', endpoint: '${ELSEWHERE}', list: 'newsletter', consent: 'required' %}`,
  )
  expect(toPixelSettings(choices)).toContain(`endpoint: '${ELSEWHERE}'`)
  expect(toPixelSettings(choices)).toContain("consent: ['marketingAllowed']")
})
