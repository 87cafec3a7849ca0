/** Promise: health has the reason of each webhook that brought no order. */
import { expect, test } from 'vitest'
import type { AnswerSummary } from '../../../../src/proxy/log/answer-summary.js'
import { createRequests } from '../../../../src/proxy/operate/requests.js'

test('webhooks without an order are counted by reason, except a ping', () => {
  const requests = createRequests()
  for (const outcome of ['draft', 'renewal', 'accepted', 'ping', 'draft'] as const) {
    requests.onAnswered({ webhook: { platform: 'shopify', outcome } } as AnswerSummary) // it reads only this field
  }
  expect(requests.read().webhooks).toEqual([
    ['draft', 2],
    ['renewal', 1],
  ])
})
