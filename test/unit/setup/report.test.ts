// @vitest-environment happy-dom
/** Promise: every source is tried on what was pasted, the best is chosen, and a missing e-mail is looked for. */
import { describe, expect, test } from 'vitest'
import type { Choices } from '../../../src/setup/choices/choices.js'
import { SAMPLE_SELECTORS, SAMPLES, SIGN_UP_SAMPLE } from '../../../src/setup/examples.js'
import { toReport, toSources } from '../../../src/setup/report.js'
import { createChoices, ELSEWHERE, SNIPPET } from './create-choices.js'

const read = (order: string, more: Partial<Choices> = {}, form = '') =>
  // Relative addresses of a parsed document lead nowhere in happy-dom, so the proxy is elsewhere.
  toReport(createChoices({ source: '', endpoint: ELSEWHERE, ...more }), { order, form }, SNIPPET)

const push = (entry: object) => `<script>dataLayer.push(${JSON.stringify(entry)})</script>`
const items = [{ item_id: 'MUG-1', price: 5 }]
const ecommerce = { transaction_id: 'A-1', value: 5, items }
const schema = (more: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Order', orderNumber: 'J-1', ...more })}</script>`

describe('where nothing is chosen', () => {
  test.each([
    ['data-layer', SAMPLES['data-layer']],
    ['json-ld', SAMPLES['json-ld']],
    ['attributes', SAMPLES.attributes],
    ['call', SAMPLES.call],
    ['data-layer', ''],
    [
      'data-layer',
      push({ event: 'purchase', ecommerce }) + schema({ price: 1, customer: { email: 'ada@example.com' } }),
    ],
    ['json-ld', push({ event: 'purchase', ecommerce: { transaction_id: 'A-1' } }) + schema({ price: 1 })],
    ['selectors', '<p>Thank you for order 1042</p>'],
    ['data-layer', '[{"event":"page_view"}]'],
  ])('%s is chosen (%#)', async (source, sample) => {
    expect((await read(sample)).choices.source).toBe(source)
  })

  test('all are tried, side by side', async () => {
    const { findings } = await read(SAMPLES['data-layer'] + schema({ price: 1 }))
    const found = findings.map(({ source, body }) => [source, body?.cart_data?.order_number])
    expect(found).toEqual([
      ['data-layer', 'T-1042'],
      ['json-ld', 'J-1'],
      ['attributes', undefined],
      ['selectors', undefined],
      ['call', undefined],
    ])
  })

  test('an event of the shop’s own is found, and its order', async () => {
    const { choices, order } = await read(
      push({ event: 'order_done', user_data: { email: 'ada@example.com' }, ecommerce }),
    )
    expect(choices.event).toBe('order_done')
    expect(order?.line).toBe('Found: order A-1, 5.00, 1 item. It would be sent. No problems.')
  })
})

test.each([
  ['<p>Thank you</p>', 'No schema.org Order is found. No other place has one either: choose “The page, by selectors”'],
  [SAMPLES['data-layer'], 'No schema.org Order is found. Another place has one: choose it above.'],
])('a source with nothing in %# says where to look', async (sample, line) => {
  expect((await read(sample, { source: 'json-ld' })).order?.line).toContain(line)
})

test('what somebody has chosen stays, also when another has more', async () => {
  expect((await read(SAMPLES['data-layer'], { source: 'json-ld' })).choices.source).toBe('json-ld')
})

test('selectors find the order of a page that nobody has marked', async () => {
  const { order } = await read(SAMPLES.selectors, { source: 'selectors', selectors: SAMPLE_SELECTORS })
  expect(order?.line).toBe('Found: order T-1042, 41.97, 2 items. It would be sent. No problems.')
})

describe('a missing e-mail is looked for', () => {
  const page = `<html lang="en"><p>Sent to <b class="mail">lea@example.com</b></p>${push({
    event: 'purchase',
    shopper: { mail: 'lea@example.com' },
    ecommerce,
  })}<footer>Questions? shop@example.com</footer>`

  test('on the page and in the data layer, the shop’s own last', async () => {
    const { lacksEmail, emails } = await read(page)
    expect(lacksEmail).toBe(true)
    expect(emails.map(({ setting, text }) => [setting, text])).toEqual([
      ['shopper.mail', 'lea@example.com'],
      ['.mail', 'lea@example.com'],
      ['footer', 'shop@example.com'],
    ])
  })

  test.each(['shopper.mail', '.mail'])('and is found by the setting %s', async (email) => {
    const { lacksEmail, emails, order } = await read(page, { email })
    expect([lacksEmail, emails, order?.body?.email]).toEqual([false, [], 'lea@example.com'])
  })

  test('and is in no place of a page that has none', async () => {
    expect(await read(push({ event: 'purchase', ecommerce }))).toMatchObject({ lacksEmail: true, emails: [] })
  })
})

describe('texts depend on nothing that is hidden', () => {
  test.each([
    [{ system: 'shopify', endpoint: ELSEWHERE }, [undefined, undefined]],
    [{ system: 'tag-manager' }, ['T-1042', undefined]],
    [{ system: 'tag-manager', onPage: 'yes' }, ['T-1042', 'read']],
    [{ list: '' }, ['T-1042', undefined]],
  ] as const)('with %j of what was pasted before is left %j', async (more, left) => {
    const { order, signUp } = await read(SAMPLES['data-layer'], more, SIGN_UP_SAMPLE)
    expect([order?.body?.cart_data?.order_number, signUp && 'read']).toEqual(left)
  })
})

test.each([
  [{}, ['data-layer', 'json-ld', 'attributes', 'selectors', 'call']],
  [{ system: 'tag-manager' }, ['data-layer', 'call']],
  [{ system: 'shopify' }, []],
  [{ system: 'woocommerce-classic' }, []],
] as const)('with %j the order may be in %j', (more, sources) => {
  expect(toSources(createChoices(more))).toEqual(sources)
})

test.each<[page: string, names: string[]]>([
  ['<script src="https://consent.cookiebot.com/uc.js"></script><p>Thank you</p>', ['cookiebot']],
  ['<p>Thank you</p>', []],
  ['["consent.cookiebot.com"]', []],
])('%s: the consent banners in it are %j', async (page, names) => {
  expect((await read(page)).banners.map(({ name }) => name)).toEqual(names)
})
