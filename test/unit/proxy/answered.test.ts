/**
 * Promise: the operator learns from each answer the facts that may be counted and logged, without any data of the
 * event.
 */
import { expect, test } from 'vitest'
import { TEST_QUERY } from '../../../src/contract/test-order.js'
import type { Parts } from '../../../src/proxy/index.js'
import type { AnswerSummary } from '../../../src/proxy/log/answer-summary.js'
import { createHandler, newOrder, newSignUp, ORIGIN, toRequest } from '../../support/proxy.js'

async function send(request: Request, parts: Partial<Parts> = {}): Promise<AnswerSummary[]> {
  const told: AnswerSummary[] = []
  await createHandler({}, { ...parts, onAnswered: (answered) => told.push(answered) }).handle(request)
  return told
}

const ms = expect.any(Number)
const withRaw = (more: object) => ({
  ...newOrder({}, { v: 3, body: undefined }),
  raw: { emails: ['a@example.com'], ...more },
})
const get = (method: string) => new Request('http://proxy.example/s3cret?s3cret', { method })

test.each<[what: string, request: () => Request, told: object]>([
  ['an order', () => toRequest(newOrder()), { method: 'POST', status: 202, kind: 'convert', ignored: 0 }],
  [
    'a sign-up with a field too many',
    () => toRequest(newSignUp({ phone: 's3cret' })),
    { method: 'POST', status: 202, kind: 'addToList', ignored: 1 },
  ],
  [
    'an order of which two fields cannot be read',
    () => toRequest(withRaw({ passed: [{ cart_data: { cart_value: 5.5 }, s3cret: 1 }] })),
    { status: 202, problems: ['unknown_field', 'not_cents'] },
  ],
  ['a refusal', () => toRequest('s3cret'), { method: 'POST', status: 400, code: 'not_json' }],
  ['a declared size', () => toRequest('{', { 'content-length': '70000' }), { status: 413, bytes: 70_000 }],
  [
    'a request of the debug panel',
    () => new Request(`http://proxy.example/ringup?${TEST_QUERY}`, toRequest({})),
    { status: 422, isCheck: true },
  ],
  ['another path', () => get('GET'), { method: 'GET', status: 404, code: 'not_found' }],
  ['an invented word', () => get('S3CRET'), { method: 'other', status: 404, code: 'not_found' }],
])('%s', async (_what, request, told) => {
  expect(await send(request())).toMatchObject([{ ms, ...told }])
})

test('a queue that fails', async () => {
  const told = await send(toRequest(newOrder()), {
    queue: { accept: () => Promise.reject(new Error('s3cret')), refuse: async () => {} },
  })
  const origin = ORIGIN
  expect(told).toEqual([{ method: 'POST', status: 503, code: 'unavailable', kind: 'convert', ignored: 0, origin, ms }])
})
