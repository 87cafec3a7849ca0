/** Promise: the proxy refuses or accepts every input, never fails, and continues. */
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newOrder, newSignUp, ORIGIN } from '../support/proxy.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

const DATA = new URL('../data/', import.meta.url)
const JSON_SUITE = new URL('json-test-suite/test_parsing/', DATA)
const NAUGHTY = new URL('naughty-strings/blns.json', DATA)

let started: TroubledProxy
beforeAll(async () => {
  started = await startTroubledProxy({ RINGUP_TRUSTED_HOPS: '1', RINGUP_RATE_PER_IP: '60' })
})
afterAll(() => started.stop())

let sender = 0
/** Each request comes from its own network, because the rate limit would otherwise hide the result. */
function toAddress(): string {
  sender += 1
  return `2001:${((sender >> 16) & 0xffff).toString(16)}:${(sender & 0xffff).toString(16)}::1`
}

async function send(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${started.proxy.url}/ringup`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'x-forwarded-for': toAddress(), 'content-type': 'text/plain', ...headers },
    body: body as BodyInit, // bytes are a body too
  })
  return { status: answer.status, text: await answer.text() }
}

const isAlive = async () => (await send(JSON.stringify(newSignUp()))).status === 202

const readSuite = (start: string) => readdirSync(JSON_SUITE).filter((name) => name.startsWith(start))

const readSuiteFile = (name: string) => readFileSync(new URL(encodeURIComponent(name), JSON_SUITE))

describe('JSONTestSuite as a whole request', () => {
  test.each(readdirSync(JSON_SUITE))('%s is not an event', async (name) => {
    expect([400, 413, 422]).toContain((await send(readSuiteFile(name))).status)
  })

  test.each(readSuite('y_'))('%s as an additional value is refused by its type or accepted', async (name) => {
    const value = readSuiteFile(name).toString()
    const event = JSON.stringify(newOrder({ cart_data: { note: 'HERE' } })).replace('"HERE"', () => value)
    expect([202, 400, 422]).toContain((await send(event)).status)
  })
})

/** Our own texts, in addition to the public list. They have broken other programs. */
const STRINGS = [
  '\0',
  '\r\n',
  '\ud800',
  '\udfff',
  'İ',
  'ﬃ',
  '%2e%2e',
  '#{7*7}',
  '__proto__',
  'constructor',
  'a'.repeat(9_000), // five of them are less than 49 KiB
]
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
      for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
        statuses.add((await send(JSON.stringify(toEvent(text)))).status)
      }
    }
    await Promise.all(Array.from({ length: 16 }, sender))
    expect([...statuses].filter((status) => ![202, 400, 403, 422].includes(status))).toEqual([])
    expect(await isAlive()).toBe(true)
  })
})

describe('requests', () => {
  const POST = `POST /ringup HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nContent-Type: text/plain\r\n`
  test.each<[what: string, request: string, status: number]>([
    ['another path', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 404],
    ['another method', 'TRACE /ringup HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['a path with dots', 'POST /ringup/../../etc/passwd HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n', 404],
    ['two slashes', 'POST //ringup HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n', 404],
    ['two lengths', `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['another protocol', 'nonsense\r\n\r\n', 400],
    ['a header of 100 kB', `GET /ringup HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ['a body longer than declared', `${POST}Content-Length: 5\r\n\r\n${'x'.repeat(200_000)}`, 400],
    [
      'chunks without end',
      `${POST}Transfer-Encoding: chunked\r\n\r\n${`4000\r\n${'x'.repeat(0x4000)}\r\n`.repeat(20)}`,
      413,
    ],
  ])('with %s', async (_what, text, status) => {
    expect(await converse(text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(await isAlive()).toBe(true)
  })
})

test('no answer was a 500, and the API got only events', () => {
  expect(started.proxy.said()).not.toMatch(/"status":500|Error:|at .*\.js:\d+/)
  expect(started.api.acted.every(({ path }) => /\/(customer\/convert|lists\/42\/contacts)\/$/.test(path))).toBe(true)
})

/** Writes to the port byte by byte, and returns the answer, at least its status line. */
function converse(text: string): Promise<string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(started.proxy.url)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
      if (answer.includes('\r\n')) socket.destroy()
    })
    socket.on('error', () => {}) // the other side may hang up before all is written
    socket.on('close', () => resolve(answer))
    socket.write(text)
  })
}
