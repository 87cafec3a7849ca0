/** Promise: no answer of the proxy reveals anything about a customer, by status, headers, length or content. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newEmail } from '../support/api.js'
import { newOrder, newSignUp, toPassed } from '../support/proxy.js'
import { startTroubledProxy, type TroubledProxy } from '../support/troubled-proxy.js'
import { send } from '../support/wire.js'

let started: TroubledProxy
beforeAll(async () => {
  started = await startTroubledProxy()
})
afterAll(() => started.stop())

async function post({ id, ...event }: { id: string }) {
  const { status, headers, text } = await send(started.proxy.url, { body: { id, ...event } })
  const { date: _date, ...others } = headers
  return { status, headers: others, text: text.replace(id, 'its own id') }
}

async function newCustomer(): Promise<string> {
  const email = newEmail()
  await started.api.newCustomer(email)
  return email
}

const again = newSignUp()
const order = newOrder()
const orderAgain = newOrder(toPassed(order))

test.each<[what: string, known: () => Promise<{ id: string }>, fresh: { id: string }]>([
  ['a sign-up that is a duplicate', async () => newSignUp(toPassed(again)), newSignUp()],
  ['an order that is a duplicate', async () => orderAgain, newOrder()],
  ['an order of an earlier customer', async () => newOrder({ email: toPassed(order).email }), newOrder()],
  ['a sign-up of a customer whom the API knows', async () => newSignUp({ email: await newCustomer() }), newSignUp()],
  ['an order of a customer with a session', async () => newOrder({ email: await newCustomer() }), newOrder()],
])('%s is answered like that of a stranger', async (_what, toKnown, fresh) => {
  await post(again)
  await post(order)
  const known = await post(await toKnown())
  expect(known.status).toBe(202)
  expect(known).toEqual(await post(fresh))
})
