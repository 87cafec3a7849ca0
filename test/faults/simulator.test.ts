/**
 * Every promise of test/simulate/promises.ts, in rounds of seeded faults: the snippet, the proxy and the queue are the real
 * ones, time, network, storage and the API are virtual. `npm run simulate -- --rounds 100000` plays more of them.
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

describe('rounds that have broken something keep every promise', () => {
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

test('a round is the same each time, whatever was played before', async () => {
  const { history } = await play(createPlan(7))
  expect((await createSimulator()(createPlan(7))).history).toEqual(history)
})
