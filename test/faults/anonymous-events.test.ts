/** Promise: senders of unsigned events do not stop, delay or push out the events of others. */
import { afterEach, describe, expect, test } from 'vitest'
import type { Line } from '../../src/proxy/log/line.js'
import type { Settings } from '../../src/proxy/settings.js'
import { sign } from '../../src/proxy/sign.js'
import { newEmail } from '../support/api.js'
import { newOrder, newSignUp } from '../support/proxy.js'
import { type OwnProxy, openProxy } from '../support/servers.js'
import { startTroubledApi, type Trouble, type TroubledApi } from '../support/troubled-api.js'
import { send as sendTo } from '../support/wire.js'

const SECRET = 'secret-of-the-signatures'

let api: TroubledApi
let proxy: OwnProxy
let logged: Line[]

afterEach(async () => {
  await proxy.remove()
  await api.stop()
})

async function start(more: Partial<Settings> = {}) {
  logged = []
  api = await startTroubledApi()
  const lists: Settings['lists'] = new Map([['newsletter', { id: '42', fields: '*' }]])
  proxy = await openProxy({ apiUrl: api.baseUrl, lists, ...more }, { log: (line) => void logged.push(line) })
}

const send = async (event: object) => (await sendTo(proxy.url, { body: event })).status

/** @returns the order's number */
async function order(more: { signed?: boolean; email?: string } = {}): Promise<string> {
  const { email = newEmail(), signed = false } = more
  await api.newCustomer(email)
  const event = newOrder({ email, cart_items: [{ product_id: 'CUP' }] })
  const subject = event.body.cart_data.order_number
  const signature = sign({ secret: SECRET, kind: 'convert', email, subject })
  expect(await send(signed ? { ...event, signature } : event)).toBe(202)
  return subject
}

async function orderMany(count: number): Promise<string[]> {
  const numbers: string[] = []
  for (let n = 0; n < count; n += 1) numbers.push(await order())
  return numbers
}

const countDelivered = async (numbers: string[]) => {
  const effects = await api.effects()
  return numbers.filter((number) => effects.get(number) === 1).length
}

/** Reads health. admin.test.ts checks its form. */
async function readHealth(): Promise<Record<string, unknown>> {
  return (await (await fetch(`${proxy.adminUrl}/health`)).json()) as Record<string, unknown>
}

const readLines = (name: string) => logged.filter(({ event }) => event === name)

describe('sign-ups that a firewall before the API rejects', () => {
  const PAGE = '<!doctype html><title>Blocked</title>'
  test.each<[what: string, answer: Trouble]>([
    ['401', { status: 401 }],
    ['302', { status: 302, headers: { location: '/blocked' } }],
    ['a page that is XML', { status: 200, headers: { 'content-type': 'application/xhtml+xml' }, text: PAGE }],
  ])('(it answers %s) do not stop orders', async (_what, answer) => {
    await start()
    api.be((body) => (body.includes('<script>') ? answer : 'none'))
    for (let n = 0; n < 5; n += 1) await send(newSignUp({ first_name: '<script>alert(1)</script>' }))
    const numbers = await orderMany(4)
    for (let n = 0; n < 5; n += 1) await send(newSignUp({ first_name: '<script>alert(2)</script>' }))
    numbers.push(...(await orderMany(4)))
    await expect.poll(() => countDelivered(numbers)).toBe(8)
    await expect.poll(readHealth).toMatchObject({ waiting: 10, dead: 0 }) // each of them has its own backoff
  })

  test('and a key that is always wrong are told apart: no event is dropped, health warns', async () => {
    await start()
    api.be({ status: 401 })
    await orderMany(3)
    await expect.poll(readHealth).toMatchObject({ problems: [{ reason: 'credentials' }], waiting: 3, dead: 0 })
    await order()
    await expect.poll(readHealth).toMatchObject({ problems: [{ reason: 'credentials' }], waiting: 4, dead: 0 })
  })
})

test('unsigned events do not push out signed dead letters', async () => {
  await start({ deadLetters: 20, signingSecrets: [SECRET] })
  api.be((body) => (body.includes('refuse') ? { status: 422 } : 'none'))
  for (let n = 1; n <= 5; n += 1) {
    await order({ signed: true, email: `refuse-${n}@example.com` })
    await expect.poll(() => readLines('dead_letter').length).toBe(n)
    const taken = await order() // after three refused customers in a row, the others would wait
    await expect.poll(() => countDelivered([taken])).toBe(1)
  }
  const signed = readLines('dead_letter').map(({ id }) => id)
  const email = newEmail()
  for (let n = 0; n < 60; n += 1) await send(newSignUp({ email, first_name: `refuse ${n}` }))
  await expect.poll(() => readLines('dead_letter_dropped').length).toBeGreaterThan(0)
  await expect.poll(readHealth).toMatchObject({ waiting: 0 })
  const dropped = readLines('dead_letter_dropped').map(({ id }) => id)
  expect(dropped.filter((id) => signed.includes(id))).toEqual([])
})

test('orders of addresses without a session have a quarter of the strangers’ room', async () => {
  await start({ queueEvents: 20 })
  const asked = new Set<string>()
  api.be((body) => {
    if (body && body !== '{}') asked.add(body) // the question has no event
    return 'none'
  })
  for (let n = 1; n <= 30; n += 1) {
    expect(await send(newOrder())).toBe(202)
    await expect.poll(() => asked.size, { interval: 10 }).toBe(n)
  }
  const number = await order()
  await expect.poll(() => countDelivered([number])).toBe(1)
  await expect.poll(readHealth).toMatchObject({ waiting: 3, dead: 27 })
})

test('a forgery does not block signed orders, and a used-up day is reported', async () => {
  await start({ signingSecrets: [SECRET], dailyConversions: 2 })
  const email = newEmail()
  api.be((body) => (body.includes('forged') ? { status: 500 } : 'none'))
  const forgery = () => newOrder({ email, cart_data: { order_number: `forged-${Math.random()}` } })
  for (let n = 0; n < 3; n += 1) expect(await send(forgery())).toBe(202)
  await expect.poll(() => api.troubled()).toBeGreaterThan(0)
  const number = await order({ email, signed: true })
  await expect.poll(() => countDelivered([number])).toBe(1)
  await expect.poll(readHealth).toMatchObject({ waiting: 0, dead: 3 })
  const reasons = readLines('dead_letter').map(({ reason }) => reason)
  expect(reasons.sort()).toEqual(['limited', 'overtaken', 'overtaken'])
})

test('a sign-up with as many fields as a form has is one row', async () => {
  await start()
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, 'x']))
  api.be({ status: 503, headers: { 'retry-after': '60' } })
  expect(await send(newSignUp(fields(50)))).toBe(202)
  await expect.poll(readHealth).toMatchObject({ waiting: 1 })
})

test('trouble of the API is one line when it begins, and one when it ends', async () => {
  await start()
  api.be({ status: 503 })
  const numbers = await orderMany(6)
  await expect.poll(() => readLines('api_busy').length).toBe(1)
  expect(readLines('api_back')).toEqual([])
  api.be('none')
  await expect.poll(() => countDelivered(numbers)).toBe(6)
  expect([readLines('api_busy').length, readLines('api_back').length]).toEqual([1, 1])
})
