/** The network between page and proxy, and between proxy and API. The current fault applies to every request. */
import type { Actor, Clock } from './clock.js'
import type { Random } from './random.js'

/** Faults of one request or its answer. */
export const FAULTS = [
  'lost request', // the request never arrives
  'lost answer', // the request arrives, its answer does not
  'slow request', // up to 8 s late: other requests overtake it
  'slow answer', // up to 20 s late: the sender no longer waits
  'doubled', // the request arrives twice: a server in between retried it
  'cut request', // half of the request arrives
  'cut answer', // half of the answer arrives
  'no connection',
  'wrong status', // a stranger's answer: a web server, a network filter
  'lying 200', // a captive portal, a single-page fallback
] as const
export type Fault = (typeof FAULTS)[number]

/** Statuses of other servers, with possible headers. */
export const STATUSES = [
  0, 301, 400, 401, 403, 404, 405, 408, 410, 413, 418, 422, 425, 429, 451, 500, 501, 502, 503, 505, 511,
]

export interface Message {
  /** Half of the body arrives, then the connection breaks. */
  isCut: boolean
  body: string
  /** The sender's address. */
  address?: string
}

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  /** The connection broke before the end of the body. */
  isCut?: boolean
}

/** The state of a link: the fault, and the share of requests that it hits. */
interface Weather {
  fault: Fault
  share: number
  /** Only these statuses of other servers. */
  status?: number | undefined
}

interface Sender {
  actor: Actor
  address?: string
  /** False: the request is aborted when its sender ends. */
  outlives: boolean
}

/** Returns the receiver; undefined if no process listens. */
export type Receiver = () => { actor: Actor; take(message: Message): Promise<Answer> } | undefined

export interface Link {
  weather: Weather | undefined
  /** @throws Error if the answer does not arrive */
  carry(sender: Sender, body: string, to: Receiver): Promise<Answer>
}

const PAGE = '<!doctype html><title>Welcome</title>'
const world: Actor = { device: { skewMs: 0 }, state: 'running' }

export function createLink(clock: Clock, random: Random, onFault: (fault: Fault) => void): Link {
  const link: Link = { weather: undefined, carry }

  function carry({ actor, address, outlives }: Sender, body: string, to: Receiver): Promise<Answer> {
    const { weather } = link
    const fault = weather && random.chance(weather.share) ? weather.fault : undefined
    if (fault) onFault(fault)
    const latencyMs = random.whole(5, 80)
    return new Promise((resolve, reject) => {
      const fail = (waitMs: number) => clock.after(actor, waitMs, () => reject(new TypeError('Failed to fetch')))
      const answer = (waitMs: number, given: Answer) => clock.after(actor, waitMs, () => resolve(given))
      if (fault === 'no connection') return void fail(latencyMs)
      if (fault === 'lost request') return void fail(random.whole(1_000, 90_000))
      if (fault === 'lying 200') return void answer(latencyMs, { status: 200, headers: HTML, text: PAGE })
      if (fault === 'wrong status') return void answer(latencyMs, toWrong(weather?.status))
      const toMs = latencyMs + (fault === 'slow request' ? random.whole(100, 8_000) : 0)
      const backMs = latencyMs + (fault === 'slow answer' ? random.whole(5_000, 20_000) : 0)
      let copies = fault === 'doubled' ? 2 : 1
      const deliver = async () => {
        if (actor.state === 'dead' && !outlives) return
        const receiver = to()
        if (!receiver) return void fail(latencyMs)
        // Runs as a task of the receiver, so its timers belong to the receiver.
        clock.after(receiver.actor, 0, async () => {
          const given = await receiver
            .take({ body, isCut: fault === 'cut request', ...(address !== undefined && { address }) })
            .catch(() => undefined)
          copies -= 1
          if (copies > 0) return
          if (!given || fault === 'lost answer' || fault === 'cut request') return void fail(random.whole(100, 30_000))
          answer(backMs, fault === 'cut answer' ? toHalf(given) : given)
        })
        // A receiver that ends first never answers.
        fail(100_000)
      }
      clock.after(world, toMs, deliver)
      if (fault === 'doubled') clock.after(world, toMs + random.whole(0, 40), deliver)
    })
  }

  function toWrong(status = random.pick(STATUSES)): Answer {
    const isAsking = (status === 429 || status === 503) && random.chance(0.7)
    const headers = {
      ...(random.chance(0.5) ? HTML : JSON_TYPE),
      ...(isAsking && { 'retry-after': String(random.whole(1, 90)) }),
    }
    return { status, headers, text: headers['content-type'] === 'text/html' ? PAGE : '{"detail":"no"}' }
  }

  return link
}

const HTML = { 'content-type': 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }

const toHalf = (answer: Answer): Answer => ({
  ...answer,
  text: answer.text.slice(0, answer.text.length / 2),
  isCut: true,
})
