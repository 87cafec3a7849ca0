/**
 * Promise: the proxy refuses or accepts every input, never fails, and continues. A client that speaks HTTP slowly, oddly, or in great
 * numbers does not block others. No order is lost or doubled because of it.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { newOrder, newSignUp, ORIGIN, toPassed } from '../support/proxy.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const DATA = new URL('../data/', import.meta.url)
const JSON_SUITE = new URL('json-test-suite/test_parsing/', DATA)
const NAUGHTY = new URL('naughty-strings/blns.json', DATA)
const TOKEN = 'token-of-the-back-end'

let started: TroubledProxy
beforeAll(async () => {
  started = await startTroubledProxy({ RINGUP_SERVER_TOKEN: TOKEN })
})
afterAll(() => started.stop())

async function send(body: string | Uint8Array): Promise<number> {
  const headers = { origin: ORIGIN, 'content-type': 'text/plain' }
  const answer = await fetch(`${started.proxy.url}/ringup`, { method: 'POST', headers, body: body as BodyInit }) // bytes are a body too
  await answer.arrayBuffer()
  return answer.status
}

async function dial(): Promise<Socket> {
  const { hostname, port } = new URL(started.proxy.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // the server may end it
  await once(socket, 'connect')
  return socket
}

/** Writes the request as bytes. A header may be given twice. */
function toRequest(body: string, more: string[] = [], start = 'POST /ringup HTTP/1.1'): string {
  const usual = ['Host: x', `Origin: ${ORIGIN}`, 'Content-Type: text/plain']
  return `${[start, ...usual, ...more, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`
}

/** @returns the statuses of the answers, so many of them or until the connection ends */
async function converse(text: string, answers = 1): Promise<number[]> {
  const socket = await dial()
  let said = ''
  const readStatuses = () => [...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status))
  const enough = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      said += chunk
      if (readStatuses().length >= answers && said.endsWith('}')) resolve()
    })
  })
  socket.write(text)
  await enough
  socket.destroy()
  return readStatuses()
}

async function newKnownOrder() {
  const email = newEmail()
  await started.api.newCustomer(email)
  const order = newOrder({ email })
  return { text: JSON.stringify(order), number: toPassed(order).cart_data.order_number }
}

const untilOnce = (number: string) => expect.poll(async () => (await started.api.effects()).get(number)).toBe(1)

test('400 connections that send a byte now and then do not delay shoppers', async () => {
  const whole = toRequest((await newKnownOrder()).text)
  const slow = await Promise.all(Array.from({ length: 400 }, dial))
  for (const [place, socket] of slow.entries()) {
    socket.write(place % 2 ? whole.slice(0, 30) : whole.slice(0, whole.length - 20)) // in the head, in the body
  }
  const trickle = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write('x')
  }, 200)
  const own = await newKnownOrder()
  expect(await converse(toRequest(own.text))).toEqual([202])
  expect(slow.some(({ readyState }) => readyState === 'open')).toBe(true) // before they had ended
  clearInterval(trickle)
  for (const socket of slow) socket.destroy()
  await untilOnce(own.number)
})

test.each([
  ['another path', 'POST /other HTTP/1.1', 404],
  ['another method', 'PUT /ringup HTTP/1.1', 405],
])('an unread refused body (%s) does not become part of the next request', async (_what, start, status) => {
  const { text, number } = await newKnownOrder()
  const smuggled = toRequest(JSON.stringify(newSignUp()))
  expect(await converse(toRequest(smuggled, [], start) + toRequest(text), 2)).toEqual([status, 202])
  await untilOnce(number)
})

const POST = `POST /ringup HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nContent-Type: text/plain\r\n`
const CHUNK = `4000\r\n${'x'.repeat(0x4000)}\r\n`

