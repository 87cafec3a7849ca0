/**
 * Promise: the data of a page, a call or a form reaches the API complete and as the example expects. It is gathered as in the page, sent
 * over HTTP to the proxy, read there, and forwarded. test/rules/snippet/examples.test.ts reads this table without a proxy.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiRequest } from '../../demo/reference-api/index.js'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import type { Settings } from '../../src/proxy/settings.js'
import { CONTACTS, type Example, ORDERS } from '../examples/index.js'
import { API_KEY } from '../support/proxy.js'
import { sayExample } from '../support/say.js'
import { type OwnProxy, openProxy } from '../support/servers.js'
import { send } from '../support/wire.js'

type Body = Record<string, unknown>

const TOKEN = 'a-token-of-the-shops-server'
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
/** The number of concurrent events. */
const AT_ONCE = 16

let api: StartedApi
let proxy: OwnProxy
const arrived = new Map<unknown, Body>()

const onRequest = ({ request }: ApiRequest) => {
  const body = request as Body
  arrived.set(body.email, body)
}

beforeAll(async () => {
  api = await startApi({ authorization: API_KEY, port: 0, lists: { 43: 'Newsletter' }, onRequest })
  const lists: Settings['lists'] = new Map([['newsletter', { id: '43', fields: '*' }]])
  proxy = await openProxy({ apiUrl: api.baseUrl, serverTokens: [TOKEN], lists })
})
afterAll(async () => {
  await proxy.remove()
  await api.stop()
})

const ADDRESS = /ada@example\.com/gi

/** Each example has its own customer, because one number of one customer is one order. */
const toOwn = <T>(value: T, email: string): T => JSON.parse(JSON.stringify(value).replaceAll(ADDRESS, email))

describe.each<[string, Example[], 'convert' | 'addToList']>([
  ['orders', ORDERS, 'convert'],
  ['contacts', CONTACTS, 'addToList'],
])('%s', (_what, examples, kind) => {
  const own = new Map(examples.map((example) => [example, `${randomUUID()}@example.com`]))

  beforeAll(async () => {
    const waiting: [string, string][] = []
    for (const [example, email] of own)
      waiting.push([example.name, JSON.stringify(toOwn(await sayExample(kind, example), email))])
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [name, body] = next
        const { status, text } = await send(proxy.url, { headers, body })
        if (status !== 202) throw new Error(`${name}: ${status} ${text}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }, 120_000)

  test.each(examples)('$name', async (example) => {
    const email = own.get(example) ?? ''
    const sent = toOwn(example.sent, email)
    await expect.poll(() => arrived.get(sent.email), { timeout: 120_000 }).toEqual(sent)
  })
})
