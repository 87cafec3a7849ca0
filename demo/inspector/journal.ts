/**
 * The journal: the way of every event, by its id. What the page sent, what the proxy answered, and
 * what the API was asked under the same key and did. It only watches; nothing depends on it.
 */
import type { ApiRequest } from '../api/index.js'

/** One send of the page; a page that got no good answer sends the same event again. */
export interface Call {
  at: number
  /** The envelope, exactly as it came. */
  envelope: unknown
  /** Absent until the proxy has answered. The body is parsed when it is JSON, else its text. */
  answer?: { at: number; status: number; body: unknown }
}

export interface Journey {
  id: string
  kind: string
  list?: string
  /** Oldest first, both. */
  calls: Call[]
  requests: ApiRequest[]
}

export interface Journal {
  /** Oldest first. */
  journeys(): Journey[]
  /** @returns what to call with the proxy's answer */
  recordCall(body: string): (status: number, answer: string) => void
  recordRequest(request: ApiRequest): void
  /** @returns what to call to hear no more */
  subscribe(onChange: (journey: Journey) => void): () => void
}

const MAX_JOURNEYS = 200

export function createJournal(now: () => number = Date.now): Journal {
  const journeys = new Map<string, Journey>()
  const subscribers = new Set<(journey: Journey) => void>()

  function change(journey: Journey) {
    journeys.set(journey.id, journey)
    const [oldest] = journeys.keys()
    if (oldest && journeys.size > MAX_JOURNEYS) journeys.delete(oldest)
    for (const onChange of subscribers) onChange(journey)
  }

  return {
    journeys: () => [...journeys.values()],
    recordCall(body) {
      const envelope = toJson(body)
      const head = toHead(envelope)
      if (!head) return () => {} // not one of ours: a scanner, or a test that sends rubbish
      const journey = journeys.get(head.id) ?? { ...head, calls: [], requests: [] }
      const call: Call = { at: now(), envelope }
      journey.calls.push(call)
      change(journey)
      return (status, answer) => {
        call.answer = { at: now(), status, body: toJson(answer) ?? answer }
        change(journey)
      }
    },
    recordRequest(request) {
      const journey = journeys.get(request.idempotencyKey ?? '')
      if (!journey) return // the checkout's session, or a caller without a page
      journey.requests.push(request)
      change(journey)
    },
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
  }
}

function toHead(envelope: unknown): Pick<Journey, 'id' | 'kind' | 'list'> | undefined {
  if (typeof envelope !== 'object' || envelope === null) return undefined
  if (!('id' in envelope) || typeof envelope.id !== 'string') return undefined
  if (!('kind' in envelope) || typeof envelope.kind !== 'string') return undefined
  const list = 'list' in envelope && typeof envelope.list === 'string' ? { list: envelope.list } : {}
  return { id: envelope.id, kind: envelope.kind, ...list }
}

/** Undefined also for what could be read but not be written again, and so not be shown: 8,000 nested arrays. */
function toJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    JSON.stringify(json)
    return json
  } catch {
    return undefined
  }
}