test.each<[what: string, toText: (body: string) => string, status: number]>([
  ['is of HTTP/1.0', (body) => toRequest(body, [], 'POST /ringup HTTP/1.0'), 202],
  ['names its whole address', (body) => toRequest(body, [], 'POST http://x/ringup HTTP/1.1'), 202],
  ['has a length in a list', (body) => toRequest(body).replace(/Content-Length: (\d+)/, 'Content-Length: $1, $1'), 400],
  ['has two origins', (body) => toRequest(body).replace('Origin:', 'Origin: https://evil.example\r\nOrigin:'), 403],
  [
    'has two tokens',
    (body) =>
      toRequest(body, ['Authorization: Bearer x', `Authorization: Bearer ${TOKEN}`]).replace(/Origin: .*\r\n/, ''),
    403,
  ],
  [
    'has two types',
    (body) => toRequest(body).replace('Content-Type:', 'Content-Type: text/html\r\nContent-Type:'),
    415,
  ],
  ['has dots in its path', (body) => toRequest(body, [], 'POST /ringup/../../etc/passwd HTTP/1.1'), 404],
  ['has two slashes', (body) => toRequest(body, [], 'POST //ringup HTTP/1.1'), 404],
  ['has a body longer than declared', () => `${POST}Content-Length: 5\r\n\r\n${'x'.repeat(200_000)}`, 400],
  ['has chunks without end', () => `${POST}Transfer-Encoding: chunked\r\n\r\n${CHUNK.repeat(20)}`, 413],
])('a request that %s is answered correctly, and the proxy continues', async (_what, toText, status) => {
  expect((await converse(toText((await newKnownOrder()).text)))[0]).toBe(status)
  expect(await converse(toRequest((await newKnownOrder()).text))).toEqual([202])
})

describe('JSONTestSuite as a whole request', () => {
  const files = readdirSync(JSON_SUITE)
  const readFile = (name: string) => readFileSync(new URL(encodeURIComponent(name), JSON_SUITE))

  test.each(files)('%s is not an event', async (name) => {
    expect([400, 413, 422]).toContain(await send(readFile(name)))
  })

  test.each(files.filter((name) => name.startsWith('y_')))('%s as a value is refused or accepted', async (name) => {
    const value = readFile(name).toString()
    const event = JSON.stringify(newOrder({ cart_data: { note: 'HERE' } })).replace('"HERE"', () => value)
    expect([202, 400, 422]).toContain(await send(event))
  })
})

const LONG = 'a'.repeat(9_000) // five of them are less than 49 KiB
/** Our own texts, in addition to the public list. They have broken other programs. */
const STRINGS = ['\0', '\r\n', '\ud800', '\udfff', 'İ', 'ﬃ', '%2e%2e', '#{7*7}', '__proto__', 'constructor', LONG]
const ALL_STRINGS: string[] = [...STRINGS, ...JSON.parse(readFileSync(NAUGHTY, 'utf8'))]

describe('strings that break programs', () => {
  /** Here each text is stored. Our own texts are also in fields that are only compared. */
  test.each<[place: string, toEvent: (text: string) => object, strings: string[]]>([
    ['e-mail', (text) => newSignUp({ email: text }), ALL_STRINGS],
    ['first name and custom field', (text) => newSignUp({ first_name: text, [text]: text }), ALL_STRINGS],
    [
      'order number and product',
      (text) =>
        newOrder({
          cart_data: { order_number: text },
          cart_items: [{ product_id: text, [text]: text, category: [text] }],
        }),
      ALL_STRINGS,
    ],
    ['list', (list) => ({ ...newSignUp(), list }), STRINGS],
    ['id', (id) => ({ ...newOrder(), id }), STRINGS],
    ['kind', (kind) => ({ ...newOrder(), kind }), STRINGS],
    ['signature', (signature) => ({ ...newOrder(), signature }), STRINGS],
  ])('as %s', async (_place, toEvent, strings) => {
    const statuses = new Set<number>()
    const waiting = [...strings]
    const sender = async () => {
      for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
        statuses.add(await send(JSON.stringify(toEvent(text))))
    }
    await Promise.all(Array.from({ length: 16 }, sender))
    expect([...statuses].filter((status) => ![202, 400, 403, 422].includes(status))).toEqual([])
    expect(await send(JSON.stringify(newSignUp()))).toBe(202)
  })
})

test('no answer was a 500, and the API got only events', () => {
  expect(started.proxy.said()).not.toMatch(/"status":500|Error:|at .*\.js:\d+/)
  expect(started.api.acted.every(({ path }) => /\/(customer\/convert|lists\/42\/contacts)\/$/.test(path))).toBe(true)
})
