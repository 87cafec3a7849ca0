/**
 * Promise: every promise of test/simulate/promises.ts holds in rounds of seeded faults. The snippet, the proxy and the
 * queue are real. Time, network, storage and the API are virtual. `npm run simulate -- --rounds 100000` plays more
 * rounds.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { KEPT } from '../simulate/kept.js'
import { createPlan } from '../simulate/plan.js'
import { judge } from '../simulate/promises.js'
import { createSimulator } from '../simulate/round.js'
import { toLimitMs, toRounds } from '../support/long.js'

const ROUNDS = toRounds(100, 100_000)

let play: ReturnType<typeof createSimulator>

beforeAll(() => {
  play = createSimulator()
})

describe('rounds that once broke a promise keep every promise', () => {
  test.each(KEPT)('$name', async ({ plan }) => {
    expect(judge(await play(plan))).toEqual([])
  })
})

test(
  `${ROUNDS} rounds keep every promise`,
  async () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const broken = judge(await play(createPlan(seed)))
      expect(broken, `npm run simulate -- --seed ${seed} --rounds 1`).toEqual([])
    }
  },
  toLimitMs(ROUNDS),
)

test('a round does not depend on the rounds before it', async () => {
  const { history } = await play(createPlan(7))
  expect((await createSimulator()(createPlan(7))).history).toEqual(history)
})
