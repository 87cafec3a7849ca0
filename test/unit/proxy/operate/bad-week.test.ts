/**
 * Promise: in a shop's bad week with another fault each day, health and an alert name each fault within minutes, and nothing that is not
 * true. An alert names its end. At the end of the week no event waits or is dead.
 *
 * The service and its ledger are real. The clock and the API are not. The shop has four orders and one sign-up an hour, after five days
 * without a fault.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CallApi } from '../../../../src/proxy/forward/api.js'
import { deferByTimer } from '../../../../src/proxy/forward/scheduler.js'
import { type Alert, createAlerts } from '../../../../src/proxy/operate/alerts.js'
import type { ConditionName } from '../../../../src/proxy/operate/conditions.js'
import type { Health } from '../../../../src/proxy/operate/health.js'
import { openQueue } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { createService, type Service, SWEEP_MS } from '../../../../src/proxy/service.js'
import { createSettings, newOrder, newSignUp, toRequest } from '../../../support/proxy.js'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const MONDAY_MS = Date.UTC(2026, 10, 23)
const QUIET_DAYS = 5

type Fault = 'key expired' | 'list gone' | 'tag gone' | 'flood' | 'disk full' | 'API away' | 'clock ahead'

/** Minutes until the receiver accepted each alert: of its beginning after the fault began, of its end after it was mended. */
type Alerts = Partial<Record<ConditionName, [begun: number, ended: number]>>

/** A fault begins at 10:07 on its day and is mended so many minutes later. Health is in this state at worst. */
const WEEK: [fault: Fault, lastsMinutes: number, worst: Health['state'], alerts: Alerts][] = [
  ['key expired', 90, 'degraded', { credentials: [13, 1] }],
  ['list gone', 90, 'degraded', { unknown_list: [24, 4] }],
  ['tag gone', 480, 'degraded', { silent: [353, 9] }],
  ['flood', 8, 'degraded', { refusals: [1, 105] }],
  ['disk full', 40, 'down', { disk: [1, 1], database: [9, 14], refusals: [24, 74] }],
  ['API away', 1_980, 'degraded', { away: [61, 1] }], // for a weekend, and for its first hour the receiver of alerts too
  ['clock ahead', 60, 'ok', {}],
]

let fault: Fault | undefined
let service: Service
let alerts: ReturnType<typeof createAlerts>
/** Events that a browser keeps until the proxy accepts them. */
let outbox: { event: object; atMs: number }[] = []
/** The alerts that the receiver accepted in the present minute. */
let posted: Alert[] = []

/** At each check of the alerts. */
interface Seen {
  atMs: number
  accepted: Alert[]
  health: Health
}
let seen: Seen[] = []
/** When the fault began, when it was mended, and what was seen from its beginning until the next day. */
const days = new Map<Fault, { beganMs: number; mendedMs: number; seen: Seen[] }>()
let beganMs = 0

beforeAll(async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: MONDAY_MS - QUIET_DAYS * DAY_MINUTES * MINUTE_MS,
  })
  await open()
  for (let quarter = 0; quarter < (QUIET_DAYS * DAY_MINUTES) / 15; quarter += 1) {
    await advance(15)
    await shop()
  }
  service.start()
  for (const [next, lastsMinutes] of WEEK) await passDay(next, lastsMinutes)
  await pass(120, 15)
}, 1_800_000)

afterAll(async () => {
  vi.useRealTimers()
  await service.stop()
})

const minuteOfDay = () => Math.floor(Date.now() / MINUTE_MS) % DAY_MINUTES
const advance = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE_MS - (Date.now() % MINUTE_MS)) // the shop takes some seconds

async function passDay(next: Fault, lastsMinutes: number) {
  const shiftMs = next === 'clock ahead' ? DAY_MINUTES * MINUTE_MS : 0
  await pass(600, 15)
  await pass(7, 1)
  ;[fault, beganMs, seen] = [next, Date.now(), []]
  vi.setSystemTime(Date.now() + shiftMs)
  await pass(Math.min(lastsMinutes, 120), 1)
  await pass(Math.max(lastsMinutes - 120, 0), 15)
  vi.setSystemTime(Date.now() - shiftMs)
  days.set(next, { beganMs, mendedMs: Date.now(), seen })
  fault = undefined
  await pass(60, 1)
  const left = DAY_MINUTES - 667 - lastsMinutes
  await pass(left > 0 ? left : left + DAY_MINUTES, 15)
}

