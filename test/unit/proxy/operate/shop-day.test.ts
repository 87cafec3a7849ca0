// @vitest-environment happy-dom
/**
 * Promise: no report of a page vanishes. A shop has a day of 40 orders. The page script gathers them, the proxy reads and stores
 * them, and the reference API gets the whole ones. The operator is told of each of the others.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The orders of the day whose page lacks something. */
const NO_EMAIL = [5, 17, 30]
const NO_NUMBER = [12, 25]
/** The order after which a page pushes the event alone. */
const NO_ORDER = 20
/** The orders after which somebody signs up. */
const SIGN_UPS = [3, 9, 28, 33]
const UNREADABLE = [9, 33]

const WITHOUT_EMAIL = '3 of 38 orders in 24 hours have no e-mail address.'

const toNumber = (order: number) => String(1000 + order)
const toEmail = (order: number) => `shopper-${order}@example.com`

let service: Awaited<ReturnType<typeof open>>
let api: Api
let folder: ReturnType<typeof newFolder>
const delivered: string[] = []
const outcomes: string[] = []
const posted: Alert[] = []
/** Health, and the operator's page, at the end of the day. */
const texts = { health: '', page: '' }

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
  texts.health = await read('/health')
  texts.page = await read('/')
  await vi.advanceTimersByTimeAsync(DAY_MS / 8)
})

afterAll(async () => {
  vi.clearAllTimers()
  vi.useRealTimers()
  await service.stop()
  folder.remove()
})

function open() {
  const settings = createSettings({ apiUrl: API_URL })
  return openClockedService({ folder: folder.path, settings, callApi, eachMs: MINUTE_MS })
}

const callApi: CallApi = async ({ url, headers, body }) => {
  const answer = await api.fetch(new Request(url, { method: 'POST', headers, body }) as never) // Node's own, not the page's
  return { status: answer.status, contentType: 'application/json', retryAfter: undefined, text: await answer.text() }
}

function watchAlerts() {
  const { readHealth, queue: notes } = service
  const post = async (alert: Alert) => void posted.push(alert)
  setInterval(createAlerts({ settings: { origins: [ORIGIN] }, readHealth, notes, log: () => {}, post }).poll, MINUTE_MS)
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
  vi.spyOn(Object.getPrototypeOf(document), 'visibilityState', 'get').mockReturnValue('hidden')
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

async function read(path: string): Promise<string> {
  return (await service.admin.handle(new Request(`http://localhost:8788${path}`) as never)).text()
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

test('health has the orders without an e-mail address, and counts each of the eight', () => {
  const { conditions, orders, refused, summary } = JSON.parse(texts.health)
  expect(conditions).toMatchObject([{ name: 'incomplete', sentence: expect.stringContaining(WITHOUT_EMAIL) }])
  expect(orders).toEqual({ all: 38, delivered: 35, whole: 35, waiting: 0, dead: 0, refused: 3 })
  expect(summary).toBe('35 of 38 orders in 24 hours (92.1 %) reached the API whole.')
  expect(Object.fromEntries(refused.by.map(({ reason, reports }: never) => [reason, reports]))).toEqual({
    ...{ no_email: 5, no_order: 1, no_order_number: 2 },
  })
})

test('one alert is sent, after the first of them', () => {
  expect(posted.map(({ begun, ended }) => [begun, ended])).toEqual([[['incomplete'], []]])
  expect(posted[0]?.text).toContain('1 of 5 orders in 24 hours have no e-mail address.')
})

test('the operator’s page shows the condition', () => {
  expect(texts.page).toContain(WITHOUT_EMAIL)
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
    expect(await run('find', '--order', toNumber(order))).toContain('The page gave no e-mail address.')
  })

  test('reconciles the shop’s order export with all orders that have a number', async () => {
    const rows = Array.from({ length: ORDERS }, (_, index) => `${toNumber(index + 1)},${toEmail(index + 1)},19.99`)
    const book = join(folder.path, 'orders.csv')
    writeFileSync(book, ['order,email,total', ...rows].join('\n'))
    const sum = JSON.parse((await run('reconcile', book, '--json')).trim().split('\n').at(-1) ?? '')
    expect(sum).toMatchObject({ orders: 40, delivered: 35, 'refused report': 3, 'never seen': 2 })
  })
})
