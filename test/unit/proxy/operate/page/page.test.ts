/** Promise: the operator's page takes only small forms from strangers, and shows text as text. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Conversion } from '../../../../../src/contract/conversion.js'
import type { Health } from '../../../../../src/proxy/operate/health.js'
import { createPage } from '../../../../../src/proxy/operate/page/index.js'
import { createRequests } from '../../../../../src/proxy/operate/requests.js'
import type { Entry, Operator } from '../../../../../src/proxy/queue/index.js'

const TOKEN = 'the-token-of-the-operator'
const ID = '3f0c9a52-7e55-4a43-9d0e-1f2b6c7d8e90'
const EVENT = { id: ID, kind: 'convert', attempts: 1, occurredMs: 0, receivedMs: 0 } as const

let page: ReturnType<typeof createPage>
let stored: Entry | undefined
let latest: Entry[]
beforeEach(() => {
  stored = undefined
  latest = []
  page = open([TOKEN])
})

const open = (tokens: string[]) =>
  createPage({
    operator: {
      find: async () => (stored ? [stored] : []),
      timeline: async () => [],
      latest: async () => latest,
      noteReveal: () => {},
    } as Partial<Operator> as Operator,
    readHealth: async () => ({}) as Health, // the list of events reads its optional counts
    log: () => {},
    requests: createRequests(),
    origins: [],
    path: '/ringup',
    version: '1.2.3',
    files: undefined,
    tokens,
  })

const SAME_PAGE = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', headers: { ...SAME_PAGE, ...headers }, body }
  return page.request(`http://localhost:8788${path}`, { ...init, ...(typeof body !== 'string' && { duplex: 'half' }) })
}

describe('a form', () => {
  test('of 64 KiB at most is read', async () => {
    expect((await post('/sign-in', `token=${'x'.repeat(1_000)}`)).status).toBe(403)
    expect((await post('/sign-in', `token=${'x'.repeat(64 * 1024)}`)).status).toBe(413)
  })

  test('that says its length is refused unread', async () => {
    const pull = vi.fn()
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    expect((await post('/sign-in', body, { 'content-length': '50000000' })).status).toBe(413)
    expect(pull).not.toHaveBeenCalled()
  })

  test('that does not say its length is read no further', async () => {
    const pull = vi.fn((to: ReadableStreamDefaultController) => to.enqueue(new Uint8Array(16 * 1024)))
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    expect((await post('/find', body)).status).toBe(413)
    expect(pull).toHaveBeenCalledTimes(5)
  })
})

test('the next page of all events begins before the last one arrived', async () => {
  latest = Array(50).fill({ ...EVENT, state: 'delivered', receivedMs: 1_000, endMs: 9_000 })
  page = open([])
  const answer = await page.request('http://localhost:8788/events')
  expect(await answer.text()).toContain('href="/events?state=all&amp;before=1000"')
})

test('the list of events counts the problems of each order', async () => {
  const unread = { field: 'cart_value', code: 'not_cents' } as const
  const late = { field: 'promo', code: 'unreadable' } as const
  latest = [
    { ...EVENT, state: 'delivered', problems: [unread] },
    { ...EVENT, state: 'delivered', problems: [unread, late] },
  ]
  page = open([])
  const text = await (await page.request('http://localhost:8788/events')).text()
  expect([...text.matchAll(/data-tone="warn"[^>]*>([^<]*)</g)].map(([, words]) => words)).toEqual([
    '1 problem',
    '2 problems',
  ])
})

test('invisible signs, such as those that turn the direction of text, are escaped', async () => {
  page = open([])
  const signs = ['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u200b', '\u061c', '\u0085', '\u0000']
  const answer = await post('/find', new URLSearchParams({ what: `1${signs.join('2')}` }).toString())
  const text = await answer.text()
  expect(signs.filter((sign) => text.includes(sign))).toEqual([])
  expect(text).toContain('1\\u202a2\\u202e2\\u2066')
})

test('markup in an order and in the API’s answer is shown as text, also when revealed', async () => {
  const markup = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
  const body = { email: 'ada@example.com', cart_data: { order_number: markup, [markup]: markup } } as Conversion
  stored = { ...EVENT, state: 'dead', reason: 'refused', answer: markup, body }
  const cookie = (await post('/sign-in', `token=${TOKEN}`)).headers.get('set-cookie') ?? ''
  const answer = await post(`/events/${stored.id}/reveal`, '', { cookie })
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(text).not.toMatch(/<img|<script>/)
})

test('on a platform without files, settings are not kept, and the answer says so', async () => {
  const { headers } = await post('/sign-in', `token=${TOKEN}`)
  const answer = await page.request('http://localhost:8788/setup/tag', {
    method: 'PUT',
    headers: { 'sec-fetch-site': 'same-origin', cookie: headers.get('set-cookie')?.split(';')[0] ?? '' },
    body: '{}',
  })
  expect([answer.status, await answer.json()]).toEqual([409, { error: expect.stringContaining('RINGUP_TAG') }])
})
