/**
 * The reference API: `API.md` as a server, for the demo, the tests and a shop's own CI.
 *
 * It settles the questions that `API.md` leaves open, and `/openapi.json` describes the result. Each request passes these checks
 * in this order: path (404), key (401), method (405), list (404), media type (415), body (400).
 */
import { type Context, Hono } from 'hono'
import { openStore } from './database.js'
import { createEndpoints, type Endpoint } from './endpoints.js'
import { createOpenApi } from './openapi.js'
import type { RequestContext } from './read-request.js'
import { methodNotAllowed, NOT_FOUND, type Reply, UNAUTHORIZED } from './reply.js'

export interface ApiOptions {
  /** The whole Authorization header that the API expects. */
  authorization: string
  /** The beginning of each path except `/openapi.json`, without a slash at the end. */
  basePath?: string | undefined
  /** A file. The default is in memory. */
  database?: string | undefined
  /** Id → name. */
  lists?: Record<string, string> | undefined
  /** Gets each POST to `convert/` and `contacts/` when its answer is ready. */
  onRequest?: ((entry: ApiRequest) => void) | undefined
}

/** A request and its answer, without the Authorization header. */
export interface ApiRequest {
  at: number
  method: string
  path: string
  status: number
  idempotencyKey?: string | undefined
  /** The parsed body. Undefined if it was not read or is not JSON. */
  request?: unknown
  response: unknown
}

export interface Api {
  fetch(request: Request): Promise<Response>
  close(): void
}

export const DEFAULT_BASE_PATH = '/api/v1/demo'
export const DEFAULT_LISTS = { '42': 'Newsletter', '43': 'Product news' }

/** @throws Error that names the file if the database cannot be opened */
export function createApi(options: ApiOptions): Api {
  const { basePath = DEFAULT_BASE_PATH, lists = DEFAULT_LISTS } = options
  const store = openStore(options.database)
  const app = new Hono()

  app.get('/openapi.json', (c) => c.json(createOpenApi(basePath)))
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
    return c.json({ detail: 'The reference API failed. Its output has the error.' }, 500)
  })
  return { fetch: async (request) => app.fetch(request), close: () => store.close() }
}

function toContext(c: Context): RequestContext {
  const idempotencyKey = c.req.header('idempotency-key')
  return { request: c.req.raw, at: Date.now(), list: c.req.param('list') ?? '', idempotencyKey }
}

/** Checks the key before the method. A caller without the key learns only that the path exists. */
function answer(context: RequestContext, endpoint: Endpoint, authorization: string): Promise<Reply> | Reply {
  const { method, headers } = context.request
  if (headers.get('authorization') !== authorization) return UNAUTHORIZED
  const handle = method === 'POST' ? endpoint.POST : /^(GET|HEAD)$/.test(method) ? endpoint.GET : undefined
  if (handle) return handle(context)
  return methodNotAllowed(method, [endpoint.GET && 'GET, HEAD', endpoint.POST && 'POST'].filter(Boolean).join(', '))
}

/** The two endpoints of API.md. The others are our own. */
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
