/**
 * Promise: a stranger who floods, poisons or hangs does not stop, lose or erase the events of shoppers on calm networks.
 *
 * A whole proxy at the default limits or a tenth of them, on SQLite, behind one trusted hop. The clock and the API are fake.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApiAnswer, CallApi } from '../../src/proxy/forward/api.js'
import { BOUNDS, type Bounds } from '../../src/proxy/queue/index.js'
import { openQueue } from '../../src/proxy/queue/open.js'
import { createSeal } from '../../src/proxy/seal.js'
import { createService, type Service } from '../../src/proxy/service.js'
import type { Settings } from '../../src/proxy/settings.js'
import { toUsualBounds } from '../support/bounds.js'
import { toRounds } from '../support/long.js'
import { createSettings, newOrder, toRequest } from '../support/proxy.js'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A request that is not answered ends after this time. */
const TOTAL_MS = 10_000

let service: Service
let answer: CallApi
/** The time at which each shopper's order was sent, by its number, and the time at which the API accepted it. */
let sentMs: Map<string, number>
let acceptedMs: Map<string, number>

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  sentMs = new Map()
  acceptedMs = new Map()
})
afterEach(async () => {
  const stopped = service.stop()
  await vi.advanceTimersByTimeAsync(TOTAL_MS)
  await stopped
  vi.useRealTimers()
})

async function start(more: Partial<Settings> = {}, most: Partial<Bounds> = {}) {
  const settings = createSettings({ ratePerIp: 60, rateTotal: 3_000, trustedHops: 1, ...more })
  const defer = (run: () => void, waitMs: number) => {
    const timer = setTimeout(run, waitMs)
    return () => clearTimeout(timer)
  }
  const seal = createSeal(settings.keys)
  const callApi: CallApi = async (request) => {
    const given = await answer(request)
    if (given.status < 300) acceptedMs.set(toNumber(request), Date.now())
    return given
  }
  service = await createService({
    store: { open: (log) => openQueue({ database: ':memory:', seal, most: toUsualBounds(most), log, defer: atOnce }) },
    callApi,
    defer,
    pollMs: MINUTE,
    files: { served: [] },
    settings,
    log: () => {},
  })
  service.start()
}

/** Commits with the next microtask, because the clock does not move. */
const atOnce = (run: () => void) => {
  queueMicrotask(run)
  return () => {}
}

const json = (status: number): ApiAnswer => ({
  ...{ status, contentType: 'application/json', retryAfter: undefined, text: '{"detail":"x"}' },
})
const toNumber = ({ body }: { body: string }) => String(JSON.parse(body).cart_data?.order_number)
const isPoison = ({ body }: { body: string }) => body.includes('poison')
const away: CallApi = () => Promise.reject(new Error('ECONNREFUSED'))
const hang: CallApi = () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('timeout')), TOTAL_MS))

/** Sends an event from this address, and does not wait. @returns the status of the answer */
const send = async (address: string, event: object) =>
  (await service.handle(toRequest(event, { 'x-forwarded-for': address }))).status

const calm = (n: number) => newOrder({ cart_data: { order_number: `calm-${n}` } })
const poison = (more: object = {}) => newOrder({ cart_data: { promo: 'poison', ...more } })
/** The n-th address of a /48. Each is in another /56, so only the limit of the /48 counts. */
const ipv6 = (network: number, n: number) => `2001:db8:${network}:${((n % 256) * 256).toString(16)}::1`

const nothing = () => {}

/** Sends this many events a second, spread evenly, and shoppers' orders among them. @returns the answers to shoppers */
async function attack(
  seconds: number,
  perSecond: number,
  sendOne: (n: number) => unknown,
  shoppers = 0,
  sendOther = buy,
) {
  const answers: Promise<number>[] = []
  for (let second = 0; second < seconds; second += 1) {
    for (let n = 0; n < perSecond; n += 1) sendOne(second * perSecond + n)
    while (answers.length < ((second + 1) * shoppers) / seconds) answers.push(sendOther(answers.length))
    await vi.advanceTimersByTimeAsync(SECOND)
  }
  return Promise.all(answers)
}

function buy(n: number) {
  sentMs.set(`calm-${n}`, Date.now())
  return send(`203.0.${Math.floor(n / 250)}.${n % 250}`, calm(n))
}

/**
 * The time of shoppers' orders, in seconds, the shortest first. An order that did not reach the API took infinitely
 * long.
 */
const times = () =>
  [...sentMs]
    .map(([number, atMs]) => ((acceptedMs.get(number) ?? Number.POSITIVE_INFINITY) - atMs) / SECOND)
    .sort((a, b) => a - b)

const atMost = (seconds: number) => expect.toSatisfy((s) => s <= seconds, `at most ${seconds}`)

/** A tenth of the default limits in a short run, because each request is large. */
const SCALE = toRounds(10, 1)
const RATES = { ratePerIp: 60 / SCALE, rateTotal: 3_000 / SCALE }
const ROOM = { queueBytes: BOUNDS.queueBytes / SCALE }

describe.each([1, 4])('a flood of large orders from %i IPv6 /48', (networks) => {
  test.each<[what: string, api: CallApi]>([
    ['that the API answers with 500', async (request) => json(isPoison(request) ? 500 : 200)],
    ['while the API is away', away],
  ])('%s: shoppers get 202, even an hour later', { timeout: 600_000 }, async (_what, api) => {
    answer = api
    await start(RATES, ROOM)
    const description = 'x'.repeat(44_000)
    let full = 0
    // Small orders fill the room that is too small for a large one.
    const sendOne = async (n: number) => {
      const status = await send(ipv6(n % networks, n), poison(full > 0 ? {} : { description }))
      full += Number(status === 503)
    }
    const during = await attack(1_200 / networks, Math.ceil((16 * networks) / SCALE), sendOne, 20)
    await vi.advanceTimersByTimeAsync(HOUR)
    const later = await attack(20, 0, nothing, 20, (n) => buy(100 + n))
    expect([...during, ...later]).toEqual(Array(40).fill(202))
    expect(full + (await service.operator.count()).dead).toBeGreaterThan(100 / SCALE) // the stranger's share was full
    answer = async (request) => json(isPoison(request) ? 500 : 200)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(times().filter(Number.isFinite)).toHaveLength(40)
  })
})

test('40 addresses whose requests hang: shoppers’ orders take three minutes at most', async () => {
  answer = async (request) => (isPoison(request) ? hang(request) : json(200))
  await start()
  await attack(100, 4, (n) => void send(`198.51.100.${n % 40}`, poison()), 25)
  await vi.advanceTimersByTimeAsync(3 * MINUTE)
  expect(times()[24]).toEqual(atMost(180))
})

test('one address whose requests hang: shoppers’ orders wait for one timeout at most', async () => {
  answer = async (request) => (isPoison(request) ? hang(request) : json(200))
  await start()
  await attack(100, 1, () => void send('198.51.100.1', poison()), 100)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect({ median: times()[49], slowest: times()[99] }).toEqual({ median: atMost(5), slowest: atMost(10) })
})
