/** The proxy: receives events from the shop's pages, stores them, answers, and then sends them to the API. */
import type { Accepted, Event } from '../contract/event.js'
import { MAX_AGE_MS } from '../contract/limits.js'
import { TEST_QUERY } from '../contract/test-order.js'
import { answerJson, answerWith, HEADERS } from './accept/answer.js'
import { type Client, type Guard, type RequestContext, toNetwork } from './accept/context.js'
import { answerWithFile, type File } from './accept/file.js'
import { createGuards, type Guards } from './accept/index.js'
import type { AnswerSummary } from './log/answer-summary.js'
import type { Log } from './log/line.js'
import { readSender } from './network.js'
import type { Problem } from './problem.js'
import { type IncomingEvent, type Queue, QueueFullError } from './queue/index.js'
import type { Settings } from './settings.js'
import { createWebhooks, type WebhookHandler } from './webhooks/index.js'

export type { Client } from './accept/context.js'
export type { File } from './accept/file.js'
export type { AnswerSummary } from './log/answer-summary.js'
export type { Line, Log } from './log/line.js'
export type { IncomingEvent, Queue, QueuedEvent, Reason } from './queue/index.js'
export { type List, readSettings, type Settings, SettingsError } from './settings.js'

export interface Parts {
  queue: Pick<Queue, 'accept' | 'refuse'>
  /** Called after the answer to an event, new or not, that has been stored. Must return immediately. */
  onAccepted: () => void
  log: Log
  /** Files that are served under the proxy's path; or a function that reads those of the moment. */
  files: File[] | (() => File[])
  /** Says whether the proxy is being stopped: events are then refused, and the browser keeps them. */
  isStopping?: () => boolean
  /** Called with each answer. */
  onAnswered?: (answer: AnswerSummary) => void
  now?: () => number
}

interface RouterParts extends Pick<Parts, 'log' | 'files' | 'onAnswered'> {
  /** Answers a request at the proxy's own path, which receives events. */
  handleEvent: (context: RequestContext) => Promise<Response | Problem>
  /** The handlers of the platforms' webhooks, by path. */
  webhooks?: Map<string, WebhookHandler>
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Answers a Request on any web-standard runtime. `client` has the runtime's knowledge of the sender. Never rejects. */
export type RequestHandler = (request: Request, client?: Client) => Promise<Response>

export function createProxy(settings: Settings, parts: Parts): RequestHandler {
  const now = parts.now ?? Date.now
  const guards = createGuards(settings, now)
  const take = (context: RequestContext) => takeEvent(context, parts)
  return createRouter(settings, {
    ...parts,
    handleEvent: (context) => handleEvent(context, guards, parts),
    webhooks: createWebhooks(settings, { log: parts.log, now, accept: take }),
  })
}

/** Makes a handler that routes requests: events at the proxy's path, files and webhooks under it. */
export function createRouter(
  { path, trustedHops }: Pick<Settings, 'path'> & Partial<Pick<Settings, 'trustedHops'>>,
  { log, onAnswered, handleEvent, webhooks, ...parts }: RouterParts,
): RequestHandler {
  const readFiles = () => (typeof parts.files === 'function' ? parts.files() : parts.files)

  async function route(context: RequestContext): Promise<Response | Problem> {
    const { request } = context
    const asked = toPath(request.url)
    if (asked === path || asked === `${path}/`) {
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: HEADERS })
      return handleEvent(context)
    }
    const handleWebhook = webhooks?.get(asked)
    if (handleWebhook) return handleWebhook(context)
    const file = readFiles().find(({ name }) => asked === `${path}/${name}`)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (file && reads) return answerWithFile(request, file)
    return {
      code:
        reads && asked.startsWith(path) && SCRIPT_NAME.test(asked.slice(path.length)) ? 'unknown_script' : 'not_found',
    }
  }

  return async (request, client = {}) => {
    const startedMs = performance.now()
    const sender = readSender(client.address, request.headers, trustedHops ?? 0)
    const context: RequestContext = {
      request,
      client,
      sender,
      fromServer: false,
      signed: false,
      problems: [],
      ignored: [],
    }
    const answered = await route(context).catch((error: unknown): Problem => {
      if (error instanceof QueueFullError) return { code: 'queue_full' }
      log({ event: 'failed', reason: String(error) })
      return { code: 'unavailable' }
    })
    const problem = 'code' in answered ? answered : undefined
    const response = 'code' in answered ? answerWith(answered) : answered
    onAnswered?.({
      ...toSummary(context, response.status, problem, performance.now() - startedMs),
      ...(trustedHops === 0 && isOfPage(context, problem) && { isForwarded: isForwarded(context) }),
    })
    return response
  }
}

