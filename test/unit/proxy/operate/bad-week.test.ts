/**
 * Promise: in a shop's bad week with another fault each day, health, the operator's page and an alert name each fault within minutes,
 * and nothing that is not true. An alert names its end. At the end every order and sign-up that the proxy accepted has its effect once.
 *
 * The service, SQLite and the reference API are real. The clock is not. The shop has four orders and one sign-up an hour, after
 * five days without a fault.
 */
import { randomUUID } from 'node:crypto'
import { copyFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Api, createApi } from '../../../../demo/reference-api/index.js'
import type { ConvertEntry } from '../../../../demo/reference-api/records.js'
import type { CallApi } from '../../../../src/proxy/forward/api.js'
import { type Alert, createAlerts } from '../../../../src/proxy/operate/alerts.js'
import type { ConditionName } from '../../../../src/proxy/operate/conditions.js'
import type { Health } from '../../../../src/proxy/operate/health.js'
import { openClockedService } from '../../../support/clocked-service.js'
import { API_KEY, createSettings, newFolder, newOrder, newSignUp, toRequest } from '../../../support/proxy.js'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const MONDAY_MS = Date.UTC(2026, 10, 23)
const QUIET_DAYS = 5
const API_URL = 'http://api.example/api/v1/demo'

/** The present faults. */
interface World {
  key?: 'expired'
  tag?: 'gone'
  api?: 'away' | 'failing'
  disk?: 'full'
  receiver?: 'away'
  stranger?: 'floods'
}

/** A fault begins at 10:07 on its day and is mended so many minutes later. */
interface Day {
  fault: string
  begin(): void | Promise<void>
  lastsMinutes: number
  mend(): void | Promise<void>
  /** Minutes until the receiver accepted each alert: of its beginning after the fault began, of its end after it was mended. */
  alerts: Partial<Record<ConditionName, [begun: number, ended: number]>>
  /** Other conditions that hold at times. */
  also?: ConditionName[]
  /** The worst state of health while the fault lasted. */
  state: Health['state']
  /** Orders that no page reported, so that only the shop has them. */
  unreported?: number
}

const WEEK: Record<string, Day> = {
  Monday: {
    fault: 'the API’s key expires',
    begin: () => become({ key: 'expired' }),
    lastsMinutes: 90,
    mend: () => restart(() => become({})),
    alerts: { credentials: [13, 1] },
    state: 'degraded',
  },
  Tuesday: {
    fault: 'the newsletter’s list is deleted',
    begin: () => void delete lists['42'],
    lastsMinutes: 90,
    mend: () => void Object.assign(lists, { '42': 'Newsletter' }),
    alerts: { unknown_list: [24, 4] },
    state: 'degraded',
  },
  Wednesday: {
    fault: 'the theme loses the tag',
    begin: () => become({ tag: 'gone' }),
    lastsMinutes: 480,
    mend: () => become({}),
    alerts: { silent: [353, 9] },
    state: 'degraded',
    unreported: 32,
  },
  Thursday: {
    fault: 'a stranger floods the proxy',
    begin: () => become({ stranger: 'floods' }),
    lastsMinutes: 8,
    mend: () => become({}),
    alerts: { refusals: [1, 105] },
    state: 'degraded',
  },
  Friday: {
    fault: 'the disk is full',
    begin: () => become({ disk: 'full' }),
    lastsMinutes: 40,
    mend: () => become({}),
    alerts: { disk: [1, 1], database: [9, 14], refusals: [24, 74] },
    state: 'down',
  },
  Saturday: {
    fault: 'the API is away for a weekend, and at first the receiver of alerts too',
    begin: async () => {
      become({ receiver: 'away', api: 'failing' })
      await pass(60, 1)
      become({ api: 'failing' })
    },
    lastsMinutes: 1_980,
    mend: () => become({}),
    alerts: { away: [61, 1] },
    state: 'degraded',
  },
  Monday2: {
    fault: 'the disk dies, and the backup of two hours before is restored',
    begin: () => backUp(),
    lastsMinutes: 120,
    mend: () => restart(restore),
    alerts: {},
    also: ['away'], // while the backup is made, so that it has waiting events
    state: 'degraded',
  },
  Tuesday2: {
    fault: 'the clock is a day ahead',
    begin: () => void vi.setSystemTime(Date.now() + DAY_MINUTES * MINUTE_MS),
    lastsMinutes: 60,
    mend: () => void vi.setSystemTime(Date.now() - DAY_MINUTES * MINUTE_MS),
    alerts: {},
    state: 'ok',
  },
}

