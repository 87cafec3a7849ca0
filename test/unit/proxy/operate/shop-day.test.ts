// @vitest-environment happy-dom
/**
 * Promise: no report of a page vanishes. A shop has a day of 40 orders. The page script gathers them, the proxy reads and stores
 * them, and the reference API gets the whole ones. The operator is told of each of the others.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSignedCookie } from 'hono/cookie'
import { Request } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Api, createApi } from '../../../../demo/reference-api/index.js'
import type { CallApi } from '../../../../src/proxy/forward/api.js'
import { type Alert, createAlerts } from '../../../../src/proxy/operate/alerts.js'
import { openPage } from '../../../rules/snippet/page.js'
import { KEY, openClockedService, toDatabase } from '../../../support/clocked-service.js'
import { runCommand } from '../../../support/command.js'
import { API_KEY, createSettings, newFolder, ORIGIN } from '../../../support/proxy.js'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const ORDERS = 40
const API_URL = 'http://api.example/api/v1/demo'
const ADMIN_TOKEN = 'token-of-the-operator'

/** The orders of the day whose page lacks something. */
const NO_EMAIL = [5, 17, 30]
const NO_NUMBER = [12, 25]
/** The order after which a page pushes the event alone. */
const NO_ORDER = 20
/** The orders after which somebody signs up. */
const SIGN_UPS = [3, 9, 28, 33]
const UNREADABLE = [9, 33]

const UNSENT = [
  '3 of 40 orders in 24 hours had no e-mail address on their page',
  '2 of 40 orders in 24 hours had no order number on their page',
  '1 page in 24 hours reported an order event without an order',
  '2 of 4 sign-ups in 24 hours had no readable e-mail address',
]

const toNumber = (order: number) => String(1000 + order)
const toEmail = (order: number) => `shopper-${order}@example.com`

let service: Awaited<ReturnType<typeof open>>
let api: Api
let folder: ReturnType<typeof newFolder>
const delivered: string[] = []
const outcomes: string[] = []
const told: Alert[] = []
/** Health, and the operator's page, at the end of the day. */
const shown = { health: '', signedIn: '', signedOut: '' }

beforeAll(async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24) })
  folder = newFolder()
  api = createApi({
    authorization: API_KEY,
    onRequest: ({ path, status }) => void (status < 300 && delivered.push(path.split('/').at(-2) ?? '')),
  })
  service = await open()
  service.start()
  watchAlerts()
  for (let order = 1; order <= ORDERS; order += 1) {
    await vi.advanceTimersByTimeAsync(DAY_MS / (ORDERS + 2))
    await placeOrder(order)
    if (SIGN_UPS.includes(order)) await signUp(order)
    if (order === NO_ORDER) await showPage([{ event: 'purchase' }])
  }
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  shown.health = await read('/health')
  shown.signedOut = await read('/')
  shown.signedIn = await read('/', await signIn())
  await vi.advanceTimersByTimeAsync(DAY_MS / 8)
})

afterAll(async () => {
  vi.clearAllTimers()
  vi.useRealTimers()
  await service.stop()
  folder.remove()
})

function open() {
  const settings = createSettings({ apiUrl: API_URL, adminTokens: [ADMIN_TOKEN] })
  return openClockedService({ folder: folder.path, settings, callApi, eachMs: MINUTE_MS })
}

const callApi: CallApi = async ({ url, headers, body }) => {
  const answer = await api.fetch(new Request(url, { method: 'POST', headers, body }) as never) // Node's own, not the page's
  return { status: answer.status, contentType: 'application/json', retryAfter: undefined, text: await answer.text() }
}

function watchAlerts() {
  const { readHealth } = service.watcher
  const post = async (alert: Alert) => {
    told.push(alert)
    return { taken: true as const, status: 200 }
  }
  setInterval(createAlerts({ shop: ORIGIN, readHealth, notes: service.queue, log: () => {}, post }).poll, MINUTE_MS)
}

async function placeOrder(order: number) {
  const body = JSON.stringify({ email: toEmail(order) })
  const headers = { authorization: API_KEY, 'content-type': 'application/json' }
  await callApi({ url: `${API_URL}/sessions/`, headers, body })
  const ecommerce = {
    ...(!NO_NUMBER.includes(order) && { transaction_id: toNumber(order) }),
    ...{ value: 19.99, items: [{ item_id: 'CUP', price: 19.99 }] },
  }
  const user_data = NO_EMAIL.includes(order) ? undefined : { email: toEmail(order) }
  await showPage([{ event: 'purchase', ecommerce, user_data }])
}

