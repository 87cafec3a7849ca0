/** Promise: the inspector speaks of an event in the sentences of panel and operator, not in codes. */
import { expect, test } from 'vitest'
import type { Journey } from '../../../demo/inspector/event-log.js'
import { toView } from '../../../demo/inspector/view/index.js'

const journey = (known: Partial<Journey> = {}): Journey => ({
  id: 'a',
  kind: 'convert',
  at: 0,
  calls: [],
  requests: [],
  asked: 0,
  outcomes: [],
  ...known,
})
const found = (count: number) => ({
  page: '/thank-you',
  sources: [],
  found: { items: Array.from({ length: count }, () => ({})) },
})

test.each([
  [1, 'An order with 1 item'],
  [2, 'An order with 2 items'],
])('%d of them: %s', (count, line) => {
  expect(toView(journey({ pageEvent: found(count) })).steps[1]?.lines).toEqual([line])
})

test.each<[what: string, view: ReturnType<typeof toView>, why: RegExp]>([
  [
    'waits in the browser',
    toView(journey({ outbox: { attempts: 1, last: 'http_502' } })),
    /^The web server cannot reach the proxy \(502\)\..*where it listens\.$/,
  ],
  [
    'waits in the proxy',
    toView(journey(), [{ id: 'a', state: 'waiting', reason: 'busy', attempts: 1 }]),
    /^The API asked to retry later, or has failed\.$/,
  ],
  [
    'was refused',
    toView(journey({ outcomes: [{ status: 'rejected', reason: 'no_email', problems: [], at: 0 }] })),
    /^No e-mail address was found/,
  ],
  ['has arrived', toView(journey()), /^$/],
])('why it %s', (_what, { why }, sentence) => {
  expect(why).toMatch(sentence)
})

const call = (status?: number, body: unknown = {}): Journey['calls'][number] => ({
  at: 0,
  envelope: {},
  ...(status && { answer: { at: 0, status, body } }),
})
const taken = (cart_data: object) => ({
  at: 7,
  method: 'POST',
  path: '/customer/convert/',
  status: 200,
  request: { cart_data },
  response: {},
})
const told = (status: string, reason?: string) => ({ at: 0, status, problems: [], ...(reason && { reason }) })

test.each<[what: string, known: Partial<Journey>, progress: string, tone: string]>([
  ['has arrived whole', { requests: [taken({ cart_value: 5880 })] }, 'At the API', 'good'],
  ['has arrived without its total', { requests: [taken({})] }, 'At the API, without its total', 'warn'],
  [
    'has arrived with something unread',
    {
      requests: [taken({ cart_value: 5880 })],
      calls: [call(202, { problems: [{ field: 'cart_data.promo', code: 'unreadable' }] })],
    },
    'At the API, with 1 problem',
    'warn',
  ],
  ['is a sign-up at the API', { kind: 'addToList', requests: [taken({})] }, 'At the API', 'good'],
  ['the browser has recognised', { outcomes: [told('duplicate', 'order_number')] }, 'Reported before', 'soft'],
  ['the proxy has recognised', { calls: [call(202)] }, 'Reported before', 'soft'],
  ['was refused', { calls: [call(422)], outcomes: [told('rejected', 'no_email')] }, 'Refused', 'bad'],
])('an event that %s says %3$s', (_what, known, progress, tone) => {
  expect(toView(journey(known))).toMatchObject({ progress, tone })
})

test('what the browser recognised says that nobody was asked, and why', () => {
  const { steps, why } = toView(journey({ outcomes: [told('duplicate', 'order_number')] }))
  expect(steps.slice(2).map(({ title, state, lines }) => [title, state, ...lines])).toEqual([
    ['The page sent', 'skipped', 'Nothing: this page has already reported the order'],
    ['The proxy answered', 'skipped', 'Nothing: nothing was sent to it'],
    ['The API has', 'skipped', 'Nothing more: the first report counts'],
  ])
  expect(why).toContain('already reported')
})

test('a sign-up that three pages posted says why, and that it counts once', () => {
  const calls = [call(202), call(202), call(202)]
  const { lines } = toView(journey({ kind: 'addToList', calls, requests: [taken({})] })).steps[2] ?? { lines: [] }
  expect(lines.at(-1)).toMatch(/No page had received the answer.*keeps it once$/)
})

test('an event sent again after a failure needs no such sentence', () => {
  const { lines } = toView(journey({ calls: [call(503), call(202)] })).steps[2] ?? { lines: [] }
  expect(lines).toEqual(['Sent', 'Sent again 0.0 s later'])
})
