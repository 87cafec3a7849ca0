// @vitest-environment happy-dom
/**
 * Promise: events are stored and sent only with the shopper's consent. A denial erases them permanently, and the page
 * is told which.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accept, answer, away, openPage, stored, stubStorage } from '../page.js'
import { at, keep, minute, order, signUp } from '../waiting.js'

beforeEach(() => void vi.useFakeTimers({ now: at }))

const required = { settings: { consent: 'required' } }
const settle = () => vi.advanceTimersByTimeAsync(0)
/** Another loading tab has found the denial by then. */
const settleMark = () => vi.advanceTimersByTimeAsync(10_000)

describe('no decision yet, but consent is required', () => {
  test('events are not stored, read or sent', async () => {
    keep('earlier')
    const read = vi.fn()
    stubStorage({ getItem: read })
    const page = openPage(required)
    expect(await page.enqueue(order('a')).result).toEqual({ status: 'held', reason: 'required' })
    await page.flush()
    expect([page.sent(), stored(), read.mock.calls]).toEqual([[], ['earlier'], []])
    expect(page.status()).toMatchObject({ consent: 'required', held: 1, waiting: [{ id: 'a' }] })
  })

  test('ten events are held; sign-ups are given up first, an eleventh order is rejected', async () => {
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
  test('all held events are stored before the first is sent, and sent in parallel', async () => {
    const seen: string[][] = []
    const page = openPage({ ...required, answer: (...request) => seen.push(stored()) && accept(...request) })
    for (const id of ['a', 'b', 'c']) page.enqueue(order(id))
    page.consent('granted')
    expect(seen).toEqual(Array(3).fill(['a', 'b', 'c']))
    await settle()
    expect(page.heard.map(({ id, status }) => [id, status])).toEqual(['a', 'b', 'c'].map((id) => [id, 'accepted']))
  })

  test('events of an earlier page are sent too', async () => {
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

  test.each(['local', 'none'])('erases stored events, also with persist %s', async (persist) => {
    leave()
    const page = openPage({ settings: { persist } })
    page.consent('denied')
    await settleMark()
    expect(Object.keys(localStorage)).toEqual(['of another script'])
  })

  test('other tabs get the denial through a key that is removed again', async () => {
    const page = openPage()
    const write = vi.fn((key: string, value: string) => Storage.prototype.setItem.call(kept, key, value))
    const kept = localStorage
    stubStorage({ setItem: write })
    page.consent('denied')
    await settleMark()
    expect([write.mock.calls.map(([key]) => key), localStorage.length]).toEqual([['ringup:denied'], 0])
  })

  test('the page is told which events were erased', async () => {
    keep('earlier')
    const page = openPage({ answer: away })
    await page.enqueue(order('a')).result
    page.consent('denied')
    await settle()
    const went = page.heard.map(({ id, status, reason }) => [id, status, reason])
    expect(went).toEqual(['earlier', 'a'].map((id) => [id, 'dropped', 'denied']))
  })

  test('also events that only an earlier page knew', async () => {
    keep('earlier')
    const page = openPage(required)
    page.consent('denied')
    await settle()
    expect(page.heard).toMatchObject([{ id: 'earlier', status: 'dropped', reason: 'denied' }])
  })

  test('a later acknowledgement does not open a database again', async () => {
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

  test.each(['denied', 'no', '', undefined, null, true, {}, Symbol('granted')])('%j counts as a no', async (choice) => {
    const page = openPage()
    page.consent(choice)
    expect(await page.enqueue(order('a')).result).toEqual({ status: 'blocked', reason: 'denied' })
    expect([page.sent(), stored(), page.status().consent]).toEqual([[], [], 'denied'])
  })

  test('during the first attempt: the event is not sent again without keepalive', async () => {
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

  test('earlier stored events are void, also for a page that finds them later', async () => {
    localStorage.setItem('ringup:denied', String(at - minute))
    keep('before', { at: at - minute })
    keep('after', { at: at - minute + 1 })
    const page = openPage()
    await page.drain()
    expect(page.sent().map(({ id }) => id)).toEqual(['after'])
  })

  test('a page finishes the denial of a page that is gone', async () => {
    localStorage.setItem('ringup:denied', String(at - 1))
    openPage().start()
    await vi.advanceTimersByTimeAsync(100)
    expect(localStorage.getItem('ringup:denied')).toBe(null)
  })

  test('a grant in the same task does not restore anything', async () => {
    const page = openPage(required)
    page.enqueue(order('held'))
    page.consent('denied')
    page.consent('granted')
    await settle()
    expect([page.sent(), stored()]).toEqual([[], []])
    expect(page.heard).toMatchObject([{ id: 'held', status: 'dropped', reason: 'denied' }])
  })

  test('while an unaccepted event is under way: blocked, and not retried', async () => {
    const page = openPage({ answer: answer(503) })
    const { result } = page.enqueue(order('a'))
    page.consent('denied')
    page.consent('granted')
    expect(await result).toEqual({ status: 'blocked', reason: 'denied' })
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([page.sent().length, stored(), vi.getTimerCount()]).toEqual([1, [], 0])
  })

  test('while an accepted event is under way: accepted, and then forgotten', async () => {
    const page = openPage()
    const { result } = page.enqueue(order('a', { order_number: 'A-1' }))
    page.consent('denied')
    const outcome = await result
    await settleMark()
    expect([outcome, localStorage.length]).toMatchObject([{ status: 'accepted' }, 0])
  })
})

test('a copy that was read before the denial and arrives after it is ignored', async () => {
  let read = () => {}
  const clear = vi.fn()
  const copies = {
    getAllKeys: () => toRequest(['copy']),
    getAll: () => toRequest([JSON.stringify({ v: 2, ...order('copy') })]),
    clear,
  }
  const toRequest = (result: unknown) => {
    const request = { result, onsuccess: () => {} }
    read = () => request.onsuccess()
    return request
  }
  const database = { transaction: () => ({ objectStore: () => copies, commit: () => {} }) }
  vi.stubGlobal('indexedDB', {
    deleteDatabase: () => ({}), // waits for other readers
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
