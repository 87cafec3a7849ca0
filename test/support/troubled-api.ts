/** The reference API with a front that can fail. A test sets the current fault for all requests. */
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import type { Fault } from '../simulate/network.js'
import { type ApiClient, createClient } from './api.js'
import { API_KEY } from './proxy.js'
import { serve } from './servers.js'

/** The delay of its answers. So the proxy always has some events under way. */
const SLOW_MS = 300

/** A fault, by the simulator's name (test/simulate/network.ts), or the answer of another server. */
type Trouble =
  | 'none'
  | Extract<Fault, 'slow answer'>
  | { status: number; headers?: Record<string, string>; text?: string }

export interface TroubledApi {
  /** The front's address, which the proxy uses. */
  baseUrl: string
  /** The API's own address, without faults. */
  client: ApiClient
  /** Lists every request that the API has acted on, in order: e-mail, and order number or value. */
  acted: { email: string; body: Record<string, unknown>; path: string }[]
  /** Counts the requests that met a fault. */
  troubled(): number
  be(trouble: Trouble): void
  /** Closes the front's port, and opens it again. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  newCustomer(email: string): Promise<void>
  /** Counts the sessions that each order number has changed. */
  effects(): Promise<Map<string, number>>
  stop(): Promise<void>
}

export async function startTroubledApi(): Promise<TroubledApi> {
  const acted: TroubledApi['acted'] = []
  const api: StartedApi = await startApi({
    authorization: API_KEY,
    port: 0,
    onRequest: ({ path, status, request: body }) => {
      if (status < 300) acted.push({ path, body: body as Record<string, unknown>, email: String(Object(body).email) })
    },
  })
  const client = createClient(api.baseUrl, API_KEY)
  const { pathname } = new URL(api.baseUrl)
  let trouble: Trouble = 'none'
  let troubled = 0

  async function pass(
    incoming: IncomingMessage,
    body: Buffer,
  ): Promise<{ status: number; type: string; text: Buffer }> {
    const outgoing = request(new URL(incoming.url ?? '/', api.url), {
      method: incoming.method,
      headers: { ...incoming.headers, host: new URL(api.url).host },
    })
    outgoing.end(body)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage] // of the `response` event
    return {
      status: answer.statusCode ?? 0,
      type: String(answer.headers['content-type']),
      text: await buffer(answer),
    }
  }

  async function meet(incoming: IncomingMessage, response: ServerResponse) {
    const body = await buffer(incoming)
    const met = trouble
    if (met !== 'none') troubled += 1
    if (typeof met === 'object') {
      const headers = { 'content-type': 'application/json', ...met.headers }
      response.writeHead(met.status, headers).end(met.text ?? '{"detail":"trouble"}')
      return
    }
    const { status, type, text } = await pass(incoming, body)
    if (met === 'slow answer') await setTimeout(SLOW_MS)
    response.writeHead(status, { 'content-type': type, 'content-length': text.length }).end(text)
  }

  const { url, goAway, comeBack } = await serve(
    (incoming, response) => void meet(incoming, response).catch(() => response.destroy()),
  )
  return {
    baseUrl: url + pathname,
    client,
    acted,
    troubled: () => troubled,
    be(next) {
      trouble = next
    },
    goAway,
    comeBack,
    async newCustomer(email) {
      await client.post('sessions/', { email })
    },
    async effects() {
      const { conversions } = (await client.get('conversions/')).body as {
        conversions: { order_number: string | null; session: number | null }[] // reference-api.test.ts checks the form
      }
      const effects = new Map<string, number>()
      for (const { order_number, session } of conversions) {
        if (order_number === null) continue // the neutral question
        effects.set(order_number, (effects.get(order_number) ?? 0) + Number(session !== null))
      }
      return effects
    },
    async stop() {
      await goAway()
      await api.stop()
    },
  }
}
