// @vitest-environment happy-dom
/** Promise: each finding is one row of a table, holds only when its condition does, and success has no finding but “sent”. */
import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../src/examine/facts.js'
import { FINDINGS, findFindings } from '../../../src/examine/findings.js'
import { toParts } from '../../../src/examine/lines.js'
import { toDeveloperReport } from '../../../src/examine/report.js'
import { DEFAULTS } from '../../../src/snippet/core/settings.js'
import { quiet, whole } from './quiet-page.js'

type Outcome = Facts['heard']['outcomes'][number]
const heard = (more: Partial<Facts['heard']>) => ({ heard: { ...quiet.heard, ...more } })
const latest = (status: Outcome['status'], reason?: string) =>
  heard({ outcomes: [{ id: '1', kind: 'convert', problems: [], at: 1000, status, reason }] })
/** A sign-up is the latest event. */
const signUp = (status: Outcome['status'], reason?: string, field?: string) => {
  const problems = field ? [{ field, code: String(reason) }] : []
  return heard({ outcomes: [{ id: '1', kind: 'addToList', problems, at: 1000, status, reason }] })
}
const answered = (status: number) => heard({ requests: [{ at: 1, status, tookMs: 1 }] })
const status = (more: Partial<NonNullable<Facts['status']>>) => ({
  status: { ...(quiet.status as NonNullable<Facts['status']>), ...more },
})
const waiting = (last?: string) => [{ id: '1', kind: 'convert' as const, ageMs: 5, attempts: 1, last }]
const cart = (cart_data: object) => ({ body: { ...whole.body, cart_data: { order_number: 'A-1', ...cart_data } } })
const items = (...cart_items: object[]) => ({ body: { ...whole.body, cart_items: cart_items as never } })
const sources = (more: Partial<Facts['sources']>) => ({ sources: { ...quiet.sources, ...more } })
const MISSPELT = 'data-consnet is not a setting. Did you mean data-consent?'
const converts = (settings: { convertOn?: string }) => sources({ values: { ...DEFAULTS, ...settings } })
const { email: _, ...anonymous } = whole.body ?? {}
const violated = (url: string, directive: string) => heard({ violations: [{ at: 1, url, directive }] })
const problem = (field: string, code: string) => ({ problems: [{ field, code }] })
const SHOP = { name: 'shop', title: 'Shop' }
const banner = { name: 'cookiebot', title: 'Cookiebot' }

