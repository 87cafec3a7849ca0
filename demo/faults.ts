/**
 * Faults on demand. API and proxy really close, and the shopper's connection is really cut. For the other faults, a front before
 * the API answers instead. Only the proxy's requests pass the front. The shop's server calls the API directly.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Handler } from '../src/proxy/run/listen.js'
import { type Fault, RETRY_AFTER_S, SLOW_MS } from './fault-words.js'
import { UNAUTHORIZED } from './reference-api/reply.js'
import type { Switch } from './restartable.js'

export interface Faults {
  read(): Fault
  /** Resolves when the servers have stopped or started. Changes run one after another. */
  change(change: { [Name in keyof Fault]?: Fault[Name] | undefined }): Promise<void>
  /** The API with its faults. */
  front: Handler
}

interface Parts {
  api: Pick<Switch, 'running' | 'start' | 'stop'>
  proxy: Pick<Switch, 'running' | 'start' | 'stop'>
  /** Calls the API without faults. */
  fetch: (request: Request) => Promise<Response>
}

export function createFaults({ api, proxy, fetch }: Parts): Faults {
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
      if (mode === 'slow') await delay(SLOW_MS)
      if (mode === '503') return Response.json(BUSY, { status: 503, headers: { 'Retry-After': `${RETRY_AFTER_S}` } })
      if (mode === '401') return Response.json(UNAUTHORIZED.body, { status: 401 })
      const answer = await fetch(request)
      return mode === 'half' ? toHalf(answer) : answer
    },
  }
}

const BUSY = { detail: 'The API is too busy. Please retry.' }

/** The two calls of a proxy. The demo's own readings have no faults. */
const isForwarded = ({ method, url }: Request) =>
  method === 'POST' && /\/(convert|contacts)\/$/.test(new URL(url).pathname)

/** Sends the length of the whole body, but only its first half, and closes the connection. */
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
