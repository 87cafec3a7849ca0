/**
 * The event log: the way of every event, by its id. What the page said and has waiting, what it sent, what the proxy
 * answered, and what the API was asked under the same key and did. It only watches; nothing depends on it.
 */
import { isTestAddress } from '../../src/contract/test-order.js'
import type { ApiRequest } from '../reference-api/index.js'
import type { PageEvent, PageOutcome, Report } from './page-probe-report.js'

/** One send of the page; a page that got no good answer sends the same event again. */
interface Call {
  at: number
  /** The envelope, exactly as it came. */
  envelope: unknown
  /** Absent until the proxy has answered. The body is parsed when it is JSON, else its text. */
  answer?: { at: number; status: number; body: unknown }
}

export interface Journey {
  id: string
  /** When this was first heard of, in milliseconds since 1970. */
  at: number
  kind: string
  list?: string
  /** What the shop's page shows as the order's number; the shop's own word for it, not the event's. */
  order?: string
  /** What the page said, by its own probe. */
  pageEvent?: PageEvent
  /** The shop's server has sent it, and no page. */
  byWebhook?: true
  /** How the browser that keeps it has got on; undefined when no browser has said that it keeps it, or none does. */
  outbox?: { attempts: number; last?: string }
  /** What the page was told, oldest first. */
  outcomes: (PageOutcome & { at: number })[]
  /** Oldest first, both. */
  calls: Call[]
  requests: (ApiRequest & { cut?: true })[]
  /** Requests that have reached the API, answered or not. */
  asked: number
}

export interface EventLog {
  /** Oldest first. */
  journeys(): Journey[]
  /** Orders that some page has shown to its customer, and has been left. */
  shown(): ReadonlySet<string>
  recordPage(report: Report): void
  /** @returns what to call with the proxy's answer */
  recordCall(body: string): (status: number, answer: string) => void
  /** The same for an order that the shop's server sends; its event has the id that the proxy answers. */
  recordWebhook(number: string, body: string): (status: number, answer: string) => void
  recordAsk(key: string): void
  recordRequest(request: ApiRequest): void
  /** The answer to the latest request of this key did not arrive whole. */
  recordCut(key: string): void
  /** @returns what to call to hear no more */
  subscribe(onChange: (journey: Journey) => void): () => void
}

const MAX_JOURNEYS = 200
const MAX_UNHEARD = 20
/** A page needs a moment to find what its browser has stored. */
const SETTLED_MS = 1_500

export function createEventLog(now: () => number = Date.now): EventLog {
  const journeys = new Map<string, Journey>()
  const shown = new Set<string>()
  const subscribers = new Set<(journey: Journey) => void>()
  /** Journeys that only the API has told of: the proxy may forward a webhook's event before its answer is read. */
  const unheard = new Map<string, Journey>()
  /** Browser → what it had waiting in its latest report. */
  const outboxes = new Map<string, Set<string>>()

  function change(journey: Journey) {
    if (unheard.get(journey.id) === journey) return
    journeys.set(journey.id, journey)
    const [oldest] = journeys.keys()
    if (oldest && journeys.size > MAX_JOURNEYS) journeys.delete(oldest)
    for (const onChange of subscribers) onChange(journey)
  }

  const create = (head: Head): Journey => ({ ...head, at: now(), outcomes: [], calls: [], requests: [], asked: 0 })
  const findOrCreate = (head: Head): Journey => journeys.get(head.id) ?? create(head)

  /** What the API is asked under a key. */
  function findByKey(key: string): Journey {
    const journey = journeys.get(key) ?? unheard.get(key) ?? create({ id: key, kind: 'convert' })
    if (!journeys.has(key)) unheard.set(key, journey)
    const [oldest] = unheard.keys()
    if (oldest && unheard.size > MAX_UNHEARD) unheard.delete(oldest)
    return journey
  }

  function recordWaiting({ browser, settledMs, waiting }: Report) {
    if (!waiting) return
    for (const { id, kind, attempts, last } of waiting) {
      const journey = findOrCreate({ id, kind })
      if (isTaken(journey)) continue // reported before the answer, and come after it
      journey.outbox = { attempts, ...(last && { last }) }
      change(journey)
    }
    const ids = new Set(waiting.map(({ id }) => id))
    for (const id of outboxes.get(browser) ?? []) {
      const journey = journeys.get(id)
      if (ids.has(id) || !journey?.outbox) continue
      if (settledMs < SETTLED_MS) ids.add(id)
      else {
        delete journey.outbox
        change(journey)
      }
    }
    outboxes.set(browser, ids)
  }

  return {
    journeys: () => [...journeys.values()],
    shown: () => shown,
    recordPage(report) {
      const { order, pageEvents, outcomes, left } = report
      recordWaiting(report)
      for (const { id, kind, list, ...outcome } of outcomes) {
        const journey = findOrCreate({ id, kind, ...(list && { list }) })
        journey.outcomes.push({ ...outcome, at: now() })
        if (outcome.status !== 'queued') delete journey.outbox
        change(journey)
      }
      for (const { id, ...rest } of pageEvents) {
        const journey = journeys.get(id)
        if (!journey || journey.pageEvent) continue
        journey.pageEvent = rest
        if (order && journey.kind === 'convert') journey.order = order
        change(journey)
      }
      if (order && left) shown.add(order)
    },
    recordCall(body) {
      const envelope = toJson(body)
      const head = toHead(envelope)
      // A scanner's rubbish, or a test order: neither is of this shop.
      if (!head || isTestAddress(String(Object(Object(envelope).body).email))) return () => {}
      const journey = Object.assign(findOrCreate(head), head)
      const call: Call = { at: now(), envelope }
      journey.calls.push(call)
      change(journey)
      return (status, answer) => {
        call.answer = { at: now(), status, body: toJson(answer) ?? answer }
        if (status === 202) delete journey.outbox
        change(journey)
      }
    },
    recordWebhook(number, body) {
      const at = now()
      return (status, answer) => {
        const id: unknown = Object(toJson(answer)).id
        if (typeof id !== 'string') return // refused, or nobody there
        const journey = journeys.get(id) ?? unheard.get(id) ?? create({ id, kind: 'convert' })
        unheard.delete(id)
        const call: Call = { at, envelope: toJson(body), answer: { at: now(), status, body: toJson(answer) } }
        journey.calls.push(call)
        change(Object.assign(journey, { order: number, byWebhook: true as const }))
      }
    },
    recordAsk(key) {
      const journey = findByKey(key)
      journey.asked += 1
      change(journey)
    },
    recordRequest(request) {
      if (!request.idempotencyKey) return // not of a proxy
      const journey = findByKey(request.idempotencyKey)
      journey.requests.push(request)
      change(journey)
    },
    recordCut(key) {
      const journey = journeys.get(key)
      const last = journey?.requests.at(-1)
      if (!journey || !last) return
      last.cut = true
      change(journey)
    },
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
  }
}

/** Has the proxy acknowledged it? Then no browser needs to keep it. */
export const isTaken = ({ calls }: Journey): boolean => calls.some(({ answer }) => answer?.status === 202)

type Head = Pick<Journey, 'id' | 'kind' | 'list'>

function toHead(envelope: unknown): Head | undefined {
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
