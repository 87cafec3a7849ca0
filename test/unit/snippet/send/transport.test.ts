// @vitest-environment happy-dom
/** One attempt: the request leaves before send() returns, and only the proxy's own words count. */
import { describe, expect, test, vi } from 'vitest'
import { createTransport, type Sender } from '../../../../src/snippet/send/transport.js'
import { answer, away, refuse } from '../page.js'

async function load(answer: (url: string, request: RequestInit) => unknown) {
  const fetch = vi.fn(answer)
  vi.stubGlobal('fetch', fetch)
  const transport = createTransport({ endpoint: '/ringup' })
  const send = (id: string, body: string, sender: Sender, end?: object) =>
    transport({ id, bytes: Buffer.byteLength(body), end }, () => body, sender)
  return { fetch, send }
}

const json = (status: number, body: unknown) => answer(status, {}, JSON.stringify(body))
const never = () => new Promise<never>(() => {})

describe('what an answer means', () => {
  test.each<[number, unknown, object]>([
    [202, { ok: true, id: 'a' }, { outcome: 'delivered' }],
    [
      202,
      { ok: true, id: 'a', problems: [{ field: 'x', code: 'unreadable' }] },
      { outcome: 'delivered', problems: [{ field: 'x', code: 'unreadable' }] },
    ],
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
    [
      422,
      { ok: false, code: 'shape', fields: ['email'] },
      { outcome: 'refused', code: 'shape', problems: [{ field: 'email', code: 'shape' }] },
    ],
    [422, { ok: false }, { outcome: 'parked', code: 'http_422' }],
    [400, { code: 4, fields: 5 }, { outcome: 'parked', code: 'http_400' }],
    [
      422,
      { ok: false, code: 'shape', fields: 'email' },
      { outcome: 'refused', code: 'shape', problems: [{ field: 'email', code: 'shape' }] },
    ],
  ])('%d %j: %j', async (status, body, delivery) => {
    const { send } = await load(json(status, body))
    expect(await send('a', '{}', 'call')).toMatchObject(delivery)
  })

  test.each([301, 401, 403, 404, 405, 501, 505, 511])('%d is parked: a bad deploy, perhaps', async (status) => {
    const { send } = await load(answer(status))
    expect(await send('a', '{}', 'call')).toMatchObject({ outcome: 'parked', code: `http_${status}` })
  })

  test.each([400, 410, 413, 415, 422, 451])('%d ends the event in the proxy’s own words only', async (status) => {
    const ours = await load(refuse(status, 'shape'))
    expect(await ours.send('a', '{}', 'call')).toMatchObject({
      outcome: 'refused',
      code: 'shape',
      status,
      problems: [],
    })
    const stranger = await load(answer(status, {}, '{"code":"shape","message":"Request Header Too Large"}'))
    expect(await stranger.send('a', '{}', 'call')).toMatchObject({ outcome: 'parked', code: `http_${status}` })
  })

  test.each<[string, (url: string, request: RequestInit) => unknown]>([
    ['no connection', away],
    ['a patched fetch that throws', () => { throw new Error('theirs') }], // biome-ignore format: a row
    ['a patched fetch that answers nothing', () => undefined],
    ['a patched fetch that answers something else than a response', async () => ({})],
    ['a patched fetch that rejects with nothing', () => Promise.reject()],
  ])('%s is unreachable', async (_what, answer) => {
    const { send } = await load(answer)
    expect(await send('a', '{}', 'call')).toEqual({ outcome: 'unreachable', code: 'network' })
  })
})

test('asks with exactly these options, and no header of its own', async () => {
  const { send, fetch } = await load(answer(202))
  void send('a', '{"id":"a"}', 'call')
  expect(fetch.mock.calls).toEqual([
    [
      '/ringup',
      {
        method: 'POST',
        body: '{"id":"a"}',
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

  test('for four requests at once, then without', async () => {
    const { send, fetch } = await load(never)
    for (const id of ['a', 'b', 'c', 'd', 'e']) void send(id, '{}', 'call')
    expect(readKeepalive(fetch)).toEqual([true, true, true, true, false])
  })

  test('for 48 KiB at once in UTF-8, then without', async () => {
    const { send, fetch } = await load(never)
    void send('a', 'ü'.repeat(24 * 1024 - 1), 'call')
    void send('b', 'xx', 'call')
    void send('c', 'x', 'call')
    expect(readKeepalive(fetch)).toEqual([true, true, false])
  })

  test('the drain leaves room for a call', async () => {
    const { send, fetch } = await load(never)
    for (const id of ['a', 'b', 'c', 'd']) void send(id, '{}', 'drain')
    void send('e', 'x'.repeat(16 * 1024), 'call')
    expect(readKeepalive(fetch)).toEqual([true, true, true, false, true])
  })

  test('in bytes too', async () => {
    const { send, fetch } = await load(never)
    for (const id of ['a', 'b', 'c']) void send(id, 'x'.repeat(16 * 1024), 'drain')
    void send('d', 'x'.repeat(16 * 1024), 'call')
    expect(readKeepalive(fetch)).toEqual([true, true, false, true])
  })

  test('what has been answered is in flight no more', async () => {
    const { send, fetch } = await load(answer(503))
    for (let count = 0; count < 6; count += 1) await send('a', '{}', 'call')
    expect(readKeepalive(fetch)).toEqual(Array(6).fill(true))
  })

  test('refused on a visible page: once more without, at once', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    const { send, fetch } = await load(async (_url, { keepalive }) => {
      if (keepalive) throw new TypeError('quota')
      return new Response(null, { status: 503 })
    })
    expect(await send('a', '{}', 'call')).toMatchObject({ outcome: 'busy' })
    expect(readKeepalive(fetch)).toEqual([true, false])
  })

  test('refused, and not wanted any more: not again', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    const { send, fetch } = await load(away)
    await send('a', '{}', 'call', { status: 'blocked' })
    expect(readKeepalive(fetch)).toEqual([true])
  })

  test('refused on a hidden page: not again', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const { send, fetch } = await load(away)
    await send('a', '{}', 'call')
    expect(readKeepalive(fetch)).toEqual([true])
  })
})
