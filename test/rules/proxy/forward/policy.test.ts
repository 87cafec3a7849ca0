/** Promise: each answer of the API has one meaning (contract 7), and each wait its bounds. */
import { describe, expect, test, vi } from 'vitest'
import type { ApiAnswer } from '../../../../src/proxy/forward/api.js'
import {
  isTestDelivery,
  toBackoffMs,
  toMeaning,
  toRefusal,
  toRetryAfterMs,
} from '../../../../src/proxy/forward/policy.js'
import type { QueuedEvent } from '../../../../src/proxy/queue/index.js'

const JSON_TYPE = 'application/json'
const toAnswer = (status: number, text: string, contentType = JSON_TYPE, retryAfter?: string): ApiAnswer => ({
  ...{ status, contentType, text, retryAfter },
})

/** The meaning of each status, with a JSON object, with a text, and with Retry-After and a text. */
const STATUSES: Record<number, [json: string, text: string, retryAfter: string]> = {
  200: ['delivered', 'delivered', 'delivered'],
  201: ['delivered', 'delivered', 'delivered'],
  204: ['delivered', 'delivered', 'delivered'],
  299: ['delivered', 'delivered', 'delivered'],
  301: ['address', 'address', 'busy'],
  302: ['address', 'address', 'busy'],
  304: ['address', 'address', 'busy'],
  400: ['refused', 'address', 'busy'],
  401: ['credentials', 'credentials', 'busy'],
  403: ['credentials', 'credentials', 'busy'],
  404: ['refused', 'address', 'busy'],
  405: ['address', 'address', 'busy'],
  408: ['unreachable', 'unreachable', 'busy'],
  409: ['refused', 'address', 'busy'],
  410: ['address', 'address', 'busy'],
  413: ['refused', 'address', 'busy'],
  415: ['refused', 'address', 'busy'],
  418: ['address', 'address', 'busy'],
  422: ['refused', 'address', 'busy'],
  425: ['unreachable', 'unreachable', 'busy'],
  429: ['unreachable', 'unreachable', 'busy'],
  451: ['address', 'address', 'busy'],
  500: ['unreachable', 'unreachable', 'busy'],
  502: ['unreachable', 'unreachable', 'busy'],
  503: ['unreachable', 'unreachable', 'busy'],
  599: ['unreachable', 'unreachable', 'busy'],
}

test.each(Object.entries(STATUSES))('%s with JSON, with a text, and with Retry-After is %j', (status, meanings) => {
  const answers = [
    toAnswer(+status, '{"detail":"x"}'),
    toAnswer(+status, 'x'),
    toAnswer(+status, 'x', 'text/plain', '7'),
  ]
  expect(answers.map(toMeaning)).toEqual(meanings)
})

describe('a body', () => {
  const LONG = `{"detail":"${'x'.repeat(2_048)}`
  test.each<[answer: ApiAnswer | undefined, meaning: string, reason: string]>([
    [undefined, 'unreachable', 'no answer, or half of one'],
    [toAnswer(200, '', ''), 'delivered', 'an empty answer'],
    [toAnswer(200, '{}', 'text/html; charset=utf-8'), 'address', 'HTML by its type'],
    [toAnswer(200, '{}', 'application/xhtml+xml'), 'address', 'XHTML by its type'],
    [toAnswer(200, '\n <!doctype html>', ''), 'address', 'HTML by its first character'],
    [toAnswer(200, 'a < b'), 'delivered', 'not at the start'],
    [toAnswer(200, '{}', 'application/vnd.nothtmlish'), 'delivered', 'a type that only contains the word'],
    [toAnswer(400, '{}'), 'refused', 'an empty object'],
    [toAnswer(400, '[]'), 'address', 'a list'],
    [toAnswer(400, 'null'), 'address', 'null'],
    [toAnswer(400, '"x"'), 'address', 'a string'],
    [toAnswer(400, '{"a":'), 'address', 'broken JSON'],
    [toAnswer(400, '{}', 'text/html'), 'refused', 'JSON with a wrong type'],
    [toAnswer(400, '<html>'), 'address', 'HTML'],
    [toAnswer(400, LONG.slice(0, 2_048)), 'refused', 'the start of a long JSON object'],
    [toAnswer(400, LONG.slice(0, 2_047)), 'address', 'half of a short one'],
    [toAnswer(400, 'x'.repeat(2_048)), 'address', 'the start of a long text'],
  ])('%j is %s (%s)', (answer, meaning) => {
    expect(toMeaning(answer)).toBe(meaning)
  })
})

test.each([
  [400, '{}', true],
  [422, '{}', true],
  [400, 'x', false],
  [404, '{}', false],
  [409, '{}', false],
])('a test order with %i and %s is delivered: %j', (status, text, isDelivered) => {
  expect(isTestDelivery(toAnswer(status, text))).toBe(isDelivered)
})

test.each([
  ['convert', 404, 'no_session'],
  ['addToList', 404, 'unknown_list'],
  ['convert', 400, 'refused'],
  ['addToList', 422, 'refused'],
])('a refused %s with %i is a dead letter for %s', (kind, status, reason) => {
  expect(toRefusal({ kind } as QueuedEvent, status)).toBe(reason)
})

const MINUTE_MS = 60_000
test.each([
  [0, 0, 2_000],
  [0, 1, 4_000],
  [0, 7, 256_000],
  [0, 8, 5 * MINUTE_MS],
  [60 * MINUTE_MS - 1, 60, 5 * MINUTE_MS],
  [60 * MINUTE_MS, 9, 1_024_000],
  [60 * MINUTE_MS, 10, 30 * MINUTE_MS],
  [60 * MINUTE_MS, 2_000, 30 * MINUTE_MS],
])('at the age of %i ms, the wait after %i earlier tries is at most %i ms', (ageMs, attempts, mostMs) => {
  const waits = [0, 0.25, 1].map((random) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    return toBackoffMs({ ageMs, attempts } as QueuedEvent)
  })
  expect(waits).toEqual([0, mostMs / 4, mostMs])
})

const NOW_MS = Date.parse('Tue, 15 Nov 1994 08:12:31 GMT')
test.each<[header: string | undefined, waitMs: number | undefined]>([
  ['120', 120_000],
  ['0', 1_000],
  ['86400', 3_600_000],
  ['Tue, 15 Nov 1994 08:13:31 GMT', 60_000],
  ['Tuesday, 15-Nov-94 08:13:31 GMT', 60_000],
  ['Tue Nov 15 08:13:31 1994', 60_000],
  ['Tue, 15 Nov 1994 08:12:00 GMT', 1_000],
  ['Tue, 15 Nov 1994 23:12:31 GMT', 3_600_000],
  ['Tue, 99 Nov 1994', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After: %s is %j ms', (header, waitMs) => {
  expect(toRetryAfterMs(header, NOW_MS)).toBe(waitMs)
})

test('Retry-After: a date without a zone means GMT, also on a server of another zone', () => {
  const { parse } = Date
  vi.spyOn(Date, 'parse').mockImplementation((date) => parse(/GMT/.test(date) ? date : `${date} GMT-0500`))
  expect(toRetryAfterMs('Tue Nov 15 08:13:31 1994', NOW_MS)).toBe(60_000)
})
