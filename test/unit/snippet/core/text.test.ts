// @vitest-environment happy-dom
/** Promise: the sent data is as deep as the proxy accepts. A deeper value is named and costs only itself. */
import { expect, test } from 'vitest'
import type { Said } from '../../../../src/contract/said.js'
import { toText } from '../../../../src/snippet/core/text.js'

/** The limit of the proxy (src/proxy/accept/body.ts). */
const DEEPEST = 8

const nest = (levels: number): unknown => (levels === 0 ? 1 : { deeper: nest(levels - 1) })
const toDepth = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(toDepth)) : 0

test.each<[string, Said]>([
  ['found', { found: { from: 'data-layer', order: { transaction_id: 'A-1', extra: nest(20) } } }],
  ['passed', { passed: [{ cart_data: { order_number: 'A-1', extra: nest(20) } }] }],
  ['named', { named: { json: { id: 'A-1', extra: nest(20) } } }],
])('an order that was %s', (_how, said) => {
  const content = JSON.parse(toText({ v: 2, kind: 'convert', said }) ?? '')
  const plain = content.said
  expect(toDepth(content)).toBe(DEEPEST)
  expect(plain.unreadable).toHaveLength(1)
  expect(JSON.stringify(plain)).toContain('A-1')
})

test('a field named toJSON does not replace its order or contact', () => {
  const passed = [{ email: 'ann@shop.example', toJSON: () => 7, cart_data: { paid: { toJSON: () => '12.99' } } }]
  const content = JSON.parse(toText({ v: 2, kind: 'convert', said: { passed } }) ?? '')
  expect(content.said.passed).toEqual([{ email: 'ann@shop.example', cart_data: { paid: '12.99' } }])
})
