/** Forwards everything under one path to the proxy, like nginx before a real shop. */
import type { Handler } from 'hono'
import { proxy } from 'hono/proxy'
import type { Client } from '../../src/proxy/accept/context.js'

interface Parts {
  /** The proxy's address, `http://host:port`. Undefined while the proxy is away. */
  toProxyUrl(): string | undefined
  /** The connection between shopper and shop is cut. The shop then reads no event and does not answer. */
  isCut(): boolean
}

export function reverseProxy({ toProxyUrl, isCut }: Parts): Handler<{ Bindings: Client }> {
  return async (c) => {
    if (isCut() && c.req.method === 'POST') {
      c.env.body?.destroy() // closes the connection too, because the request is not read
      return badGateway() // never arrives
    }
    const { pathname, search } = new URL(c.req.url)
    // The whole body is read first, because a shopper who leaves must not cancel an order that has arrived.
    const body = ['GET', 'HEAD'].includes(c.req.method) ? undefined : await c.req.arrayBuffer()
    const url = toProxyUrl()
    if (!url) return badGateway()
    const ours = { ...(body && { body }), redirect: 'manual', signal: null } as const
    return proxy(url + pathname + search, { raw: c.req.raw, ...ours, customFetch: fetchWithOwnLength }).catch(
      badGateway,
    )
  }
}

/** `fetch()` adds a content length. Together with the shopper's there would be two, which undici 7 rejects. */
function fetchWithOwnLength(request: Request): Promise<Response> {
  request.headers.delete('content-length')
  return fetch(request)
}

const badGateway = () => new Response('Bad gateway: the proxy cannot be reached.\n', { status: 502 })
