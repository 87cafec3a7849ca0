/**
 * Sends orders over open connections, one at a time on each, or at a steady rate.
 *
 * Uses bare sockets, to leave CPU time to the measured servers. At a steady rate, the time of an event begins when the event was due, not
 * when a connection was free, because a shopper waits for both.
 */
import { connect, type Socket } from 'node:net'
import { toOrder } from './order.js'

export interface Run {
  port: number
  connections: number
  events: number
  /** Without a rate: as fast as the answers arrive. */
  perSecond?: number
}

export interface Report {
  /** Answers other than 2xx, and broken connections. */
  failed: number
  p50Ms: number
  p99Ms: number
}

const HEADERS = [
  'POST /ringup HTTP/1.1',
  'Host: shop.example',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Accept: */*',
  'Accept-Encoding: gzip, deflate, br',
  'Accept-Language: en-GB,en;q=0.9',
  'Origin: https://shop.example',
  'Referer: https://shop.example/thank-you',
  'Content-Type: text/plain;charset=UTF-8',
].join('\r\n')

process.on('message', async (run: Run) => process.send?.(await send(run)))
process.send?.({ port: 0 })

async function send({ port, connections, events, perSecond }: Run): Promise<Report> {
  const startMs = performance.now()
  const tookMs: number[] = []
  let sent = 0
  let failed = 0

  async function work() {
    let connection = await open(port)
    while (sent < events) {
      const dueMs = perSecond ? startMs + (sent / perSecond) * 1_000 : performance.now()
      sent += 1
      const waitMs = dueMs - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (connection.socket.destroyed) connection = await open(port)
      const status = await connection.ask(toRequest())
      tookMs.push(performance.now() - dueMs)
      if (status < 200 || status > 299) failed += 1
    }
    connection.socket.destroy()
  }

  await Promise.all(Array.from({ length: perSecond ? connections * 4 : connections }, work))
  tookMs.sort((a, b) => a - b)
  return { failed, p50Ms: toPercentile(tookMs, 0.5), p99Ms: toPercentile(tookMs, 0.99) }
}

function toRequest(): string {
  const body = toOrder() // ASCII, so its length is its size
  return `${HEADERS}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

function toPercentile(sorted: number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

interface Connection {
  socket: Socket
  /** The status of the answer; 0 if the connection broke before the whole answer. */
  ask(request: string): Promise<number>
}

async function open(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let text = ''
  let settle = (_status: number) => {}
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    const status = toWholeStatus(text)
    if (status === undefined) return
    const closing = /^connection: close/im.test(text)
    text = ''
    if (closing) socket.destroy()
    settle(status)
  })
  socket.on('error', () => settle(0)).on('close', () => settle(0))
  return {
    socket,
    ask: (request) =>
      new Promise((resolve) => {
        settle = resolve
        socket.write(request, 'latin1')
      }),
  }
}

/** Undefined until the whole answer has arrived. */
function toWholeStatus(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  if (/^transfer-encoding: chunked/im.test(text) && !text.endsWith('\r\n0\r\n\r\n')) return undefined
  const bytes = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
  return text.length >= end + 4 + bytes ? Number(text.slice(9, 12)) : undefined
}
