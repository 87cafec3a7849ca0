/** Promise: the inspector describes an event in the sentences of panel and operator, not in codes. */
import { expect, test } from 'vitest'
import type { Entry } from '../../../demo/inspector/state.js'
import { toKeptView, toView } from '../../../demo/inspector/view.js'

const entry = (known: Partial<Entry> = {}): Entry => ({
  ...{ id: 'a', kind: 'convert', state: 'waiting', attempts: 0, occurredMs: 0, receivedMs: 0, steps: [] },
  ...known,
})
const request = (status: number, response: unknown) => ({
  ...{ at: 7, method: 'POST', path: '/customer/convert/', status, idempotencyKey: 'a', request: {}, response },
})

test.each<[state: string, view: ReturnType<typeof toView>, why: RegExp]>([
  [
    'waits in the browser',
    toKeptView({ id: 'a', kind: 'convert', attempts: 1, last: 'http_502' }, 0),
    /^The web server cannot reach the proxy \(502\)\..*where it listens\.$/,
  ],
  ['waits, not tried', toView(entry()), /^The proxy has not tried it yet\.$/],
  ['waits in the proxy', toView(entry({ reason: 'busy', status: 503 })), /^The API asked to retry later \(503\)\.$/],
  ['was refused', toView(entry({ state: 'refused', reason: 'no_email' })), /^The page had it, without an e-mail/],
  ['was delivered', toView(entry({ state: 'delivered' })), /^$/],
])('an event that %s has its reason in a sentence', (_state, { why }, sentence) => {
  expect(why).toMatch(sentence)
})

test.each<[event: string, known: Partial<Entry>, progress: string, tone: string]>([
  ['a whole order', { state: 'delivered', cents: 5880 }, 'At the API', 'good'],
  ['an order without its total', { state: 'delivered', cents: null }, 'At the API, without its total', 'warn'],
  [
    'an order with an unread field',
    { state: 'delivered', cents: 5880, problems: [{ field: 'cart_data.promo', code: 'unreadable' }] },
    'At the API, with 1 problem',
    'warn',
  ],
  ['a sign-up', { kind: 'addToList', state: 'delivered' }, 'At the API', 'good'],
  ['a refused report', { state: 'refused', reason: 'no_order' }, 'Refused', 'bad'],
  ['a dead letter', { state: 'dead', reason: 'expired' }, 'Dead letter in the proxy', 'bad'],
])('%s: %3$s', (_event, known, progress, tone) => {
  expect(toView(entry(known))).toMatchObject({ progress, tone })
})

test('the proxy’s step has the timeline, and a sentence for each unread field', () => {
  const { steps } = toView(
    entry({
      steps: [
        { atMs: 0, what: 'accepted' },
        { atMs: 1_000, what: 'busy', status: 503 },
      ],
      problems: [{ field: 'cart_data.cart_value', code: 'not_cents' }],
    }),
  )
  expect(steps[0]?.lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d Stored and acknowledged\.$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d The API asked to retry later \(503\)\.$/),
    expect.stringMatching(/^cart_data\.cart_value: .+ cents/),
  ])
})

test('the API’s step shows its record, in cents', () => {
  const cart = { order_number: '1', cart_value: 4373, metadata: { currency: 'EUR' } }
  const session = {
    id: 7,
    status: 'converted',
    email: 'you@example.com',
    cart,
    cart_items: [{ product_id: 'mug', price: 1999 }],
  }
  expect(toView(entry({ state: 'delivered', request: request(200, { session }) })).steps[1]).toMatchObject({
    state: 'done',
    lines: ['200 session 7 converted'],
    facts: [
      ['E-mail', 'you@example.com'],
      ['Order', '1'],
      ['Value', '43.73 EUR = 4373 cents'],
    ],
    items: ['1 × mug, 19.99 EUR = 1999 cents'],
  })
})

test('an answer that broke off is at the API, and the proxy does not know', () => {
  const { lines } =
    toView(entry({ attempts: 1, request: request(200, { session: { id: 7, status: 'converted' } }) })).steps[1] ?? {}
  expect(lines).toEqual(['200 session 7 converted', 'The proxy did not get the whole answer'])
})
