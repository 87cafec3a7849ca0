/** `npm run mutate` takes too long for every day; that each line it breaks is still there is seen here. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MUTATIONS } from '../mutations/list.mjs'

test.each(MUTATIONS)('"$name" can be made: $file has the line once', ({ file, find }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
})
