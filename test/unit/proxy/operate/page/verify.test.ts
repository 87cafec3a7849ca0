/** Promise: the set-up page is told the state of a test order. */
import { expect, test, vi } from 'vitest'
import { createVerify } from '../../../../../src/proxy/operate/page/verify.js'
import type { Trace } from '../../../../../src/proxy/queue/index.js'

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
  const response = await createVerify({ find }).request('/order', {
    method: 'POST',
    body: 'ID',
  })
  expect(await response.json()).toEqual(told)
  expect(find).toHaveBeenCalledWith({ id: 'ID' })
})