/** Lets time pass. The alerts are checked every so many minutes. */
async function pass(minutes: number, each: number) {
  for (let minute = 0; minute < minutes; ) {
    const step = Math.min(each, minutes - minute, 15 - (minuteOfDay() % 15))
    await advance(step)
    minute += step
    if (minuteOfDay() % 15 === 0) await shop()
    posted = []
    if (fault === 'flood') await flood()
    await alerts.poll()
    seen.push({ atMs: Date.now(), accepted: posted, health: await service.readHealth() })
  }
}

async function shop() {
  if (fault === 'tag gone') return
  const order = { cart_data: { order_number: randomUUID(), cart_value: 1999 }, cart_items: [{ product_id: 'CUP' }] }
  outbox.push({ event: newOrder(order), atMs: Date.now() })
  if (minuteOfDay() % 60 === 30) outbox.push({ event: newSignUp(), atMs: Date.now() })
  const kept: typeof outbox = []
  const sent = outbox.map(async (each) => {
    const { status } = await service.handle(toRequest({ ...each.event, age: Date.now() - each.atMs }))
    if (status !== 202) kept.push(each)
  })
  await vi.advanceTimersByTimeAsync(2_000)
  await Promise.all(sent)
  outbox = kept
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
}

/** A stranger sends 80 reports of a minute from one address. Twenty get 429. */
async function flood() {
  const cart_data = { order_number: 'F-1', cart_value: 1 }
  const order = newOrder({ email: 'stranger@example.com', cart_data, cart_items: [] })
  for (let time = 0; time < 80; time += 1) {
    await service.handle(toRequest({ ...order, id: randomUUID() }), { address: '203.0.113.9' })
  }
}

async function open() {
  const settings = createSettings({ ratePerIp: 60 })
  const write =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      fault === 'disk full' ? Promise.reject(new Error('database or disk is full')) : call(...given)
  // Each write is a commit of its own, because the test's clock does not move during a batch.
  const defer = (run: () => void) => {
    queueMicrotask(run)
    return () => {}
  }
  service = await createService({
    store: {
      async open(log) {
        const queue = await openQueue({ database: ':memory:', seal: createSeal(settings.keys), log, defer })
        return { ...queue, accept: write(queue.accept), settle: write(queue.settle) }
      },
      isDiskLow: async () => fault === 'disk full',
    },
    callApi,
    defer: deferByTimer,
    pollMs: 15 * MINUTE_MS,
    files: { served: [] },
    settings,
    log: () => {},
  })
  setInterval(service.sweep, SWEEP_MS)
  const { readHealth, queue: notes } = service
  alerts = createAlerts({ settings, readHealth, notes, log: () => {}, post })
}

const callApi: CallApi = async ({ url }) => {
  const isUnknownList = fault === 'list gone' && url.includes('/lists/')
  const status = fault === 'API away' ? 503 : fault === 'key expired' ? 401 : isUnknownList ? 404 : 200
  return { status, contentType: 'application/json', retryAfter: undefined, text: '{}' }
}

async function post(alert: Alert) {
  if (fault === 'API away' && Date.now() <= beganMs + 60 * MINUTE_MS) return 'connect ECONNREFUSED'
  posted.push(alert)
  return undefined
}

test.each(WEEK)('%s for %i min: health is %s, and the alerts are %o', (fault, _minutes, state, alerts) => {
  const { beganMs, mendedMs, seen } = days.get(fault) ?? { beganMs: 0, mendedMs: 0, seen: [] }
  const list = (what: 'begun' | 'ended', fromMs: number) =>
    seen.flatMap(({ atMs, accepted }) =>
      accepted.flatMap((alert) =>
        alert[what].map((name) => `${name} ${what} ${Math.ceil((atMs - fromMs) / MINUTE_MS)}`),
      ),
    )
  const expected = Object.entries(alerts)
  expect(list('begun', beganMs).sort()).toEqual(expected.map(([name, [begun]]) => `${name} begun ${begun}`).sort())
  expect(list('ended', mendedMs).sort()).toEqual(expected.map(([name, [, ended]]) => `${name} ended ${ended}`).sort())
  const held = new Set(seen.flatMap(({ health }) => health.conditions.map(({ name }) => name)))
  expect([...held].sort()).toEqual(Object.keys(alerts).sort()) // no other condition
  const states = seen.map(({ health }) => health.state)
  const worst = (['down', 'degraded', 'ok'] as const).find((each) => states.includes(each))
  expect([worst, states.at(-1)]).toEqual([state, 'ok'])
})

test('at the end of the week no event waits or is dead', async () => {
  expect(await service.operator.count()).toMatchObject({ waiting: 0, dead: 0 })
  expect(outbox).toEqual([])
})
