// @vitest-environment happy-dom
/** Nothing is stored or sent against the shopper's decision; denied erases for good, and says what went. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accept, answer, away, openPage, stored, stubStorage } from '../page.js'
import { at, keep, minute, order, signUp } from '../waiting.js'

beforeEach(() => void vi.useFakeTimers({ now: at }))

const required = { settings: { consent: 'required' } }
const settle = () => vi.advanceTimersByTimeAsync(0)
/** Another tab that is loading has found the mark of the denial by then. */
const settleMark = () => vi.advanceTimersByTimeAsync(10_000)

describe('undecided, where it is required', () => {
  test('nothing is stored, read or sent', async () => {
    keep('earlier')
    const read = vi.fn()
    stubStorage({ getItem: read })
    const page = openPage(required)
    expect(await page.enqueue(order('a')).result).toEqual({ status: 'held', reason: 'required' })
    await page.flush()
    expect([page.sent(), stored(), read.mock.calls]).toEqual([[], ['earlier'], []])
    expect(page.status()).toMatchObject({ consent: 'required', held: 1, waiting: [{ id: 'a' }] })
  })

  test('ten events are held; a sign-up goes first, and an eleventh order finds no place', async () => {
    const open = vi.fn()
    vi.stubGlobal('indexedDB', { open })
    const page = openPage(required)
    page.enqueue(signUp('sign-up'))
    for (let count = 0; count < 10; count += 1) page.enqueue(order(`${count}`))
    expect(await page.enqueue(order('last')).result).toEqual({ status: 'rejected', reason: 'outbox_full' })
    await settle()
    expect([page.status().held, page.heard]).toMatchObject([10, [{ id: 'sign-up', status: 'dropped' }]])
    expect([page.sent(), stored(), open.mock.calls]).toEqual([[], [], []])
  })
})

describe('granted', () => {
  test('all held events are stored before the first is sent, and sent side by side', async () => {
    const seen: string[][] = []
    const page = openPage({ ...required, answer: (...request) => seen.push(stored()) && accept(...request) })
    for (const id of ['a', 'b', 'c']) page.enqueue(order(id))
    page.consent('granted')
    expect(seen).toEqual(Array(3).fill(['a', 'b', 'c']))
    await settle()
    expect(page.heard.map(({ id, status }) => [id, status])).toEqual(['a', 'b', 'c'].map((id) => [id, 'accepted']))
  })

  test('what an earlier page has left is sent too', async () => {
    keep('earlier')
    const page = openPage(required)
    page.consent('granted')
    await settle()
    expect(page.sent().map(({ id }) => id)).toEqual(['earlier'])
  })
})

