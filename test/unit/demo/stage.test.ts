/** Promise: the inspector's sentence about lost and doubled orders is what shop, browser, proxy and API say together. */
import { describe, expect, test } from 'vitest'
import type { Journey } from '../../../demo/inspector/event-log.js'
import { type InQueue, type Placed, toReconciliation, toStage } from '../../../demo/inspector/stage.js'
import type { ConvertEntry, Session } from '../../../demo/reference-api/records.js'

const journey = (more: Partial<Journey> = {}): Journey => ({
  id: 'a',
  at: 0,
  kind: 'convert',
  order: '1',
  outcomes: [],
  calls: [],
  requests: [],
  asked: 0,
  ...more,
})
const call = (status?: number): Journey['calls'][number] => ({
  at: 0,
  envelope: { body: { cart_data: { order_number: '1' } } },
  ...(status && { answer: { at: 0, status, body: {} } }),
})
const request = (status: number, cut?: true) => ({
  at: 0,
  method: 'POST',
  path: '/',
  status,
  response: {},
  ...(cut && { cut }),
})
const queued = (state: InQueue['state']): InQueue[] => [{ id: 'a', state, attempts: 1 }]
const outcome = (status: string) => ({ at: 0, status, problems: [] })

test.each([
  ['outbox', journey({ outbox: { attempts: 1 } }), [], 'a browser keeps it'],
  ['proxy', journey({ outbox: { attempts: 1 }, calls: [call()] }), [], 'sent, and not answered yet'],
  ['outbox', journey({ outbox: { attempts: 1 }, calls: [call(502)] }), [], 'the shop’s server answered for the proxy'],
  ['queue', journey({ calls: [call(202)] }), queued('waiting'), 'in the proxy’s database'],
  ['asking', journey({ calls: [call(202)], asked: 1 }), queued('waiting'), 'the API has not answered yet'],
  ['queue', journey({ calls: [call(202)], asked: 1, requests: [request(503)] }), queued('waiting'), 'it was sent away'],
  [
    'queue',
    journey({ calls: [call(202)], asked: 1, requests: [request(200, true)] }),
    queued('waiting'),
    'half an answer',
  ],
  ['api', journey({ calls: [call(202)], asked: 1, requests: [request(200)] }), [], 'taken'],
  ['dead', journey({ calls: [call(202)] }), queued('dead'), 'a dead letter'],
  ['duplicate', journey({ calls: [call(202)] }), [], 'taken, and the API was never asked'],
  ['duplicate', journey({ outcomes: [outcome('duplicate')] }), [], 'the browser had it accepted before'],
  ['refused', journey({ calls: [call(422)], outcomes: [outcome('rejected')] }), [], 'the proxy said no'],
  ['page', journey(), [], 'nothing is known of it'],
])('where an event is %s (%#: %3$s)', (stage, subject, queue) => {
  expect(toStage(subject, queue)).toBe(stage)
})

const expected = { email: 'you@example.com', order_number: '1', cart_value: 1999, items: [] }
const placed = (shown = false): Placed[] => [{ number: '1', expected, shown }]
const effect = (session: number | null = 1): ConvertEntry => ({
  at: 0,
  email: 'you@example.com',
  order_number: '1',
  status: 200,
  idempotency_key: 'a',
  session,
})
const session = (cart_value: number): Session => ({
  id: 1,
  email: 'you@example.com',
  status: 'converted',
  started_at: 0,
  converted_at: 1,
  cart: { order_number: '1', cart_value },
  cart_items: [],
})
const NOTHING = { journeys: [], queue: [], api: { conversions: [], sessions: [] } }
const taken = journey({ calls: [call(202)], requests: [request(200)], asked: 1 })

describe('an order of the shop’s book is counted', () => {
  const inBrowser = [journey({ outbox: { attempts: 1 } })]
  const inProxy = [journey({ calls: [call(202)] })]
  const toApi = (conversions: ConvertEntry[], cart_value = 1999) => ({
    journeys: [taken],
    api: { conversions, sessions: [session(cart_value)] },
  })

  test.each([
    ['as placed, and no more, before a page says it', {}, { waiting: { page: 1, browser: 0, proxy: 0 } }],
    ['as waiting in the browser', { journeys: inBrowser }, { waiting: { page: 0, browser: 1, proxy: 0 } }],
    [
      'as waiting in the proxy',
      { journeys: inProxy, queue: queued('waiting') },
      { waiting: { page: 0, browser: 0, proxy: 1 } },
    ],
    ['as kept aside', { journeys: inProxy, queue: queued('dead') }, { refused: 1 }],
    ['as arrived', toApi([effect()]), { arrived: 1 }],
    ['as arrived once when its repeat has changed nothing', toApi([effect(), effect(null)]), { arrived: 1 }],
    ['as wrong when an amount differs', toApi([effect()], 2000), { wrong: ['1'] }],
    ['as doubled when two sessions have it', toApi([effect(1), effect(2)]), { arrived: 1, doubled: ['1'] }],
    ['as lost when the API took it and has it not', { journeys: [taken] }, { lost: ['1'] }],
    ['as lost when its page has gone without a word', { placed: placed(true) }, { lost: ['1'] }],
  ])('%s', (_how, readings, counted) => {
    const waiting = { page: 0, browser: 0, proxy: 0 }
    const none = { placed: 1, arrived: 0, waiting, refused: 0, wrong: [], lost: [], doubled: [] }
    expect(toReconciliation({ ...NOTHING, placed: placed(), ...readings })).toEqual({ ...none, ...counted })
  })
})
