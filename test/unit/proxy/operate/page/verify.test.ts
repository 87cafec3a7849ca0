/** Promise: the set-up page is told the state of a test order. */
import { expect, test, vi } from 'vitest'
import { createVerify } from '../../../../../src/proxy/operate/page/verify.js'
import type { Entry, Trace } from '../../../../../src/proxy/queue/index.js'

test.each<[traces: object[], told: unknown, why: string]>([
  [[], null, 'not there yet'],
  [[{ state: 'waiting', event: {} }], null, 'not tried yet'],
  [
    [{ state: 'delivered', status: 400 }],
    {
      as: 'ok',
      sentence:
        'The test order reached the API. The API answered 400. The order has no customer, so nothing was converted.',
    },
    'at the door',
  ],
  [[{ state: 'dead', event: {} }], { as: 'problem', sentence: expect.stringContaining('stopped') }, 'a dead letter'],
])('of %j it is told %j: %s', async (traces, told) => {
  const find = vi.fn(async () => traces as unknown as Trace[]) // of its fields those that are looked at
  const response = await createVerify({ find, latest: async () => [] }).request('/order', {
    method: 'POST',
    body: 'ID',
  })
  expect(await response.json()).toEqual(told)
  expect(find).toHaveBeenCalledWith({ id: 'ID' })
})

const AT = 1_800_000_000_000
test.each<[what: string, trace: object, as: string | null]>([
  ['came before', { state: 'delivered', receivedMs: AT - 1 }, null],
  ['is not tried yet', { state: 'waiting', receivedMs: AT }, null],
  ['was delivered', { state: 'delivered', receivedMs: AT, status: 200 }, 'ok'],
  ['waits for the API', { state: 'waiting', receivedMs: AT, reason: 'unreachable' }, 'problem'],
  ['is a dead letter', { state: 'dead', receivedMs: AT, reason: 'no_session' }, 'problem'],
])('the set-up page is told of an event that %s: %j, %j', async (_what, trace, as) => {
  const find = async () => []
  const latest = async () => [trace] as Entry[] // of its fields those that are looked at
  const response = await createVerify({ find, latest }).request('/since', { method: 'POST', body: String(AT) })
  expect(await response.json()).toEqual(as && { as, sentence: expect.stringMatching(/^An event arrived\. Accepted /) })
})
