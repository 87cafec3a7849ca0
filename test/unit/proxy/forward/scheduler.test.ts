/**
 * Promise: the forwarder sends each event of the queue to the API until the API accepts it or finally refuses it.
 * Events of one line do not overtake each other. The clock and the API are fake.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiAnswer, ApiRequest, CallApi } from '../../../../src/proxy/forward/api.js'
import { createForwarder, type Forwarder } from '../../../../src/proxy/forward/scheduler.js'
import type { Pause } from '../../../../src/proxy/forward/target.js'
import type { Log } from '../../../../src/proxy/log/line.js'
import type { IncomingEvent, OpenQueue, QueuedEvent } from '../../../../src/proxy/queue/index.js'
import { openQueue } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { toUsualBounds } from '../../../support/bounds.js'
import { API_KEY, createSettings } from '../../../support/proxy.js'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = 1_800_000_000_000

let queue: OpenQueue
let forwarder: Forwarder
let answer: CallApi
/** The API's answer to the neutral question. */
let question: typeof answer
/** Events that were sent. */
let sent: { at: number; id: string; request: ApiRequest; isDelivered?: boolean }[]
/** The times of the neutral question. */
let asked: number[]
let logged: Parameters<Log>[0][]

beforeEach(async () => {
  vi.useFakeTimers({ now: START })
  vi.spyOn(Math, 'random').mockReturnValue(1) // every wait has its longest time
  // Commits with the next microtask, because the clock stands still.
  queue = await openQueue({ database: ':memory:', seal: createSeal([]), most: toUsualBounds(), log: () => {}, defer })
  sent = []
  asked = []
  logged = []
  answer = always(json(200))
  question = always(json(400))
  forwarder = start()
})

interface How {
  /** The default is an hour. Each check within many hours would be a step of the fake clock. */
  pollMs?: number
  apiConcurrency?: number
  /** Whether the question is known to suit the API. */
  question?: Pause['question']
}

