/**
 * An API to test: the one `API_URL` names, or the reference API, started for the test and stopped after it.
 *
 * Every test uses an e-mail address of its own, so the API may hold any data. It keeps the data that the tests added.
 */
import { randomUUID } from 'node:crypto'
import { startApi } from '../../demo/reference-api/start.js'

interface Answer {
  status: number
  /** 2xx */
  ok: boolean
  headers: Headers
  /** Parsed JSON; undefined if the answer is not JSON. */
  body: unknown
}

export interface ApiClient {
  /** Sends as real clients do. The given headers replace the usual ones. A text is sent unchanged. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
}

export interface TestedApi extends ApiClient {
  lists: [string, string]
  /** True if the API has our own `POST sessions/` and our endpoints that read. */
  offersSessions: boolean
  /** The e-mail address of a customer who has a session. */
  customerWithSession(): Promise<string>
  stop(): Promise<void>
}

export async function openApi(environment = process.env): Promise<TestedApi> {
  const { API_URL, API_AUTHORIZATION = 'Token test', API_LISTS = '42,43', API_EMAIL } = environment
  const started = API_URL ? undefined : await startApi({ authorization: API_AUTHORIZATION, port: 0 })
  const client = createClient(API_URL ?? started?.baseUrl ?? '', API_AUTHORIZATION)
  const [list, other] = API_LISTS.split(',')
  if (!list || !other) throw new Error('API_LISTS must name two lists of the API by their ids: API_LISTS=42,43')
  // No API begins a session for an empty object. An API that has sessions names the missing field.
  const { status, body } = await client.post('sessions/', {})
  const offersSessions = status === 400 && typeof body === 'object' && body !== null && 'email' in body
  return {
    ...client,
    lists: [list, other],
    offersSessions,
    async customerWithSession() {
      if (!offersSessions) return API_EMAIL ?? fail('API_EMAIL must name a customer of this API who has a session.')
      const email = newEmail()
      await client.post('sessions/', { email })
      return email
    },
    stop: async () => started?.stop(),
  }
}

export function createClient(baseUrl: string, authorization: string): ApiClient {
  const send: ApiClient['send'] = async (method, path, body, headers) => {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/${path}`, {
      method,
      redirect: 'manual',
      headers: { Authorization: authorization, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { status, ok, headers: answered } = response
    return { status, ok, headers: answered, body: parse(await response.text()) }
  }
  return {
    send,
    post: (path, body, headers) => send('POST', path, body, headers),
    get: (path) => send('GET', path),
  }
}

export const newEmail = () => `conformance-${randomUUID()}@example.com`

/** One value for each field of the contract. A new field needs one too: the tests enumerate the schemas. */
export const EXAMPLES = {
  contact: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    phone: '+44 20 7946 0000',
    timezone: 'Europe/London',
    age: 36,
    gender: 'f',
    language: 'en',
    address1: '12 St James’s Square',
    address2: 'Second floor',
    city: 'London',
    state: 'Greater London',
    postal_code: 'SW1Y 4JH',
    country: 'United Kingdom',
    birthdate: '1815-12-10',
  },
  cart_data: {
    cart_value: 4598,
    cart_item_count: 2,
    promo: 'SPRING',
    order_number: 'A-1001',
    return_url: 'https://shop.example/cart?restore=1',
  },
  cart_item: {
    product_id: 'MUG-1',
    name: 'Mug, blue',
    price: 2299,
    description: 'Holds 300 ml',
    category: ['Kitchen', 'Mugs'],
    item_qty: 2,
    qty_price: 4598,
    product_url: 'https://shop.example/mug',
    image_url: 'https://shop.example/mug.jpg',
  },
} satisfies Record<string, Record<string, unknown>>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fail(sentence: string): never {
  throw new Error(sentence)
}