/**
 * Matches every current and earlier name of the script. A tag with a missing name does not report anything, so health
 * shows it.
 */
const SCRIPT_NAME = /^\/ringup[\w.-]*\.js$/

/** Returns the path of an absolute address. Parsing it as a URL takes longer. */
function toPath(url: string): string {
  const start = url.indexOf('/', 'http://'.length + 1)
  const end = url.slice(start).search(/[?#]/)
  return end === -1 ? url.slice(start) : url.slice(start, start + end)
}

async function handleEvent(
  context: RequestContext,
  { guards, checkReport }: Guards,
  parts: Parts,
): Promise<Response | Problem> {
  if (parts.isStopping?.()) return { code: 'unavailable' }
  for (const guard of guards) {
    const problem = await guard(context)
    if (problem) return context.report ? refuse(context, problem, checkReport, parts) : problem
  }
  return takeEvent(context, parts)
}

/** Stores a report that lacks its customer or its order, and answers with the reason. A test order is not stored. */
async function refuse(context: RequestContext, problem: Problem, checkReport: Guard, { queue }: Parts) {
  const { report, problems } = context
  const tooMany = await checkReport(context)
  if (tooMany || !report || isCheck(context)) return tooMany ?? problem
  const ageMs = clampAge(report.ageMs)
  await queue.refuse({ ...report, ageMs, problems, ...toNetwork(context) })
  return problem
}

const clampAge = (ageMs: number) => Math.min(Math.max(ageMs, 0), MAX_AGE_MS)

async function takeEvent(context: RequestContext, parts: Parts): Promise<Response | Problem> {
  if (parts.isStopping?.()) return { code: 'unavailable' }
  if (!context.event) throw new Error('The guards have set neither an event nor a problem.')
  return accept(context.event, context, parts)
}

/** Stores the event, then answers 202. Forwarding begins after the answer, so the answer cannot depend on the API. */
async function accept(event: Event, context: RequestContext, parts: Parts): Promise<Response> {
  const { queue, onAccepted } = parts
  const { ignored, problems } = context
  await queue.accept({ ...toIncomingEvent(event, context), problems })
  setTimeout(onAccepted)
  const answer: Accepted = {
    ok: true,
    id: event.id,
    ...(problems.length > 0 && { problems }),
    ...(ignored.length > 0 && { ignored }),
  }
  return answerJson(202, answer)
}

function toIncomingEvent(event: Event, context: RequestContext): IncomingEvent {
  const { signed, webhook, fromServer, orderName } = context
  const from = webhook ? 'webhook' : fromServer ? 'server' : 'page'
  const how = { id: event.id, signed, ageMs: clampAge(event.age), from, ...toNetwork(context) } as const
  const name = orderName === undefined ? {} : { name: orderName }
  if (event.kind === 'convert') return { ...how, kind: event.kind, body: event.body, ...name }
  return { ...how, kind: event.kind, list: event.list, body: event.body }
}

/** Replaces the origin of an event with the server token. */
const BACK_END = 'the shop’s back end'

/** Recognises requests of `ringup check` and of the debug panel. */
const isCheck = ({ request: { url } }: RequestContext) => url.endsWith(`?${TEST_QUERY}`)

const isOfPage = ({ event, webhook, fromServer }: RequestContext, problem: Problem | undefined) =>
  event !== undefined && !webhook && !fromServer && !problem

/** Checks for a web server in front. A Worker takes the shopper's address from Cloudflare's header. */
const isForwarded = ({ request: { headers }, client: { address } }: RequestContext) =>
  headers.has('x-forwarded-for') && headers.get('cf-connecting-ip') !== address

function toSummary(context: RequestContext, status: number, problem: Problem | undefined, ms: number) {
  const { request, event, problems, ignored, webhook, fromServer, json } = context
  const { method, headers } = request
  const origin = webhook ? `webhook of ${webhook.platform}` : fromServer ? BACK_END : (headers.get('origin') ?? 'none')
  const bytes = Number(headers.get('content-length') ?? Number.NaN)
  const answered: AnswerSummary = {
    method: METHODS.includes(method) ? method : 'other',
    status,
    ms: Math.round(ms * 10) / 10,
    ...(problem && { code: problem.code }),
    ...(event && !problem && { id: event.id }),
    ...(event && { kind: event.kind, ignored: ignored.length }),
    ...(problems.length > 0 && { problems: problems.map(({ code }) => code) }),
    ...(Number.isSafeInteger(bytes) && { bytes }),
    ...(webhook && { webhook }),
    ...((event || problem?.code === 'origin') && { origin }),
    // the schema has checked its form
    ...(problem?.code === 'unknown_list' && { unknownList: String(Object(json).list) }),
    ...(isCheck(context) && { isCheck: true }),
  }
  return answered
}
