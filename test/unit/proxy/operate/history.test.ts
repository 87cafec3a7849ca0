/** The charts' figures: what anybody can make up takes no place of what is the shop's own. */
import { expect, test } from 'vitest'
import { createHistory } from '../../../../src/proxy/operate/history.js'
import type { Tally } from '../../../../src/proxy/queue/hours.js'

const ANSWERED = { method: 'POST', ms: 1 }

test('made-up origins, however many, do not keep the shop’s own from being noted', async () => {
  const written: Tally[] = []
  const history = createHistory({
    record: async (tally) => void written.push(tally),
    readHealth: async () => ({ state: 'ok', problems: [], counts: undefined }),
    onFailed: () => {},
  })
  for (let n = 0; n < 1_000; n += 1) {
    history.onAnswered({ ...ANSWERED, status: 403, code: 'origin', origin: `https://${n}.example` })
  }
  history.onAnswered({ ...ANSWERED, status: 202, origin: 'https://shop.example' })
  await history.flush()
  const origins = written.flatMap((tally) => tally.origins)
  expect(origins.filter(({ isTaken }) => isTaken)).toMatchObject([{ origin: 'https://shop.example', events: 1 }])
  expect(origins).toHaveLength(21)
})
