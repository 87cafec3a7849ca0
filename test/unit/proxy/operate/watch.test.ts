/** Promise: health hears of each stored event and of the end of each attempt, but not of a test order. */
import { expect, test } from 'vitest'
import { watchQueue } from '../../../../src/proxy/operate/watch.js'
import { type Queue, QueueFullError } from '../../../../src/proxy/queue/index.js'

async function watch(email: string, failure?: Error) {
  const calls: string[] = []
  const event = { id: 'x', kind: 'convert', body: { email } }
  const queue = {
    accept: () => (failure ? Promise.reject(failure) : Promise.resolve('new')),
    claim: async () => ({ events: [{ id: 'x', kind: 'convert', text: JSON.stringify(event.body) }] }),
    settle: () => (failure ? Promise.reject(failure) : Promise.resolve()),
  } as unknown as Queue
  const watched = watchQueue(queue, {
    onStored: (failure) => calls.push(`stored ${failure ?? 'well'}`),
    onTried: (outcome) => calls.push(`tried ${outcome}`),
    onQueueFailed: () => calls.push('failed'),
  })
  const ignore = () => {}
  await watched.accept(event as never).catch(ignore)
  await watched.claim(1)
  await watched.settle('x', { as: 'delivered' }).catch(ignore)
  return calls
}

test.each([
  ['ada@example.com', undefined, ['stored well', 'tried delivered']],
  ['ada@example.com', new QueueFullError(), ['stored full', 'failed']],
  ['ada@example.com', new Error('disk I/O error'), ['stored store', 'failed']],
  ['test-1@ringup.invalid', undefined, []],
])('of an order of %s with %s, health hears %j', async (email, failure, calls) => {
  expect(await watch(email, failure)).toEqual(calls)
})
