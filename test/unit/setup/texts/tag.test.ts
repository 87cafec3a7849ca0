/** Promise: the tag, its lines and the policy that are copied are right for the choices. */
import { describe, expect, test } from 'vitest'
import { KEEPER } from '../../../../src/recipes/stub.js'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import {
  toFormMarks,
  toPolicy,
  toStub,
  toTag,
  toTagLines,
  usesKeeper,
  usesStub,
} from '../../../../src/setup/texts/tag.js'
import { createChoices, createKnown, ELSEWHERE, SNIPPET } from '../create-choices.js'

describe('the tag', () => {
  test('on the shop’s own origin has a lasting path, the event, and the panel on request', () => {
    expect(toTag(createChoices(), SNIPPET)).toBe(`<script async
  src="/ringup/ringup.js"
  data-convert-on="purchase"
  data-debug="ask"></script>`)
  })

  test('is one plain line if the proxy serves the settings', () => {
    const known = createKnown({ tag: { settings: { convertOn: 'purchase', debug: 'ask' }, canKeep: true } })
    expect(toTag(createChoices(), SNIPPET, known)).toBe('<script async src="/ringup/ringup.js"></script>')
  })

  test.each([
    ['order_placed', '<script async src="/ringup/ringup.js" data-convert-on="order_placed"></script>'],
    ['load', '<script async src="/ringup/ringup.js"></script>'],
  ])('has the event %s for the keeper if only the proxy would name it', (convertOn, tag) => {
    const known = createKnown({ tag: { settings: { convertOn, debug: 'ask' }, canKeep: true } })
    expect(toTag(createChoices({ settings: { convertOn } }), SNIPPET, known)).toBe(tag)
  })

  test('of a payment page names one version and its hash', () => {
    expect(toTag(createChoices({ payment: 'yes' }), SNIPPET)).toBe(`<script async
  src="/ringup/ringup-1.2.3-0123456789abcdef.js"
  integrity="sha384-hash"
  data-convert-on="purchase"></script>`)
  })

  test('of another origin names the endpoint, and lets the browser check the hash', () => {
    const tag = toTag(createChoices({ endpoint: ELSEWHERE, payment: 'yes' }), SNIPPET)
    for (const part of [
      `src="${ELSEWHERE}/${SNIPPET.file}"`,
      'crossorigin="anonymous"',
      `data-endpoint="${ELSEWHERE}"`,
    ])
      expect(tag).toContain(part)
  })

  test.each([
    ['a[title="it\'s"] & b', 'data-email=\'a[title="it&#39;s"] &amp; b\''],
    ['.mail', 'data-email=".mail"'],
  ])('has the setting %j in the right quotes', (email, attribute) => {
    expect(toTag(createChoices({ settings: { email } }), SNIPPET)).toContain(attribute)
  })

  test('has the selectors as JSON', () => {
    const selectors = { order_number: '#no', items: { each: 'tr', price: '.price' } }
    const [, json = ''] =
      /data-selectors='(.*?)'/s.exec(toTag(createChoices({ settings: { selectors } }), SNIPPET)) ?? []
    expect(JSON.parse(json)).toEqual(selectors)
  })
})

test.each<[more: Partial<Choices>, uses: boolean, reason: string]>([
  [{}, true, 'by default'],
  [{ system: 'shopware-6' }, true, 'with a recipe'],
  [{ consent: 'required' }, false, 'it does not see consent at the proxy'],
  [{ payment: 'yes' }, false, 'as few scripts as possible'],
  [{ system: 'saleor' }, false, 'JSX takes no inline script'],
  [{ system: 'tag-manager' }, false, 'there is no tag'],
])('the keeper’s line stands before the tag of %j: %s (%s)', (more, uses) => {
  expect(usesKeeper(createChoices(more))).toBe(uses)
  expect(toTagLines(createChoices(more), SNIPPET).startsWith(`<script>${KEEPER}</script>\n<script async`)).toBe(uses)
})

test.each([{ consent: 'required' }])('beside a proxy that serves %j, the keeper stores nothing', (settings) => {
  const known = createKnown({ tag: { settings, canKeep: true } })
  expect(toTagLines(createChoices(), SNIPPET, known)).toMatch(/^<script async/)
})

test.each<[more: Partial<Choices>, needs: boolean]>([
  [{}, false],
  [{ consent: 'cookiebot' }, false],
  [{ settings: { convertOn: '' } }, true],
  [{ consent: 'tcf' }, true],
  [{ system: 'ecwid' }, true],
  [{ system: 'tag-manager', consent: 'tcf' }, false],
])('the line before the tag: whether a script of the page calls with %j is %s', (more, needs) => {
  expect(usesStub(createChoices(more))).toBe(needs)
})

test('the line before the tag is a script', () => {
  expect(toStub()).toMatch(/^<script>\(w=>/)
})

test('each list has its form’s attribute', () => {
  const lists = ['newsletter', 'club'].map((name) => ({ name, id: '1' }))
  expect(toFormMarks({ lists })).toBe('data-add-to-list="newsletter"\ndata-add-to-list="club"')
})

test.each<[more: Partial<Choices>, policy: string]>([
  [{}, "script-src https://shop.example/ringup/ 'sha256-keeper'; connect-src https://shop.example/ringup/"],
  [
    { payment: 'yes' },
    'script-src https://shop.example/ringup/ringup-1.2.3-0123456789abcdef.js; connect-src https://shop.example/ringup/',
  ],
  [{ endpoint: ELSEWHERE, consent: 'required' }, `script-src ${ELSEWHERE}/; connect-src ${ELSEWHERE}`],
  [
    { consent: 'tcf' },
    "script-src https://shop.example/ringup/ 'sha256-stub'; connect-src https://shop.example/ringup/",
  ],
])('the policy for %j is %j', (more, policy) => {
  expect(toPolicy(createChoices(more), SNIPPET)).toBe(policy)
})
