/**
 * The reference API: `API.md` as a server, for the demo, the tests and a shop's own CI.
 *
 * What `API.md` leaves open is settled here and written into `/openapi.json`. Every request passes the same checks in the
 * same order: path (404), key (401), method (405), list (404), media type (415), body (400).
 */
import { type Context, Hono } from 'hono'
import { openStore } from './database.js'
import { docsPage } from './docs.js'
import { createEndpoints, type Endpoint } from './endpoints.js'
import { createOpenApi } from './openapi.js'
import type { RequestContext } from './read-request.js'
import { methodNotAllowed, NOT_FOUND, type Reply, UNAUTHORIZED } from './reply.js'

export interface ApiOptions {
  /** The whole header value expected. */
  authorization: string
  /** Stands in front of every path but `/openapi.json` and `/docs`, without a slash at the end. */
  basePath?: string | undefined
  /** A file; in memory without. */
  database?: string | undefined
  /** Id → name. */
  lists?: Record<string, string> | undefined
  /** Told about each POST to `convert/` and `contacts/`, when its answer is ready. */
  onRequest?: ((entry: ApiRequest) => void) | undefined
}

/** What arrived and what was answered. The Authorization header is never part of it. */
export interface ApiRequest {
  at: number
  method: string
  path: string
  status: number
  idempotencyKey?: string | undefined
  /** The parsed body; undefined when it was not read or is no JSON. */
  request?: unknown
  response: unknown
}

export interface Api {
  fetch(request: Request): Promise<Response>
  close(): void
}

export const DEFAULT_BASE_PATH = '/api/v1/demo'
export const DEFAULT_LISTS = { '42': 'Newsletter', '43': 'Product news' }

/** @throws an Error that names the file when the database cannot be opened */
export function createApi(options: ApiOptions): Api {
  const { basePath = DEFAULT_BASE_PATH, lists = DEFAULT_LISTS } = options
  const store = openStore(options.database)
  const app = new Hono()

  app.get('/openapi.json', (c) => c.json(createOpenApi(basePath)))
  app.get('/docs', (c) => c.html(docsPage(createOpenApi(basePath))))
  for (const [path, endpoint] of Object.entries(createEndpoints(store, lists))) {
    app.all(basePath + path, async (c) => {
      const context = toContext(c)
      const reply = await answer(context, endpoint, options.authorization)
      if (REPORTED.test(path)) report(context, reply, options.onRequest)
      return c.json(reply.body, reply.status, reply.headers)
    })
  }
  app.notFound((c) => c.json(NOT_FOUND.body, NOT_FOUND.status))
  app.onError((error, c) => {
    console.error(error)
    return c.json({ detail: 'The reference API failed. Its own output says why.' }, 500)
  })
  return { fetch: async (request) => app.fetch(request), close: () => store.close() }
}

function toContext(c: Context): RequestContext {
  const idempotencyKey = c.req.header('idempotency-key')
  return { request: c.req.raw, at: Date.now(), list: c.req.param('list') ?? '', idempotencyKey }
}

/** The key comes before the method: who has none learns nothing about a path but that it is there. */
function answer(context: RequestContext, endpoint: Endpoint, authorization: string): Promise<Reply> | Reply {
  const { method, headers } = context.request
  if (headers.get('authorization') !== authorization) return UNAUTHORIZED
  const handle = method === 'POST' ? endpoint.POST : /^(GET|HEAD)$/.test(method) ? endpoint.GET : undefined
  if (handle) return handle(context)
  return methodNotAllowed(method, [endpoint.GET && 'GET, HEAD', endpoint.POST && 'POST'].filter(Boolean).join(', '))
}

/** The two endpoints of API.md; the others are our own. */
const REPORTED = /\/(convert|contacts)\/$/

function report(
  { request, at, idempotencyKey, body }: RequestContext,
  reply: Reply,
  onRequest: ApiOptions['onRequest'],
): void {
  const { method, url } = request
  if (method !== 'POST') return
  const { pathname: path } = new URL(url)
  onRequest?.({ at, method, path, status: reply.status, idempotencyKey, request: body, response: reply.body })
}