describe('denied', () => {
  const leave = () => {
    keep('earlier')
    localStorage.setItem('of another script', '1')
  }

  test.each(['local', 'none'])('erases what is kept, also with persist %s', async (persist) => {
    leave()
    const page = openPage({ settings: { persist } })
    page.consent('denied')
    await settleMark()
    expect(Object.keys(localStorage)).toEqual(['of another script'])
  })

  test('other tabs are told by a key that does not stay', async () => {
    const page = openPage()
    const write = vi.fn((key: string, value: string) => Storage.prototype.setItem.call(kept, key, value))
    const kept = localStorage
    stubStorage({ setItem: write })
    page.consent('denied')
    await settleMark()
    expect([write.mock.calls.map(([key]) => key), localStorage.length]).toEqual([['ringup:denied'], 0])
  })

  test('the page hears what went', async () => {
    keep('earlier')
    const page = openPage({ answer: away })
    await page.enqueue(order('a')).result
    page.consent('denied')
    await settle()
    const went = page.heard.map(({ id, status, reason }) => [id, status, reason])
    expect(went).toEqual(['earlier', 'a'].map((id) => [id, 'dropped', 'denied']))
  })

  test('also of what only an earlier page knew', async () => {
    keep('earlier')
    const page = openPage(required)
    page.consent('denied')
    await settle()
    expect(page.heard).toMatchObject([{ id: 'earlier', status: 'dropped', reason: 'denied' }])
  })

  test('an answer that comes later opens no database again', async () => {
    const open = vi.fn()
    let take = () => {}
    const page = openPage({
      answer: () =>
        new Promise((resolve) => {
          take = () => resolve(Response.json({ ok: true, id: 'a' }, { status: 202 }))
        }),
    })
    const { result } = page.enqueue(order('a'))
    page.consent('denied')
    await settle()
    vi.stubGlobal('indexedDB', { open })
    take()
    expect([await result, open.mock.calls]).toMatchObject([{ status: 'accepted' }, []])
  })

  test.each(['denied', 'no', '', undefined, null, true, {}, Symbol('granted')])('%j is a no', async (choice) => {
    const page = openPage()
    page.consent(choice)
    expect(await page.enqueue(order('a')).result).toEqual({ status: 'blocked', reason: 'denied' })
    expect([page.sent(), stored(), page.status().consent]).toEqual([[], [], 'denied'])
  })

  test('while the first attempt fails: it is not sent again without keepalive', async () => {
    let fail = () => {}
    const page = openPage({
      answer: () =>
        new Promise((_resolve, reject) => {
          fail = () => reject(new TypeError('Failed to fetch'))
        }),
    })
    const { result } = page.enqueue(order('a'))
    page.consent('denied')
    fail()
    expect(await result).toEqual({ status: 'blocked', reason: 'denied' })
    expect(page.sent()).toHaveLength(1)
  })

  test('what was stored before is void, also for a page that finds it later, granted or not', async () => {
    localStorage.setItem('ringup:denied', String(at - minute))
    keep('before', { at: at - minute })
    keep('after', { at: at - minute + 1 })
    const page = openPage()
    await page.drain()
    expect(page.sent().map(({ id }) => id)).toEqual(['after'])
  })

  test('a page that finds a denial whose page is gone finishes it', async () => {
    localStorage.setItem('ringup:denied', String(at))
    openPage().start()
    await vi.advanceTimersByTimeAsync(100)
    expect(localStorage.getItem('ringup:denied')).toBe(null)
  })

  test('then granted in one task brings nothing back', async () => {
    const page = openPage(required)
    page.enqueue(order('held'))
    page.consent('denied')
    page.consent('granted')
    await settle()
    expect([page.sent(), stored()]).toEqual([[], []])
    expect(page.heard).toMatchObject([{ id: 'held', status: 'dropped', reason: 'denied' }])
  })

  test('while an event is on its way, and nobody takes it: blocked, and not tried again', async () => {
    const page = openPage({ answer: answer(503) })
    const { result } = page.enqueue(order('a'))
    page.consent('denied')
    page.consent('granted')
    expect(await result).toEqual({ status: 'blocked', reason: 'denied' })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([page.sent().length, stored(), vi.getTimerCount()]).toEqual([1, [], 0])
  })

  test('while an event is on its way, and the proxy takes it: accepted, and nothing is remembered of it', async () => {
    const page = openPage()
    const { result } = page.enqueue(order('a', { order_number: 'A-1' }))
    page.consent('denied')
    const outcome = await result
    await settleMark()
    expect([outcome, localStorage.length]).toMatchObject([{ status: 'accepted' }, 0])
  })
})

test('a copy that is read before the denial and comes after it is not taken', async () => {
  let read = () => {}
  const clear = vi.fn()
  const copies = { getAll: () => toRequest([JSON.stringify({ v: 2, ...order('copy') })]), clear }
  const toRequest = (result: unknown) => {
    const request = { result, onsuccess: () => {} }
    read = () => request.onsuccess()
    return request
  }
  const database = { transaction: () => ({ objectStore: () => copies, commit: () => {} }) }
  vi.stubGlobal('indexedDB', {
    deleteDatabase: () => ({}), // waits for whoever reads
    open: () => {
      const request = { result: database, onsuccess: () => {} }
      queueMicrotask(() => request.onsuccess())
      return request
    },
  })
  const page = openPage()
  const drained = page.drainCopies()
  await settle()
  page.consent('denied')
  page.consent('granted')
  read()
  await drained
  await settle()
  expect([page.sent(), clear.mock.calls.length]).toEqual([[], 1])
})
