/** Promise: health has the reason of each webhook that brought no order. */
import { expect, test } from 'vitest'
import type { AnswerSummary } from '../../../../src/proxy/index.js'
import { toAnswer } from '../../../../src/proxy/operate/health.js'
import { createHistory } from '../../../../src/proxy/operate/history.js'
import { toFigures } from '../../../../src/proxy/operate/shop.js'

test('webhooks without an order are counted by reason, except a ping', async () => {
  const history = createHistory({ hours: async () => [] })
  for (const outcome of ['draft', 'renewal', 'accepted', 'ping', 'draft'] as const) {
    history.onAnswered({ webhook: { platform: 'shopify', outcome } } as AnswerSummary) // it reads only this field
  }
  const figures = toFigures(await history.read())
  const answer = toAnswer({ ...figures, state: 'ok', problems: [], counts: undefined })
  expect(Object(answer).ignoredWebhooks).toEqual({ draft: 2, renewal: 1 })
})
