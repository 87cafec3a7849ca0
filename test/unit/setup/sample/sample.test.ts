// @vitest-environment happy-dom
/** Promise: whatever is pasted is read without running, and what cannot be taken is said. */
import { describe, expect, test } from 'vitest'
import { toSample } from '../../../../src/setup/sample/sample.js'

const read = (text: string) => toSample(text, { origin: 'https://shop.example', dataLayer: 'dataLayer' })

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
    ['a list', `var dataLayer = [${JSON_ENTRY}]`, [ENTRY]],
    ['a page with a push', `<html><script>dataLayer.push(${JSON_ENTRY})</script></html>`, [ENTRY]],
    [
      'a variable that is pushed',
      `<script>var dataLayer_content = ${JSON_ENTRY}; dataLayer.push(dataLayer_content)</script>`,
      [ENTRY],
    ],
    [
      'a variable of an earlier script',
      `<script>const order = ${JSON_ENTRY}</script><script>dataLayer.push(order)</script>`,
      [ENTRY],
    ],
    [
      'a call of gtag()',
      "gtag('event', 'purchase', { transaction_id: 'A-1' })",
      [['event', 'purchase', { transaction_id: 'A-1' }]],
    ],
    ['a push into another layer', `other.push(${JSON_ENTRY})`, []],
    ['a script that is data', `<script type="application/json">dataLayer.push(${JSON_ENTRY})</script>`, []],
    ['a script in a noscript', `<noscript><script>dataLayer.push(${JSON_ENTRY})</script></noscript>`, []],
  ])('is read from %s', (_what, text, layer) => {
    expect(read(text)?.layer).toEqual(layer)
  })
})

test.each([
  ["convert({ email: 'ada@example.com' })", { email: 'ada@example.com' }],
  ['{"cart_data":{"order_number":"1"}}', { cart_data: { order_number: '1' } }],
])('of %s the order is taken as passed', (text, passed) => {
  expect(read(text)?.passed).toEqual(passed)
})

test('the W3C’s global is read', () => {
  const text = "digitalData = {}; digitalData.transaction = { transactionID: 'A-1' }"
  expect(read(text)?.digitalData).toEqual({ transaction: { transactionID: 'A-1' } })
})

test('JSON-LD alone becomes that of a page', () => {
  const sample = read('{"@type":"Order","orderNumber":"A-1"}')
  expect(sample?.document.querySelector('[type="application/ld+json"]')?.textContent).toContain('A-1')
  expect(sample?.layer).toEqual([])
})

test('no script of a page runs', () => {
  read('<script>globalThis.hasRun = true</script>')
  expect('hasRun' in globalThis).toBe(false)
})

test('a script that is none is named, with what helps', () => {
  const { notes = [] } = read('<script>dataLayer.push({ value: {{ total }} })</script>') ?? {}
  expect(notes).toEqual([
    expect.stringMatching(/^A script in the sample cannot be read .*JSON\.stringify\(dataLayer\)/),
  ])
})