const openShopPage = (dataLayer: unknown[] = []) =>
  openPage({
    dataLayer,
    settings: { convertOn: 'purchase' },
    async answer(url, { body }) {
      const headers = { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8' }
      return service.handle(new Request(url, { method: 'POST', headers, body }) as never)
    },
  })

const note = ({ status, reason = '' }: { status: string; reason?: string }) =>
  outcomes.push(`${status} ${reason}`.trim())

/** A thank-you page. The shopper leaves it after a second. */
async function showPage(dataLayer: unknown[]) {
  const page = openShopPage(dataLayer)
  page.start()
  await vi.advanceTimersByTimeAsync(1_000)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(1_000)
  vi.restoreAllMocks()
  page.heard.forEach(note)
}

async function signUp(order: number) {
  const form = document.createElement('form')
  const value = UNREADABLE.includes(order) ? 'shopper at example.com' : toEmail(order)
  form.append(Object.assign(document.createElement('input'), { name: 'email', value }))
  const outcome = openShopPage().addToList('newsletter', form)
  await vi.advanceTimersByTimeAsync(1_000)
  note((await outcome) as never)
}

/** The cookie of an operator who has signed in. A page's own Headers hide `set-cookie`. */
async function signIn(): Promise<string> {
  const cookie = await generateSignedCookie('ringup', String(Date.now() + DAY_MS), ADMIN_TOKEN)
  return cookie.split(';')[0] ?? ''
}

async function read(path: string, cookie = ''): Promise<string> {
  const request = new Request(`http://localhost:8788${path}`, { headers: { cookie } })
  return (await service.watcher.handle(request as never)).text()
}

/** A command of the operator. */
async function run(...args: string[]) {
  const environment = { RINGUP_DATABASE: toDatabase(folder.path), RINGUP_KEY: KEY.toString('base64') }
  return (await runCommand(args, environment)).out
}

test('every whole order and sign-up has its effect at the API', () => {
  const count = (path: string) => delivered.filter((each) => each === path).length
  expect({ convert: count('convert'), contacts: count('contacts') }).toEqual({ convert: 35, contacts: 2 })
})

test('the pages’ outcome of the others is a rejection with its reason', () => {
  expect(outcomes.filter((outcome) => outcome !== 'accepted').sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'rejected no_email'),
    'rejected no_order',
    ...Array.from({ length: 2 }, () => 'rejected no_order_number'),
  ])
})

test('health tells of each of the eight', () => {
  expect(JSON.parse(shown.health).problems).toMatchObject([
    { reason: 'reports_refused', about: `${UNSENT.join('. ')}.` },
  ])
})

describe('an alert', () => {
  test('tells of the first one at once', () => {
    expect(told[0]?.text).toContain('1 of 5 orders in 24 hours had no e-mail address on their page.')
  })

  test('tells of all of them within the day', () => {
    const figures = /3 of \d+ orders .* 2 of \d+ orders .* 1 page .* 2 of \d sign-ups /
    expect(told.map(({ text }) => figures.test(text))).toEqual([false, true])
  })
})

describe('the operator’s page', () => {
  test('tells of each, with the order numbers', () => {
    expect(shown.signedIn).toContain(`${UNSENT[0]}: number 1005, 1017, 1030.`)
    for (const sentence of UNSENT.slice(1)) expect(shown.signedIn).toContain(`${sentence}. `)
  })

  test('masks the numbers until somebody has signed in', () => {
    expect(shown.signedOut).toContain(`${UNSENT[0]}: number …05, …17, …30.`)
  })
})

describe('a command', () => {
  test('lists all eight', async () => {
    const lines = (await run('events', 'list', '--state', 'refused', '--json', '--reveal')).trim().split('\n')
    const each = lines
      .map((line) => JSON.parse(line))
      .map(({ kind, reason, order = '' }) => `${kind} ${reason} ${order}`)
    expect(each.map((text) => text.trim()).sort()).toEqual([
      ...['addToList no_email', 'addToList no_email'],
      ...NO_EMAIL.map((order) => `convert no_email ${toNumber(order)}`),
      ...['convert no_order', 'convert no_order_number', 'convert no_order_number'],
    ])
  })

  test.each(NO_EMAIL)('finds order %i by its number', async (order) => {
    expect(await run('find', '--order', toNumber(order))).toContain('The page had it, without an e-mail address.')
  })

  test('reconciles the shop’s book with all orders that have a number', async () => {
    const rows = Array.from({ length: ORDERS }, (_, index) => `${toNumber(index + 1)},${toEmail(index + 1)},19.99`)
    const book = join(folder.path, 'orders.csv')
    writeFileSync(book, ['order,email,total', ...rows].join('\n'))
    const sum = JSON.parse((await run('reconcile', book, '--json')).trim().split('\n').at(-1) ?? '')
    expect(sum).toMatchObject({ orders: 40, delivered: 35, incomplete: 3, 'never seen': 2 })
  })
})