let world: World = {}
function become(next: World) {
  world = next
}
const lists: Record<string, string> = { '42': 'Newsletter', '43': 'Product news' }
let service: Awaited<ReturnType<typeof open>>
let alerts: ReturnType<typeof createAlerts>
let api: Api
let folder: ReturnType<typeof newFolder>

/** The operator's view at each check of the alerts. */
interface Seen {
  atMs: number
  /** The alerts that the receiver accepted. */
  accepted: Alert[]
  health: Health
  /** Read each full hour, and while a condition holds. */
  page: string | undefined
}
/** When each day's fault began, when it was mended, and what was seen from its beginning until the next day. */
const days: Record<string, { beganMs: number; mendedMs: number; seen: Seen[] }> = {}
let seen: Seen[] = []
let posted: Alert[] = []
/** Numbers of orders that the proxy accepted, and of orders whose page had no tag. */
const accepted: string[] = []
const unreported: { number: string; atMs: number }[] = []
/** Events that a browser keeps until the proxy accepts them. */
let outbox: { event: ReturnType<typeof newOrder>; atMs: number; number: string }[] = []

beforeAll(async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    now: MONDAY_MS - QUIET_DAYS * DAY_MINUTES * MINUTE_MS,
  })
  folder = newFolder()
  api = createApi({ authorization: API_KEY, lists })
  service = await open()
  for (let quarter = 0; quarter < (QUIET_DAYS * DAY_MINUTES) / 15; quarter += 1) await passQuarter()
  service.start()
  for (const [day, row] of Object.entries(WEEK)) await passDay(day, row)
  await pass(120, 15)
}, 1_800_000)

afterAll(async () => {
  vi.useRealTimers()
  await service.stop()
  folder.remove()
})

async function passDay(day: string, { begin, lastsMinutes, mend }: Day) {
  await pass(600, 15)
  await pass(7, 1)
  const beganMs = Date.now()
  seen = []
  await begin()
  const passed = day === 'Tuesday2' ? 0 : Math.round((Date.now() - beganMs) / MINUTE_MS)
  const closely = Math.min(lastsMinutes - passed, 120)
  await pass(closely, 1)
  await pass(lastsMinutes - passed - closely, 15)
  const mendedMs = Date.now()
  await mend()
  await pass(60, 1)
  const left = DAY_MINUTES - 667 - lastsMinutes
  await pass(left > 0 ? left : left + DAY_MINUTES, 15)
  days[day] = { beganMs, mendedMs, seen }
}

/** Lets time pass. The alerts are checked every so many minutes. */
async function pass(minutes: number, each: number) {
  for (let minute = 0; minute < minutes; ) {
    const step = Math.min(each, minutes - minute, 15 - (minuteOfDay() % 15))
    await vi.advanceTimersByTimeAsync(step * MINUTE_MS - (Date.now() % MINUTE_MS)) // the shop takes some seconds
    minute += step
    if (minuteOfDay() % 15 === 0) await shop()
    posted = []
    if (world.stranger) await flood()
    await alerts.poll()
    const health = await service.readHealth()
    const isHour = minuteOfDay() % 60 === 0
    const page = health.conditions.length > 0 || isHour ? await read('/') : undefined
    seen.push({ atMs: Date.now(), accepted: posted, health, page })
  }
}
const minuteOfDay = () => Math.floor(Date.now() / MINUTE_MS) % DAY_MINUTES

async function passQuarter() {
  await vi.advanceTimersByTimeAsync(15 * MINUTE_MS - (Date.now() % MINUTE_MS))
  await shop()
}

/* The shop */

