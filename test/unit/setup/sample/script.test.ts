/** Promise: of a pasted script only values are taken that need no running; all else is named and left out. */
import { describe, expect, test } from 'vitest'
import { readScript, readValue } from '../../../../src/setup/sample/script.js'

function read(code: string) {
  const notes: string[] = []
  const handed = readScript(code, 'dataLayer', new Map(), notes)
  return { pushed: handed.flatMap((each) => (each.to === 'layer' ? each.entries : [])), handed, notes }
}

test.each<[code: string, value: unknown, reason: string]>([
  ["'A-1'", 'A-1', 'text'],
  ['`A-1`', 'A-1', 'template without code'],
  ['-5.5', -5.5, 'negative'],
  ['[1, null, true]', [1, null, true], 'list'],
  ["{ 'a b': 1, c: { d: 2 } }", { 'a b': 1, c: { d: 2 } }, 'object'],
  ["'A' + '-' + 1", 'A-1', 'texts put together'],
  ["parseFloat('12.50')", 12.5, 'a number that a template has written as text'],
  ["Number('3')", 3, 'the same'],
  [`JSON.parse('{"a":1}')`, { a: 1 }, 'JSON'],
])('a value: %s is %j (%s)', (code, value) => {
  expect(read(`dataLayer.push(${code})`)).toMatchObject({ pushed: [value], notes: [] })
})

describe('a variable', () => {
  test.each<[code: string, value: unknown, reason: string]>([
    ['var a = { b: 1 }; dataLayer.push(a)', { b: 1 }, 'declared'],
    ['window.a = { b: 1 }; dataLayer.push(window.a)', { b: 1 }, 'of the window'],
    ["let a = {}; a.event = 'purchase'; dataLayer.push(a)", { event: 'purchase' }, 'filled in bit by bit'],
    ['const a = { b: { c: 2 } }; dataLayer.push({ v: a.b.c })', { v: 2 }, 'a part of it'],
    ['var a = 1; a = 2; dataLayer.push({ v: a })', { v: 2 }, 'the latest assignment above'],
    ['const a = { b: 1 }; dataLayer.push({ ...a, c: 2 })', { b: 1, c: 2 }, 'spread'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a script's own
    ['const t = 5; dataLayer.push({ v: `${t}` })', { v: '5' }, 'in a template'],
  ])('%s pushes %j (%s)', (code, value) => {
    expect(read(code)).toMatchObject({ pushed: [value], notes: [] })
  })

  test('of which one part is code keeps the rest', () => {
    const { pushed, notes } = read('var a = { n: 1, v: total() }\ndataLayer.push(a)')
    expect(pushed).toEqual([{ n: 1 }])
    expect(notes).toEqual([])
  })
})

describe('code is left out and named', () => {
  test.each([
    ['order.total', 'order.total'],
    ['total()', 'total()'],
    ['1 + 2', '1 + 2'],
    ['a || 0', 'a || 0'],
    ['() => 1', '() => 1'],
    ["JSON.parse('{')", "JSON.parse('{')"],
  ])('%s', (code, named) => {
    const { pushed, notes } = read(`dataLayer.push({\n v: ${code}, n: 1 })`)
    expect(pushed).toEqual([{ n: 1 }])
    expect(notes).toEqual([expect.stringContaining(`Line 2 of the script: “${named}” is code`)])
  })

  test('a getter is code', () => {
    expect(read('dataLayer.push({ get v() { return 1 }, n: 1 })').pushed).toEqual([{ n: 1 }])
  })
})

test('nothing of a script reaches the objects of this page', () => {
  const code = `var a = {}; a.constructor.prototype.hacked = 1; a.__proto__.hacked = 1
    a.__proto__ = { hacked: 1 }; dataLayer.push({ v: a.constructor.name, __proto__: { hacked: 1 } })`
  read(code)
  expect('hacked' in {}).toBe(false)
  expect(read('var a = {}; dataLayer.push({ v: a.toString })').pushed).toEqual([{}])
})

test.each([
  ['window.dataLayer.push({ a: 1 })', ['layer']],
  ['(window.dataLayer = window.dataLayer || []).push({ a: 1 })', ['layer']],
  ["gtag('set', 'user_data', {})", ['gtag']],
  ['convert({})', ['convert']],
  ['window.convert({})', ['convert']],
  ['function gtag() { dataLayer.push(arguments) }', []],
  ['other.push({})', []],
])('who is called: %s hands over to %j', (code, receivers) => {
  expect(read(code).handed.map(({ to }) => to)).toEqual(receivers)
})

test.each<[text: string, value: unknown]>([
  ['{ a: 1 }', { a: 1 }],
  ['[1];', [1]],
  ['dataLayer.push({})', undefined],
  ['order 1001', undefined],
  ['{"a":', undefined],
])('a text of one value: %s is %j', (text, value) => {
  expect(readValue(text, [])).toEqual(value)
})
