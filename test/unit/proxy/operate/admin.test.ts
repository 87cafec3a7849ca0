/**
 * Promise: every answer of the operator's port has one set of headers, and goes only to this machine's names. With a token set, every
 * view except health and metrics needs a session, wherever the request comes from. Health and metrics repeat nothing that a request said.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { createAdmin } from '../../../../src/proxy/operate/admin.js'
import { OWN_POLICY } from '../../../../src/proxy/operate/headers.js'
import { createHealth } from '../../../../src/proxy/operate/health.js'
import { createPage } from '../../../../src/proxy/operate/page/index.js'
import { createRequests } from '../../../../src/proxy/operate/requests.js'
import type { Counts, Operator, OrderCount } from '../../../../src/proxy/queue/index.js'

const TOKEN = 'a-token-of-24-characters'
const UNTIL_MS = Date.UTC(2026, 10, 24, 18, 36)
const lacks = { number: false, total: false, items: false }
const toOrders = (outcome: 'waiting' | 'delivered', today: number): OrderCount => {
  return { outcome, byPage: true, byWebhook: false, today, before: 0, lacks }
}
const COUNTS: Counts = {
  ...{ atMs: Date.UTC(2026, 10, 24), waiting: 43, waitingBytes: 9, oldestWaitingMs: 90_000 },
  waitingBy: [
    { kind: 'convert', reason: 'no_session', list: undefined, count: 40, customers: 40, untilMs: UNTIL_MS },
    { kind: 'addToList', reason: undefined, list: undefined, count: 3, customers: 3, untilMs: undefined },
  ],
  ...{ dead: 3, deadBytes: 5, droppedDead: 7 },
  deadBy: [{ kind: 'convert', reason: 'refused', count: 3, recent: 0 }],
  refusedBy: [{ kind: 'convert', reason: 'no_email', hasNumber: true, count: 2, recent: 2 }],
  orders: [toOrders('waiting', 40), toOrders('delivered', 58)],
  ...{ deliveredInHour: 4, lastOrderMs: Date.UTC(2026, 10, 23, 23) },
}

let count: () => Promise<Counts>
let lines: Line[]
let nowMs: number
beforeEach(() => {
  count = vi.fn(async () => COUNTS)
  lines = []
  nowMs = Date.UTC(2026, 10, 24)
})

function open({ tokens = [] as string[], names = [] as string[] } = {}) {
  const now = () => nowMs
  const queue = { count: () => count(), longestGap: async () => undefined }
  const requests = createRequests(now)
  const { read } = createHealth({ queue, requests, version: '1.2.3', now })
  const operator = {
    ...{ page: async () => ({ events: [] }), latest: async () => [], find: async () => [], timeline: async () => [] },
  } as Partial<Operator> as Operator
  const page = createPage({
    operator,
    readHealth: read,
    requests,
    origins: [],
    path: '/events',
    version: '1.2.3',
    tokens,
    now,
    files: { script: '', style: '', setup: '<p>Set-up' },
    log: (line) => lines.push(line),
  })
  const admin = createAdmin({ readHealth: read, path: '/events', names, page, countDroppedLines: () => 2 })
  const ask = async (path: string, host = 'localhost:8788', more: RequestInit = {}, address = '127.0.0.1') => {
    const answer = await admin.handle(new Request(`http://${host}${path}`, more), { address })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const post = (path: string, fields: Record<string, string>, address?: string, host = 'localhost:8788') => {
    const headers = { origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    return ask(path, host, { method: 'POST', headers, body }, address)
  }
  return { ...admin, requests, ask, post }
}

describe('health', () => {
  test('has counts of one moment that agree', async () => {
    const { status, text } = await open().ask('/health')
    const { orders, waiting, dead, refused, summary, at } = JSON.parse(text)
    expect([status, at]).toEqual([200, '2026-11-24T00:00:00.000Z'])
    expect(orders).toEqual({ all: 100, delivered: 58, whole: 58, waiting: 40, dead: 0, refused: 2 })
    expect(summary).toBe('58 of 100 orders in 24 hours (58.0 %) reached the API whole.')
    expect([waiting.events, dead.events, dead.dropped, refused.reports]).toEqual([43, 3, 7, 2])
    expect(waiting.by.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      '40 orders wait for a session of their customer, until 18:36 UTC.',
      '3 sign-ups wait for the first try.',
    ])
    expect(dead.by[0].sentence).toBe('3 orders are dead letters. The API does not accept the content of the event.')
  })

  test('counts a refused report once, and has no text of a stranger', async () => {
    const { ask, requests } = open()
    const refused = { method: 'POST', ms: 1 }
    requests.onAnswered({ ...refused, status: 422, code: 'no_email' })
    requests.onAnswered({ ...refused, status: 403, code: 'origin', origin: 'https://stranger.example' })
    requests.onAnswered({ ...refused, status: 422, code: 'unknown_list', unknownList: 'stranger-list' })
    const { text } = await ask('/health')
    const codes = JSON.parse(text).requests.refused.map(({ code }: { code: string }) => code)
    expect([codes, text]).toEqual([['origin', 'unknown_list'], expect.not.stringContaining('stranger')])
    const page = await ask('/')
    expect(page.text).toContain('https://stranger.example (1 time)')
    expect(page.text).toContain('stranger-list')
  })

  test('is 503 if the database cannot be read', async () => {
    count = async () => Promise.reject(new Error('disk I/O error'))
    const { status, text } = await open().ask('/health')
    expect([status, JSON.parse(text)]).toMatchObject([503, { state: 'down', conditions: [{ name: 'database' }] }])
    expect(text).not.toContain('I/O')
  })

  test('counts the events once a second at most', async () => {
    const { ask } = open()
    for (let time = 0; time < 5; time += 1) await ask('/health')
    expect(count).toHaveBeenCalledTimes(1)
    nowMs += 1_000
    await ask('/health')
    expect(count).toHaveBeenCalledTimes(2)
    nowMs -= 5_000 // the clock was set back
    await ask('/health')
    expect(count).toHaveBeenCalledTimes(3)
  })
})

describe('metrics', () => {
  test('are written from health, with the answers counted', async () => {
    const { ask, onAnswered } = open()
    onAnswered({ method: 'POST', status: 422, code: 'shape', ms: 3 })
    onAnswered({ method: 'POST', status: 202, ms: 700 })
    const { status, text, headers } = await ask('/metrics')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const expected = [
      ...['condition{name="away"} 0', 'down 0', 'orders{outcome="all"} 100', 'orders{outcome="whole"} 58'],
      ...['waiting{reason="none"} 3', 'waiting{reason="no_session"} 40', 'oldest_waiting_seconds 90'],
      ...['dead{reason="refused"} 3', 'dead_dropped_total 7', 'log_lines_dropped_total 2'],
      'requests_refused_total{code="shape"} 1',
      ...['answers_total{status="2xx"} 1', 'answers_total{status="4xx"} 1'],
      'build_info{version="1.2.3"} 1',
    ]
    expect(expected.filter((line) => !text.includes(`\nringup_${line}\n`))).toEqual([])
  })

  test('say so if the database cannot be read', async () => {
    count = async () => Promise.reject(new Error('disk I/O error'))
    const { status, text } = await open().ask('/metrics')
    expect(status).toBe(200)
    expect(text).toContain('ringup_condition{name="database"} 1\n')
    expect(text).not.toMatch(/^ringup_waiting/m)
  })
})

describe('headers', () => {
  const VIEWS = ['/', '/events', '/health', '/metrics', '/setup']
  test.each([...VIEWS, '/openapi.json', '/operator.css', '/sign-in', '/other'])(
    '%s may not be framed, stored, or read by another site',
    async (path) => {
      const { headers } = await open().ask(path, 'localhost', { headers: { origin: 'https://evil.example' } })
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    },
  )

  test('a refused name gets them too', async () => {
    const { status, headers } = await open().ask('/health', 'evil.example')
    expect([status, headers.get('x-frame-options')]).toEqual([421, 'DENY'])
  })

  test('the set-up page keeps the policy in its head', async () => {
    const { headers } = await open().ask('/setup')
    expect(headers.get('content-security-policy')).toBe(OWN_POLICY['content-security-policy'])
  })
})

test.each([
  ...['localhost', 'localhost:8788', '127.0.0.1:8788', '[::1]:8788', '10.0.0.5:8788', 'ops'].map((name) => [name, 200]),
  ...['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'ringup'].map((name) => [name, 421]),
] as [string, number][])(
  'the name %s, which may lead here from another site, is answered %i',
  async (host, expected) => {
    for (const path of ['/health', '/metrics']) {
      const { status, text } = await open({ names: ['ops'] }).ask(path, host)
      expect([status, text.includes('waiting')]).toEqual([expected, expected === 200])
    }
  },
)

describe('without a token', () => {
  test('the wire is described at the path of the settings', async () => {
    const { status, text } = await open().ask('/openapi.json')
    expect([status, JSON.parse(text).servers[0].url]).toEqual([200, '/events'])
  })

  test('every view is open, another path is 404, and no sign-in or action is allowed', async () => {
    const { ask, post } = open()
    expect((await ask('/')).text).toContain('read-only')
    const act = `/events/${randomUUID()}/drop`
    const answers = [await post('/find', { what: '1001' }), await ask('/other'), await post('/sign-in', { token: '' })]
    expect([...answers, await post(act, {})].map(({ status }) => status)).toEqual([200, 404, 403, 403])
  })
})

describe('with a token', () => {
  const EVENT = '/events/11111111-1111-4111-8111-111111111111'
  test.each(['/', '/events', EVENT, '/openapi.json', '/setup'])('a stranger does not see %s', async (path) => {
    const { status, headers } = await open({ tokens: [TOKEN] }).ask(path)
    expect([status, headers.get('location')]).toEqual([303, '/sign-in'])
  })

  const ACTS = ['/find', '/verify/order', '/test-order']
  test.each(ACTS)('a stranger gets only the form to sign in for POST %s', async (path) => {
    const { status, text } = await open({ tokens: [TOKEN] }).post(path, { what: '1001' })
    expect([status, text]).toEqual([403, expect.stringContaining('name="token"')])
    expect(text).not.toContain('1001')
  })

  test.each(['/health', '/metrics'])('%s needs no session', async (path) => {
    expect((await open({ tokens: [TOKEN] }).ask(path)).status).toBe(200)
  })

  test('the right token opens every view', async () => {
    const { ask, post } = open({ tokens: [TOKEN] })
    const { status, headers } = await post('/sign-in', { token: TOKEN })
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    const look = async (path: string) => (await ask(path, 'localhost:8788', { headers: { cookie } })).status
    expect([status, await look('/'), await look('/openapi.json')]).toEqual([303, 200, 200])
  })

  test('a cookie does not tell if a guess of the token is right', async () => {
    const end = String(nowMs + 1_000)
    const signature = createHmac('sha256', TOKEN).update(end).digest('base64')
    const headers = { cookie: `ringup=${encodeURIComponent(`${end}.${signature}`)}` }
    expect((await open({ tokens: [TOKEN] }).ask('/events', 'localhost:8788', { headers })).status).toBe(303)
  })

  test('a cookie of another process is void', async () => {
    const { headers } = await open({ tokens: [TOKEN] }).post('/sign-in', { token: TOKEN })
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await open({ tokens: [TOKEN] }).ask('/', 'localhost:8788', { headers: { cookie } })).status).toBe(303)
  })

  test.each([
    ['localhost:8788', false],
    ['127.0.0.1:8788', false],
    ['[::1]:8788', false],
    ['ops.shop.example', true],
  ])('the cookie of %s needs TLS: %j', async (host, isSecure) => {
    const { post } = open({ tokens: [TOKEN], names: ['ops.shop.example'] })
    const { headers } = await post('/sign-in', { token: TOKEN }, '127.0.0.1', host)
    expect(/; Secure(;|$)/.test(headers.get('set-cookie') ?? '')).toBe(isSecure)
  })
})

describe('wrong tokens', () => {
  test('are logged, without the token', async () => {
    const { status } = await open({ tokens: [TOKEN] }).post('/sign-in', { token: 'wrong' })
    expect([status, lines]).toEqual([403, [{ event: 'wrong_token' }]])
  })

  test('are limited by network: after five, none is accepted for a minute', async () => {
    const { post } = open({ tokens: [TOKEN] })
    for (let time = 0; time < 5; time += 1)
      expect((await post('/sign-in', { token: `wrong ${time}` })).status).toBe(403)
    const { status, headers } = await post('/sign-in', { token: TOKEN })
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    expect((await post('/sign-in', { token: TOKEN }, '203.0.113.7')).status).toBe(303)
    nowMs += 60_000
    expect((await post('/sign-in', { token: TOKEN })).status).toBe(303)
  })
})
