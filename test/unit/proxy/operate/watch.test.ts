/** Promise: each arrival and the end of each attempt is reported. A test order is not. */
import { expect, test } from 'vitest'
import { watchQueue } from '../../../../src/proxy/operate/watch.js'
import type { Queue } from '../../../../src/proxy/queue/index.js'

async function watch(email: string) {
  const seen: object[] = []
  const event = { id: 'x', kind: 'convert', body: { email } }
  const queue = {
    accept: async () => 'new',
    claim: async () => ({ events: [{ id: 'x', kind: 'convert', text: JSON.stringify(event.body) }] }),
    settle: async () => {},
  } as unknown as Queue
  const watched = watchQueue(
    queue,
    (each) => seen.push(each),
    () => {},
  )
  await watched.accept(event as never)
  await watched.claim(1)
  await watched.settle('x', { as: 'delivered' })
  return seen
}

test.each([
  ['ada@example.com', ['accept new', 'attempt delivered']],
  ['test-1@ringup.invalid', []],
])('an order of %s is reported as %j', async (email, steps) => {
  const seen = await watch(email)
  expect(seen.map((each) => `${Reflect.get(each, 'step')} ${Reflect.get(each, 'outcome')}`)).toEqual(steps)
})
