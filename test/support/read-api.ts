/** Reads results from outside: the reference API's data, and the events that a browser stores. */
import type { ConvertEntry, Session } from '../../demo/reference-api/records.js'

interface Customer {
  email: string
  first_name?: string
  lists: { list_id: string; custom_fields: Record<string, string> }[]
}

export interface Api {
  sessions(): Promise<Session[]>
  conversions(): Promise<ConvertEntry[]>
  customers(): Promise<Customer[]>
}

/** Runs in the page. The snippet's other entries do not have an event's id in their name. */
export const readKept = (): string[] =>
  Object.keys(localStorage).flatMap((key) => key.match(/^ringup:.*?([0-9a-f]{8}-[0-9a-f-]{27})$/)?.[1] ?? [])

export function createApi({ baseUrl, authorization }: { baseUrl: string; authorization: string }): Api {
  const read = async (name: string): Promise<unknown> => {
    const response = await fetch(`${baseUrl}/${name}/`, { headers: { authorization } })
    if (response.status === 408) return read(name) // the machine stalled during the request
    const answer = (await response.json()) as Record<string, unknown> // { <name>: […] }
    return answer[name]
  }
  return {
    sessions: () => read('sessions') as Promise<Session[]>,
    conversions: () => read('conversions') as Promise<ConvertEntry[]>,
    customers: () => read('customers') as Promise<Customer[]>,
  }
}

/** Returns the converted sessions, in the form of an expected order. */
export async function readConverted(api: Api) {
  const sessions = await api.sessions()
  return sessions
    .filter(({ status }) => status === 'converted')
    .map(({ email, cart, cart_items: items }) => ({
      email,
      order_number: cart?.order_number,
      cart_value: cart?.cart_value,
      items: items.map((item) => [item.product_id, item.price, item.item_qty, item.qty_price]),
    }))
}

/** Returns the order number of each request that changed a session. */
export async function readEffects(api: Api): Promise<unknown[]> {
  const conversions = await api.conversions()
  return conversions.filter(({ session }) => session !== null).map(({ order_number: number }) => number)
}