let count = 1_000
async function shop() {
  count += 1
  const number = String(count)
  const email = `shopper-${number}@example.com`
  const headers = { authorization: API_KEY, 'content-type': 'application/json' }
  await api.fetch(new Request(`${API_URL}/sessions/`, { method: 'POST', headers, body: JSON.stringify({ email }) }))
  if (world.tag === 'gone') return void unreported.push({ number, atMs: Date.now() })
  const cart_data = { order_number: number, cart_value: 1999 }
  const event = newOrder({ email, cart_data, cart_items: [{ product_id: 'CUP' }] }, { id: randomUUID() })
  outbox.push({ event, atMs: Date.now(), number })
  if (minuteOfDay() % 60 === 30) {
    const signUp = newSignUp({ email }, { id: randomUUID() }) as never
    outbox.push({ event: signUp, atMs: Date.now(), number: `sign-up ${number}` })
  }
  const answers = outbox.map(async ({ event, atMs, number: each }) => {
    const { status } = await service.handle(toRequest({ ...event, age: Date.now() - atMs }))
    if (status === 202) accepted.push(each)
  })
  await vi.advanceTimersByTimeAsync(2_000)
  await Promise.all(answers)
  outbox = outbox.filter(({ number: each }) => !accepted.includes(each))
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
}

/* The proxy and its API */

async function open() {
  const settings = createSettings({ apiUrl: API_URL })
  const isDiskLow = async () => world.disk === 'full'
  const opened = await openClockedService({
    ...{ folder: folder.path, settings, callApi, eachMs: 15 * MINUTE_MS },
    wrap: (queue) => ({ ...queue, accept: write(queue.accept), settle: write(queue.settle) }),
    isDiskLow,
  })
  const { readHealth, queue: notes } = opened
  alerts = createAlerts({ settings, readHealth, notes, log: () => {}, post })
  return opened
}

const write =
  <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
  (...given: Given): Promise<Result> =>
    world.disk === 'full' ? Promise.reject(new Error('database or disk is full')) : call(...given)

const callApi: CallApi = async ({ url, headers, body }) => {
  if (world.api === 'away') throw new Error('connect ECONNREFUSED')
  if (world.api === 'failing')
    return { status: 503, contentType: 'application/json', retryAfter: undefined, text: '{}' }
  const authorization = world.key === 'expired' ? 'Token of last year' : headers.authorization
  const sent = { ...headers, authorization } as Record<string, string>
  const answer = await api.fetch(new Request(url, { method: 'POST', headers: sent, body }))
  return { status: answer.status, contentType: 'application/json', retryAfter: undefined, text: await answer.text() }
}

async function post(alert: Alert) {
  if (world.receiver === 'away') return 'connect ECONNREFUSED'
  posted.push(alert)
  return undefined
}

const read = async (path: string) =>
  (await (await service.admin.handle(new Request(`http://localhost:8788${path}`))).text()).replaceAll('&#39;', "'")

/** A stranger sends 80 reports of a minute from one address. Twenty get 429. */
async function flood() {
  const client = { address: '203.0.113.9' }
  for (let time = 0; time < 80; time += 1) {
    const order = newOrder({ email: 'stranger@example.com', cart_data: { order_number: 'F-1', cart_value: 1 } })
    await service.handle(toRequest({ ...order, cart_items: [] } as never), client)
  }
}

/** Stops the proxy, lets something be changed, and starts it again. */
async function restart(change: () => unknown) {
  const stopped = service.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  await stopped
  await change()
  service = await open()
  service.start()
}

/* The backup */

const toFiles = (place: string) => readdirSync(place).filter((name) => /^ringup\.db(-wal|-shm)?$/.test(name))

/** A cold backup, while some events wait because the API is away for a quarter of an hour. */
async function backUp() {
  become({ api: 'away' })
  await pass(15, 1)
  await restart(() => {
    for (const name of toFiles(folder.path)) copyFileSync(join(folder.path, name), join(folder.path, `backup ${name}`))
  })
  become({})
}

function restore() {
  for (const name of toFiles(folder.path)) rmSync(join(folder.path, name))
  for (const name of readdirSync(folder.path).filter((each) => each.startsWith('backup ')))
    copyFileSync(join(folder.path, name), join(folder.path, name.replace('backup ', '')))
}

/* The timetable */

