/** Promise: a clock is right once wall clock and monotonic clock have agreed for ten minutes. */
import { expect, test } from 'vitest'
import { createClock } from '../../../../src/proxy/queue/clock.js'

/** Plays checks at these times of both clocks, in ms. @returns for each: has it jumped, is it right */
function play(times: [wallMs: number, steadyMs: number][]) {
  let nowMs = 0
  const clock = createClock(() => nowMs)
  return times.map(([wallMs, steadyMs]) => {
    nowMs = steadyMs
    return [clock.check(wallMs), clock.isRight()]
  })
}

const [JUMPED, DOUBTED, RIGHT] = [
  [true, false],
  [false, false],
  [false, true],
] // prettier-ignore

test.each<[times: [number, number][], results: unknown[][], reason: string]>([
  [
    [
      [0, 0],
      [599_999, 599_999],
    ],
    [JUMPED, DOUBTED],
    'not yet ten minutes',
  ],
  [
    [
      [0, 0],
      [600_000, 600_000],
    ],
    [JUMPED, RIGHT],
    'ten minutes',
  ],
  [[[600_000, 600_000]], [JUMPED], 'the first check compares nothing'],
  [
    [
      [0, 0],
      [660_000, 600_000],
    ],
    [JUMPED, RIGHT],
    'a minute of difference',
  ],
  [
    [
      [0, 0],
      [660_001, 600_000],
    ],
    [JUMPED, JUMPED],
    'more than a minute ahead',
  ],
  [
    [
      [0, 0],
      [539_999, 600_000],
    ],
    [JUMPED, JUMPED],
    'more than a minute behind',
  ],
  [
    [
      [0, 0],
      [9e9, 1],
      [9e9 + 599_999, 600_000],
      [9e9 + 600_000, 600_001],
    ],
    [JUMPED, JUMPED, DOUBTED, RIGHT],
    'ten minutes after a jump',
  ],
])('%j: %j (%s)', (times, results) => {
  expect(play(times)).toEqual(results)
})
