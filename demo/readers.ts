/** What the inspector is told of shop, proxy and API: read straight from each, whatever fault stands between them. */
import type { QueueAdmin } from '../src/proxy/queue/index.js'
import type { ApiData, Health, Readers } from './inspector/state.js'
import type { Api } from './reference-api/index.js'
import { type Orders, toExpected } from './shop/orders.js'

type Placed = ReturnType<Readers['placed']>

/** The shop's book, with whether a page has shown the order. */
export const readPlaced = (orders: Orders, shown: ReadonlySet<string>): Placed =>
  orders.all().map((order) => ({
    number: order.number,
    expected: toExpected(order),
    shown: shown.has(order.number),
  }))

/** Every event that the proxy's database has. */
export async function readQueue(admin: QueueAdmin) {
  const events: Awaited<ReturnType<Readers['queue']>> = []
  for await (const { id, state, reason, attempts } of admin.list()) {
    events.push({ id, state: state === 'dead' ? 'dead' : 'waiting', reason, attempts }) // the list has no others
  }
  return events
}

/** Everything that the reference API has. */
export async function readApi({ fetch }: Pick<Api, 'fetch'>, baseUrl: string, authorization: string): Promise<ApiData> {
  const read = async (name: keyof ApiData) => {
    const answer = await fetch(new Request(`${baseUrl}/${name}/`, { headers: { authorization } }))
    return (await answer.json()) as Partial<ApiData> // it is ours, so its own types are taken at their word
  }
  // Conversions first: what comes in between is in the sessions as well, and only not counted yet.
  const { conversions = [] } = await read('conversions')
  const [{ sessions = [] }, { customers = [] }] = [await read('sessions'), await read('customers')]
  return { conversions, sessions, customers }
}

/** @param adminUrl undefined while the proxy is away, and so is its health */
export async function readHealth(adminUrl: string | undefined): Promise<Health | null> {
  if (!adminUrl) return null
  const answer = await fetch(`${adminUrl}/health`).catch(() => undefined) // it may just be stopping
  return answer ? ((await answer.json()) as Health) : null
}
