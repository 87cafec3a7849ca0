// @vitest-environment happy-dom
/** Promise: the request leaves before post() returns, and only the proxy's own answer counts. */
import { describe, expect, test, vi } from 'vitest'
import { MAX_EVENT_BYTES } from '../../../../src/contract/limits.js'
import { createEvent } from '../../../../src/snippet/core/event.js'
import { LATER_QUOTA, post } from '../../../../src/snippet/core/send.js'
import { createSnippet } from '../../../../src/snippet/core/snippet.js'
import { toDelivery } from '../../../../src/snippet/rest/deliver/answers.js'
import { answer, away, refuse } from '../page.js'

/** A page whose events all have this many bytes. */
async function load(answer: (url: string, request: RequestInit) => unknown) {
  const fetch = vi.fn(answer)
  vi.stubGlobal('fetch', fetch)
  const snippet = createSnippet()
  snippet.settings.endpoint = '/ringup'
  const send = async (text = '{"v":2}', quota?: typeof LATER_QUOTA) => {
    const event = createEvent({ kind: 'convert' }, text, Date.now(), 'a')
    const answered = await post(snippet, event, quota)
    return event.end ?? toDelivery(answered)
  }
  return { fetch, send }
}

const json = (status: number, body: unknown) => answer(status, {}, JSON.stringify(body))
const never = () => new Promise<never>(() => {})

describe('the meaning of an answer', () => {
  const problem = { field: 'x', code: 'unreadable' }
  const shape = { field: 'email', code: 'shape' }

  test.each<[number, unknown, object]>([
    [202, { ok: true, id: 'a' }, { status: 'accepted' }],
    [202, { ok: true, id: 'a', problems: [problem] }, { status: 'accepted', problems: [problem] }],
    [202, { ok: true, id: 'b' }, { outcome: 'busy', code: 'http_202' }],
    [202, { id: 'a' }, { outcome: 'busy', code: 'http_202' }],
    [200, { ok: true, id: 'a' }, { outcome: 'busy', code: 'http_200' }],
    [429, { ok: false, code: 'rate' }, { outcome: 'busy', code: 'rate', status: 429 }],
    [503, { ok: false, code: 'queue_full' }, { outcome: 'busy', code: 'queue_full', status: 503 }],
    [408, {}, { outcome: 'busy' }],
    [409, {}, { outcome: 'busy' }],
    [425, {}, { outcome: 'busy' }],
    [500, {}, { outcome: 'busy' }],
    [502, {}, { outcome: 'busy' }],
    [403, { ok: false, code: 'origin' }, { outcome: 'parked', code: 'origin' }],
    [422, { ok: false, code: 'shape', fields: ['email'] }, { outcome: 'refused', code: 'shape', problems: [shape] }],
    [422, { ok: false, code: 'shape', fields: ['x'], problems: [] }, { problems: [{ field: 'x', code: 'shape' }] }],
    [422, { ok: false, code: 'no_email', fields: ['x'], problems: [problem] }, { problems: [problem] }],
    [422, { ok: false }, { outcome: 'parked', code: 'http_422' }],
    [400, { code: 4, fields: 5 }, { outcome: 'parked', code: 'http_400' }],
    [422, { ok: false, code: 'shape', fields: 'email' }, { outcome: 'refused', code: 'shape', problems: [shape] }],
  ])('%d %j: %j', async (status, body, delivery) => {
    const { send } = await load(json(status, body))
    expect(await send()).toMatchObject(delivery)
  })

  test.each([301, 401, 403, 404, 405, 501, 505, 511])(
    '%d is parked, because it may be a bad deploy',
    async (status) => {
      const { send } = await load(answer(status))
      expect(await send()).toMatchObject({ outcome: 'parked', code: `http_${status}` })
    },
  )

  test.each([400, 410, 413, 415, 422, 451])('%d ends the event only in the proxy’s own words', async (status) => {
    const ours = await load(refuse(status, 'shape'))
    expect(await ours.send()).toMatchObject({
      outcome: 'refused',
      code: 'shape',
      status,
      problems: [],
    })
    const stranger = await load(answer(status, {}, '{"code":"shape","message":"Request Header Too Large"}'))
    expect(await stranger.send()).toMatchObject({ outcome: 'parked', code: `http_${status}` })
  })

  test.each<[string, (url: string, request: RequestInit) => unknown]>([
    ['no connection', away],
    ['a patched fetch that throws', () => { throw new Error('theirs') }], // biome-ignore format: a row
    ['a patched fetch that resolves to undefined', () => undefined],
    ['a patched fetch that resolves to another value', async () => ({})],
    ['a patched fetch that rejects with undefined', () => Promise.reject()],
  ])('%s is unreachable', async (_what, answer) => {
    const { send } = await load(answer)
    expect(await send()).toEqual({ outcome: 'unreachable', code: 'network', problems: [] })
  })
})

test('the request has exactly these options, and no own header', async () => {
  const { send, fetch } = await load(answer(202))
  void send()
  expect(fetch.mock.calls).toEqual([
    [
      `${location.origin}/ringup`,
      {
        method: 'POST',
        body: expect.stringMatching(/^\{"age":\d+,"id":"a","v":2\}$/),
        keepalive: true,
        credentials: 'omit',
        redirect: 'manual',
        cache: 'no-store',
      },
    ],
  ])
})

describe('keepalive', () => {
  const readKeepalive = (fetch: { mock: { calls: [string, RequestInit][] } }) =>
    fetch.mock.calls.map(([, { keepalive }]) => keepalive)

  test('is used for four requests at one time', async () => {
    const { send, fetch } = await load(never)
    for (let count = 0; count < 5; count += 1) void send()
    expect(readKeepalive(fetch)).toEqual([true, true, true, true, false])
  })

  test('is used for 48 KiB at one time, in UTF-8', async () => {
    const { send, fetch } = await load(never)
    for (const text of ['ü'.repeat(24 * 1024 - 1), 'xx', 'x']) void send(text)
    expect(readKeepalive(fetch)).toEqual([true, true, false])
  })

  test('leaves room for a call while the drain sends', async () => {
    const { send, fetch } = await load(never)
    for (let count = 0; count < 4; count += 1) void send('{}', LATER_QUOTA)
    void send('x'.repeat(16 * 1024))
    expect(readKeepalive(fetch)).toEqual([true, true, true, false, true])
  })

  test('leaves that room in bytes too', async () => {
    const { send, fetch } = await load(never)
    const text = 'x'.repeat(16 * 1024)
    for (let count = 0; count < 3; count += 1) void send(text, LATER_QUOTA)
    void send(text)
    expect(readKeepalive(fetch)).toEqual([true, true, false, true])
  })

  test('is free again after the answer', async () => {
    const { send, fetch } = await load(answer(503))
    for (let count = 0; count < 6; count += 1) await send()
    expect(readKeepalive(fetch)).toEqual(Array(6).fill(true))
  })
})

test('an event over 48 KiB is not sent: the rest shortens it first', async () => {
  const { send, fetch } = await load(answer(202))
  expect([await send('x'.repeat(MAX_EVENT_BYTES + 1)), fetch.mock.calls]).toMatchObject([{ code: 'too_large' }, []])
})
