/** Promise: after any trouble of the API, all events are delivered, each order with one effect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Settings } from '../../src/proxy/settings.js'
import { newEmail } from '../support/api.js'
import { newOrder, newSignUp, toPassed } from '../support/proxy.js'
import { openProxy, type Served, serve } from '../support/servers.js'
import { startTroubledApi, type Trouble, type TroubledApi } from '../support/troubled-api.js'
import { until } from '../support/until.js'
import { send } from '../support/wire.js'

const CUSTOMERS = 8
const LISTS: Settings['lists'] = new Map([['newsletter', { id: '42', fields: '*' }]])

const asked: string[] = []
let otherHost: Served

beforeAll(async () => {
  otherHost = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end('{}')
  })
})
afterAll(() => otherHost.stop())

/** Reports an order and three sign-ups of each customer. @returns the orders' numbers */
async function report(url: string, emails: string[]): Promise<string[]> {
  const numbers = await Promise.all(
    emails.map(async (email) => {
      const order = newOrder({ email })
      const events = [order, ...[1, 2, 3].map((step) => newSignUp({ email, step: String(step) }))]
      for (const body of events) expect((await send(url, { body })).status).toBe(202)
      return toPassed(order).cart_data.order_number
    }),
  )
  return numbers
}

/** The customer's sign-ups that the API has. */
function readSteps(api: TroubledApi, email: string): string[] {
  return [
    ...new Set(api.acted.filter((each) => each.email === email && each.body.step).map(({ body }) => String(body.step))),
  ]
}

/**
 * @param bring the trouble, before any event is reported
 * @param mend ends it, once an event has met it
 */
async function goThrough(bring: (api: TroubledApi) => unknown, mend: (api: TroubledApi) => unknown) {
  const api = await startTroubledApi()
  const proxy = await openProxy({ apiUrl: api.baseUrl, lists: LISTS })
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
    const effects = await api.effects()
    expect(numbers.map((number) => effects.get(number))).toEqual(numbers.map(() => 1))
  } finally {
    await proxy.remove()
    await api.stop()
  }
}

const answers = (trouble: Trouble) => (api: TroubledApi) => api.be(trouble)
const mended = async (api: TroubledApi) => {
  await until(() => api.troubled() > 0) // otherwise the test would show nothing
  api.be('none')
}

type Case = [string, (api: TroubledApi) => unknown, (api: TroubledApi) => unknown]

const REDIRECTED: Case[] = [
  ...[301, 302, 307, 308].map((status): Case => {
    const redirect = (api: TroubledApi) =>
      api.be({ status, headers: { location: `http://localhost:${otherHost.port}/elsewhere/` } })
    return [`answered ${status} to another host`, redirect, mended]
  }),
]

describe.concurrent('all events are delivered, orders once, after the API', () => {
  test.each<Case>([
    ['was away', (api) => api.goAway(), (api) => api.comeBack()],
    ['answered 503', answers({ status: 503 }), mended],
    ['answered 503 and asked for a second', answers({ status: 503, headers: { 'retry-after': '1' } }), mended],
    ['answered 429 and asked for a second', answers({ status: 429, headers: { 'retry-after': '1' } }), mended],
    ['answered 500', answers({ status: 500 }), mended],
    ['reset connections before the request was read', answers('reset before the request is read'), mended],
    ['acted and reset the connection', answers('reset after the API has acted'), mended],
    ['acted and sent half an answer', answers('half an answer'), mended],
    ['answered 401', answers({ status: 401 }), mended],
    ...REDIRECTED,
  ])('%s', (_name, bring, mend) => goThrough(bring, mend))
})

test('redirects were never followed', () => {
  expect(asked).toEqual([])
})
