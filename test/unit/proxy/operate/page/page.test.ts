/** The operator's page takes no more than a form from anybody, and always opens to the right token. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createHours } from '../../../../../src/proxy/operate/hours.js'
import { createPage } from '../../../../../src/proxy/operate/page/index.js'
import type { Operator } from '../../../../../src/proxy/queue/index.js'

const TOKEN = 'the-token-of-the-operator'

let page: ReturnType<typeof createPage>
beforeEach(() => {
  page = createPage({
    operator: { find: async () => [], hours: async () => [], origins: async () => [] } as Partial<Operator> as Operator,
    readHealth: async () => ({ state: 'ok', problems: [], counts: undefined }),
    readHours: async () => createHours([], { sums: {}, most: {} }, 0),
    path: '/ringup',
    version: '1.2.3',
    files: undefined,
    tokens: [TOKEN],
  })
})

const SAME_PAGE = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  page.request(`http://localhost:8788${path}`, {
    method: 'POST',
    headers: { ...SAME_PAGE, ...headers },
    body,
    ...(typeof body !== 'string' && { duplex: 'half' }),
  })

describe('a form', () => {
  const LONG = `token=${'x'.repeat(64 * 1024)}`

  test('of 64 KiB at most is read', async () => {
    expect((await post('/sign-in', `token=${'x'.repeat(1_000)}`)).status).toBe(403)
    expect((await post('/sign-in', LONG)).status).toBe(413)
  })

  test('that says its length is refused unread', async () => {
    let isRead = false
    const body = new ReadableStream(
      {
        pull() {
          isRead = true
        },
      },
      { highWaterMark: 0 },
    )
    expect((await post('/sign-in', body, { 'content-length': '50000000' })).status).toBe(413)
    expect(isRead).toBe(false)
  })

  test('that does not say its length is read no further', async () => {
    let pieces = 0
    const body = new ReadableStream(
      {
        pull(to) {
          pieces += 1
          to.enqueue(new Uint8Array(16 * 1024))
        },
      },
      { highWaterMark: 0 },
    )
    expect((await post('/find', body)).status).toBe(413)
    expect(pieces).toBe(5)
  })
})

test('the right token opens the page, however many wrong ones came before', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 20; n += 1) statuses.push((await post('/sign-in', 'token=a-token-of-nobody-known')).status)
  expect(new Set(statuses)).toEqual(new Set([403]))
  expect((await post('/sign-in', `token=${TOKEN}`)).status).toBe(303)
})

test('signs that turn the direction of text, and others that nobody sees, are shown as what they are', async () => {
  const signs = ['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u200f', '\u200b', '\u061c', '\u0085', '\u0000']
  const answer = await post('/find', new URLSearchParams({ what: `1${signs.join('2')}` }).toString())
  const text = await answer.text()
  expect(signs.filter((sign) => text.includes(sign))).toEqual([])
  expect(text).toContain('1\\u202a2\\u202e2\\u2066')
})
