/** The proxy: takes events from the shop's pages, stores them, answers, and only then sends them on. */
import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Accepted, Event } from '../contract/event.js'
import { MAX_AGE_MS } from '../contract/limits.js'
import { createGuards } from './guards/index.js'
import type { Client, Guard, Visit } from './guards/visit.js'
import { type Arrival, type Hold, HoldFullError } from './hold/index.js'
import type { Log } from './log.js'
import { answerWith, type Problem } from './problem.js'
import type { Settings } from './settings.js'

export type { Client } from './guards/visit.js'
export type { Arrival, HeldEvent, Hold, Reason } from './hold/index.js'
export type { Line, Log } from './log.js'
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
  /** Called with each answer. */
  onAnswered?: (answered: Answered) => void
  now?: () => number
}

/** One answer, in all that may be counted and logged of it. */
export interface Answered {
  /** One that HTTP knows, or `other`: anybody can make up a word. */
  method: string
  status: number
  ms: number
  /** Of a refusal. */
  code?: string
  /** Of an event that was in order. */
  kind?: Event['kind']
  /** How many fields of it were not let through. */
  ignored?: number
  /** Of the body, as declared. */
  bytes?: number
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** What the handlers leave for `onAnswered`. */
type Env = { Bindings: Client; Variables: { problem?: Problem; visit?: Visit } }

const HEADERS = {
  // Readable from any page: nothing is credentialed, and a refusal without this looks like a lost network.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'Content-Type',
  'x-content-type-options': 'nosniff',
}

/** One Request in, with what the runtime knows of its sender; one Response out, on any web-standard runtime; never rejects. */
export type Proxy = (request: Request, client?: Client) => Promise<Response>

export function createProxy(settings: Settings, parts: Parts): Proxy {
  const { path } = settings
  const { snippet, log, onAnswered, now = Date.now } = parts
  const events = [path, `${path}/`]
  const guards = createGuards(settings, now)
  const app = new Hono<Env>()

  app.use(async (context, next) => {
    const startedMs = performance.now()
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    onAnswered?.(toAnswered(context, performance.now() - startedMs))
  })
  app.get(`${path}/ringup.js`, etag(), (context) => {
    const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' }
    return context.body(snippet, 200, headers)
  })
  app.on('OPTIONS', events, (context) => context.body(null, 204))
  for (const address of events) app.all(address, (context) => take(context, guards, parts))
  app.notFound((context) => refuse(context, { code: 'not_found' }))
  app.onError((error, context) => {
    log({ event: 'failed', reason: String(error) })
    return refuse(context, { code: 'unavailable' })
  })
  return async (request, client = {}) => app.fetch(request, client)
}

async function take(context: Context<Env>, guards: Guard[], parts: Parts): Promise<Response> {
  if (parts.isStopping?.()) return refuse(context, { code: 'unavailable' })
  const visit: Visit = {
    request: context.req.raw,
    client: context.env,
    fromServer: false,
    signed: false,
    ignored: [],
  }
  context.set('visit', visit)
  for (const guard of guards) {
    const problem = await guard(visit)
    if (problem) return refuse(context, problem)
  }
  if (!visit.event) throw new Error('The last guard leaves an event or a problem.')
  try {
    return await accept(visit.event, visit, parts)
  } catch (error) {
    if (error instanceof HoldFullError) return refuse(context, { code: 'hold_full' })
    throw error
  }
}

function refuse(context: Context<Env>, problem: Problem): Response {
  context.set('problem', problem)
  return answerWith(problem)
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

function toAnswered({ req, res, var: { problem, visit } }: Context<Env>, ms: number): Answered {
  const bytes = Number(req.header('content-length') ?? Number.NaN)
  return {
    method: METHODS.includes(req.method) ? req.method : 'other',
    status: res.status,
    ms: Math.round(ms * 10) / 10,
    ...(problem && { code: problem.code }),
    ...(visit?.event && { kind: visit.event.kind, ignored: visit.ignored.length }),
    ...(Number.isSafeInteger(bytes) && { bytes }),
  }
}