/** A row, its sentence on a page with a whole order, and the change that makes the row hold. */
const HOLDS: [id: string, sentence: RegExp, change: Partial<Facts>][] = [
  ['no_script', /does not run on this page/, { status: undefined }],
  ['misspelt', /^data-consnet is not a setting\. Did you mean data-consent\?$/, sources({ misspelt: [MISSPELT] })],
  ['endpoint', /^No setting says where the proxy is/, { endpoint: undefined }],
  ['endpoint', /it is not https/, { endpoint: 'http://shop.example/ringup' }],
  ['policy', /Content-Security-Policy/, violated('https://shop.example', 'connect-src')],
  ['denied', /has refused consent/, status({ consent: 'denied' })],
  ['consent', /has not answered the consent banner/, { ...status({ consent: 'required' }), banners: [banner] }],
  ['sent', /^The order was sent, and the proxy accepted it\.$/, latest('accepted')],
  ['sent', /^The order was sent, and the proxy accepted it\.$/, answered(202)],
  ['sent', /^The event was sent/, { ...answered(202), order: false }],
  ['sent', /do not show values that a call passes\.$/, { ...latest('accepted'), order: false }],
  ['sent', /^The sign-up was sent, and the proxy accepted it\.$/, { ...signUp('accepted'), order: false }],
  ['origin', /does not accept events from https:\/\/shop\.example/, latest('queued', 'origin')],
  ['unknown_list', /the list of the form/, latest('rejected', 'unknown_list')],
  ['unknown_list', /the list of the form/, signUp('rejected', 'shape', 'list')],
  ['elsewhere', /^Another server or a firewall answers/, latest('queued', 'http_404')],
  ['elsewhere', /^Another server or a firewall answers/, latest('queued', 'http_200')],
  ['elsewhere', /a firewall answers/, latest('queued', 'http_403')],
  ['elsewhere', /a firewall answers .* keeps the sign-up\.$/, signUp('queued', 'http_429')],
  ['unreachable', /cannot be reached/, latest('queued', 'network')],
  ['unreachable', /cannot be reached/, latest('queued', 'http_502')],
  ['busy', /does not accept events at the moment/, latest('queued', 'unavailable')],
  ['busy', /does not accept events at the moment/, status({ waiting: waiting('rate') })],
  ['refused', /The reason is too_large/, latest('rejected', 'too_large')],
  ['refused', /^The sign-up was refused\. The reason is no_email/, signUp('rejected', 'no_email')],
  ['refused_before', /^The proxy refused the order before this bar was there/, answered(422)],
  ['no_rest', /cannot load its second file, ringup-rest-….js/, { ...cart({}), ...heard({ lacksRest: true }) }],
  ['waiting', /up to 30 s for its total and products/, status({ waiting: waiting() })],
  ['waiting', /up to 30 s for its total and products/, cart({})],
  ['waiting', /up to 30 s for its total and products/, items()],
  [
    'event_missing',
    /the event “purchase” .* does not come/,
    { ...converts({ convertOn: 'purchase' }), isConverting: false },
  ],
  ['no_number', /has no number, so it is refused/, { body: { ...whole.body, cart_data: { cart_value: 1999 } } }],
  ['no_email', /no e-mail address/, { body: anonymous }],
  ['no_email', /no e-mail address/, latest('rejected', 'no_email')],
  ['no_total', /no total that can be read/, cart({})],
  ['no_total', /read in two ways/, { ...cart({}), ...problem('cart_data.cart_value', 'ambiguous_amount') }],
  ['far_total', /far from the sum/, problem('cart_data.cart_value', 'far_total')],
  ['no_products', /has no products/, items()],
  ['same_product', /have the same number/, items({ product_id: '1', name: 'Mug' }, { product_id: '1', name: 'Tea' })],
  ['unread', /incomplete: price/, problem('cart_items.0.price', 'unreadable')],
  ['overridden', /its own data-convert-on/, sources({ overridden: ['data-convert-on'] })],
  ['proposal', /looks like Shop\. .* not saved/, { proposal: { recipe: 'shop' }, platform: SHOP }],
]

describe('a finding', () => {
  test.each(HOLDS)('%s says %s', (id, sentence, change) => {
    const found = findFindings({ ...whole, ...change }).find((each) => each.id === id)
    expect(found?.sentence).toMatch(sentence)
    expect([found?.tone, `${found?.sentence} ${found?.todo}`]).not.toEqual([
      'bad',
      expect.stringContaining('undefined'),
    ])
  })

  test('of each row is tested', () => {
    const ids = new Set([...HOLDS.map(([id]) => id), 'connected'])
    expect(Object.keys(FINDINGS).filter((id) => !ids.has(id))).toEqual([])
  })

  test('that blocks everything is the only one', () => {
    const facts = { ...whole, body: anonymous, ...status({ consent: 'required' }) }
    expect(findFindings(facts).map(({ id }) => id)).toEqual(['consent'])
    expect(findFindings({ ...facts, endpoint: undefined }).map(({ id }) => id)).toEqual(['endpoint'])
  })

  test('of a policy is about requests to the proxy only', () => {
    const facts = { ...whole, ...violated('https://shop.example', 'img-src') }
    expect(findFindings(facts).map(({ id }) => id)).not.toContain('policy')
  })

  test('about a defect comes before the state of the order', () => {
    const facts = { ...whole, ...latest('accepted'), ...cart({}) }
    expect(findFindings(facts).map(({ id }) => id)).toEqual(['no_total', 'sent'])
  })

  test.each<[what: string, change: Partial<Facts>]>([
    ['a policy that blocks another address', violated('https://ads.example', 'connect-src')],
    [
      'a page and a proxy that both lack https',
      { origin: 'http://localhost', endpoint: 'http://localhost:3000/ringup' },
    ],
    ['a page without an order', { order: false, ...cart({}) }],
    ['variants of one product', items({ product_id: '1', name: 'Mug' }, { product_id: '1', name: 'Mug' })],
    ['a banner, where orders need no consent', { ...status({ consent: 'not-required' }), banners: [banner] }],
    ['a problem of a field that the order has not', problem('cart_data.promo', 'unreadable')],
  ])('does not come from %s', (_what, change) => {
    const ids = findFindings({ ...whole, ...change }).map(({ id }) => id)
    expect(ids).toEqual(['connected'])
  })
})

