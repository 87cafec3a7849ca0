/** Converts node:http requests to `Request`: one web-standard handler behind one address. */
import { once } from 'node:events'
import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server'
import { HEADERS } from '../accept/answer.js'
import type { Client } from '../accept/context.js'
import { PROBLEMS, type ProblemCode, toRefusal } from '../problem.js'

export type Handler = (request: Request, client: Client) => Response | Promise<Response>

export interface Listening {
  /** The port in use, even if 0 was requested. */
  port: number
  /** `http://host:port`, without a slash at the end. */
  url: string
  /** Stops accepting requests, lets answers under way finish for `graceMs`, then closes the remaining connections. */
  stop(graceMs?: number): Promise<void>
}

/** The limits of one client. */
const LIMITS = {
  /** The time for the head, also on a connection without any data. The whole request may take a little longer. */
  headersTimeout: 10_000,
  /** Longer than the body guard's limit, so that the guard can still answer. */
  requestTimeout: 15_000,
  /** The longest time without data on a connection, also for an answer. The two limits above are answered. */
  timeout: 20_000,
  /** The precision of the two limits above. Node's default is 30 s. */
  connectionsCheckingInterval: 1_000,
  /**
   * Longer than nginx keeps connections to its upstream (60 s), because the client must be the one who closes first.
   */
  keepAliveTimeout: 65_000,
  /** The limit of nginx's defaults. The script's request carries the shop's cookies. */
  maxHeaderSize: 32 * 1024,
}
const MAX_CONNECTIONS = 2_000
/** The most requests on one connection, so the most unread answers too. They are kept until they are read. */
const MAX_REQUESTS_PER_CONNECTION = 100

interface Address {
  host: string
  port: number
  /** The names of the settings, so that errors can name the setting to change. */
  settings?: { host?: string; port: string }
}

export interface ListenOptions extends Address {
  /** Headers of the answers that no handler gives. By default the ones for pages. */
  headers?: Record<string, string>
  /** Replacements for the default limits. */
  limits?: Partial<typeof LIMITS>
}

/** @throws Error in a sentence with host and port, if the address cannot be used */
export async function listen(
  handler: Handler,
  { limits, headers = HEADERS, ...place }: ListenOptions,
): Promise<Listening> {
  const { host, port } = place
  const server = createHttpServer(handler, { ...LIMITS, ...limits }, headers)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new Error(toSentence(error, place), { cause: error })
  }
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return {
    port: actual,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async stop(graceMs = 0) {
      const closed = once(server, 'close')
      server.close()
      // Node closes the idle connections now. A connection that gets its answer later would be kept for the client's
      // next request.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const timer = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(idle)
      clearTimeout(timer)
    },
  }
}

function createHttpServer(handler: Handler, limits: typeof LIMITS, headers: Record<string, string>): Server {
  const fetch = (request: Request, { incoming }: HttpBindings | Http2Bindings) =>
    handler(request, { address: incoming.socket.remoteAddress, body: incoming })
  const errorHandler = (error: unknown) => {
    const { body, ...init } = toAnswer(error instanceof RequestError ? 'bad_request' : 'unavailable', headers)
    return new Response(body, init)
  }
  const answer = getRequestListener(fetch, { errorHandler })
  // Node would refuse these two itself, without our headers.
  const server = createServer({ ...limits, requireHostHeader: false }, answer).on('checkExpectation', answer)
  // The number of headers is not limited. Node silently drops headers over its limit, and the trusted hop's own line
  // could be one of them.
  server.maxHeadersCount = 0
  server.timeout = limits.timeout
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION
  server.maxConnections = MAX_CONNECTIONS
  server.on('drop', () => server.closeIdleConnections()) // makes room for the next client
  server.on('clientError', (error, socket) => refuseConnection(error, socket, headers))
  return server
}

/** Node's own refusals, by code. Any other data is not HTTP. A browser keeps its event after each of these answers. */
const PARSER_PROBLEMS: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'head_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
}

/** Handles data that is not HTTP, or an incomplete request. Only this connection ends. */
function refuseConnection(error: Error & { code?: string }, socket: Duplex, portHeaders: Record<string, string>) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, headers, body } = toAnswer(PARSER_PROBLEMS[error.code ?? ''] ?? 'bad_request', portHeaders)
  const all = { ...headers, connection: 'close', 'content-length': String(body.length) }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
}

const toAnswer = (code: ProblemCode, headers: Record<string, string>) => ({
  status: PROBLEMS[code].status,
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(toRefusal({ code })),
})

function toSentence(error: unknown, { host, port, settings }: Address): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const otherPort = settings ? ` Set ${settings.port} to another, or end what uses this one.` : ''
  const otherHost = settings?.host ? ` Set ${settings.host} to one of them, such as 127.0.0.1 or 0.0.0.0.` : ''
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use.${otherPort}`
  if (code === 'EACCES') {
    return `Port ${port} on ${host} may not be used by this user.${settings ? ` Set ${settings.port} to 1024 or more.` : ''}`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `${host} is not an address of this machine.${otherHost}`
  return `Cannot listen on ${host}, port ${port}: ${String(error)}`
}
