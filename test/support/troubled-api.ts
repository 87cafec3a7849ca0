/** The reference API with a front that can fail. A test sets the current fault for all requests. */
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createApi, DEFAULT_BASE_PATH } from '../../demo/reference-api/index.js'
import type { Fault } from '../simulate/network.js'
import { API_KEY } from './proxy.js'
import { serve } from './servers.js'

/** The delay of its answers. So the proxy always has some events under way. */
const SLOW_MS = 300

/** A fault, by the simulator's name (test/simulate/network.ts), or the answer of another server. */
type Trouble = 'none' | Extract<Fault, 'slow answer'> | { status: number; headers?: Record<string, string> }

export interface TroubledApi {
  /** The front's address, which the proxy uses. */
  baseUrl: string
  /** Lists every request that the API has acted on, in order: e-mail, and order number or value. */
  acted: { email: string; body: Record<string, unknown>; path: string }[]
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
  const api = createApi({
    authorization: API_KEY,
    onRequest: ({ path, status, request: body }) => {
      if (status < 300) acted.push({ path, body: body as Record<string, unknown>, email: String(Object(body).email) })
    },
  })
  let trouble: Trouble = 'none'

  const { url, goAway, comeBack } = await serve(async (incoming, response) => {
    const body = await text(incoming).catch(() => undefined) // the proxy was killed
    if (body === undefined) return
    if (typeof trouble === 'object') {
      const headers = { 'content-type': 'application/json', ...trouble.headers }
      response.writeHead(trouble.status, headers).end('{"detail":"trouble"}')
      return
    }
    const isSlow = trouble === 'slow answer'
    const { method = '', headers } = incoming
    const sent = { method, headers: headers as Record<string, string>, ...(body !== '' && { body }) }
    const answer = await api.fetch(new Request(`http://api.example${incoming.url}`, sent))
    if (isSlow) await setTimeout(SLOW_MS)
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })

  /** Asks the API without a fault. */
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = { authorization: API_KEY, 'content-type': 'application/json' }
    return api.fetch(new Request(`http://api.example${DEFAULT_BASE_PATH}/${path}`, { headers, ...init }))
  }
  return {
    baseUrl: url + DEFAULT_BASE_PATH,
    acted,
    be(next) {
      trouble = next
    },
    goAway,
    comeBack,
    async newCustomer(email) {
      await ask('sessions/', { method: 'POST', body: JSON.stringify({ email }) })
    },
    async effects() {
      const { conversions } = (await (await ask('conversions/')).json()) as {
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
      api.close()
    },
  }
}
