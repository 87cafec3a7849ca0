/** Promise: one request gets one answer of at most 2 KiB in at most 10 s, or an error, with undici and with fetch. */
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createCallApi } from '../../../../src/proxy/forward/call-api.js'
import { createFetchCallApi } from '../../../../src/proxy/forward/fetch-call-api.js'
import { serve as listen } from '../../../support/servers.js'

let stop = () => {}
afterEach(() => {
  vi.useRealTimers()
  stop()
})

async function serve(listener: RequestListener): Promise<string> {
  const server = await listen(listener)
  stop = server.stop
  return server.url
}

describe.each([
  ['undici', createCallApi],
  ['fetch', createFetchCallApi],
])('with %s', (_name, create) => {
  const callApi = create()
  const post = (url: string) => callApi({ url, headers: { authorization: 'Token x' }, body: '{"é":1}' })

  test('the request is a POST of the body to the whole address, with its headers', async () => {
    const seen: unknown[] = []
    const url = await serve(async (request, response) => {
      seen.push([request.method, request.url, request.headers.authorization, await text(request)])
      response.end()
    })
    await post(`${url}/v1/lists/a%2Fb/contacts/?x=1`)
    expect(seen).toEqual([['POST', '/v1/lists/a%2Fb/contacts/?x=1', 'Token x', '{"é":1}']])
  })

  test('the answer is its status, type, Retry-After and text', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '7' }).end('{"é":1}'),
    )
    const answer = { status: 503, contentType: 'application/json', retryAfter: '7', text: '{"é":1}' }
    expect(await post(url)).toEqual(answer)
  })

  test('an answer without type, Retry-After and body has neither', async () => {
    const url = await serve((_request, response) => response.writeHead(204).end())
    expect(await post(url)).toEqual({ status: 204, contentType: '', retryAfter: undefined, text: '' })
  })

  test('only the first 2 KiB of a long answer are read', async () => {
    const url = await serve((_request, response) => {
      response.write('x'.repeat(3_000)) // and does not end
    })
    expect((await post(url)).text).toBe('x'.repeat(2_048))
  })

  test('pieces are put together', async () => {
    const url = await serve((_request, response) => {
      response.write('{"a":', () => setTimeout(() => response.end('1}'), 20))
    })
    expect((await post(url)).text).toBe('{"a":1}')
  })

  test('a redirect is an answer, and is not followed', async () => {
    const url = await serve((_request, response) => response.writeHead(307, { location: '/elsewhere' }).end())
    expect((await post(url)).status).toBe(307)
  })

  test('successive requests use two connections at most', async () => {
    const ports = new Set<number | undefined>()
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort)
      request.resume().on('end', () => response.end('{}'))
    })
    for (const _ of [1, 2, 3, 4, 5, 6]) await post(url)
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  test.each<[what: string, listener: RequestListener]>([
    ['a connection broken before the answer', (request) => request.socket.destroy()],
    [
      'half an answer',
      (_request, response) => {
        response.writeHead(200, { 'content-length': '50' }).write('{"a":', () => response.destroy())
      },
    ],
    ['no HTTP', (request) => request.socket.end('SSH-2.0-x\r\n')],
  ])('%s is an error', async (_what, listener) => {
    await expect(post(await serve(listener))).rejects.toThrow()
  })

  test('an address where no server listens is an error', async () => {
    const { url, goAway } = await listen(() => {})
    await goAway()
    await expect(post(url)).rejects.toThrow()
  })
})

test.each<[what: string, listener: RequestListener]>([
  ['silence', () => {}],
  [
    'a byte now and then',
    (_request, response) => {
      const trickle = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(trickle))
    },
  ],
])('an answer that is not complete after 10 s is an error: %s', async (_what, listener) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const url = await serve(listener)
  const called = expect(createCallApi()({ url, headers: {}, body: '' })).rejects.toThrow('10000 ms')
  await vi.advanceTimersByTimeAsync(10_000)
  await called
})
