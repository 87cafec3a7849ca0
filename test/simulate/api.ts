/**
 * A minimal API as in API.md that counts effects. An effect is a change of its data. An order whose number the session has already has no
 * effect. If another order came in between, it has one.
 */
import { never } from './disk.js'
import type { History } from './history.js'
import { type Envelope, toThing } from './history.js'
import type { Answer } from './network.js'

export interface Customer {
  /** The latest session, if the customer has one, and the order that converted it. */
  session?: { order?: string }
  lists: Map<string, string>
}

export interface ApiRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** A fault of the API, or of a server in front of it, for one customer's events or for all. */
export interface Trouble {
  status: number
  retryAfter?: number
  /** Answers with a page instead of JSON. */
  isPage?: boolean
  /** Never answers. */
  isHanging?: boolean
}

export interface Api {
  customers: Map<string, Customer>
  /** Ids of lists that it does not know at the moment. */
  unknown: Set<string>
  trouble: Trouble | undefined
  /** The fault for a customer. */
  poison: Map<string, Trouble>
  take(request: ApiRequest): Promise<Answer>
}

export const API_URL = 'https://api.example/v1'
export const API_KEY = 'Token right'

export function createApi(history: History): Api {
  const api: Api = { customers: new Map(), unknown: new Set(), trouble: undefined, poison: new Map(), take }

  async function take({ url, headers, body: text }: ApiRequest): Promise<Answer> {
    const body: Envelope['body'] = JSON.parse(text)
    const trouble = api.trouble ?? api.poison.get(body.email)
    if (trouble) return trouble.isHanging ? never() : toTrouble(trouble)
    if (headers.authorization !== API_KEY) return toJson(401, { detail: 'Invalid token.' })
    const path = url.slice(API_URL.length)
    const list = /^\/lists\/([^/]+)\/contacts\/$/.exec(path)?.[1]
    if (path !== '/customer/convert/' && !list) return toJson(404, {})
    if (body.email === undefined) return toJson(400, { email: ['This field is required.'] })
    const id = String(headers['idempotency-key'])
    return list ? addContact(list, body, id) : convert(body, id)
  }

  function convert(body: Envelope['body'], id: string): Answer {
    const session = api.customers.get(body.email)?.session
    if (!session) return toJson(404, { error: 'No customer was found.' })
    const order = body.cart_data?.order_number ?? ''
    const isNew = session.order !== order
    session.order = order
    add(isNew, { id, kind: 'convert', body })
    return toJson(200, { session: {} })
  }

  function addContact(list: string, body: Envelope['body'], id: string): Answer {
    if (api.unknown.has(list)) return toJson(404, { detail: 'Not found.' })
    const customer = api.customers.get(body.email) ?? { lists: new Map() }
    api.customers.set(body.email, customer)
    const isMember = customer.lists.has(list)
    const name = body.first_name ?? customer.lists.get(list) ?? ''
    const isNew = customer.lists.get(list) !== name || !isMember
    customer.lists.set(list, name)
    add(isNew, { id, kind: 'addToList', list: toListName(list), body })
    return toJson(isMember ? 200 : 201, { customer: { email: body.email }, custom_fields: {} })
  }

  function add(isNew: boolean, envelope: Envelope) {
    const { id, kind, body } = envelope
    history.add({ what: isNew ? 'effect' : 'no effect', thing: toThing(envelope), customer: body.email, id, kind })
  }

  return api
}

/** The public name of a list. */
export const toListName = (id: string) => (id === '42' ? 'newsletter' : 'everything')

const toJson = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  text: JSON.stringify(body),
})

function toTrouble({ status, retryAfter, isPage }: Trouble): Answer {
  const headers = {
    'content-type': isPage ? 'text/html' : 'application/json',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  }
  return { status, headers, text: isPage ? '<!doctype html><title>No</title>' : '{"detail":"No"}' }
}
