/** Promise: whatever trouble the API is in, all is delivered afterwards, once, and in order for each customer. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProxy } from '../../src/proxy/run/node.js'
import type { Settings } from '../../src/proxy/settings.js'
import { newEmail } from '../support/api.js'
import { isLong } from '../support/long.js'
import { createSettings, newFolder, newOrder, newSignUp, ORIGIN } from '../support/proxy.js'
import { startTroubledApi, type Trouble, type TroubledApi } from '../support/troubled-api.js'
import { until } from '../support/until.js'

const CUSTOMERS = 8
const SNIPPET = '/* the snippet, or any other text */'
const LISTS: Settings['lists'] = new Map([['newsletter', { id: '42', fields: '*' }]])

let otherHost: { url: string; asked: string[]; close: () => void }

beforeAll(async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a server that listens on TCP
  otherHost = { url: `http://localhost:${port}/elsewhere/`, asked, close: () => server.close() }
})
afterAll(() => otherHost.close())

/** One order and three sign-ups of each customer, the sign-ups in order. */
async function report(url: string, emails: string[]): Promise<string[]> {
  const numbers = await Promise.all(
    emails.map(async (email) => {
      const order = newOrder({ email })
      const events = [order, ...[1, 2, 3].map((step) => newSignUp({ email, step: String(step) }))]
      for (const event of events) {
        const { status } = await fetch(`${url}/ringup`, {
          method: 'POST',
          headers: { origin: ORIGIN },
          body: JSON.stringify(event),
        })
        expect(status).toBe(202)
      }
      return order.body.cart_data.order_number
    }),
  )
  return numbers
}

/** Of each customer, the steps in the order in which they first had their effect. */
function readSteps(api: TroubledApi, email: string): string[] {
  return [
    ...new Set(api.acted.filter((each) => each.email === email && each.body.step).map(({ body }) => String(body.step))),
  ]
}

/** @param bring the trouble, before anything is reported; @param mend ends it, when somebody has met it */
async function goThrough(bring: (api: TroubledApi) => unknown, mend: (api: TroubledApi) => unknown) {
  const folder = newFolder()
  const api = await startTroubledApi()
  const snippetFile = join(folder.path, 'ringup.js')
  writeFileSync(snippetFile, SNIPPET)
  const settings = createSettings({ apiUrl: api.baseUrl, database: join(folder.path, 'ringup.db'), lists: LISTS })
  const proxy = await startProxy(settings, { snippetFile, log: () => {} })
  try {
    const emails = Array.from({ length: CUSTOMERS }, newEmail)
    for (const email of emails) await api.newCustomer(email)
    await bring(api)
    const numbers = await report(proxy.url, emails)
    await mend(api)
    const haveEffects = async () => {
      const effects = await api.effects()
      return numbers.every((number) => effects.has(number))
    }
    await until(async () => emails.every((email) => readSteps(api, email).length === 3) && (await haveEffects()))
    expect(emails.map((email) => readSteps(api, email))).toEqual(emails.map(() => ['1', '2', '3']))
    const effects = await api.effects()
    expect(numbers.map((number) => effects.get(number))).toEqual(numbers.map(() => 1))
  } finally {
    await proxy.stop()
    await api.stop()
    folder.remove()
  }
}

const answers = (trouble: Trouble) => (api: TroubledApi) => api.be(trouble)
const mended = async (api: TroubledApi) => {
  await until(() => api.troubled() > 0) // else the test would show nothing
  api.be('none')
}

type Case = [string, (api: TroubledApi) => unknown, (api: TroubledApi) => unknown]

/** The API is asked once a minute, so each takes more than that. */
const PROBED: Case[] = [
  ['answered 401: one probe a minute', answers({ status: 401 }), mended],
  ...[301, 302, 307, 308].map((status): Case => {
    const redirect = (api: TroubledApi) => api.be({ status, headers: { location: otherHost.url } })
    return [`answered ${status} to another host`, redirect, mended]
  }),
]

describe.concurrent('all is delivered, once and in order, after the API', () => {
  test.each<Case>([
    ['was away', (api) => api.goAway(), (api) => api.comeBack()],
    ['answered 503', answers({ status: 503 }), mended],
    ['answered 503 and asked for a second', answers({ status: 503, headers: { 'retry-after': '1' } }), mended],
    ['answered 429 and asked for a second', answers({ status: 429, headers: { 'retry-after': '1' } }), mended],
    ['answered 500', answers({ status: 500 }), mended],
    ['reset connections before the request was read', answers('reset before the request is read'), mended],
    ['acted and reset the connection', answers('reset after the API has acted'), mended],
    ['acted and sent half an answer', answers('half an answer'), mended],
    ...(isLong ? PROBED : []),
  ])('%s', (_name, bring, mend) => goThrough(bring, mend))
})

/** In the short run nobody is redirected. */
if (isLong)
  test('nobody has followed a redirect', () => {
    expect(otherHost.asked).toEqual([])
  })
