/**
 * Promise: a client that speaks HTTP slowly, oddly, or in great numbers does not block others. No order is lost or
 * doubled because of it.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { newOrder, newSignUp, ORIGIN, toPassed } from '../support/proxy.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'

let started: TroubledProxy
beforeAll(async () => {
  started = await startTroubledProxy({
    RINGUP_TRUSTED_HOPS: '1',
    RINGUP_RATE_PER_IP: '5',
    RINGUP_SERVER_TOKEN: 'token-of-the-back-end',
  })
})
afterAll(() => started.stop())

async function dial(): Promise<Socket> {
  const { hostname, port } = new URL(started.proxy.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // the server may end it
  await once(socket, 'connect')
  return socket
}

let sender = 0
const toAddress = () => `2001:db8:${(sender++).toString(16)}::1`

/** Writes the request as bytes. A header may be given twice. */
function toRequest(body: string, more: string[] = [], start = 'POST /ringup HTTP/1.1'): string {
  const usual = ['Host: x', `Origin: ${ORIGIN}`, 'Content-Type: text/plain', `X-Forwarded-For: ${toAddress()}`]
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
  return { order, text: JSON.stringify(order), number: toPassed(order).cart_data.order_number }
}

const untilOnce = (numbers: string[]) =>
  expect
    .poll(async () => {
      const effects = await started.api.effects()
      return numbers.map((number) => effects.get(number))
    })
    .toEqual(numbers.map(() => 1))

test('400 connections that send a byte now and then do not delay shoppers', async () => {
  const { text } = await newKnownOrder()
  const whole = toRequest(text)
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
  await untilOnce([own.number])
})

test.each([
  ['another path', 'POST /other HTTP/1.1', 404],
  ['another method', 'PUT /ringup HTTP/1.1', 405],
])('an unread refused body (%s) does not become part of the next request', async (_what, start, status) => {
  const { text, number } = await newKnownOrder()
  const smuggled = toRequest(JSON.stringify(newSignUp()))
  expect(await converse(toRequest(smuggled, [], start) + toRequest(text), 2)).toEqual([status, 202])
  await untilOnce([number])
})

test.each<[what: string, toText: (body: string) => string, statuses: number[]]>([
  ['is of HTTP/1.0', (body) => toRequest(body, [], 'POST /ringup HTTP/1.0'), [202]],
  ['names its whole address', (body) => toRequest(body, [], 'POST http://x/ringup HTTP/1.1'), [202]],
  ['has two lengths that differ', (body) => toRequest(body, ['Content-Length: 1']), [400]],
  [
    'has a length in a list',
    (body) => toRequest(body).replace(/Content-Length: (\d+)/, 'Content-Length: $1, $1'),
    [400],
  ],
  [
    'has two origins, ours second',
    (body) => toRequest(body).replace('Origin:', 'Origin: https://evil.example\r\nOrigin:'),
    [403],
  ],
  [
    'has two tokens, the right one second',
    (body) =>
      toRequest(body, ['Authorization: Bearer x', 'Authorization: Bearer token-of-the-back-end']).replace(
        /Origin: .*\r\n/,
        '',
      ),
    [403],
  ],
  [
    'has two types, ours second',
    (body) => toRequest(body).replace('Content-Type:', 'Content-Type: text/html\r\nContent-Type:'),
    [415],
  ],
])('a request that: %s is answered correctly, and the proxy continues', async (_what, toText, statuses) => {
  const { text } = await newKnownOrder()
  expect(await converse(toText(text))).toEqual(statuses)
  expect(await converse(toRequest((await newKnownOrder()).text))).toEqual([202])
})

test('a made-up X-Forwarded-For is limited by the address that the trusted hop added', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 7; n += 1) {
    const request = toRequest(JSON.stringify(newOrder())).replace(
      /X-Forwarded-For: .*/,
      `X-Forwarded-For: 10.0.0.${n}, 203.0.113.9`,
    )
    statuses.push(...(await converse(request)))
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429])
})
