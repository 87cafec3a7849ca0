/** The proxy: takes events from the shop's pages, stores them, answers, and only then sends them on. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Accepted, Event } from '../contract/event.js'
import { MAX_AGE_MS } from '../contract/limits.js'
import type { Log } from './forward.js'
import { createGuards } from './guards/index.js'
import type { Client, Guard, Visit } from './guards/visit.js'
import type { Arrival, Hold } from './hold/index.js'
import { answerWith } from './problem.js'
import type { Settings } from './settings.js'

export type { Log } from './forward.js'
export type { Client } from './guards/visit.js'
export type { Arrival, HeldEvent, Hold, Reason } from './hold/index.js'
export { type List, readSettings, type Settings, SettingsError } from './settings.js'

export interface Parts {
  hold: Hold
  /** Called after an event has been stored, so that it gets sent on. Must answer at once. */
  onAccepted: () => void
  log: Log
  /** The text of ringup.js, served under the proxy's path. */
  snippet: string
  /** Events are refused from now on; the browser keeps them. */
  isStopping?: () => boolean
  now?: () => number
}

const HEADERS = {
  // Readable from any page: nothing is credentialed, and a refusal without this looks like a lost network.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type',
  'x-content-type-options': 'nosniff',
}

/** One Request in, with what the runtime knows of its sender; one Response out, on any web-standard runtime; never rejects. */
export type RequestHandler = (request: Request, client?: Client) => Promise<Response>

export function createProxy(settings: Settings, parts: Parts): RequestHandler {
  const { path } = settings
  const { snippet, log, now = Date.now } = parts
  const events = [path, `${path}/`]
  const guards = createGuards(settings, now)
  const app = new Hono<{ Bindings: Client }>()

  app.use(async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  })
  app.get(`${path}/ringup.js`, etag(), (context) => {
    const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' }
    return context.body(snippet, 200, headers)
  })
  app.on('OPTIONS', events, (context) => context.body(null, 204))
  for (const address of events) app.all(address, ({ req, env }) => take(req.raw, env, guards, parts))
  app.notFound(() => answerWith({ code: 'not_found' }))
  app.onError((error) => {
    log({ event: 'failed', reason: String(error) })
    return answerWith({ code: 'unavailable' })
  })
  return async (request, client = {}) => app.fetch(request, client)
}

async function take(request: Request, client: Client, guards: Guard[], parts: Parts): Promise<Response> {
  if (parts.isStopping?.()) return answerWith({ code: 'unavailable' })
  const visit: Visit = { request, client, fromServer: false, signed: false, ignored: [] }
  for (const guard of guards) {
    const problem = await guard(visit)
    if (problem) return answerWith(problem)
  }
  if (!visit.event) throw new Error('The last guard leaves an event or a problem.')
  return accept(visit.event, visit, parts)
}

/** Durable first, then 202, then on to the API: the answer cannot depend on anything the API knows. */
async function accept(event: Event, visit: Visit, { hold, onAccepted, now = Date.now }: Parts): Promise<Response> {
  const { ignored, signed } = visit
  await hold.accept(toArrival(event, signed, now()))
  setTimeout(onAccepted)
  const answer: Accepted = { ok: true, id: event.id, ...(ignored.length > 0 && { ignored }) }
  return Response.json(answer, { status: 202 })
}

function toArrival(event: Event, signed: boolean, receivedMs: number): Arrival {
  const { v: _version, age, signature: _signature, ...payload } = event
  return { ...payload, signed, receivedMs, occurredMs: receivedMs - Math.min(Math.max(age, 0), MAX_AGE_MS) }
}
