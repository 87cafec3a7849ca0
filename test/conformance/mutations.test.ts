/**
 * Checks that each mutation can be applied: its line and its test exist exactly once. `npm run mutate` itself takes too long for each
 * run.
 */
import { expect, test } from 'vitest'
import { MUTATIONS } from '../mutations/list.mjs'
import { findSource, findTests } from '../mutations/place.mjs'

test.each(MUTATIONS)('"$name" can be applied in $where and caught by $test', (mutation) => {
  expect([findSource(mutation).length, findTests(mutation)]).toEqual([1, [expect.any(String)]])
})
