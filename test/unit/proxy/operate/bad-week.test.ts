/**
 * Promise: a shop has a bad week, with another fault each day. Each fault is told by health, by the operator's page and by an alert
 * within minutes; its end is told too; and at the end every order and sign-up that the proxy accepted has its effect once.
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
import { CONDITIONS, type ConditionName } from '../../../../src/proxy/operate/conditions.js'
import type { Health } from '../../../../src/proxy/operate/health.js'
import { openQueueAdmin } from '../../../../src/proxy/queue/open.js'
import { createSeal } from '../../../../src/proxy/seal.js'
import { KEY, openClockedService, toDatabase } from '../../../support/clocked-service.js'
import { API_KEY, createSettings, newFolder, newOrder, newSignUp, ORIGIN, toRequest } from '../../../support/proxy.js'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
const MONDAY_MS = Date.UTC(2026, 10, 23)
const QUIET_DAYS = 5
const [OLD_URL, NEW_URL] = ['http://api.example/api/v1/demo', 'http://new.example/api/v1/demo']

/** The present faults. */
interface World {
  key?: 'expired'
  tag?: 'gone'
  api?: 'away' | 'failing' | 'moved'
  disk?: 'full'
  receiver?: 'away'
}

/** A fault begins at 10:07 on its day and is mended so many minutes later. */
interface Day {
  fault: string
  begin(): void | Promise<void>
  lastsMinutes: number
  mend(): void | Promise<void>
  /** Minutes until the receiver took each alert: of its beginning after the fault began, of its end after it was mended. */
  alerts: Partial<Record<ConditionName, [begun: number, ended: number]>>
  /** The worst state of health while the fault lasted. */
  state: Health['state']
  /** Orders that no page reported, so that only the shop's book has them. */
  untold?: number
}

const WEEK: Record<string, Day> = {
  Monday: {
    fault: 'the API’s key expires',
    begin: () => become({ key: 'expired' }),
    lastsMinutes: 90,
    mend: () => restart(() => become({})),
    alerts: { credentials: [13, 2] },
    state: 'degraded',
  },
  Tuesday: {
    fault: 'the newsletter’s list is deleted',
    begin: () => void delete lists['42'],
    lastsMinutes: 90,
    mend: () => void Object.assign(lists, { '42': 'Newsletter' }),
    alerts: { unknown_list: [34, 5] },
    state: 'degraded',
  },
  Wednesday: {
    fault: 'the theme loses the tag',
    begin: () => become({ tag: 'gone' }),
    lastsMinutes: 300,
    mend: () => become({}),
    alerts: { silence: [194, 9] },
    state: 'degraded',
    untold: 20,
  },
  Thursday: {
    fault: 'the API moves: 301 at its old address',
    begin: () => become({ api: 'moved' }),
    lastsMinutes: 45,
    mend: () => restart(move),
    alerts: { address: [13, 2] },
    state: 'degraded',
  },
  Friday: {
    fault: 'the disk is full',
    begin: () => become({ disk: 'full' }),
    lastsMinutes: 40,
    mend: () => become({}),
    alerts: { disk: [1, 2], queue_failed: [9, 14] },
    state: 'down',
  },
  Saturday: {
    fault: 'the receiver of alerts is away, while the API fails',
    begin: () => become({ receiver: 'away', api: 'failing' }),
    lastsMinutes: 60,
    mend: () => become({}),
    alerts: { unreachable: [61, 2] },
    state: 'degraded',
  },
  Sunday: {
    fault: 'the disk dies, and the backup of two hours before is restored',
    begin: () => backUp(),
    lastsMinutes: 120,
    mend: () => restart(restore),
    alerts: {},
    state: 'degraded', // while the API is away
  },
}

let world: World = {}
function become(next: World) {
  world = next
}
const own = { apiUrl: OLD_URL }
const lists: Record<string, string> = { '42': 'Newsletter', '43': 'Product news' }
let service: Awaited<ReturnType<typeof open>>
let alerts: ReturnType<typeof createAlerts>
let api: Api
let folder: ReturnType<typeof newFolder>

/** The operator's view at each check of the alerts. */
interface Seen {
  atMs: number
  /** The alerts that the receiver took. */
  told: Alert[]
  health: Pick<Health, 'state' | 'problems'>
  page: string
}
/** When each day's fault began, when it was mended, and what was seen from its beginning until the next day. */
const days: Record<string, { beganMs: number; mendedMs: number; seen: Seen[] }> = {}
let seen: Seen[] = []
let told: Alert[] = []
/** Numbers of orders that the proxy accepted, and of orders whose page had no tag. */
const accepted: string[] = []
const untold: { number: string; atMs: number }[] = []
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
}, 600_000)

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
  await pass(lastsMinutes, 1)
  const mendedMs = Date.now()
  await mend()
  await pass(60, 1)
  await pass(DAY_MINUTES - 667 - lastsMinutes, 15)
  days[day] = { beganMs, mendedMs, seen }
}

