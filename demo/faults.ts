/**
 * Fault on demand. What can be broken for real is: API and proxy are closed, the shopper's line is cut. The rest is a front
 * before the API that answers in its place; it stands between proxy and API only, the shop's own server goes past it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Handler } from '../src/proxy/run/listen.js'
import { type Fault, RETRY_AFTER_S, SLOW_MS } from './fault-words.js'
import type { EventLog } from './inspector/event-log.js'
import { UNAUTHORIZED } from './reference-api/reply.js'
import type { Switch } from './restartable.js'

export interface Faults {
  read(): Fault
  /** Settles when what was to stop has stopped, and what was to start has started. Others wait for their turn. */
  change(change: { [Name in keyof Fault]?: Fault[Name] | undefined }): Promise<void>
  /** The API as the proxy meets it. */
  front: Handler
}

interface Parts {
  api: Pick<Switch, 'running' | 'start' | 'stop'>
  proxy: Pick<Switch, 'running' | 'start' | 'stop'>
  /** Straight to the API. */
  fetch: (request: Request) => Promise<Response>
  eventLog: EventLog
}

export function createFaults({ api, proxy, fetch, eventLog }: Parts): Faults {
  let mode: Exclude<Fault['api'], 'away'> = 'fine'
  let line: Fault['line'] = 'fine'
  let turn = Promise.resolve()

  async function apply(change: Parameters<Faults['change']>[0]) {
    if (change.line) line = change.line
    if (change.api && change.api !== 'away') mode = change.api
    if (change.api) await (change.api === 'away' ? api.stop() : api.start())
    if (change.proxy) await (change.proxy === 'away' ? proxy.stop() : proxy.start())
  }

  return {
    read: () => ({ api: api.running() ? mode : 'away', proxy: proxy.running() ? 'fine' : 'away', line }),
    change(change) {
      const changed = turn.then(() => apply(change))
      turn = changed.catch(() => {})
      return changed
    },
    async front(request) {
      if (!isForwarded(request)) return fetch(request)
      const key = request.headers.get('idempotency-key') ?? ''
      eventLog.recordAsk(key)
      if (mode === 'slow') await delay(SLOW_MS)
      if (mode === '503' || mode === '401') {
        const { status, body, headers } = ANSWERS[mode]
        const { pathname: path } = new URL(request.url)
        const asked = { at: Date.now(), method: request.method, path, idempotencyKey: key }
        eventLog.recordRequest({
          ...asked,
          status,
          request: await request.json().catch(() => undefined),
          response: body,
        })
        return Response.json(body, { status, headers })
      }
      const answer = await fetch(request)
      if (mode !== 'half') return answer
      eventLog.recordCut(key)
      return toHalf(answer)
    },
  }
}

/** The two calls of a proxy; the demo's own reading is not in fault. */
const isForwarded = ({ method, url }: Request) =>
  method === 'POST' && /\/(convert|contacts)\/$/.test(new URL(url).pathname)

const ANSWERS = {
  '503': {
    status: 503,
    body: { detail: 'Too busy. Please come again.' },
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  },
  '401': { ...UNAUTHORIZED, headers: {} },
}

/** The length of the whole, the first half of it, and the end of the connection. */
async function toHalf(answer: Response): Promise<Response> {
  const whole = new Uint8Array(await answer.arrayBuffer())
  const half = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(whole.subarray(0, whole.length / 2))
      controller.close()
    },
  })
  const headers = { 'content-type': 'application/json', 'content-length': String(whole.length), connection: 'close' }
  return new Response(half, { status: answer.status, headers })
}
