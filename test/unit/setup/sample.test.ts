// @vitest-environment happy-dom
/** Promise: whatever is pasted is read without running, and what cannot be taken is said. */
import { describe, expect, test } from 'vitest'
import type { Source } from '../../../demo/setup/choices.js'
import { toSample } from '../../../demo/setup/sample.js'

const read = (text: string, source: Source = 'ga4') =>
  toSample(text, { source, origin: 'https://shop.example', dataLayer: 'dataLayer' })

test('nothing is no sample', () => {
  expect(read(' \n')).toBeUndefined()
})

describe('the data layer', () => {
  const ENTRY = { event: 'purchase', ecommerce: { transaction_id: 'A-1' } }
  const JSON_ENTRY = JSON.stringify(ENTRY)

  test.each([
    ['the entries as the console prints them', `[${JSON_ENTRY}]`, [ENTRY]],
    ['one entry', JSON_ENTRY, [ENTRY]],
    ['the GA4 object alone', JSON.stringify(ENTRY.ecommerce), [ENTRY]],
    ['an object as scripts write it', "{ event: 'purchase', ecommerce: { transaction_id: 'A-1' } }", [ENTRY]],
    ['a push', `dataLayer.push(${JSON_ENTRY})`, [ENTRY]],
    ['a page with a push', `<html><script>dataLayer.push(${JSON_ENTRY})</script></html>`, [ENTRY]],
    [
      'a call of gtag()',
      "gtag('event', 'purchase', { transaction_id: 'A-1' })",
      [['event', 'purchase', { transaction_id: 'A-1' }]],
    ],
    ['a push into another layer', `other.push(${JSON_ENTRY})`, []],
    ['a script that is data', `<script type="application/json">dataLayer.push(${JSON_ENTRY})</script>`, []],
  ])('is read from %s', (_what, text, layer) => {
    expect(read(text)?.layer).toEqual(layer)
  })
})

test('what a page passes to convert() is taken', () => {
  expect(read("convert({ email: 'ada@example.com' })", 'call')?.passed).toEqual({ email: 'ada@example.com' })
})

test('no script of a page runs', () => {
  read('<script>globalThis.hasRun = true</script>')
  expect('hasRun' in globalThis).toBe(false)
})

test.each<[text: string, source: Source, words: string]>([
  ['order 1001', 'selectors', 'This is no HTML'],
  ['{"@type":', 'json-ld', 'This is no JSON'],
])('%j for %s is said to be wrong', (text, source, words) => {
  expect(read(text, source)?.notes.join()).toContain(words)
})
