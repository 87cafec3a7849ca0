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