function start({ pollMs = HOUR, apiConcurrency = 4, question: suits = 'suits' }: How = {}): Forwarder {
  const callApi: CallApi = (request, signal) => {
    if (request.headers['idempotency-key'] === undefined) {
      asked.push(Date.now() - START)
      return question(request)
    }
    const one: (typeof sent)[number] = { at: Date.now() - START, id: request.headers['idempotency-key'] ?? '', request }
    sent.push(one)
    return answer(request, signal).then((given) => {
      one.isDelivered = given.status < 300
      return given
    })
  }
  const settings = createSettings({
    apiUrl: 'https://api.example/v1',
    apiConcurrency,
    lists: new Map([list('newsletter', 'a/b'), list('other', '43')]),
  })
  const pause = { read: () => ({ question: suits }), write: () => {} }
  return createForwarder({ settings, queue, callApi, log: (line) => logged.push(line), pollMs, pause })
}
afterEach(async () => {
  await Promise.all([forwarder.stop(), pass(MINUTE)]) // hanging requests end
  await queue.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function defer(run: () => void) {
  queueMicrotask(run)
  return () => {}
}

function list(alias: string, id: string): [string, { id: string; fields: '*' }] {
  return [alias, { id, fields: '*' }]
}

function json(status: number, more: Partial<ApiAnswer> = {}): ApiAnswer {
  return { status, contentType: 'application/json', retryAfter: undefined, text: '{"detail":"x"}', ...more }
}

const html = (status: number) => json(status, { contentType: 'text/html; charset=utf-8', text: '<!doctype html>' })
const always = (given: ApiAnswer) => async () => given
/** The API gives this answer to events and to the neutral question. */
function say(given: typeof answer) {
  answer = given
  question = given
}
const unreachable = () => Promise.reject(new Error('ECONNREFUSED'))

/** One answer after another. The last one stays. */
function inTurn(...given: (typeof answer)[]): typeof answer {
  return (request) => (given.length > 1 ? given.shift() : given[0])?.(request) ?? unreachable()
}

/** Answers that the test gives when it decides to. */
function byHand() {
  const waiting: { give: (answer: ApiAnswer) => void; fail: () => void }[] = []
  answer = () => new Promise((give, reject) => waiting.push({ give, fail: () => reject(new Error('ECONNRESET')) }))
  return waiting
}

type Change = { email?: string; ageMs?: number; list?: string; signed?: boolean }

async function accept(
  kind: IncomingEvent['kind'],
  { email = `${randomUUID()}@example.com`, ageMs = 0, ...more }: Change = {},
) {
  const id = randomUUID()
  const times = { ageMs, signed: true }
  const body = kind === 'convert' ? { cart_data: { order_number: id } } : { note: id }
  await queue.accept({ id, kind, ...times, ...more, body: { email, ...body } } as IncomingEvent) // each call gives one of its kinds
  forwarder.wake()
  return id
}

const acceptOrder = (change?: Change) => accept('convert', change)
const acceptSignUp = (change?: Change) => accept('addToList', { list: 'newsletter', ...change })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const sentTimes = () => sent.map(({ at }) => at)
const sentIds = () => sent.map(({ id }) => id)
const isEmpty = async () => (await queue.nextInMs()) === undefined

describe('a request to the API', () => {
  test('is an order with the key of the shop and the id of the event', async () => {
    const id = await acceptOrder({ email: 'ada@example.com' })
    await pass(0)
    expect(sent.map(({ request }) => request)).toEqual([
      {
        url: 'https://api.example/v1/customer/convert/',
        headers: {
          authorization: API_KEY,
          'content-type': 'application/json',
          accept: 'application/json',
          'idempotency-key': id,
        },
        body: JSON.stringify({ email: 'ada@example.com', cart_data: { order_number: id } }),
      },
    ])
  })

  test('is a sign-up at the list of the settings, whatever its id contains', async () => {
    await acceptSignUp()
    await pass(0)
    expect(sent[0]?.request.url).toBe('https://api.example/v1/lists/a%2Fb/contacts/')
  })
})

describe('an answer of the API, and its effect on an order', () => {
  test.each([200, 201, 202, 204, 299])('%i: delivered, and forgotten', async (status) => {
    answer = always(json(status))
    await acceptOrder()
    await pass(DAY)
    expect([sentTimes(), logged, await isEmpty()]).toEqual([[0], [], true])
  })

  test.each([400, 413, 415, 422])('%i: finally refused, and stored with this reason', async (status) => {
    answer = always(json(status))
    const id = await acceptOrder()
    await pass(DAY)
    expect(sentTimes()).toEqual([0])
    expect(logged).toEqual([{ event: 'dead_letter', id, kind: 'convert', reason: 'refused', status }])
  })

  test.each<[given: ApiAnswer, reason: string]>([
    [json(401), 'credentials'],
    [json(403), 'credentials'],
    [html(200), 'address'],
    [json(200, { contentType: 'application/xhtml+xml', text: '<html/>' }), 'address'],
    [json(200, { contentType: '', text: '\n<!doctype html>' }), 'address'],
    [json(301), 'address'],
    [json(302), 'address'],
    [json(304), 'address'],
    [json(307), 'address'],
    [json(308), 'address'],
    [html(404), 'address'],
    [json(404, { text: '' }), 'address'],
    [json(404, { text: '[]' }), 'address'],
    [json(404, { text: '"x"' }), 'address'],
    [json(404, { text: 'null' }), 'address'],
    [json(404, { text: `{"error":"${'x'.repeat(100)}` }), 'address'],
    [json(404, { text: `[{"error":"${'x'.repeat(2_048)}` }), 'address'],
    [json(404, { text: `{{ page }}${' '.repeat(2_048)}` }), 'address'],
    [json(405), 'address'],
    [json(410), 'address'],
    [json(501), 'address'],
    [json(505), 'address'],
  ])('to events and to the question, %#: the API is on hold after two questions (%j)', async (given, reason) => {
    say(always(given))
    const ids = [await acceptOrder(), await acceptOrder(), await acceptSignUp()]
    await pass(3 * SECOND - 1)
    expect([asked, forwarder.troubles()]).toEqual([[0], []])
    await pass(3 * MINUTE)
    expect(forwarder.troubles()).toEqual([reason])
    expect(asked.map((at) => at / SECOND)).toEqual([0, 3, 4, 9, 24, 84, 144])
    expect(new Set(sentIds())).toEqual(new Set(ids))
    expect(sent.length).toBeLessThanOrEqual(6) // each event at once, and then one a minute
    expect(logged.map(({ event }) => event)).toHaveLength(1)
    say(always(json(200)))
    await pass(MINUTE)
    expect([await isEmpty(), logged.at(-1)]).toEqual([true, { event: 'api_back', reason }])
  })

  test('401 without other waiting events: asked once a minute, never given up', async () => {
    say(always(json(401)))
    const id = await acceptOrder()
    await pass(3 * HOUR)
    expect([forwarder.troubles(), (await queue.count()).dead]).toEqual([['credentials'], 0])
    say(always(json(200)))
    await pass(MINUTE)
    expect([sentIds().at(-1), await isEmpty(), forwarder.troubles()]).toEqual([id, true, []])
  })

  test('503 for hours: one line when it begins, one when it ends', async () => {
    say(always(json(503)))
    await acceptOrder()
    await acceptOrder()
    await pass(2 * HOUR)
    expect(logged).toEqual([{ event: 'api_busy', reason: 'busy', status: 503 }])
    say(always(json(200)))
    await pass(HOUR)
    expect(logged.slice(1)).toEqual([{ event: 'api_back', reason: 'busy' }])
  })

  test('404 with a JSON object: tried after 1, 10 and 60 minutes, then a dead letter', async () => {
    answer = always(json(404))
    const id = await acceptOrder()
    await pass(DAY)
    expect(sentTimes()).toEqual([0, 1, 11, 71].map((minutes) => minutes * MINUTE))
    expect(logged).toEqual([{ event: 'dead_letter', id, kind: 'convert', reason: 'no_session', status: 404 }])
  })

  test.each([
    ['a JSON object longer than the part that is read', `{"error":"x","request":"${'é'.repeat(1_100)}`],
    ['a JSON object over several lines', `{\n  "error": "${'x'.repeat(2_100)}`],
  ])('404 with %s is only about this customer', async (_what, text) => {
    answer = always(json(404, { text: Buffer.from(text).toString('utf8', 0, 2_048) }))
    await acceptOrder()
    await pass(SECOND)
    expect(logged).toEqual([])
    expect(await queue.count()).toMatchObject({ waitingBy: [{ kind: 'convert', reason: 'no_session', count: 1 }] })
  })

  test('404, and then the session exists: delivered', async () => {
    answer = inTurn(always(json(404)), always(json(200)))
    await acceptOrder()
    await pass(MINUTE)
    expect([sentTimes(), await isEmpty()]).toEqual([[0, MINUTE], true])
  })
})

describe('a list that the API does not know', () => {
  const knowsOrders = async ({ url }: ApiRequest) => json(url.includes('/lists/a%2Fb/') ? 404 : 200)
  /** A server before the API rejects this sign-up, and answers instead of the API. */
  const mindsForged = async ({ body }: ApiRequest) => json(body.includes('forged') ? 404 : 201)
  const forge = (name: string) => acceptSignUp({ email: `forged-${name}@example.com` })

  beforeEach(() => {
    question = knowsOrders
  })

  test('is asked about once a minute, with another customer each time', async () => {
    answer = knowsOrders
    const ids: string[] = []
    for (const _ of 'ABCDE') {
      ids.push(await acceptSignUp())
      await pass(0)
    }
    await pass(3 * MINUTE - 1)
    expect(sentTimes()).toEqual([0, 0, MINUTE, 2 * MINUTE])
    expect(new Set(sentIds().slice(1)).size).toBe(3)
    expect(asked).toEqual([0, MINUTE, 2 * MINUTE])
    expect(logged).toContainEqual(expect.objectContaining({ event: 'list_held', reason: 'unknown_list' }))
  })

  test('for one customer does not delay others: one event never decides about its list', async () => {
    answer = async ({ body }) => json(body.includes('forged') ? 404 : 201)
    await acceptSignUp({ email: 'forged@example.com' })
    await pass(0)
    const others = [await acceptSignUp(), await acceptSignUp()]
    await pass(0)
    expect(sentIds().slice(1)).toEqual(others)
  })

  test('is not one whose sign-ups the API accepts: sign-ups with 404 are detached', async () => {
    answer = mindsForged
    question = always(json(400))
    for (const name of 'ABCDEF') await forge(name)
    const others = [await acceptSignUp(), await acceptSignUp()]
    await pass(0)
    expect(sentIds().slice(-2)).toEqual(others)
    await pass(72 * MINUTE)
    await acceptSignUp()
    await pass(HOUR)
    expect([await isEmpty(), (await queue.count()).deadBy]).toEqual([
      true,
      [{ kind: 'addToList', reason: 'refused', count: 6 }],
    ])
  })

  test('is soon known after strangers’ sign-ups got 404, although the question fails', async () => {
    answer = mindsForged
    for (const name of 'ABCDEFGHIJ') await forge(name)
    await pass(0)
    for (const _ of 'ABCDEFGHIJ') await acceptSignUp()
    await pass(20 * MINUTE)
    expect((await queue.count()).waiting).toBe(10)
  })

  test('is not one that took a sign-up within the hour, even if the question fails', async () => {
    answer = mindsForged
    await acceptSignUp()
    await pass(0)
    for (const name of 'ABCDEFGHIJ') await forge(name)
    await pass(0)
    for (const _ of 'ABCDEFGHIJ') await acceptSignUp()
    await pass(0)
    expect((await queue.count()).waitingBy).toEqual([{ kind: 'addToList', reason: 'address', count: 10 }])
  })

  test('was deleted after the question was answered once: its sign-ups wait for it', async () => {
    question = inTurn(always(json(503)), always(json(400)))
    for (const _ of 'AB') {
      await acceptSignUp()
      await pass(MINUTE)
    }
    say(knowsOrders)
    for (const _ of 'ABCDE') await acceptSignUp()
    await pass(10 * SECOND)
    expect((await queue.count()).waitingBy).toEqual([{ kind: 'addToList', reason: 'unknown_list', count: 5 }])
    say(always(json(201)))
    await pass(MINUTE)
    expect(await isEmpty()).toBe(true)
  })

  test('was deleted and the question never suited: its sign-ups wait after an hour', async () => {
    answer = inTurn(always(json(201)), knowsOrders)
    await acceptSignUp()
    await pass(0)
    for (let minute = 0; minute < 200; minute += 1) {
      if (minute < 5) await acceptSignUp()
      await acceptOrder()
      await pass(MINUTE)
    }
    expect(await queue.count()).toMatchObject({
      waitingBy: [{ kind: 'addToList', reason: 'unknown_list', count: 5 }],
      deadBy: [],
    })
  })

  test('is asked about each minute, even if its sign-ups get 404 one after another', async () => {
    answer = knowsOrders
    await acceptSignUp()
    await pass(0)
    const answers = byHand()
    for (const _ of 'ABC') await acceptSignUp()
    await pass(0)
    for (const [n, { give }] of answers.entries()) {
      await pass(n * SECOND)
      give(json(404))
    }
    answer = knowsOrders
    await pass(5 * MINUTE)
    expect(sent.length).toBeGreaterThanOrEqual(8)
  })

  test('is known once a sign-up is accepted, but not when one is refused', async () => {
    answer = knowsOrders
    for (const _ of 'ABCDE') await acceptSignUp()
    await pass(10 * MINUTE)
    answer = async ({ body }) => json(body.includes('forged') ? 400 : 404)
    await acceptSignUp({ email: 'forged@example.com' })
    await pass(2 * MINUTE)
    answer = always(json(201))
    await pass(2 * MINUTE)
    expect(await isEmpty()).toBe(true)
  })

  test('is tried with another sign-up a minute after one got no answer', async () => {
    answer = knowsOrders
    for (const _ of 'ABCDE') await acceptSignUp()
    await pass(10 * MINUTE)
    answer = async ({ body }) => json(body.includes('forged') ? 503 : 404)
    await acceptSignUp({ email: 'forged@example.com' })
    await pass(2 * MINUTE)
    const before = sent.length
    await pass(2 * MINUTE)
    expect(sent.slice(before).filter(({ request }) => !request.body.includes('forged'))).not.toEqual([])
  })

  test('delays neither orders nor other lists of its customer', async () => {
    answer = knowsOrders
    const email = 'ada@example.com'
    await acceptSignUp({ email })
    await pass(0)
    const others = [await acceptSignUp({ email, list: 'other' }), await acceptOrder({ email })]
    await pass(0)
    expect(sentIds().slice(1)).toEqual(others)
  })

  test('gets its sign-ups when the API knows it, oldest first', async () => {
    answer = knowsOrders
    const email = 'ada@example.com'
    const first = await acceptSignUp({ email })
    await pass(SECOND)
    const second = await acceptSignUp({ email })
    answer = always(json(201))
    await pass(MINUTE)
    expect(sentIds()).toEqual([first, first, second])
  })

  test('and the settings do not know either waits without a request', async () => {
    const claim = vi.spyOn(queue, 'claim')
    await acceptSignUp({ list: 'gone' })
    await pass(10 * MINUTE)
    expect(sent).toEqual([])
    expect(claim.mock.calls.length).toBeLessThan(40)
  })
})

describe('events of one customer', () => {
  const email = 'ada@example.com'

  test('are sent in order; a later delivery makes a waiting order a dead letter', async () => {
    const answers = byHand()
    const second = await acceptOrder({ email, ageMs: 1 })
    await pass(0)
    const third = await acceptOrder({ email })
    await acceptOrder({ email, ageMs: 2 })
    for (const _ of [1, 2]) {
      await pass(0)
      answers.shift()?.give(json(200))
    }
    await pass(0)
    expect(sentIds()).toEqual([second, third])
    expect(await queue.count()).toMatchObject({ waiting: 0, deadBy: [{ reason: 'overtaken', count: 1 }] })
  })

  test('wait for an older one while the API is away', async () => {
    say(unreachable)
    const first = await acceptOrder({ email })
    await pass(0)
    const second = await acceptOrder({ email })
    await pass(10 * SECOND)
    say(always(json(200)))
    await pass(MINUTE)
    expect(sentIds()).toEqual([first, first, second])
  })
})

describe('one event never decides about the API', () => {
  const email = 'forged@example.com'
  const isForged = ({ body }: ApiRequest) => body.includes('forged')
  const hang = () => new Promise<ApiAnswer>((_resolve, reject) => setTimeout(reject, 10 * SECOND))
  const timesOf = (id: string) => sent.filter((request) => request.id === id).map(({ at }) => at)

  test.each<[what: string, given: typeof answer]>([
    ['403', always(json(403))],
    ['a page', always(html(200))],
    ['429 for ten minutes', always(json(429, { retryAfter: '600' }))],
    ['500', always(json(500))],
    ['a reset', unreachable],
    ['nothing', hang],
  ])('answered by %s: 60 of them do not delay 40 orders by a minute', async (_what, given) => {
    answer = async (request) => (isForged(request) ? given(request) : json(200))
    for (let n = 0; n < 60; n += 1) await acceptSignUp({ email: `forged-${n}@example.com`, signed: false })
    const orders: string[] = []
    for (let n = 0; n < 40; n += 1) orders.push(await acceptOrder({ signed: false }))
    await pass(MINUTE)
    expect(orders.filter((id) => !sentIds().includes(id))).toEqual([])
  })

  test.each([401, 403, 302, 405, 410, 501])(
    'answered %i is detached: after 1, 10 and 60 minutes it is a dead letter',
    async (status) => {
      answer = async (request) => json(isForged(request) ? status : 200)
      const forged = await acceptOrder({ email })
      for (let minute = 0; minute < 80; minute += 1) {
        await acceptOrder()
        await pass(MINUTE)
      }
      expect(timesOf(forged).map((at) => Math.round(at / MINUTE))).toEqual([0, 1, 11, 71])
      expect(logged.at(-1)).toEqual({ event: 'dead_letter', id: forged, kind: 'convert', reason: 'refused', status })
    },
  )

  test('a delivery does not bring forward detached events', async () => {
    answer = async ({ body }) => json(body.includes('forged') ? 403 : 200)
    for (const name of 'ABCDE') await acceptOrder({ email: `forged-${name}@example.com` })
    await pass(0)
    for (const _ of 'ABC') {
      await acceptOrder()
      await pass(10 * SECOND)
    }
    expect(sent).toHaveLength(8)
  })

  test('a key that is accepted only for the question does not drop events', async () => {
    answer = always(json(403))
    for (let n = 0; n < 5; n += 1) await acceptOrder()
    await pass(10 * HOUR)
    expect([(await queue.count()).dead, forwarder.troubles()]).toEqual([0, ['none_taken']])
    answer = always(json(200))
    await acceptOrder()
    await pass(HOUR)
    expect([await isEmpty(), forwarder.troubles()]).toEqual([true, []])
  })

  test('200 hanging events delay the next 20 by half a minute at most', async () => {
    answer = async (request) => (isForged(request) ? hang() : json(200))
    for (let n = 0; n < 200; n += 1) await acceptOrder({ email: `forged-${n}@example.com`, signed: false })
    await pass(SECOND)
    for (let n = 0; n < 20; n += 1) await acceptOrder({ email: `buyer-${n}@example.com`, signed: false })
    await pass(30 * SECOND)
    expect(sent.filter(({ request }) => request.body.includes('buyer'))).toHaveLength(20)
  })

  test('a key that is accepted only for sign-ups does not drop orders', async () => {
    answer = async ({ url }) => json(url.endsWith('/convert/') ? 403 : 201)
    for (let minute = 0; minute < 90; minute += 1) {
      if (minute < 5) await acceptOrder()
      await acceptSignUp()
      await pass(MINUTE)
    }
    expect([(await queue.count()).dead, forwarder.troubles()]).toEqual([0, ['none_taken']])
  })

  test('six events that get the proxy banned for 8 s delay 40 orders by 5 minutes', async () => {
    let openMs = 0
    answer = async (request) => {
      if (isForged(request)) openMs = Date.now() + 8 * SECOND
      return json(Date.now() < openMs ? 403 : 200)
    }
    question = async () => json(Date.now() < openMs ? 403 : 400)
    for (let n = 0; n < 6; n += 1) await acceptOrder({ email: `forged-${n}@example.com`, signed: false })
    const orders: string[] = []
    for (let n = 0; n < 40; n += 1) orders.push(await acceptOrder({ email: `buyer-${n}@example.com`, signed: false }))
    await pass(5 * MINUTE)
    expect((await queue.page({ state: 'waiting' }, 50)).events.filter(({ id }) => orders.includes(id))).toEqual([])
  })

  test('ten hanging events of one customer delay the customer’s next by 4 minutes', async () => {
    answer = async ({ body }) => (body.includes('real') ? json(200) : hang())
    for (let n = 0; n < 10; n += 1) await acceptOrder({ email, signed: false, ageMs: 100 - n })
    await pass(SECOND)
    const id = randomUUID()
    const body = { email, cart_data: { order_number: 'real' } }
    await queue.accept({ id, kind: 'convert', ageMs: 0, signed: false, body })
    await pass(4 * MINUTE)
    expect(sentIds()).toContain(id)
  })

  test('its line continues', async () => {
    answer = inTurn(always(json(500)), always(json(500)), always(json(200)))
    const first = await acceptOrder({ email })
    await pass(0)
    const second = await acceptOrder({ email })
    await pass(0)
    expect(sentIds()).toEqual([first, first, second])
  })

  test('a reply is valid for one customer for 5 s, and not for another customer', async () => {
    answer = always(json(500))
    for (let n = 0; n < 20; n += 1) await acceptSignUp({ email, list: n % 2 ? 'newsletter' : 'other' })
    await pass(4 * SECOND)
    expect(asked).toEqual([0])
    await acceptOrder()
    await pass(0)
    expect(asked).toEqual([0, 4 * SECOND])
  })

  test('an API that goes away just after the question is on hold 3 s later', async () => {
    answer = always(json(403))
    await acceptOrder({ email })
    await pass(0)
    question = always(json(403))
    await acceptOrder()
    await pass(3 * SECOND)
    expect(forwarder.troubles()).toEqual(['credentials'])
  })

  test('a delivery between two failed questions keeps the API open', async () => {
    answer = async (request) => json(isForged(request) ? 503 : 200)
    question = inTurn(always(json(503)), always(json(400)), always(json(503)))
    await acceptOrder({ email })
    await pass(2 * SECOND)
    const id = await acceptOrder()
    await pass(SECOND)
    expect([sentIds().includes(id), asked.length, forwarder.troubles()]).toEqual([true, 2, []])
  })

  test('a request that hangs frees its place after 2 s', async () => {
    answer = hang
    for (let n = 0; n < 80; n += 1) await acceptOrder()
    await pass(2 * SECOND - 1)
    expect(sent).toHaveLength(4)
    await pass(1)
    expect(sent).toHaveLength(8)
  })

  test('a request that hangs keeps its place while the question fails', async () => {
    answer = hang
    for (let n = 0; n < 80; n += 1) await acceptOrder({ email: `forged-${n % 4}@example.com` })
    question = unreachable
    await pass(9 * SECOND)
    expect(sent).toHaveLength(4)
  })

  test('of hanging requests the longest ends when one more than 32 hangs', async () => {
    await forwarder.stop()
    forwarder = start({ apiConcurrency: 24 })
    let ended = 0
    answer = (_request, signal) =>
      new Promise((_resolve, reject) => {
        setTimeout(reject, 10 * SECOND)
        signal?.addEventListener('abort', () => {
          ended += 1
          reject()
        })
      })
    for (let n = 0; n < 80; n += 1) await acceptOrder()
    await pass(2 * SECOND)
    const endedFirst = ended
    await pass(2 * SECOND)
    expect([endedFirst, ended]).toEqual([0, 16])
  })

  describe('if the question does not suit the API', () => {
    const acceptMany = async (count: number, change: () => Change) => {
      for (let n = 0; n < count; n += 1) await acceptOrder({ signed: false, ...change() })
    }
    const forge = () => ({ email: `forged-${randomUUID()}@example.com` })

    beforeEach(async () => {
      await forwarder.stop()
      forwarder = start({ question: 'untried' })
      question = always(html(403))
      answer = async (request) => (isForged(request) ? html(403) : json(200))
    })

    test('two deliveries find it out, and then a stranger’s event does not delay others', async () => {
      for (const _ of 'AB') {
        await acceptOrder()
        await pass(1)
      }
      expect([asked, logged]).toEqual([[0, 1], [{ event: 'question_unsuited' }]])
      await acceptMany(24, forge)
      await acceptMany(72, () => ({}))
      await pass(SECOND)
      expect((await queue.count()).waiting).toBe(24)
      expect(asked).toHaveLength(2)
    })

    test('300 strangers’ events delay the delivery that proves it by two minutes', async () => {
      await acceptMany(300, forge)
      await pass(10 * SECOND)
      await acceptMany(20, () => ({}))
      await pass(2 * MINUTE)
      expect((await queue.count()).waiting).toBe(300)
      expect(forwarder.troubles()).toContain('question_unsuited')
    })

    test('strangers’ events before the first delivery delay orders by half a minute', async () => {
      await acceptMany(24, forge)
      await pass(2 * SECOND)
      await acceptMany(12, () => ({}))
      await pass(28 * SECOND)
      expect((await queue.count()).waiting).toBe(24)
    })

    test('an API that accepts each event slowly proves it within 20 s too', async () => {
      answer = async () => {
        await new Promise((resolve) => setTimeout(resolve, 2.5 * SECOND))
        return json(200)
      }
      await acceptMany(20, () => ({}))
      await pass(20 * SECOND)
      expect([await isEmpty(), forwarder.troubles()]).toEqual([true, ['question_unsuited']])
    })

    test('the question is asked again each minute, and suits once it is answered', async () => {
      for (const _ of 'AB') {
        await acceptOrder()
        await pass(1)
      }
      question = always(json(400))
      await acceptOrder()
      await pass(0)
      expect(forwarder.troubles()).toEqual(['question_unsuited'])
      await pass(MINUTE)
      await acceptOrder()
      await pass(0)
      expect(forwarder.troubles()).toEqual([])
    })
  })

  test.each<[what: string, fails: typeof answer]>([
    ['503', always(json(503))],
    ['nothing', unreachable],
  ])('a question answered once by %s, at the first delivery, still suits', async (_what, fails) => {
    await forwarder.stop()
    forwarder = start({ question: 'untried' })
    question = inTurn(fails, always(json(400)))
    for (let n = 0; n < 9; n += 1) {
      await acceptOrder()
      if (n === 7) await pass(SECOND)
    }
    await pass(SECOND)
    expect([logged, forwarder.troubles(), asked.length]).toEqual([[], [], 2])
  })

  test('an API that goes away after its first delivery does not prove it', async () => {
    await forwarder.stop()
    forwarder = start({ question: 'untried' })
    question = unreachable
    await acceptOrder()
    await acceptOrder() // its answer comes after the answer to the question
    await pass(0)
    say(unreachable)
    await acceptOrder()
    await pass(MINUTE)
    say(always(json(200)))
    await pass(2 * MINUTE)
    expect([await isEmpty(), logged.map(({ event }) => event)]).toEqual([true, ['api_unreachable', 'api_back']])
  })

  test('an event that is refused while the API is away does not prove it', async () => {
    question = always(json(503))
    answer = inTurn(always(json(503)), always(json(400)), always(json(503)))
    await acceptOrder({ email: 'first@example.com' })
    await pass(0)
    await acceptOrder()
    await acceptOrder()
    await pass(2 * MINUTE + SECOND)
    expect([forwarder.troubles(), logged.map(({ event }) => event)]).toEqual([['busy'], ['dead_letter', 'api_busy']])
  })

  test('an API that the question does not suit is never on hold, and keeps all events', async () => {
    await forwarder.stop()
    forwarder = start({ question: 'unsuited' })
    say(always(json(401)))
    for (let n = 0; n < 3; n += 1) await acceptOrder()
    await pass(10 * HOUR)
    expect([(await queue.count()).dead, forwarder.troubles(), asked]).toEqual([
      0,
      ['none_taken', 'question_unsuited'],
      [],
    ])
    answer = always(json(200))
    await acceptOrder()
    await pass(HOUR)
    expect(await isEmpty()).toBe(true)
  })
})

describe('an answer that would drop each order', () => {
  const acceptMany = async (count: number) => {
    for (let n = 0; n < count; n += 1) await acceptOrder()
  }

  test.each<[given: ApiAnswer, what: string]>([
    [html(400), 'a load balancer'],
    [json(400, { text: '' }), 'nothing'],
    [html(413), 'a body limit'],
    [html(415), 'a page'],
    [json(422, { text: '[]' }), 'a list'],
  ])('without a JSON object does not drop any, %# (%j)', async (given) => {
    say(always(given))
    await acceptMany(20)
    await pass(10 * SECOND)
    expect(await queue.count()).toMatchObject({ waiting: 20, dead: 0 })
    say(always(json(200)))
    await pass(MINUTE)
    expect(await isEmpty()).toBe(true)
  })

  test('without a JSON object, for one event: that event is detached', async () => {
    answer = async ({ body }) => (body.includes('forged') ? html(413) : json(200))
    await acceptOrder({ email: 'forged@example.com' })
    await acceptMany(5)
    await pass(SECOND)
    expect(await queue.count()).toMatchObject({ waitingBy: [{ reason: 'address', count: 1 }], dead: 0 })
  })

  test('with a JSON object drops three at most, until the API accepts one', async () => {
    answer = always(json(400, { text: '{"error":"invalid api key"}' }))
    await acceptMany(20)
    await pass(HOUR)
    expect(await queue.count()).toMatchObject({ waitingBy: [{ reason: 'none_taken', count: 17 }], dead: 3 })
    expect(forwarder.troubles()).toEqual(['none_taken'])
    answer = always(json(200))
    await pass(HOUR)
    expect([await isEmpty(), forwarder.troubles()]).toEqual([true, []])
  })

  test.each([
    ['three', 3, 3],
    ['two', 2, 4],
  ])('with a JSON object counts over a restart (%s customers)', async (_what, customers, dead) => {
    answer = always(json(400))
    const acceptNext = (n: number) => acceptOrder({ email: `${n % customers}@example.com` })
    for (let n = 0; n < 3; n += 1) await acceptNext(n)
    await pass(MINUTE)
    await forwarder.stop()
    forwarder = start()
    await acceptNext(0)
    await pass(MINUTE)
    expect((await queue.count()).dead).toBe(dead)
  })

  test('with a JSON object counts anew after a restart and a delivery', async () => {
    answer = async ({ body }) => json(body.includes('taken') ? 200 : 400)
    await acceptMany(3)
    await pass(MINUTE)
    await forwarder.stop()
    forwarder = start()
    await acceptOrder({ email: 'taken@example.com' })
    await pass(MINUTE)
    await acceptMany(3)
    await pass(MINUTE)
    expect(await queue.count()).toMatchObject({ waiting: 0, dead: 6 })
  })

  test('with a JSON object for strangers’ events does not delay other orders', async () => {
    answer = async ({ body }) => json(body.includes('forged') ? 400 : 200)
    for (let n = 0; n < 60; n += 1) await acceptOrder({ email: `forged-${n}@example.com` })
    await acceptMany(20)
    await pass(SECOND)
    expect(sent.filter(({ request }) => !request.body.includes('forged'))).toHaveLength(20)
  })
})

describe('a gateway that answers 404 with a JSON object to every path', () => {
  test.each([
    ['with one text', () => '{"message":"no Route matched"}'],
    ['with ids and times', () => `{"message":"no Route matched","request_id":"${randomUUID()}","at":${Date.now()}}`],
    ['the path', ({ url }: ApiRequest) => `{"status":404,"path":"${new URL(url).pathname}"}`],
  ])('is a wrong address, and orders wait (%s)', async (_what, toText) => {
    say(async (request) => json(404, { text: toText(request) }))
    for (let n = 0; n < 10; n += 1) await acceptOrder()
    await pass(2 * HOUR)
    expect([(await queue.count()).dead, forwarder.troubles()]).toEqual([0, ['address']])
    say(always(json(200)))
    await pass(MINUTE)
    expect(await isEmpty()).toBe(true)
  })

  test('differs from an API that answers 404 only to the question', async () => {
    question = async ({ url }) =>
      url.endsWith('/convert/') ? json(404, { text: '{"error":"No customer"}' }) : html(404)
    answer = always(json(404))
    await acceptOrder()
    await pass(2 * HOUR)
    expect(logged.map(({ reason }) => reason)).toEqual(['no_session'])
  })
})

describe('a stranger’s events that the API never answers', () => {
  const isForged = ({ body }: ApiRequest) => body.includes('forged')
  /** The time at which the order of each shopper arrived, by the event's id. */
  let arrived: Map<string, number>
  const toWaits = () =>
    [...arrived].map(([id, atMs]) => {
      const delivered = sent.find((each) => each.id === id && each.isDelivered)
      return delivered ? (delivered.at - atMs) / SECOND : Number.POSITIVE_INFINITY
    })
  const toMedian = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

  async function acceptShopper() {
    const atMs = Date.now() - START
    arrived.set(await acceptOrder({ signed: false }), atMs)
  }

  beforeEach(async () => {
    arrived = new Map()
    vi.mocked(Math.random).mockImplementation(createRandom(48))
  })

  test('40 networks whose requests hang: shoppers wait 5 s in the median, at most 20 s', async () => {
    await forwarder.stop()
    const networks = new Map<string, string>()
    const claim = queue.claim.bind(queue)
    vi.spyOn(queue, 'claim').mockImplementation(async (...which) => {
      const { events, nextInMs } = await claim(...which)
      return { events: events.map((event) => ({ ...event, network: networks.get(event.id) ?? event.id })), nextInMs }
    })
    forwarder = start()
    answer = async (request, signal) => {
      if (!isForged(request)) return json(200)
      return new Promise((_resolve, reject) => {
        setTimeout(reject, 10 * SECOND)
        signal?.addEventListener('abort', reject)
      })
    }
    for (let second = 0; second < 100; second += 1) {
      for (let n = 0; n < 4; n += 1) {
        const network = (4 * second + n) % 40
        const id = await acceptOrder({ email: `forged-${second}-${n}@example.com`, signed: false })
        networks.set(id, `network ${network}`)
        await pass(200)
      }
      if (second % 4 === 0) await acceptShopper()
      await pass(200)
    }
    await pass(30 * SECOND)
    expect(toMedian(toWaits())).toBeLessThan(5)
    expect(Math.max(...toWaits())).toBeLessThan(20)
  })

  test.each([1, 2, 3, 4, 5, 6])(
    'random answers to the question and a poison event a second: 25 within 20 s (%i)',
    async (seed) => {
      await forwarder.stop()
      vi.mocked(Math.random).mockImplementation(createRandom(seed))
      const random = createRandom(seed + 100)
      forwarder = start({ question: 'untried' })
      question = async () => json(random() < 0.5 ? 400 : 500)
      answer = async (request) => json(isForged(request) ? 500 : 200)
      for (let second = 0; second < 75; second += 1) {
        await acceptSignUp({ email: `forged-${second}@example.com`, signed: false })
        await pass(500)
        if (second % 3 === 0) await acceptShopper()
        await pass(500)
      }
      await pass(20 * SECOND)
      expect(arrived.size).toBe(25)
      expect(Math.max(...toWaits())).toBeLessThan(20)
    },
  )
})

/** mulberry32 gives the same numbers each time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

test('at most four requests are under way, and the next follows an answer', async () => {
  const answers = byHand()
  for (const _ of [1, 2, 3, 4, 5]) await acceptOrder()
  await pass(0)
  expect(sentTimes()).toEqual([0, 0, 0, 0])
  answer = always(json(200))
  answers.shift()?.give(json(200))
  await pass(0)
  expect(sentTimes()).toEqual([0, 0, 0, 0, 0])
  for (const { give } of answers) give(json(200))
})

describe('Retry-After', () => {
  test.each<[retryAfter: string, waitMs: number, reason: string]>([
    ['30', 30 * SECOND, 'seconds'],
    ['0', SECOND, 'at least one second'],
    ['999999999999999999999', 6 * HOUR, 'at most six hours'],
    [new Date(START + 90 * SECOND).toUTCString(), 90 * SECOND, 'an HTTP date'],
    [new Date(START - DAY).toUTCString(), SECOND, 'a date gone by'],
    [new Date(START + DAY).toUTCString(), 6 * HOUR, 'a date too far'],
    ['soon', 2 * SECOND, 'other text: our own wait'],
    ['1.5', 2 * SECOND, 'other text that could be read as a day'],
    ['-5', 2 * SECOND, 'neither'],
    ['120, 240', 2 * SECOND, 'sent twice: neither'],
    ['', 2 * SECOND, 'empty'],
  ])('%s waits %i ms (%s)', async (retryAfter, waitMs) => {
    answer = inTurn(always(json(503, { retryAfter })), always(json(200)))
    await acceptOrder()
    await pass(DAY)
    expect(sentTimes()).toEqual([0, waitMs])
  })

  test.each([
    ['without a zone', 'Fri Jan 15 08:01:30 2027'],
    ['with a short year', 'Friday, 15-Jan-27 08:01:30 GMT'],
  ])('as a date %s means GMT, in every zone of the server', async (_what, retryAfter) => {
    vi.stubEnv('TZ', 'America/New_York')
    answer = inTurn(always(json(503, { retryAfter })), always(json(200)))
    await acceptOrder()
    await pass(DAY)
    vi.unstubAllEnvs()
    expect(sentTimes()).toEqual([0, 90 * SECOND])
  })

  test('of the question’s answer holds the whole API', async () => {
    say(always(json(429, { retryAfter: '120' })))
    await acceptOrder()
    await pass(MINUTE)
    expect(asked).toEqual([0, 3 * SECOND])
    await pass(63 * SECOND)
    expect(asked).toEqual([0, 3 * SECOND, 123 * SECOND])
  })
})

describe('waits', () => {
  async function readWaits(ageMs: number, duringMs: number) {
    answer = always(json(500))
    await acceptOrder({ ageMs })
    await pass(duringMs)
    return sentTimes()
      .flatMap((at, index, times) => at - (times[index - 1] ?? at))
      .slice(1)
  }

  test('double from 2 s to 5 min in the first hour', async () => {
    const waits = (await readWaits(0, HOUR)).map((ms) => ms / SECOND)
    expect(waits.slice(0, 10)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect(Math.max(...waits)).toBe(300)
  })

  test('double to 30 min later', async () => {
    const waits = (await readWaits(HOUR, 10 * HOUR)).map((ms) => ms / MINUTE)
    expect(Math.max(...waits)).toBe(30)
  })

  test('are random between zero and that', async () => {
    vi.mocked(Math.random).mockReturnValue(0.25)
    expect((await readWaits(0, 10 * SECOND)).slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000])
  })
})

describe('a too old event', () => {
  test.each<[accept: typeof acceptOrder, ageMs: number, requests: number]>([
    [acceptOrder, 72 * HOUR, 1],
    [acceptOrder, 72 * HOUR + 1, 0],
    [acceptSignUp, 7 * DAY, 1],
    [acceptSignUp, 7 * DAY + 1, 0],
  ])('%o of %i ms makes %i requests', async (acceptOne, ageMs, requests) => {
    await acceptOne({ ageMs })
    await pass(HOUR)
    expect(sent).toHaveLength(requests)
    expect(logged.map(({ reason }) => reason)).toEqual(requests === 1 ? [] : ['expired'])
  })

  test('is also one for which the API was always busy', async () => {
    say(always(json(500)))
    const id = await acceptOrder()
    await pass(73 * HOUR)
    expect(logged).toEqual([
      { event: 'api_busy', reason: 'busy', status: 500 },
      { event: 'dead_letter', id, kind: 'convert', reason: 'expired' },
    ])
    expect(await isEmpty()).toBe(true)
  })
})

describe('an event that the operator replays', () => {
  beforeEach(async () => {
    await forwarder.stop()
    forwarder = start({ pollMs: 5 * SECOND }) // as often as a proxy does
  })

  test('has no age, and is found within 5 s without a signal', async () => {
    answer = always(json(400))
    const id = await acceptOrder()
    await pass(SECOND)
    const before = sent.length
    // Changes the queue's events as the operator's process would.
    vi.spyOn(queue, 'nextInMs').mockResolvedValueOnce(0)
    vi.spyOn(queue, 'claim').mockResolvedValueOnce({ events: [toReplayed(id)], nextInMs: undefined })
    answer = always(json(200))
    await pass(5 * SECOND)
    expect(sentIds().slice(before)).toEqual([id])
  })

  test('or drops is seen within 5 s too while the API is on hold', async () => {
    say(always(json(503, { retryAfter: '3600' })))
    await acceptOrder()
    await pass(2.5 * MINUTE)
    const look = vi.spyOn(queue, 'nextInMs') // the queue checks here whether another program has changed it
    const before = sent.length
    await pass(5 * SECOND)
    expect([look.mock.calls.length > 0, sent.length]).toEqual([true, before])
  })

  function toReplayed(id: string) {
    const own = { id, idempotencyKey: id, kind: 'convert' as const, text: '{}', customer: 'x', attempts: 0, misses: 0 }
    return { ...own, ageMs: 80 * HOUR, isEarly: false } satisfies QueuedEvent
  }
})

describe('an event that cannot be sent', () => {
  test.each(['unreadable', 'stale'] as const)(
    'is stored with its reason, and the API is not asked (%s)',
    async (unfit) => {
      const id = randomUUID()
      const ack = vi.spyOn(queue, 'ack')
      vi.spyOn(queue, 'claim').mockResolvedValueOnce({
        events: [{ id, kind: 'addToList', customer: 'x', unfit }],
        nextInMs: undefined,
      })
      forwarder.wake()
      await pass(0)
      expect([sent, ack.mock.calls]).toEqual([[], [[id, { as: 'dead', reason: unfit }]]])
      expect(logged).toEqual([{ event: 'dead_letter', id, kind: 'addToList', reason: unfit }])
    },
  )
})

describe('an API that is away', () => {
  test('and back: an order is delivered within a minute, also after a restart', async () => {
    say(unreachable)
    await acceptOrder()
    await pass(2 * HOUR)
    await forwarder.stop()
    forwarder = start()
    forwarder.wake()
    await pass(5 * SECOND)
    say(always(json(200)))
    await pass(MINUTE)
    expect(await isEmpty()).toBe(true)
  })

  test('and back: all waiting events are sent at once', async () => {
    say(unreachable)
    for (let event = 0; event < 20; event += 1) await acceptOrder()
    await pass(HOUR)
    say(always(json(200)))
    const before = sent.length
    await pass(MINUTE)
    expect(sent.length - before).toBeGreaterThanOrEqual(20)
    expect([logged.at(-1), await isEmpty()]).toEqual([{ event: 'api_back', reason: 'unreachable' }, true])
  })
})

test('a slow queue delays only events of the same customer', async () => {
  const email = 'ada@example.com'
  const written: (() => void)[] = []
  vi.spyOn(queue, 'ack').mockImplementation(() => new Promise((resolve) => written.push(resolve)))
  for (let event = 0; event < 6; event += 1) await acceptOrder(event < 2 ? { email } : {})
  await pass(0)
  expect(sent).toHaveLength(5)
  const stopped = forwarder.stop()
  for (const done of written) done()
  await stopped
})

describe('a queue that fails', () => {
  const full = new Error('database or disk is full')

  test.each([200, 400, 500, 404])(
    'to write the result of an event is asked again, not the API (%i)',
    async (status) => {
      const given = json(status)
      answer = inTurn(always(given), always(json(200)))
      vi.spyOn(queue, 'ack').mockRejectedValueOnce(full).mockRejectedValueOnce(full)
      const id = await acceptSignUp()
      await pass(10 * SECOND - 1)
      expect(sentTimes()).toEqual([0])
      const failures = logged.filter(({ event }) => event === 'queue_failed')
      expect(failures).toEqual([1, 2].map(() => ({ event: 'queue_failed', id, reason: String(full) })))
      await pass(2 * MINUTE)
      expect(await isEmpty()).toBe(true)
    },
  )

  test('to write some results does not delay other events', async () => {
    const { ack } = queue
    const bad: string[] = []
    vi.spyOn(queue, 'ack').mockImplementation(async (id, disposition) => {
      if (bad.includes(id)) throw full
      await ack(id, disposition)
    })
    for (let event = 0; event < 8; event += 1) bad.push(await acceptOrder())
    await pass(HOUR)
    const id = await acceptOrder()
    await pass(0)
    expect([sent.length, sentIds().at(-1), (await queue.count()).waiting]).toEqual([9, id, 8])
    vi.mocked(queue.ack).mockRestore()
    await pass(5 * SECOND)
    expect([sent.length, await isEmpty()]).toEqual([9, true])
  })

  test('to write any result gets a bounded number of sent events', async () => {
    vi.spyOn(queue, 'ack').mockRejectedValue(full)
    for (let event = 0; event < 200; event += 1) await acceptOrder()
    await pass(MINUTE)
    expect(sent.length).toBeLessThan(64 + 4)
    vi.mocked(queue.ack).mockRestore()
    await pass(10 * SECOND)
    expect([sent.length, await isEmpty()]).toEqual([200, true])
  })

  test('to wake waiting events does not lose any', async () => {
    say(always(json(401)))
    await acceptOrder()
    await pass(0)
    say(always(json(200)))
    vi.spyOn(queue, 'wake').mockRejectedValueOnce(full)
    await pass(2 * MINUTE)
    expect(await isEmpty()).toBe(true)
  })

  test('to give an event is asked again', async () => {
    vi.spyOn(queue, 'claim').mockRejectedValueOnce(full)
    await acceptOrder()
    await pass(5 * SECOND)
    expect(sentTimes()).toEqual([5 * SECOND])
    expect(logged).toEqual([{ event: 'queue_failed', reason: String(full) }])
  })

  test('does not keep the proxy from stopping', async () => {
    vi.spyOn(queue, 'ack').mockRejectedValue(full)
    await acceptOrder()
    await pass(0)
    const stopped = forwarder.stop()
    await pass(5 * SECOND)
    await expect(stopped).resolves.toBeUndefined()
  })
})

describe('stopping', () => {
  test('lets a request under way finish, and does not begin another', async () => {
    const answers = byHand()
    const email = 'ada@example.com'
    const first = await acceptOrder({ email })
    const second = await acceptOrder({ email })
    await pass(0)
    const stopped = forwarder.stop()
    answers.shift()?.give(json(200))
    await stopped
    forwarder.wake()
    await pass(DAY)
    expect(sentIds()).toEqual([first])
    expect((await queue.claim(9)).events.map(({ id }) => id)).toEqual([second])
  })

  test('stops its timer', async () => {
    answer = always(json(500))
    await acceptOrder()
    await pass(0)
    await forwarder.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('while no event waits, one timer asks for due events and claims none', async () => {
  await forwarder.stop()
  forwarder = start({ pollMs: 5 * SECOND }) // as often as a proxy does
  await acceptOrder()
  await pass(0)
  const [claim, nextInMs] = [vi.spyOn(queue, 'claim'), vi.spyOn(queue, 'nextInMs')]
  await pass(MINUTE)
  expect([vi.getTimerCount(), claim.mock.calls.length, nextInMs.mock.calls.length]).toEqual([1, 0, 12])
})
