/** node:http in, Request out: one web-standard handler behind one listening address. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { Client } from './guards/visit.js'

export type Handler = (request: Request, client: Client) => Response | Promise<Response>

export interface Listening {
  /** The port in use, also when 0 was asked for. */
  port: number
  /** `http://host:port`, without a slash at the end. */
  url: string
  /** Stops accepting, lets answers under way finish for `graceMs`, then closes what is left. */
  stop(graceMs?: number): Promise<void>
}

/**
 * @throws an Error that names host and port in a sentence when the address cannot be listened on
 */
export async function listen(handler: Handler, { host, port }: { host: string; port: number }): Promise<Listening> {
  const fetch = (request: Request, { incoming }: HttpBindings | Http2Bindings) =>
    handler(request, { address: incoming.socket.remoteAddress, body: incoming })
  const server = createAdaptorServer({ fetch }) as Server // it makes an HTTP/2 server only when asked to
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new Error(toSentence(error, host, port), { cause: error })
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

function toSentence(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use.`
  if (code === 'EACCES') return `Port ${port} on ${host} may not be used by this user.`
  return `Cannot listen on ${host}, port ${port}: ${String(error)}`
}
