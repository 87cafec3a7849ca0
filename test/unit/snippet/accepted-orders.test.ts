// @vitest-environment happy-dom
/** A thank-you page loaded again is not a second order; what is remembered tells nobody who has ordered. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage } from './page.js'
import { at, hour, order } from './waiting.js'

beforeEach(() => void vi.useFakeTimers({ now: at }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

const marks = () => Object.keys(localStorage).filter((key) => key.startsWith('ringup:order:'))
const numbered = (id: string, order_number: string, email = 'ada@example.com') => ({
  ...order(id, { order_number }),
  body: { email, cart_data: { order_number } },
})

describe('the same order again', () => {
  test.each([
    ['the next page', 0, 'duplicate'],
    ['30 days later', 720 * hour - 1, 'duplicate'],
    ['a moment after that', 720 * hour, 'accepted'],
  ])('%s: %j', async (_when, waitMs, status) => {
    await (await openPage()).enqueue(numbered('a', 'A-1')).result
    vi.setSystemTime(at + waitMs)
    const { result } = (await openPage()).enqueue({ ...numbered('b', 'A-1'), at: at + waitMs })
    expect(await result).toMatchObject({ status })
  })

  test('of another customer, or with another number, it is another', async () => {
    const page = await openPage()
    for (const event of [numbered('a', 'A-1'), numbered('b', 'A-2'), numbered('c', 'A-1', 'eve@example.com')])
      expect(await page.enqueue(event).result).toEqual({ status: 'accepted' })
  })

  test('with persist none only the proxy knows it', async () => {
    const settings = { persist: 'none' }
    await (await openPage({ settings })).enqueue(numbered('a', 'A-1')).result
    expect(await (await openPage({ settings })).enqueue(numbered('b', 'A-1')).result).toEqual({ status: 'accepted' })
    expect(localStorage.length).toBe(0)
  })
})

test('50 are remembered, the latest', async () => {
  const page = await openPage()
  for (let count = 0; count < 60; count += 1) {
    vi.setSystemTime(at + count)
    await page.enqueue({ ...numbered(`${count}`, `A-${count}`), at: at + count }).result
  }
  expect(marks()).toHaveLength(50)
  expect(await page.enqueue(numbered('x', 'A-59')).result).toMatchObject({ status: 'duplicate' })
  expect(await page.enqueue(numbered('y', 'A-9')).result).toMatchObject({ status: 'accepted' })
})

test('what is past its time is forgotten by the drain, and nothing of other scripts is', async () => {
  const set = (key: string, time: number) => localStorage.setItem(key, String(time))
  set('ringup:order:old', at - 720 * hour)
  set('ringup:order:young', at - 720 * hour + 1)
  set('ringup:order:no time', Number.NaN)
  set('of another script', 0)
  await (await openPage()).drain()
  expect(Object.keys(localStorage).sort()).toEqual(['of another script', 'ringup:order:young'])
})

test('two browsers remember the same order by different marks, of 64 bits', async () => {
  const toMarks = async () => {
    await (await openPage()).enqueue(numbered('a', 'A-1')).result
    const [mark] = marks()
    localStorage.clear()
    return mark
  }
  const [one, other] = [await toMarks(), await toMarks()]
  expect(one).toMatch(/^ringup:order:[0-9a-f]{16}$/)
  expect(one).not.toBe(other)
})

test('10,000 order numbers in a row have 10,000 marks, and each half differs by itself', async () => {
  const page = await openPage()
  const { toMark } = await import('../../../src/snippet/accepted-orders.js')
  void page
  const all = Array.from({ length: 10_000 }, (_, number) => toMark(JSON.stringify([`${number}`, 'a@b.example', false])))
  const count = (toPart: (mark: string) => string) => new Set(all.map(toPart)).size
  expect(count((mark) => mark)).toBe(10_000)
  expect(count((mark) => mark.slice(0, 8))).toBeGreaterThan(9_990)
  expect(count((mark) => mark.slice(8))).toBeGreaterThan(9_990)
})
