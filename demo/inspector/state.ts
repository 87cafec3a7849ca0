/**
 * The state of the demo. It is read from the owners of the data: the proxy's ledger, the API's records and the shop's
 * orders. The inspector does not record anything itself.
 */
import type { Health } from '../../src/proxy/operate/health.js'
import { toOrderNumber } from '../../src/proxy/operate/shown.js'
import type { Entry as LedgerEntry, QueueAdmin, Step } from '../../src/proxy/queue/index.js'
import type { Fault } from '../fault-words.js'
import type { Api, ApiRequest } from '../reference-api/index.js'
import { type Orders, toExpected } from '../shop/orders.js'
import { type ApiData, type Reconciliation, reconcile } from './reconcile.js'

/** An event of the ledger, with its timeline and the API's record of it. */
export interface Entry extends LedgerEntry {
  /** The order's number, if ledger or API knows it. */
  order?: string
  /** Oldest first. */
  steps: Step[]
  /** The latest request for this event that the API has answered. */
  request?: ApiRequest
}

export interface DemoState {
  /** When the demo was started. The page reloads after a new start. */
  startedMs: number
  fault: Fault
  /** Null while the proxy is away. */
  health: Pick<Health, 'conditions'> | null
  reconciliation: Reconciliation
  /** Oldest first. */
  events: Entry[]
}

export interface Owners {
  orders: Orders
  ledger: Pick<QueueAdmin, 'latest' | 'page' | 'timeline' | 'find'>
  readApi(): Promise<ApiData>
  /** The API's latest requests, by their Idempotency-Key: the id of the event. */
  requests: ReadonlyMap<string, ApiRequest>
  readHealth(): Promise<DemoState['health']>
  readFault(): Fault
}

const MAX_LATEST = 100
/** Refused reports. The ledger lists them apart from events. */
const MAX_REFUSED = 20
const startedMs = Date.now()

export async function readState(owners: Owners): Promise<DemoState> {
  const { orders, ledger, requests } = owners
  // In the direction in which events move. An event that moves on meanwhile is then read twice, but never missed.
  const placed = orders.all().map(toExpected)
  const events = await readEvents(ledger, requests)
  const reconciliation = await reconcile(placed, (order) => ledger.find({ order }), owners.readApi)
  const health = await owners.readHealth()
  // Last, or a switch would show an older state than its press.
  return { startedMs, fault: owners.readFault(), health, reconciliation, events }
}

async function readEvents(ledger: Owners['ledger'], requests: Owners['requests']): Promise<Entry[]> {
  const latest = await ledger.latest(MAX_LATEST)
  const refused = await ledger.page({ state: 'refused' }, MAX_REFUSED)
  const events = [...latest, ...refused.events]
  const entries = events.map(async (event): Promise<Entry> => {
    const request = requests.get(event.id)
    // The ledger deletes the body of a delivered event. Then the API's record has the number.
    const order = toOrderNumber(event) ?? Object(Object(request?.request).cart_data).order_number
    const steps = await ledger.timeline(event.id)
    return { ...event, steps, ...(order && { order }), ...(request && { request }) }
  })
  return (await Promise.all(entries)).sort((a, b) => a.receivedMs - b.receivedMs)
}

/** Reads the records of the reference API. */
export async function readApi({ fetch }: Pick<Api, 'fetch'>, baseUrl: string, authorization: string): Promise<ApiData> {
  const read = async <Name extends keyof ApiData>(name: Name): Promise<ApiData[Name]> => {
    const answer = await fetch(new Request(`${baseUrl}/${name}/`, { headers: { authorization } }))
    return ((await answer.json()) as ApiData)[name] // our own API
  }
  // Conversions first. An order that arrives in between is then in the sessions too, and is counted at the next reading.
  const conversions = await read('conversions')
  return { conversions, sessions: await read('sessions') }
}
