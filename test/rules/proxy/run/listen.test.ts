/** Promise: the server on Node accepts HTTP from quick clients, and slow or wrong clients do not harm it. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../../src/proxy/accept/context.js'
import { type Handler, type Listening, listen } from '../../../../src/proxy/run/listen.js'

const QUICK = { headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 50, timeout: 1_000 }
/** More than the system stores for a client that does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024)
let server: Listening
let clients: Client[]
beforeEach(async () => {
  clients = []
  server = await open('127.0.0.1')
})
afterEach(() => server.stop())

const open = (host: string) =>
  listen(
    async (request, client) => {
      clients.push(client)
      return new Response(request.method === 'POST' ? await request.text() : 'fine')
    },
    { host, port: 0, limits: QUICK },
  )

/** All data from the server until it ends the connection. */
async function say(text: string): Promise<string> {
  const socket = dial()
  let said = ''
  socket.on('data', (chunk) => (said += chunk)).on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return said
}

function dial(): Socket {
  return connect(server.port, '127.0.0.1').on('error', () => {})
}

const readAnswer = async () => (await fetch(server.url)).text()

/** It is not our `{"ok":false}`. After that with 400, a browser would forget its event. */
const UNREAD = { code: 'bad_request' }

const toPost = (...headers: string[]) => ['POST / HTTP/1.1', 'Host: x', ...headers, '', 'x'].join('\r\n')
const WITHOUT_HOST = 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'
const WITHOUT_PATH = 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const LONG_HEAD = `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(33_000)}\r\n\r\n`

describe('a connection that', () => {
  test.each<[what: string, sent: string, status: number, code: string, body?: object]>([
    ['says nothing', '', 408, 'timeout'],
    ['never ends its head', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ', 408, 'timeout'],
    ['never ends its body', toPost('Content-Length: 9'), 408, 'timeout'],
    ['sends another protocol', '\x16\x03\x01 hello\r\n\r\n', 400, 'bad_request', UNREAD],
    ['has two lengths', toPost('Content-Length: 1', 'Content-Length: 2'), 400, 'bad_request', UNREAD],
    ['has a length and pieces', toPost('Content-Length: 1', 'Transfer-Encoding: chunked'), 400, 'bad_request', UNREAD],
    ['names no host', WITHOUT_HOST, 400, 'bad_request', UNREAD],
    ['asks for no path', WITHOUT_PATH, 400, 'bad_request', UNREAD],
    ['has a head over 32 KiB', LONG_HEAD, 431, 'head_too_large'],
  ])(
    '%s is answered %3$i, %4$s, and ended; the server continues',
    async (_what, sent, status, code, expected = { ok: false, code }) => {
      const [head = '', body = ''] = (await say(sent)).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head.toLowerCase()).toContain('access-control-allow-origin: *')
      expect(JSON.parse(body)).toEqual(expected)
      expect(await readAnswer()).toBe('fine')
    },
  )
})

test.each([
  ['no host', WITHOUT_HOST, 400],
  ['no path', WITHOUT_PATH, 400],
  ['a long head', LONG_HEAD, 431],
])('the answer to %s, which no handler gives, has the headers of its port', async (_what, sent, status) => {
  await server.stop()
  server = await listen(() => new Response(), { host: '127.0.0.1', port: 0, headers: { 'x-frame-options': 'DENY' } })
  const [head = ''] = (await say(sent)).toLowerCase().split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^http/1.1 ${status} .*\r\nx-frame-options: deny`, 's'))
  expect(head).not.toContain('access-control-')
})

test('an unknown expectation is ignored', async () => {
  const answer = await say('GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1.1 200 .*fine/s)
})

test('a head with all the cookies that nginx passes on is accepted', async () => {
  const response = await fetch(server.url, { headers: { cookie: 'x'.repeat(31_000) } })
  expect(response.status).toBe(200)
})

test('connections stay open for the next request', async () => {
  const socket = dial()
  let said = ''
  socket.on('data', (chunk) => (said += chunk))
  const asked = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(asked)
  await expect.poll(() => said).toContain('fine')
  await sleep(600) // longer than a head may take, because an idle connection is not a slow one
  said = ''
  socket.write(asked)
  await expect.poll(() => said).toContain('fine')
  socket.destroy()
})

test('the handler learns the address of the socket', async () => {
  await readAnswer()
  expect(clients).toMatchObject([{ address: '127.0.0.1' }])
})

describe.each(['::1', '::'])('on %s', (host) => {
  test('it listens, and its address can be called', async () => {
    await server.stop()
    server = await open(host)
    expect(server.url).toBe(`http://[${host}]:${server.port}`)
    expect(await readAnswer()).toBe('fine')
  })
})

describe('when it stops', () => {
  let answerNow: (text: string) => void
  /** @returns the future answer, once the server has the request */
  async function ask(): Promise<{ answer: Promise<string> }> {
    await server.stop()
    let onAsked = () => {}
    const asked = new Promise<void>((resolve) => {
      onAsked = resolve
    })
    const text = new Promise<string>((resolve) => {
      answerNow = resolve
    })
    const handler = async () => {
      onAsked()
      return new Response(await text)
    }
    server = await listen(handler, { host: '127.0.0.1', port: 0 })
    const answer = readAnswer()
    answer.catch(() => {}) // one test requires this
    await asked
    return { answer }
  }

  test('an answer under way is finished, and no new client is accepted', async () => {
    const { answer } = await ask()
    const stopped = server.stop(30_000)
    await expect(fetch(server.url)).rejects.toThrow()
    answerNow('late')
    expect(await answer).toBe('late')
    await stopped
  })

  test('an answer that is not finished in time is cut off', async () => {
    const { answer } = await ask()
    await server.stop(50)
    await expect(answer).rejects.toThrow()
  })
})

test('a client that does not read its answer is cut off', async () => {
  await server.stop()
  let socket: { closed: boolean } | undefined
  const handler: Handler = async (_request, { body }) => {
    socket = (body as IncomingMessage).socket // of node:http
    return new Response(LARGE)
  }
  server = await listen(handler, { host: '127.0.0.1', port: 0, limits: QUICK })
  const deaf = dial().pause()
  deaf.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => socket?.closed).toBe(true)
  deaf.destroy()
})

test('of a thousand requests together, one connection gets the answers of a hundred', async () => {
  const socket = dial()
  let said = ''
  socket.on('data', (chunk) => (said += chunk))
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000))
  await expect.poll(() => said).toContain('HTTP/1.1 503 ')
  expect(clients).toHaveLength(100)
  socket.destroy()
})