const DAYS = Object.entries(WEEK).map(([day, row]) => ({ day, unreported: 0, also: [] as ConditionName[], ...row }))
const CASES = DAYS.flatMap(({ alerts, ...row }) =>
  Object.entries(alerts).map(([name, [begun, ended]]) => ({ ...row, name: name as ConditionName, begun, ended })),
)
const readDay = (day: string) => days[day] ?? { beganMs: 0, mendedMs: 0, seen: [] }

describe.each(CASES)('$day: $fault', ({ day, name, begun, ended }) => {
  const toMinutes = (what: 'begun' | 'ended', fromMs: number) =>
    readDay(day)
      .seen.filter((each) => each.accepted.some((alert) => alert[what].includes(name)))
      .map(({ atMs }) => Math.ceil((atMs - fromMs) / MINUTE_MS))

  test(`alert ${name}: begins after ${begun} min, ends ${ended} min after the mend`, () => {
    const { beganMs, mendedMs } = readDay(day)
    expect([toMinutes('begun', beganMs), toMinutes('ended', mendedMs)]).toEqual([[begun], [ended]])
  })
})

describe.each(DAYS)('$day: $fault', ({ day, alerts, also, state }) => {
  test('no other condition holds, and no other alert is sent', () => {
    const { seen } = readDay(day)
    const held = seen.flatMap(({ health }) => health.conditions.map(({ name }) => name))
    const begun = seen.flatMap(({ accepted }) => accepted.flatMap((alert) => alert.begun))
    const own = [...Object.keys(alerts), ...also].sort()
    expect([[...new Set(held)].sort(), [...new Set(begun)].sort()]).toEqual([own, own])
  })

  test('each hour, the page says what health says, and "All is well" only if it is true', () => {
    const wrong = readDay(day).seen.flatMap(({ atMs, health, page }) => {
      if (page === undefined) return []
      const sentences = health.conditions.every(({ sentence }) => page.includes(sentence))
      const isWell =
        health.conditions.length === 0 && health.state === 'ok' && (health.waiting?.oldestMs ?? 0) < MINUTE_MS
      return sentences && isWell === page.includes('All is well') ? [] : [new Date(atMs).toISOString()]
    })
    expect(wrong).toEqual([])
  })

  test(`health is ${state} at worst, and ok at the end of the day`, () => {
    const states = readDay(day).seen.map(({ health }) => health.state)
    const worst = (['down', 'degraded', 'ok'] as const).find((each) => states.includes(each))
    expect([worst, states.at(-1)]).toEqual([state, 'ok'])
  })
})

describe('at the end of the week', () => {
  const ask = async (path: string) =>
    (await api.fetch(new Request(API_URL + path, { headers: { authorization: API_KEY } }))).json()
  const isOrder = (name: string) => !name.startsWith('sign-up')

  test('every accepted order has converted one session, and every sign-up is on its list', async () => {
    const { sessions } = (await ask('/sessions/')) as { sessions: { cart: { order_number?: string } | null }[] }
    const { customers } = (await ask('/customers/')) as { customers: { email: string; lists: unknown[] }[] }
    const converted = sessions.flatMap(({ cart }) => cart?.order_number ?? [])
    const signedUp = customers
      .filter(({ lists }) => lists.length > 0)
      .map(({ email }) => `sign-up ${email.slice(8, 12)}`)
    expect([...converted, ...signedUp].sort()).toEqual([...accepted].sort())
    expect(outbox).toEqual([])
  })

  test('the order in the backup was sent twice, and had one effect', async () => {
    const { conversions } = (await ask('/conversions/')) as { conversions: ConvertEntry[] }
    const numbers = conversions.filter(({ status }) => status === 200).map(({ order_number }) => order_number)
    expect(numbers.length - new Set(numbers).size).toBe(1)
    expect(new Set(numbers)).toEqual(new Set(accepted.filter(isOrder)))
  })

  test.each(DAYS)('$day: $unreported orders are in the shop’s own records alone', ({ unreported: most, day }) => {
    const { beganMs, mendedMs } = readDay(day)
    expect(unreported.filter(({ atMs }) => atMs >= beganMs && atMs < mendedMs)).toHaveLength(most)
  })
})
