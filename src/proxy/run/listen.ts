/** node:http in, Request out: one web-standard handler behind one listening address. */
import { once } from 'node:events'
import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server'
import { JSON_HEADERS } from '../accept/answer.js'
import type { Client } from '../accept/context.js'
import { answerWith, PROBLEMS, type ProblemCode, toRefusal } from '../problem.js'
import { limitConnections, limitUnread } from './connections.js'

export type Handler = (request: Request, client: Client) => Response | Promise<Response>

export interface Listening {
  /** The port in use, also when 0 was asked for. */
  port: number
  /** `http://host:port`, without a slash at the end. */
  url: string
  /** Stops accepting, lets answers under way finish for `graceMs`, then closes what is left. */
  stop(graceMs?: number): Promise<void>
}

/** What one client may take of the server. */
const LIMITS = {
  /** The head must have come by then, also on a connection that says nothing; the whole request a little later. */
  headersTimeout: 10_000,
  /** Longer than the body guard waits, which can still answer. */
  requestTimeout: 15_000,
  /** On a connection nothing may stand still for longer; the two are answered before. */
  timeout: 20_000,
  /** How exactly the two are kept; every 30 s would be Node's choice. */
  connectionsCheckingInterval: 1_000,
  /** Longer than nginx keeps connections to its upstream (60 s): who closes first must be the one who asks. */
  keepAliveTimeout: 65_000,
  /** All that nginx passes on by default: the script's request carries the shop's cookies. */
  maxHeaderSize: 32 * 1024,
}
/** The limit of one address is for clients that are connected themselves; a web server before the proxy has only the limit of the whole. */
const CONNECTIONS = { total: 2_000, perAddress: 500 }
/** The most requests on one connection; nginx has the same limit. */
const MAX_REQUESTS_PER_CONNECTION = 1_000

interface Address {
  host: string
  port: number
  /** The names of the settings that say them: errors tell what to change. */
  settings?: { host?: string; port: string }
}

export interface ListenOptions extends Address {
  /** Others than the usual. */
  limits?: Partial<typeof LIMITS>
  connections?: Partial<typeof CONNECTIONS>
}

/**
 * @throws an Error that names host and port in a sentence when the address cannot be listened on
 */
export async function listen(handler: Handler, { limits, connections, ...asked }: ListenOptions): Promise<Listening> {
  const { host, port } = asked
  const server = createHttpServer(handler, { ...LIMITS, ...limits })
  limitConnections(server, { ...CONNECTIONS, ...connections })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new Error(toSentence(error, asked), { cause: error })
  }
  const address = server.address()
  const actual = typeof address === 'object' && address ? address.port : port
  return {
    port: actual,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    async stop(graceMs = 0) {
      const closed = once(server, 'close')
      server.close()
      // Node closes the connections idle now; one that gets its answer later would be kept for the client's next request.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const timer = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearInterval(idle)
      clearTimeout(timer)
    },
  }
}

function createHttpServer(handler: Handler, limits: typeof LIMITS): Server {
  const fetch = (request: Request, { incoming }: HttpBindings | Http2Bindings) =>
    handler(request, { address: incoming.socket.remoteAddress, body: incoming })
  const answer = limitUnread(getRequestListener(fetch, { errorHandler: answerMistake }))
  // Node's own refusals of a missing Host and of an unknown Expect could be read from no page.
  const server = createServer({ ...limits, requireHostHeader: false }, answer)
  server.on('checkExpectation', answer)
  // The number of headers has no limit: Node drops what is over it in silence, and that could be the trusted hop's own line.
  server.maxHeadersCount = 0
  server.timeout = limits.timeout
  server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION
  server.on('clientError', refuseConnection)
  return server
}

/** The adapter cannot make a Request of it: no Host header, or one that is none, an address with a backslash. */
function answerMistake(error: unknown): Response {
  const answer = answerWith({ code: error instanceof RequestError ? 'bad_request' : 'unavailable' })
  answer.headers.set('connection', 'close')
  return answer
}

/** What Node itself refuses, by its codes; anything else is no HTTP. To none of them does a browser forget its event. */
const PARSER_PROBLEMS: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'head_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
}

/** What came is not HTTP, or not whole: the connection ends, and nothing else does. */
function refuseConnection(error: Error & { code?: string }, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = PARSER_PROBLEMS[error.code ?? ''] ?? 'bad_request'
  const { status } = PROBLEMS[code]
  const body = JSON.stringify(toRefusal({ code }))
  const headers = { ...JSON_HEADERS, connection: 'close', 'content-length': String(body.length) }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroy())
}

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
