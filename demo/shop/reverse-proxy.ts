/** Hands everything under one path to the proxy, as nginx in front of a real shop would. */
import type { Handler } from 'hono'
import { proxy } from 'hono/proxy'
import type { Client } from '../../src/proxy/accept/context.js'

interface Parts {
  /** The proxy's address now, `http://host:port`; undefined while it is away. */
  toProxyUrl(): string | undefined
  /** Is the line between shopper and shop cut? Then no request gets further, and none an answer. */
  isCut(): boolean
  /** Gets the body of every POST before it goes on, and answers a callback for what came back. */
  onCall(body: string): (status: number, answer: string) => void
}

export function reverseProxy({ toProxyUrl, isCut, onCall }: Parts): Handler<{ Bindings: Client }> {
  return async (c) => {
    const { method } = c.req
    if (isCut() && method === 'POST') {
      c.env.body?.destroy() // its connection with it: the request has not been read
      return badGateway() // to nobody
    }
    const { pathname, search } = new URL(c.req.url)
    // Read as bytes: what goes on is what came, whatever its encoding.
    const body = method === 'GET' || method === 'HEAD' ? undefined : await c.req.arrayBuffer()
    const onAnswer = method === 'POST' ? onCall(new TextDecoder().decode(body)) : undefined
    const response = await ask(toProxyUrl(), pathname + search, c.req.raw, body)
    onAnswer?.(response.status, await response.clone().text())
    return response
  }
}

async function ask(proxyUrl: string | undefined, path: string, raw: Request, body?: ArrayBuffer): Promise<Response> {
  if (!proxyUrl) return badGateway()
  try {
    // No signal: the shopper who leaves must not take the order back that is already here.
    const ours = { ...(body && { body }), redirect: 'manual', signal: null } as const
    return await proxy(`${proxyUrl}${path}`, { raw, ...ours, customFetch: fetchWithOwnLength })
  } catch {
    return badGateway() // nobody listens there, or it went away while answering
  }
}

/** fetch() adds the length of the body; beside the shopper's own the header would say it twice, which undici 7 refuses. */
function fetchWithOwnLength(request: Request): Promise<Response> {
  request.headers.delete('content-length')
  return fetch(request)
}

const badGateway = () => new Response('Bad gateway: the proxy cannot be reached.\n', { status: 502 })
