// @vitest-environment happy-dom
/** A thank-you page loaded again is not a second order; what is remembered tells nobody who has ordered. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toHash } from '../../../../src/snippet/keep/accepted-orders.js'
import { openPage } from '../page.js'
import { at, hour, order } from '../waiting.js'

beforeEach(() => void vi.useFakeTimers({ now: at }))

const readAccepted = () => JSON.parse(localStorage.getItem('ringup:accepted') ?? '{}')
const marks = () => Object.keys(readAccepted().marks)
const numbered = (id: string, order_number: string, email = 'ada@example.com') => ({
  ...order(id),
  said: { emails: [email], passed: [{ cart_data: { order_number } }] },
})

describe('the same order again', () => {
  test.each([
    ['the next page', 0, 'duplicate'],
    ['30 days later', 720 * hour - 1, 'duplicate'],
    ['a moment after that', 720 * hour, 'accepted'],
  ])('%s: %j', async (_when, waitMs, status) => {
    await openPage().enqueue(numbered('a', 'A-1')).result
    vi.setSystemTime(at + waitMs)
    const { result } = openPage().enqueue({ ...numbered('b', 'A-1'), at: at + waitMs })
    expect(await result).toMatchObject({ status })
  })

  test('of another customer, or with another number, it is another', async () => {
    const page = openPage()
    for (const event of [numbered('a', 'A-1'), numbered('b', 'A-2'), numbered('c', 'A-1', 'eve@example.com')])
      expect(await page.enqueue(event).result).toMatchObject({ status: 'accepted' })
  })

  test('whoever has said whose it is, the page or the call', async () => {
    const page = openPage()
    const passed = [{ email: ' Ada@example.com ', cart_data: { order_number: 'A-1' } }]
    await page.enqueue(numbered('a', 'A-1')).result
    expect(await page.enqueue({ ...numbered('b', 'A-1'), said: { passed } }).result).toMatchObject({
      status: 'duplicate',
    })
    const other = [{ ...passed[0], email: 'eve@example.com' }]
    expect(await page.enqueue({ ...numbered('c', 'A-1'), said: { passed: other } }).result).toMatchObject({
      status: 'accepted',
    })
  })

  test('with persist none only the proxy knows it', async () => {
    const settings = { persist: 'none' }
    await openPage({ settings }).enqueue(numbered('a', 'A-1')).result
    expect(await openPage({ settings }).enqueue(numbered('b', 'A-1')).result).toMatchObject({ status: 'accepted' })
    expect(localStorage.length).toBe(0)
  })
})

test('50 are remembered, the latest', async () => {
  const page = openPage()
  for (let count = 0; count < 60; count += 1) {
    vi.setSystemTime(at + count)
    await page.enqueue({ ...numbered(`${count}`, `A-${count}`), at: at + count }).result
  }
  expect(marks()).toHaveLength(50)
  expect(await page.enqueue(numbered('x', 'A-59')).result).toMatchObject({ status: 'duplicate' })
  expect(await page.enqueue(numbered('y', 'A-9')).result).toMatchObject({ status: 'accepted' })
})

test('what is past its time, or has none, is forgotten with the next order', async () => {
  const times = { old: at - 720 * hour, young: at - 720 * hour + 1, 'no time': 'x' }
  localStorage.setItem('ringup:accepted', JSON.stringify({ salt: 's', marks: times }))
  await openPage().enqueue(numbered('a', 'A-1')).result
  expect(marks()).toEqual(['young', expect.stringMatching(/^x[0-9a-f]+x[0-9a-f]+$/)])
})

test.each(['{', 'null', '[]', '{"marks":7}', '{"salt":{},"marks":[1]}'])('%s there stops nothing', async (text) => {
  localStorage.setItem('ringup:accepted', text)
  const page = openPage()
  expect(await page.enqueue(numbered('a', 'A-1')).result).toMatchObject({ status: 'accepted' })
  expect(await page.enqueue(numbered('b', 'A-1')).result).toMatchObject({ status: 'duplicate' })
})

test('two browsers remember the same order by different marks, of 64 bits', async () => {
  const toMarks = async () => {
    await openPage().enqueue(numbered('a', 'A-1')).result
    const [mark] = marks()
    localStorage.clear()
    return mark
  }
  const [one, other] = [await toMarks(), await toMarks()]
  expect(one).not.toBe(other)
})

test('10,000 order numbers in a row have 10,000 marks, and each half differs by itself', () => {
  const all = Array.from({ length: 10_000 }, (_, number) =>
    toHash('salt', JSON.stringify([`${number}`, 'a@b.example'])),
  )
  const count = (toPart: (mark: string) => string) => new Set(all.map(toPart)).size
  expect(count((mark) => mark)).toBe(10_000)
  expect(count((mark) => String(mark.split('x')[1]))).toBeGreaterThan(9_990)
  expect(count((mark) => String(mark.split('x')[2]))).toBeGreaterThan(9_990)
})
