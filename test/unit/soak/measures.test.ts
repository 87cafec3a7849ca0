/** Promise: what grows is told from what is flat, whatever the first quarter of the hour was like. */
import { expect, test } from 'vitest'
import { judge } from '../../soak/measures.js'

/** Four samples each. */
const ofQuarters = (...quarters: number[]) => quarters.flatMap((value) => Array.from({ length: 4 }, () => value))

test.each<[values: number[], measure: { slack: number }, isFlat: boolean, reason: string]>([
  [ofQuarters(20, 100, 100, 100), { slack: 0 }, true, 'stays, after a beginning'],
  [ofQuarters(20, 100, 105, 110), { slack: 0 }, true, 'has a tenth more'],
  [ofQuarters(20, 100, 105, 111), { slack: 0 }, false, 'has more than a tenth more'],
  [ofQuarters(0, 1, 2, 2), { slack: 1 }, true, 'has more by what is noise'],
  [ofQuarters(0, 1, 2, 3), { slack: 1 }, false, 'has more by more than that'],
  [[1, 1, 1, 1, 1, 900, 1, 1, 1, 1, 1, 1, 1, 900, 1, 1], { slack: 0 }, true, 'has a peak'],
  [[], { slack: 0 }, false, 'was never read'],
])('a measure: %j, %o: flat is %j (%s)', (values, measure, isFlat) => {
  expect(judge(values, measure).isFlat).toBe(isFlat)
})
