/** Promise: each accepted event is a line of the log. Lines that any client can cause are summed. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Line } from '../../../../src/proxy/log/line.js'
import { createRequestLog, type RequestLog } from '../../../../src/proxy/log/request-log.js'

let lines: Line[]
let requests: RequestLog
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  requests = createRequestLog((line) => lines.push(line))
})

function answer(times: number, status: number, code?: string) {
  for (let time = 0; time < times; time += 1)
    requests.onAnswered({ method: 'POST', status, ms: 1, ...(code && { code }) })
}

test('accepted events have a line each', () => {
  answer(1_000, 202)
  expect(lines).toHaveLength(1_000)
})

test.each<[status: number, code: string | undefined, what: string]>([
  [403, 'origin', 'a refusal'],
  [503, 'queue_full', 'an event for which the queue had no room'],
  [200, undefined, 'a file'],
  [204, undefined, 'whoever asks'],
])('of 1,000 answers %i (%j) in a minute ten have a line, and the rest one (%s)', (status, code) => {
  answer(1_000, status, code)
  expect(lines).toHaveLength(10)
  vi.advanceTimersByTime(60_000)
  expect(lines.slice(10)).toEqual([{ event: 'requests', status, ...(code && { code }), count: 990 }])
})

test('the next minute begins anew', () => {
  answer(5, 403, 'origin')
  vi.advanceTimersByTime(60_000)
  answer(10, 403, 'origin')
  expect(lines).toHaveLength(15)
})

test('without timers, the next answer after the minute brings the sums', () => {
  requests = createRequestLog((line) => lines.push(line), false)
  answer(15, 403, 'origin')
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  answer(1, 202)
  expect(lines.slice(10)).toEqual([
    { event: 'requests', status: 403, code: 'origin', count: 5 },
    { event: 'request', method: 'POST', status: 202, ms: 1 },
  ])
})

test('each kind has its own ten', () => {
  answer(11, 403, 'origin')
  answer(11, 403, 'signature')
  expect(lines).toHaveLength(20)
})

test('at the end the sums are written', () => {
  answer(11, 404, 'not_found')
  requests.end()
  expect(lines.at(-1)).toEqual({ event: 'requests', status: 404, code: 'not_found', count: 1 })
})
