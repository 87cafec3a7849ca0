/** Promise: only a page of the operator's own machine gets the report, after it has answered, and no value of the page. */
import { expect, test, vi } from 'vitest'
import { createVerify, isOwnMachine } from '../../../src/examine/verify.js'
import { quiet } from './quiet-page.js'

type Parts = Parameters<typeof createVerify>[0]

const FACTS = {
  ...quiet,
  body: {
    email: 'ada@example.com',
    cart_data: { order_number: 'A-1', cart_value: 5880 },
    cart_items: [{ product_id: 'MUG-1', price: 1999 }],
  },
  order: { number: 'A-1' },
  problems: [
    { field: 'cart_data.promo', code: 'unreadable' },
    { field: 'cart_items.0', code: 'no_product_id' },
    { field: 'cart_items.1', code: 'no_product_id' },
  ],
  pointed: { 'item.product_url': 'a@href' },
}
const DIAGNOSIS = {
  tone: 'good',
  sentence: 'The order A-1 of ada@example.com was taken.',
  todo: undefined,
} as const

function open(token?: string) {
  const opener = { postMessage: vi.fn() }
  let hear: Parameters<Parts['listen']>[0] = () => {}
  const test = vi.fn(async (): ReturnType<Parts['test']> => ({ sentence: ['The connection works.'] }))
  const verify = createVerify({ opener, token, listen: (onMessage) => (hear = onMessage), test })
  const ask = (origin: string, token = 'T') =>
    hear({ source: opener as never, origin, data: { ringup: 'verify', token } })
  return { opener, verify, ask, test }
}

test('the set-up page gets names and sentences, and the proxy’s answer', async () => {
  const { opener, verify, ask } = open('T')
  verify?.(FACTS, DIAGNOSIS)
  expect(opener.postMessage.mock.calls).toEqual([[{ ringup: 'verify', token: 'T' }, '*']])
  ask('http://localhost:8788')
  await expect.poll(() => opener.postMessage.mock.calls).toHaveLength(3)
  const [{ report }, target] = opener.postMessage.mock.lastCall ?? []
  expect(target).toBe('http://localhost:8788')
  expect(report).toMatchObject({
    tested: { sentence: ['The connection works.'] },
    found: ['email', 'order_number', 'cart_value', '1 item'],
    problems: [
      expect.stringMatching(/^cart_data\.promo/),
      expect.stringMatching(/^cart_items\.0: .* \(2 items\)$/),
      expect.stringMatching(/^The total does not fit the items\./),
    ],
    pointed: { 'item.product_url': 'a@href' }, // not masked as an address
  })
  expect(JSON.stringify(opener.postMessage.mock.calls)).not.toMatch(/ada@example|A-1|58\.?80|19\.?99|MUG-1/)
})

test.each([
  ['https://evil.example', 'T', 'another site'],
  ['null', 'T', 'a sandboxed frame, or a file'],
  ['https://localhost.evil.example', 'T', 'a name that begins like it'],
  ['http://localhost:8788', 'X', 'another token'],
])('%s with the token %s gets nothing: %s', (origin, token) => {
  const { opener, verify, ask, test } = open('T')
  ask(origin, token)
  verify?.(FACTS, DIAGNOSIS)
  expect(opener.postMessage).toHaveBeenCalledTimes(1)
  expect(test).not.toHaveBeenCalled()
})

test('an order that is found after the first test is tested too, once', async () => {
  const { opener, verify, ask, test } = open('T')
  const granted = { ...FACTS, status: { consent: 'granted' } as never }
  ask('http://localhost:8788')
  await expect.poll(() => opener.postMessage.mock.lastCall?.[0]).toMatchObject({ token: 'T' })
  test.mockResolvedValue({ sentence: ['The proxy has taken a test order.'], id: 'I' })
  verify?.(granted, DIAGNOSIS)
  verify?.(granted, DIAGNOSIS)
  await expect.poll(() => opener.postMessage.mock.lastCall?.[0].report.tested).toMatchObject({ id: 'I' })
  expect(test).toHaveBeenCalledTimes(2)
})

test('a page that no set-up page has opened reports nothing', () => {
  expect(open().verify).toBeUndefined()
  const parts = { token: 'T', listen: () => {}, test: async (): ReturnType<Parts['test']> => ({ sentence: [''] }) }
  expect(createVerify({ opener: null, ...parts })).toBeUndefined()
})

test.each([
  ['http://127.0.0.1:8788', true],
  ['http://[::1]:8788', true],
  ['https://shop.example', false],
  ['', false],
])('%j is the own machine: %s', (origin, is) => {
  expect(isOwnMachine(origin)).toBe(is)
})
