/** Promise: whatever trouble the API is in, all is delivered afterwards, once, and in order for each customer. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { newOrder, newSignUp, ORIGIN } from '../support/proxy.js'
import { buildProxy } from '../support/proxy-process.js'
import type { Trouble, TroubledApi } from '../support/troubled-api.js'
import { startTroubledProxy } from '../support/troubled-proxy.js'

const CUSTOMERS = 8

let cli: string
let otherHost: { url: string; asked: string[]; close: () => void }

beforeAll(async () => {
  cli = await buildProxy('troubled-api')
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

/** @param bring the trouble, before anything is reported; @param mend ends it */
async function goThrough(
  bring: (api: TroubledApi) => unknown,
  mend: (api: TroubledApi) => unknown,
  patienceMs: number,
) {
  const { api, proxy, stop } = await startTroubledProxy(cli)
  try {
    const emails = Array.from({ length: CUSTOMERS }, newEmail)
    for (const email of emails) await api.newCustomer(email)
    await bring(api)
    const numbers = await report(proxy.url, emails)
    await new Promise((resolve) => setTimeout(resolve, 3_000)) // the trouble lasts
    await mend(api)
    await expect
      .poll(() => emails.map((email) => readSteps(api, email)), { timeout: patienceMs, interval: 250 })
      .toEqual(emails.map(() => ['1', '2', '3']))
    const effects = await api.effects()
    expect(numbers.map((number) => effects.get(number))).toEqual(numbers.map(() => 1))
  } finally {
    await stop()
  }
}

const answers = (trouble: Trouble) => (api: TroubledApi) => api.be(trouble)
const mended = (api: TroubledApi) => {
  expect(api.troubled()).toBeGreaterThan(0) // else the test would show nothing
  api.be('none')
}

describe.concurrent('all is delivered, once and in order, after the API', () => {
  test.each<[string, (api: TroubledApi) => unknown, (api: TroubledApi) => unknown, number]>([
    ['was away', (api) => api.goAway(), (api) => api.comeBack(), 30_000],
    ['answered 503', answers({ status: 503 }), mended, 60_000],
    ['answered 503 and asked for a second', answers({ status: 503, headers: { 'retry-after': '1' } }), mended, 30_000],
    ['answered 429 and asked for a second', answers({ status: 429, headers: { 'retry-after': '1' } }), mended, 30_000],
    ['answered 401: one probe a minute', answers({ status: 401 }), mended, 90_000],
    ['answered 500', answers({ status: 500 }), mended, 60_000],
    ['reset connections before the request was read', answers('reset before the request is read'), mended, 30_000],
    ['acted and reset the connection', answers('reset after the API has acted'), mended, 30_000],
    ['acted and sent half an answer', answers('half an answer'), mended, 30_000],
  ])('%s', { timeout: 120_000 }, (_name, bring, mend, patienceMs) => goThrough(bring, mend, patienceMs))

  test.each([301, 302, 307, 308])(
    'answered %i to another host, which sees no request',
    { timeout: 120_000 },
    async (status) => {
      await goThrough((api) => api.be({ status, headers: { location: otherHost.url } }), mended, 90_000)
      expect(otherHost.asked).toEqual([])
    },
  )
})
