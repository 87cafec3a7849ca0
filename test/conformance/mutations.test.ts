/** `npm run mutate` takes too long for every day; that each line it breaks is there once, and its test too, is seen here. */
import { expect, test } from 'vitest'
import { LIMIT_MUTATIONS } from '../mutations/limits.mjs'
import { MUTATIONS } from '../mutations/list.mjs'
import { findSource, findTests } from '../mutations/place.mjs'

test.each([...MUTATIONS, ...LIMIT_MUTATIONS])('"$name" can be made in $where, and told by $test', (mutation) => {
  expect([findSource(mutation).length, findTests(mutation)]).toEqual([1, [expect.any(String)]])
})
