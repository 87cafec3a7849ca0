// @vitest-environment happy-dom
/**
 * Promise: an event is stored, sent, and only then removed. The next page sends an event again that was not delivered.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accept, answer, away, openPage, refuse, stored, stubStorage, type Waiting } from '../page.js'
import { at, hour, keep, minute, order, signUp } from '../waiting.js'

beforeEach(() => void vi.useFakeTimers({ now: at }))

const never = () => new Promise<never>(() => {})

describe('store, send, verify, delete', () => {
  test('the event is stored before it is sent', async () => {
    const seen: string[][] = []
    const page = openPage({ answer: (...request) => seen.push(stored()) && accept(...request) })
    await page.enqueue(order('a')).result
    expect(seen).toEqual([['a']])
  })

  test('it is sent before enqueue() returns', async () => {
    const page = openPage()
    page.enqueue(order('a'))
    expect(page.sent()).toMatchObject([{ v: 3, id: 'a', kind: 'convert', body: { email: 'ada@example.com' }, age: 0 }])
  })

  test('it is forgotten after the acknowledgement', async () => {
    await openPage().enqueue(order('a')).result
    expect(stored()).toEqual([])
  })

  test('it is kept until an answer comes', async () => {
    openPage({ answer: never }).enqueue(order('a'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(stored()).toEqual(['a'])
  })

  test.each([
    ['network', 'no network', away],
    ['http_200', 'a captive portal', answer(200, {}, '<html>')],
    ['http_503', 'a busy proxy', answer(503)],
    ['http_404', 'a bad deploy', answer(404)],
    ['http_422', 'a refusal of another server', answer(422, {}, '{"code":"shape"}')],
  ])('it is queued, %s, and kept (%s)', async (reason, _why, answer) => {
    const page = openPage({ answer })
    expect(await page.enqueue(order('a')).result).toEqual({ status: 'queued', reason })
    expect(stored()).toEqual(['a'])
  })

  test('it is forgotten when the proxy refuses it', async () => {
    const page = openPage({ answer: refuse(422, 'shape', ['email']) })
    expect(await page.enqueue(order('a')).result).toEqual({
      status: 'rejected',
      reason: 'shape',
      problems: [{ field: 'email', code: 'shape' }],
    })
    expect(stored()).toEqual([])
  })

  test('a too large event is rejected, neither stored nor sent', async () => {
    const page = openPage()
    const raw = { passed: [{ email: 'ada@example.com', note: 'ü'.repeat(25_000) }] }
    const { result } = page.enqueue({ ...signUp('a'), raw })
    expect([await result, stored(), page.sent()]).toEqual([{ status: 'rejected', reason: 'too_large' }, [], []])
  })

  test.each([
    ['an acknowledgement', 'accepted', accept],
    ['a refusal', 'dropped', refuse(422)],
  ])('%s after the time limit still settles the event', async (_what, status, toAnswer) => {
    let answers = 0
    const page = openPage({
      answer: async (...request) => {
        await new Promise((resolve) => setTimeout(resolve, answers++ === 0 ? 12_000 : 3_600_000))
        return toAnswer(...request)
      },
    })
    const { result } = page.enqueue(order('a'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await result).toEqual({ status: 'queued', reason: 'timeout' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect([page.heard.map((heard) => [heard.id, heard.status]), stored()]).toEqual([[['a', status]], []])
  })
})

test('the page gets one outcome if two attempts are both answered', async () => {
  const waits = [13_000, 6_000]
  const page = openPage({
    answer: async (...request) => {
      await new Promise((resolve) => setTimeout(resolve, waits.shift()))
      return accept(...request)
    },
  })
  page.enqueue(order('a'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([page.sent().length, page.heard.map(({ status }) => status)]).toEqual([2, ['accepted']])
})

test('of an ended event the page keeps only the id', async () => {
  const page = openPage()
  await page.enqueue(order('accepted')).result
  page.fetch.mockImplementation(refuse(422))
  await page.enqueue(order('refused')).result
  expect([...page.snippet.outbox.events]).toEqual([
    ['accepted', undefined],
    ['refused', undefined],
  ])
})

test('a later retry sends the age that the event has by then', async () => {
  const page = openPage({
    answer: async (...request) => {
      if (page.sent().length > 1) return accept(...request)
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      throw new TypeError('Failed to fetch')
    },
  })
  const { result } = page.enqueue(order('a'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect([await result, page.sent().map(({ age }) => age)]).toMatchObject([{ status: 'accepted' }, [0, 5_000]])
})

describe('an order that already waits is the same event', () => {
  test('an expired event does not remove a new one with equal content', async () => {
    const { kind, list, raw } = signUp('a')
    localStorage.setItem('ringup:event:old', JSON.stringify({ at: at - 73 * hour, id: 'old', v: 3, kind, list, raw }))
    const page = openPage({ answer: away })
    await page.enqueue(signUp('a')).result
    page.fetch.mockImplementation(accept)
    await page.drain()
    await vi.advanceTimersByTimeAsync(minute)
    expect(page.heard).toMatchObject([
      { id: 'old', status: 'dropped', reason: 'expired' },
      { id: 'a', status: 'accepted' },
    ])
  })

  test('an event that has expired in this page is not the same event', async () => {
    const page = openPage({ answer: answer(404) })
    await page.enqueue(signUp('a')).result
    vi.setSystemTime(at + 73 * hour)
    page.fetch.mockImplementation(accept)
    expect(await page.enqueue({ ...signUp('a'), id: 'b', at: at + 73 * hour }).result).toMatchObject({
      status: 'accepted',
    })
  })

  test('an order under way is not sent twice, and both calls have one outcome', async () => {
    const page = openPage()
    const results = [order('a', { order_number: 'A-1' }), order('b', { order_number: 'A-1' })].map(page.enqueue)
    expect(await Promise.all(results.map(({ result }) => result))).toMatchObject(Array(2).fill({ status: 'accepted' }))
    expect(page.sent()).toHaveLength(1)
  })

  test('a sign-up by a double click is one event, without a number too', async () => {
    const page = openPage({ answer: away })
    page.enqueue(signUp('a'))
    expect(page.enqueue({ ...signUp('a'), id: 'b' }).id).toBe('a')
    expect(page.enqueue({ ...signUp('a'), id: 'c', list: 'vip' }).id).toBe('c')
  })

  test('with other data, or a signature, it is another event', async () => {
    const page = openPage()
    const numbered = order('c', { order_number: 'A-1' })
    for (const event of [order('a'), order('b'), numbered, { ...numbered, id: 'd', signature: 's' }])
      page.enqueue(event)
    expect(page.sent().map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('20 events, 96 KiB', () => {
  const fill = (page: Awaited<ReturnType<typeof openPage>>, count: number, toEvent = order) =>
    Promise.all(Array.from({ length: count }, (_, index) => page.enqueue(toEvent(`${index}`)).result))

  test('the twentieth event fits, and the twenty-first order does not replace another', async () => {
    const page = openPage({ answer: away })
    await fill(page, 20)
    const before = stored()
    expect(await page.enqueue(order('last')).result).toEqual({ status: 'rejected', reason: 'outbox_full' })
    expect([before.length, stored()]).toEqual([20, before])
  })

  test('an event without room is still tried, once', async () => {
    const page = openPage({ answer: away })
    await fill(page, 20)
    page.fetch.mockImplementation(accept)
    expect(await page.enqueue(order('last')).result).toMatchObject({ status: 'accepted' })
  })

  test('an order replaces the oldest sign-up, and the page is told', async () => {
    const page = openPage({ answer: away })
    await fill(page, 18)
    await page.enqueue({ ...signUp('newer'), at }).result
    await page.enqueue({ ...signUp('older'), at: at - 1 }).result
    await page.enqueue(order('last')).result
    expect([stored().length, stored().includes('older'), stored().includes('last')]).toEqual([20, false, true])
    expect(page.heard).toMatchObject([{ id: 'older', status: 'dropped', reason: 'outbox_full' }])
  })

  test('a sign-up does not replace an order', async () => {
    const page = openPage({ answer: away })
    await fill(page, 20)
    expect(await page.enqueue(signUp('late')).result).toEqual({ status: 'rejected', reason: 'outbox_full' })
    expect(stored()).not.toContain('late')
  })

  test('an order that would not fit in any case does not replace anything', async () => {
    const page = openPage({ answer: away })
    const long = (id: string): Waiting => ({
      ...order(id),
      raw: { emails: [`${id}@b.example`], platform: { name: 'shopify-pixel', order: { items } } },
    })
    const items = Array.from({ length: 50 }, () => Array(18).fill('x'.repeat(40)))
    await page.enqueue(long('1')).result
    await page.enqueue(long('2')).result
    await page.enqueue(signUp('kept')).result
    expect(await page.enqueue(long('3')).result).toEqual({ status: 'rejected', reason: 'outbox_full' })
    expect(stored()).toEqual(['1', '2', 'kept'])
  })

  test('all events together have 96 KiB', async () => {
    const page = openPage({ answer: away })
    const long = (id: string) => ({
      ...signUp(id),
      raw: { passed: [{ email: 'ada@example.com', id, note: 'x'.repeat(30_000) }] },
    })
    for (const id of ['1', '2', '3', '4']) await page.enqueue({ ...long(id), at: at + Number(id) }).result
    expect(stored()).toEqual(['2', '3', '4'])
  })
})

describe('storage that refuses', () => {
  const storages: [string, () => void][] = [
    ['full', () => stubStorage({ setItem: fail })],
    ['not removing', () => stubStorage({ removeItem: fail })],
    ['missing', () => vi.stubGlobal('localStorage', undefined)],
    ['null', () => vi.stubGlobal('localStorage', null)],
    ['throwing', () => vi.stubGlobal('localStorage', new Proxy({}, { get: fail, ownKeys: fail }))],
  ]
  function fail(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }

  test.each(storages)('%s: the event is still sent', async (_name, spoil) => {
    const page = openPage()
    spoil()
    expect(await page.enqueue(order('a')).result).toMatchObject({ status: 'accepted' })
  })

  test.each(storages.filter(([name]) => name !== 'not removing'))(
    '%s: this page sends it again',
    async (_name, spoil) => {
      const page = openPage({ answer: away })
      spoil()
      await page.enqueue(order('a')).result
      page.fetch.mockImplementation(accept)
      await page.drain()
      expect(new Set(page.sent().map(({ id }) => id))).toEqual(new Set(['a']))
      expect(page.heard).toMatchObject([{ id: 'a', status: 'accepted' }])
    },
  )
})

describe('the drain', () => {
  test('sends the events of earlier pages, oldest first, in parallel', async () => {
    keep('new', { at: at - minute })
    keep('old', { at: at - hour })
    const page = openPage({ answer: never })
    void page.look()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.sent().map(({ id, age }) => [id, age])).toEqual([['old', hour], ['new', minute]]) // biome-ignore format: a row
  })

  test('sends each event once if it runs twice at one time', async () => {
    keep('a')
    const page = openPage()
    await Promise.all([page.drain(), page.drain()])
    expect(page.sent()).toHaveLength(1)
  })

  test('does not send without an endpoint, because the page itself would get the request', async () => {
    keep('a')
    const page = openPage({ settings: { endpoint: '' } })
    await page.drain()
    expect([page.sent(), stored()]).toEqual([[], ['a']])
  })

  test.each([
    ['accepted', undefined, accept],
    ['dropped', 'shape', refuse(422)],
  ])('announces an event as %s, without personal data', async (status, reason, answer) => {
    keep('a')
    const page = openPage({ answer })
    await page.drain()
    expect(page.heard).toEqual([{ id: 'a', kind: 'convert', status, reason, problems: [] }])
  })

  test.each([
    '{"id":"x"}',
    '{',
    'null',
    '"text"',
    '{"id":"x","said":7,"at":1}',
    '{"said":{},"at":1}',
    '{"id":"x","at":"soon","kind":"convert","said":{"emails":["a@b.example"]}}',
  ])('a value that is not an event stays and does not block others: %.60s', async (text) => {
    localStorage.setItem('ringup:event:x', text)
    localStorage.setItem('ringup:of another script', text)
    keep('z')
    const page = openPage()
    await page.drain()
    expect([page.sent().map(({ id }) => id), localStorage.length]).toEqual([['z'], 2])
  })

  test('another tab’s event is sent and forgotten too', async () => {
    const page = openPage()
    keep('other-tab')
    await page.drain()
    expect([page.sent().map(({ id }) => id), stored()]).toEqual([['other-tab'], []])
  })

  test('flush() tries events that were parked for the next page', async () => {
    const page = openPage({ answer: answer(404) })
    await page.enqueue(order('a')).result
    page.fetch.mockImplementation(accept)
    await page.drain()
    expect(page.sent()).toHaveLength(1)
    await page.flush()
    expect(page.heard).toMatchObject([{ id: 'a', status: 'accepted' }])
  })
})

describe('other tabs', () => {
  const tell = (key: string, newValue: string | null) => dispatchEvent(new StorageEvent('storage', { key, newValue }))

  test('a denial there counts here', async () => {
    const page = openPage({ answer: away })
    page.start()
    await vi.advanceTimersByTimeAsync(3_000)
    await page.enqueue(order('a')).result
    tell('ringup:denied', String(Date.now()))
    await vi.advanceTimersByTimeAsync(0)
    expect(page.heard).toMatchObject([{ id: 'a', status: 'dropped', reason: 'denied' }])
    expect(await page.enqueue(order('b')).result).toEqual({ status: 'blocked', reason: 'denied' })
  })

  test.each([
    [-1, 'not-required'],
    [0, 'denied'],
  ])('a denial %d ms from the begin of this page makes its consent %s', async (ms, consent) => {
    const page = openPage()
    localStorage.setItem('ringup:denied', `${at + ms}`)
    page.start()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(page.status().consent).toBe(consent)
  })

  test('a late denial erases this page’s events, but not those stored after a yes', async () => {
    const page = openPage({ answer: away })
    page.start()
    await vi.advanceTimersByTimeAsync(3_000)
    await page.enqueue(order('own')).result
    keep('after the yes')
    localStorage.setItem('ringup:kept', '{}')
    tell('ringup:denied', `${at}`)
    await vi.advanceTimersByTimeAsync(0)
    expect(Object.keys(localStorage)).toEqual(['ringup:event:after the yes', 'ringup:kept'])
  })
})

test.each([
  ['convert', 24 * hour, 'accepted', undefined],
  ['convert', 24 * hour + 1, 'dropped', 'expired'],
  ['addToList', 72 * hour, 'accepted', undefined],
  ['addToList', 72 * hour + 1, 'dropped', 'expired'],
])('a too old event is dropped and announced: %s after %d ms: %s, reason %s', async (kind, age, status, reason) => {
  keep('a', { kind, list: kind === 'addToList' ? 'newsletter' : undefined, at: at - age })
  const page = openPage()
  await page.drain()
  expect(page.heard).toMatchObject([{ id: 'a', kind, status, reason }])
})

describe('clocks', () => {
  test('a clock set back a little makes the event new, never from the future', async () => {
    keep('a', { at: at + 60_000 })
    const page = openPage()
    await page.drain()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(page.sent()).toMatchObject([{ age: 0 }])
  })

  test('an event from a clock two days ahead happened when this page found it', async () => {
    keep('a', { at: at + 48 * hour })
    const page = openPage({ answer: answer(404) })
    await page.drain()
    await vi.advanceTimersByTimeAsync(3_000)
    vi.setSystemTime(at + 60_000)
    await page.flush()
    expect(page.sent().map(({ age }) => age)).toEqual([0, 60_000])
  })
})

test('status() lists the waiting events and their state', async () => {
  const page = openPage({ answer: away })
  await page.enqueue(order('a')).result
  vi.setSystemTime(at + 500)
  expect(page.status()).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    consent: 'not-required',
    storage: 'local',
    waiting: [{ id: 'a', kind: 'convert', ageMs: 500, attempts: 1, last: 'network' }],
    held: 0,
  })
})
