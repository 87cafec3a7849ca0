/** Promise: the proxy keeps settings on a click, or the page says why not. */
import { afterEach, expect, test, vi } from 'vitest'
import { keepSettings } from '../../../src/setup/keep.js'

afterEach(() => vi.unstubAllGlobals())

function answer(status: number, body = '') {
  const fetched = vi.fn(async () => new Response(status === 204 ? null : body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('the settings are sent as JSON to this origin only', async () => {
  const fetched = answer(204)
  await keepSettings({ convertOn: 'load' })
  expect(fetched).toHaveBeenCalledWith('/setup/tag', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"convertOn":"load"}',
  })
})

test.each([
  [204, '', { as: 'kept' }],
  [401, '', { as: 'sign in' }],
  [403, '', { as: 'sign in' }],
  [
    409,
    '{"error":"RINGUP_TAG names no file."}',
    { as: 'refused', sentence: 'RINGUP_TAG names no file.', hasFile: false },
  ],
  [422, '{"error":"decimal must be . or ,."}', { as: 'refused', sentence: 'decimal must be . or ,.', hasFile: true }],
  [404, 'Not found', { as: 'refused', sentence: expect.stringMatching(/of this version\?$/), hasFile: true }],
])('the answer %d %j is %j', async (status, body, kept) => {
  answer(status, body)
  expect(await keepSettings({})).toEqual(kept)
})

test('a proxy that cannot be reached keeps nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError()))
  expect(await keepSettings({})).toMatchObject({ as: 'refused' })
})
