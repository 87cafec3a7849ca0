/** Promise: one rule shares every limit: signed events may use all, unsigned ones three quarters, a network a two-hundredth. */
import { expect, test } from 'vitest'
import { hasRoom } from '../../../src/proxy/fair-share.js'

const more = { size: 1, signed: false, isExempt: false }

test.each<[use: [all: number, unsigned: number, network: number], change: object, fits: boolean, reason: string]>([
  [[0, 0, 0], {}, true, 'nothing is used'],
  [[999, 0, 0], { signed: true }, true, 'signed events may use all'],
  [[1_000, 0, 0], { signed: true }, false, 'nothing is left'],
  [[999, 0, 0], {}, true, 'signed events have used the rest'],
  [[749, 749, 0], {}, true, 'the last of three quarters'],
  [[750, 750, 0], {}, false, 'three quarters are used'],
  [[750, 750, 0], { signed: true }, true, 'signed events have more than three quarters'],
  [[374, 374, 374], {}, true, 'less than half of three quarters is used'],
  [[375, 375, 375], {}, false, 'half is used, and the network has more than a two-hundredth'],
  [[375, 375, 375], { isExempt: true }, true, 'an exempt address'],
  [[375, 0, 375], { signed: true }, false, 'a network that sends one signature again and again'],
  [[375, 375, 375], { signed: true, isExempt: true }, true, 'a webhook'],
  [[375, 375, 3], {}, true, 'the network has less than a two-hundredth of three quarters'],
  [[375, 375, 4], {}, false, 'the network has a two-hundredth of three quarters'],
  [[900, 374, 374], {}, true, 'signed events do not use up the half'],
  [[0, 0, 0], { size: 1_000, signed: true }, true, 'an event as large as the room'],
  [[0, 0, 0], { size: 1_001, signed: true }, false, 'an event larger than the room'],
  [[0, 0, 0], { size: 751 }, false, 'an unsigned event larger than three quarters'],
  [[750, 750, 0], { isExempt: true }, false, 'an exempt address has three quarters too'],
])('of 1,000, with %j in use, %j: %j (%s)', ([all, unsigned, network], change, fits) => {
  expect(hasRoom(1_000, { all, unsigned, network }, { ...more, ...change })).toBe(fits)
})
