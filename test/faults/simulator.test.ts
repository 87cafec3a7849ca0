/**
 * Every promise of test/simulate/promises.ts, in rounds of seeded faults: the snippet, the proxy and the queue are the real
 * ones, time, network, storage and the API are virtual. `npm run simulate -- --rounds 100000` plays more of them.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { KEPT } from '../simulate/kept.js'
import { createPlan } from '../simulate/plan.js'
import { judge } from '../simulate/promises.js'
import { createSimulator } from '../simulate/round.js'

let play: ReturnType<typeof createSimulator>

beforeAll(() => {
  play = createSimulator()
})

describe('rounds that have broken something keep every promise', () => {
  test.each(KEPT)('$name', async ({ plan }) => {
    expect(judge(await play(plan))).toEqual([])
  })
})

test.each([1, 101, 201])(
  'a hundred rounds from seed %i keep every promise',
  async (from) => {
    for (let seed = from; seed < from + 100; seed += 1) {
      const broken = judge(await play(createPlan(seed)))
      expect(broken, `npm run simulate -- --seed ${seed} --rounds 1`).toEqual([])
    }
  },
  120_000,
)

test('a round is the same each time, whatever was played before', async () => {
  const { history } = await play(createPlan(7))
  expect((await createSimulator()(createPlan(7))).history).toEqual(history)
})
