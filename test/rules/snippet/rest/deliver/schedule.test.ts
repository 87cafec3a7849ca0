// @vitest-environment happy-dom
/**
 * Promise: a page retries ten times in quick succession if a server answers, three times if none does, then once a
 * minute.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accept, answer, away, openPage } from '../../page.js'
import { at, hour, keep, minute, order } from '../../waiting.js'

beforeEach(() => {
  vi.useFakeTimers({ now: at })
  vi.spyOn(Math, 'random').mockReturnValue(1 - 2 ** -53) // the longest wait of each backoff
})

/** A hidden page does not repeat a request because of the keepalive quota. These tests count attempts. */
const setHidden = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
}

const toMinutes = (ms: number) => Math.floor(ms / minute)

/** The seconds between attempts. */
const toWaits = (times: number[]) => times.slice(1).map((time, index) => Math.ceil((time - (times[index] ?? 0)) / 1000))

/** The time of each attempt, in ms after the first. */
async function watch(answerWith: () => Promise<Response>, forMs: number) {
  const times: number[] = []
  const page = openPage({
    answer: () => {
      times.push(Date.now() - at)
      return answerWith()
    },
  })
  page.enqueue(order('a'))
  await vi.advanceTimersByTimeAsync(forMs)
  return { times, page }
}

describe('in quick succession', () => {
  test('ten times with an answer: within 2 s, doubling to 60 s; then once a minute', async () => {
    const { times } = await watch(answer(503), hour)
    const waits = toWaits(times)
    expect(waits.slice(0, 10)).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 60])
    expect(new Set(waits.slice(10))).toEqual(new Set([60]))
  })

  test('the tenth attempt is the last one with jitter', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { times } = await watch(answer(503), 3.5 * minute)
    expect(times.map(toMinutes)).toEqual([...Array(10).fill(0), 1, 2, 3])
  })

  test('three times without an answer, then once a minute', async () => {
    setHidden(false)
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { times } = await watch(away, 3.5 * minute)
    const twice = (time: number) => [time, time] // with keepalive, and once more without
    expect(times.map(toMinutes)).toEqual([0, 0, 0, 1, 2, 3].flatMap(twice))
  })

  test('a 429 doubles the wait as any answer does', async () => {
    const { times } = await watch(answer(429), 10 * minute)
    expect(toWaits(times)).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60, 60])
  })

  test('a 429 never counts, so a hidden page continues', async () => {
    setHidden(true)
    const { times } = await watch(answer(429), hour)
    expect(times.length).toBeGreaterThan(60)
  })

  test('a delivery starts the count again for all waiting events, at once', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { times, page } = await watch(answer(503), 20)
    page.fetch.mockImplementationOnce(accept)
    await page.enqueue(order('b')).result
    await vi.advanceTimersByTimeAsync(20)
    expect(times).toHaveLength(20)
  })
})

describe('other triggers of an attempt', () => {
  const open = async () => {
    setHidden(true)
    const page = openPage({ answer: answer(503) })
    page.start()
    await vi.advanceTimersByTimeAsync(100)
    await page.enqueue(order('a')).result
    page.fetch.mockClear()
    return page
  }

  test.each([
    ['online', () => dispatchEvent(new Event('online'))],
    [
      'return from the back/forward cache',
      () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    ],
    [
      'the tab is visible again',
      () => {
        setHidden(false)
        document.dispatchEvent(new Event('visibilitychange'))
      },
    ],
  ])('%s', async (_what, happens) => {
    const page = await open()
    happens()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.sent().map(({ id }) => id)).toEqual(['a'])
  })

  test('the tab is visible again, and storage was cleared meanwhile', async () => {
    const page = await open()
    localStorage.clear()
    setHidden(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(page.sent().map(({ id }) => id)).toEqual(['a'])
  })

  test.each([
    ['the first pageshow', () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))],
    ['the tab is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('%s does not', async (_what, happens) => {
    const page = await open()
    happens()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.sent()).toEqual([])
  })

  test('a hidden page does not try once a minute', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    setHidden(true)
    const { times } = await watch(answer(503), hour)
    expect(times).toHaveLength(10)
  })
})

describe('Retry-After', () => {
  test.each([
    ['0', 1_000, 'at least a second'],
    ['120', 120_000, 'seconds'],
    ['86400', hour, 'an hour at most'],
    [new Date(at + 90_000).toUTCString(), 90_000, 'an HTTP date'],
    [new Date(at - 90_000).toUTCString(), 1_000, 'a date that has passed'],
    ['soon', 2_000, 'any other text is ignored'],
  ])('%j waits %d ms (%s)', async (retryAfter, waitMs) => {
    const { times } = await watch(answer(503, { 'Retry-After': retryAfter }), waitMs - 2)
    expect(times).toEqual([0])
    await vi.advanceTimersByTimeAsync(2)
    expect(times).toHaveLength(2)
  })

  test('holds all waiting events, whatever would start an attempt', async () => {
    keep('earlier')
    const page = openPage({ answer: answer(503, { 'Retry-After': '120' }) })
    page.start()
    await page.enqueue(order('a')).result
    page.fetch.mockClear()
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(119_000)
    expect(page.sent()).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(
      page
        .sent()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['a', 'earlier'])
  })

  test('a new order is still tried once, because its shopper may never return', async () => {
    const page = openPage({ answer: answer(503, { 'Retry-After': '120' }) })
    await page.enqueue(order('a')).result
    page.fetch.mockImplementation(accept)
    expect(await page.enqueue(order('b')).result).toMatchObject({ status: 'accepted' })
  })
})

describe('an event that waits for the next page', () => {
  test.each([301, 401, 403, 404, 405, 501, 505, 511])('after %d it is not sent again for an hour', async (status) => {
    const { times } = await watch(status === 301 ? async () => Response.error() : answer(status), hour)
    expect(times).toEqual([0])
  })
})

test.each([
  ['the clock was set back', true, -50],
  ['the browser is offline at that time', false, 0],
])('after a Retry-After the event is sent again, even if %s', async (_what, isOnline, jumpMs) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const { times } = await watch(answer(503, { 'Retry-After': '5' }), 0)
  vi.setSystemTime(at + jumpMs)
  onLine.mockReturnValue(true)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(times).toHaveLength(2)
})

test('offline, no timer runs and attempts do not count; online retries at once', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const page = openPage({ answer: away })
  page.start()
  await vi.advanceTimersByTimeAsync(minute)
  for (const id of ['a', 'b', 'c', 'd']) await page.enqueue(order(id)).result
  const requests = page.fetch.mock.calls.length
  await vi.advanceTimersByTimeAsync(10_000) // the time limit of each request is over
  expect([vi.getTimerCount(), page.fetch.mock.calls.length]).toEqual([0, requests])
  page.fetch.mockImplementation(accept)
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(page.heard.map(({ id, status }) => [id, status]).sort()).toEqual(
    ['a', 'b', 'c', 'd'].map((id) => [id, 'accepted']),
  )
})
