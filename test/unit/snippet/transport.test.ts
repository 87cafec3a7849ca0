// @vitest-environment happy-dom
/** One attempt to send: only the proxy's own acknowledgement counts, and every other answer says what to do next. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from './page.js'

const id = '3f1c2a9e-1111-4222-a333-444455556666'
const taken = { ok: true, id }

type Row = [status: string, reason: string | undefined, fetch: unknown, why: string]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const answer = (status: number, body: unknown) => async () => Response.json(body, { status })
const html = (status: number) => async () => new Response('<!doctype html>', { status })
const sendTo = async (fetch: unknown) => {
  const { post } = await openPage({ settings: { endpoint: '/ringup' } })
  vi.stubGlobal('fetch', fetch)
  return post({ id, kind: 'convert', body: { email: 'a@b' }, at: Date.now(), attempts: 0 })
}

test.each<Row>([
  ['accepted', undefined, answer(202, taken), 'verified'],
  ['accepted', undefined, answer(202, { ...taken, ignored: ['city'] }), 'verified, with fields ignored'],
  ['queued', 'http_202', answer(202, { ok: true, id: 'another' }), 'not this event'],
  ['queued', 'http_202', html(202), 'not the proxy'],
  ['queued', 'http_200', answer(200, taken), 'not the proxy’s status'],
  ['queued', 'http_200', html(200), 'a captive portal'],
  ['queued', 'http_204', async () => new Response(null, { status: 204 }), 'empty'],
  ...[400, 410, 413, 415, 422, 451].map(
    (status): Row => ['rejected', 'code', answer(status, { ok: false, code: 'code' }), `${status}`],
  ),
  ...[302, 401, 403, 404, 405, 408, 409, 425, 429, 500, 501, 502, 503, 505, 511].map(
    (status): Row => ['queued', `http_${status}`, html(status), `${status}`],
  ),
  ['queued', 'network', () => Promise.reject(new TypeError('Failed to fetch')), 'no network'],
  [
    'queued',
    'network',
    () => {
      throw new Error('blocked')
    },
    'fetch throws',
  ],
  ['queued', 'network', () => undefined, 'fetch gives nothing'],
  ['queued', 'network', undefined, 'there is no fetch'],
])('%s, reason %s (%#)', async (status, reason, fetch) => {
  expect((await sendTo(fetch)).slice(0, 2)).toEqual(reason ? [status, reason] : [status])
})

test('names the fields that were refused', async () => {
  const refusal = answer(422, { ok: false, code: 'shape', fields: ['body.email'] })
  expect(await sendTo(refusal)).toEqual(['rejected', 'shape', ['body.email']])
})

test('gives up waiting after 10 s', async () => {
  const delivery = sendTo(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await delivery).toEqual(['queued', 'timeout'])
})

test('still waits after 9.9 s', async () => {
  const settled = vi.fn()
  void sendTo(() => new Promise(() => {})).then(settled)
  await vi.advanceTimersByTimeAsync(9_900)
  expect(settled).not.toHaveBeenCalled()
})

test('asks with exactly these options, and no header of its own', async () => {
  const fetch = vi.fn(answer(202, taken))
  await sendTo(fetch)
  expect(fetch.mock.calls).toMatchObject([
    ['/ringup', { method: 'POST', keepalive: true, credentials: 'omit', redirect: 'manual', cache: 'no-store' }],
  ])
})
