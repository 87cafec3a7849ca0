/** Promise: only a page of the operator's own machine gets the report, after it has answered, and each test sends one order. */
import { expect, test, vi } from 'vitest'
import type { VerifyMessage, VerifyReport } from '../../../src/contract/verify.js'
import { createVerify, isOwnMachine } from '../../../src/examine/verify.js'

type Parts = Parameters<typeof createVerify>[0]

const REPORT: VerifyReport = { page: 'https://shop.example/', parts: ['number'], findings: [], proposal: {} }
const SETUP = 'http://localhost:8788'

function open(token?: string, hasOpener = true) {
  const opener = { postMessage: vi.fn() }
  let hear: Parameters<Parts['listen']>[0] = () => {}
  const test = vi.fn(async () => ({ id: 'I' }))
  const readServed = async () => ({ convertOn: 'load' })
  const listen: Parts['listen'] = (onMessage) => {
    hear = onMessage
  }
  const verify = createVerify({ opener: hasOpener ? opener : null, token, listen, test, readServed })
  const ask = (origin: string, more: Partial<VerifyMessage> = {}) =>
    hear({ source: opener as never, origin, data: { ringup: 'verify', token: 'T', ...more } })
  const latest = () => opener.postMessage.mock.lastCall?.[0].report
  return { opener, verify, ask, test, latest }
}

test('the set-up page gets the report only after it has shown its origin', () => {
  const { opener, verify, ask } = open('T')
  verify?.(REPORT)
  expect(opener.postMessage.mock.calls).toEqual([[{ ringup: 'verify', token: 'T' }, '*']])
  ask(SETUP)
  expect(opener.postMessage.mock.lastCall).toEqual([{ ringup: 'verify', token: 'T', report: REPORT }, SETUP])
})

test.each([
  ['https://evil.example', 'T', 'another site'],
  ['null', 'T', 'a sandboxed frame, or a file'],
  ['https://localhost.evil.example', 'T', 'a name that begins like it'],
  [SETUP, 'X', 'another token'],
])('%s with the token %s gets nothing: %s', (origin, token) => {
  const { opener, verify, ask, test } = open('T')
  ask(origin, { token, ask: { test: '1', served: true } })
  verify?.(REPORT)
  expect(opener.postMessage).toHaveBeenCalledTimes(1)
  expect(test).not.toHaveBeenCalled()
})

test('no test order is sent before the set-up page asks, and one for each id', async () => {
  const { verify, ask, test, latest } = open('T')
  ask(SETUP)
  verify?.(REPORT)
  expect(test).not.toHaveBeenCalled()
  for (const id of ['1', '1', '2']) ask(SETUP, { ask: { test: id } })
  await expect.poll(latest).toMatchObject({ tested: { id: 'I' } })
  expect(test).toHaveBeenCalledTimes(2)
})

test('the settings of the shop’s own script are read when the set-up page asks', async () => {
  const { verify, ask, latest } = open('T')
  verify?.(REPORT)
  ask(SETUP, { ask: { served: true } })
  await expect.poll(latest).toMatchObject({ served: { convertOn: 'load' } })
})

test('a page that no set-up page has opened reports nothing', () => {
  expect(open().verify).toBeUndefined()
  expect(open('T', false).verify).toBeUndefined()
})

test.each([
  ['http://127.0.0.1:8788', true],
  ['http://[::1]:8788', true],
  ['https://shop.example', false],
  ['', false],
])('%j is the own machine: %s', (origin, is) => {
  expect(isOwnMachine(origin)).toBe(is)
})