/** Lets time pass. The alerts are checked every so many minutes. */
async function pass(minutes: number, each: number) {
  for (let minute = 0; minute < minutes; ) {
    const step = Math.min(each, minutes - minute, 15 - (minuteOfDay() % 15))
    await vi.advanceTimersByTimeAsync(step * MINUTE_MS - (Date.now() % MINUTE_MS)) // the shop takes some seconds
    minute += step
    if (minuteOfDay() % 15 === 0) await shop()
    told = []
    await alerts.poll()
    const health = await service.watcher.readHealth()
    seen.push({ atMs: Date.now(), told, health, page: health.problems.length > 0 ? await read('/') : '' })
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
  await api.fetch(new Request(`${OLD_URL}/sessions/`, { method: 'POST', headers, body: JSON.stringify({ email }) }))
  if (world.tag === 'gone') return void untold.push({ number, atMs: Date.now() })
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
  const settings = createSettings(own)
  const isDiskLow = async () => world.disk === 'full'
  const opened = await openClockedService({
    ...{ folder: folder.path, settings, callApi, eachMs: 15 * MINUTE_MS },
    wrap: (queue) => ({ ...queue, accept: write(queue.accept), settle: write(queue.settle) }),
    isDiskLow,
  })
  const { readHealth } = opened.watcher
  alerts = createAlerts({ shop: ORIGIN, readHealth, notes: opened.queue, log: () => {}, post })
  return opened
}

const write =
  <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
  (...given: Given): Promise<Result> =>
    world.disk === 'full' ? Promise.reject(new Error('database or disk is full')) : call(...given)

/** The operator corrects the address of the API, and lets the database belong to it. */
async function move() {
  own.apiUrl = NEW_URL
  const { origins, apiUrl } = createSettings(own)
  const queue = await openQueueAdmin({ database: toDatabase(folder.path), seal: createSeal([KEY]) })
  await queue.adopt({ origins, apiUrl })
  await queue.close()
}

const callApi: CallApi = async ({ url, headers, body }) => {
  if (world.api === 'away') throw new Error('connect ECONNREFUSED')
  if (world.api === 'failing')
    return { status: 503, contentType: 'application/json', retryAfter: undefined, text: '{}' }
  if (world.api === 'moved' && url.startsWith(OLD_URL)) {
    return { status: 301, contentType: 'text/html', retryAfter: undefined, text: '<html>Moved' }
  }
  const authorization = world.key === 'expired' ? 'Token of last year' : headers.authorization
  const sent = { ...headers, authorization } as Record<string, string>
  const answer = await api.fetch(new Request(url.replace(NEW_URL, OLD_URL), { method: 'POST', headers: sent, body }))
  return { status: answer.status, contentType: 'application/json', retryAfter: undefined, text: await answer.text() }
}

async function post(alert: Alert) {
  if (world.receiver === 'away') return { taken: false as const, cause: 'connect ECONNREFUSED' }
  told.push(alert)
  return { taken: true as const, status: 200 }
}

const read = async (path: string) => (await service.watcher.handle(new Request(`http://localhost:8788${path}`))).text()

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

const DAYS = Object.entries(WEEK).map(([day, row]) => ({ day, untold: 0, ...row }))
const CASES = DAYS.flatMap(({ alerts, ...row }) =>
  Object.entries(alerts).map(([name, [begun, ended]]) => ({ ...row, name: name as ConditionName, begun, ended })),
)
const readDay = (day: string) => days[day] ?? { beganMs: 0, mendedMs: 0, seen: [] }

describe.each(CASES)('$day: $fault', ({ day, name, begun, ended }) => {
  const toMinutes = (state: 'begun' | 'ended', fromMs: number) =>
    readDay(day)
      .seen.filter((each) => each.told.some((alert) => alert.alert === name && alert.state === state))
      .map(({ atMs }) => Math.ceil((atMs - fromMs) / MINUTE_MS))

  test(`alert ${name}: begins after ${begun} min, ends ${ended} min after the mend`, () => {
    const { beganMs, mendedMs } = readDay(day)
    expect([toMinutes('begun', beganMs), toMinutes('ended', mendedMs)]).toEqual([[begun], [ended]])
  })

  test(`health and the page show ${name} before the alert, in the words of the table`, () => {
    const { seen } = readDay(day)
    const first = seen.find(({ health }) => health.problems.some(({ reason }) => reason === name))
    const alerted = seen.findIndex((each) => each.told.some(({ alert }) => alert === name))
    expect([first?.page.includes(CONDITIONS[name].wrong), first?.page.includes('All is well')]).toEqual([true, false])
    expect(seen.indexOf(first ?? ({} as Seen))).toBeLessThanOrEqual(alerted)
  })
})

describe.each(DAYS)('$day: $fault', ({ day, alerts, state }) => {
  test('no other alert is sent', () => {
    const names = readDay(day).seen.flatMap(({ told }) => told.map(({ alert }) => alert))
    expect([...new Set(names)].sort()).toEqual(Object.keys(alerts).sort())
  })

  test(`health is ${state} at worst, and ok at the end of the day`, () => {
    const states = readDay(day).seen.map(({ health }) => health.state)
    const worst = (['down', 'degraded', 'ok'] as const).find((each) => states.includes(each))
    expect([worst, states.at(-1)]).toEqual([state, 'ok'])
  })
})

describe('at the end of the week', () => {
  const ask = async (path: string) =>
    (await api.fetch(new Request(OLD_URL + path, { headers: { authorization: API_KEY } }))).json()
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

  test.each(DAYS)('$day: $untold orders are in the shop’s book alone', ({ untold: most, day }) => {
    const { beganMs, mendedMs } = readDay(day)
    expect(untold.filter(({ atMs }) => atMs >= beganMs && atMs < mendedMs)).toHaveLength(most)
  })
})