test.each<[what: string, change: Partial<Facts>, todo: RegExp]>([
  [
    'the tag',
    sources({ values: { ...DEFAULTS, convertOn: 'purchse' }, tag: { convertOn: 'purchse' } }),
    /^Correct data-convert-on in the script tag/,
  ],
  ['the proxy', converts({ convertOn: 'purchse' }), /^Correct convertOn in the settings/],
  [
    'the proxy, and another one is proposed',
    { ...converts({ convertOn: 'purchse' }), proposal: { convertOn: 'load' } },
    /^Save the proposed settings/,
  ],
])('an event that does not come is corrected where its name is: %s', (_what, change, todo) => {
  const found = findFindings({ ...whole, isConverting: false, ...change })
  expect(found.find(({ id }) => id === 'event_missing')?.todo).toMatch(todo)
})

test.each<[what: string, change: Partial<Facts>]>([['a sign-up without one', signUp('rejected', 'no_email')]])(
  'the order’s e-mail is not asked for after %s',
  (_what, change) => {
    expect(findFindings({ ...whole, ...change }).map(({ id }) => id)).not.toContain('no_email')
  },
)

test('a request that is still waiting was not refused', () => {
  const facts = { ...whole, ...answered(422), ...status({ waiting: waiting('http_422') }) }
  expect(findFindings(facts).map(({ id }) => id)).toEqual(['elsewhere'])
})

test.each<[what: string, change: Partial<Facts>]>([
  ['no setting reports', converts({})],
  ['no event reports', { isConverting: false }],
  ['has no number', { body: { ...whole.body, cart_data: {} } }],
  ['was refused', latest('rejected', 'no_email')],
  ['was tried', heard({ requests: [{ at: 1, status: 503, tookMs: 1 }] })],
])('an order that %s does not wait for its total', (_what, change) => {
  expect(findFindings({ ...whole, ...cart({}), ...change }).map(({ id }) => id)).not.toContain('waiting')
})

test('a page without an order is connected, and waits for one', () => {
  expect(findFindings(quiet)).toMatchObject([{ tone: 'idle', sentence: 'Connected, waiting for an order.' }])
})

test('success is five lines and the finding “sent”', () => {
  const facts = { ...whole, ...latest('accepted') }
  expect(toParts(facts)).toEqual(['number', 'total', 'email', 'products', 'sent'])
  expect(findFindings(facts).map(({ id }) => id)).toEqual(['sent'])
})

test('a developer’s report is JSON with settings, payload and deliveries', () => {
  Object.assign(location, { href: 'https://shop.example/thanks?mail=x' })
  const raw = { entries: [{ event: 'purchase' }, { '@type': 'Order' }] }
  const report = toDeveloperReport({ ...whole, ...latest('accepted'), raw, ...problem('x', 'y') })
  expect(JSON.parse(report)).toMatchObject({
    page: 'https://shop.example/thanks',
    payload: { cart_data: { order_number: 'A-1' } },
    found: { entries: 2, named: 0, marked: 0 },
    outcomes: [{ status: 'accepted' }],
    problems: [{ field: 'x', code: 'y' }],
  })
})
