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
    await page.look()
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

  test('erases stored events, and keeps the time of the denial', async () => {
    leave()
    openPage().consent('denied')
    await settle()
    expect(Object.entries(localStorage)).toEqual([
      ['of another script', '1'],
      ['ringup:denied', `${at}`],
    ])
  })

  test('other tabs get the denial through a key', async () => {
    const page = openPage()
    const write = vi.fn((key: string, value: string) => Storage.prototype.setItem.call(kept, key, value))
    const kept = localStorage
    stubStorage({ setItem: write })
    page.consent('denied')
    await settle()
    expect(write.mock.calls.map(([key]) => key)).toEqual(['ringup:denied'])
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
    await settle()
    expect([outcome, stored()]).toMatchObject([{ status: 'accepted' }, []])
  })
})
