/**
 * Promise: reading takes linear time on any input. Anyone can send any event, and the proxy has one thread. So sixteen
 * times as much takes at most three times sixteen times as long (two nested loops: 256 times). No event takes more than
 * five times as long as an ordinary order of its size.
 *
 * The test compares the shortest of several times, in turns, until it is as expected.
 */
import { describe, expect, test } from 'vitest'
import { Email } from '../../../src/contract/conversion.js'
import type { Raw } from '../../../src/contract/raw.js'
import { readRaw } from '../../../src/normalise/index.js'
import { cleanText, toText } from '../../../src/normalise/text.js'

const SMALL = 4 * 1024
const MANY = 16
const TIMES_LINEAR = 3
const TIMES_ORDINARY = 5

/** Texts that are slow to match: a few characters, repeated. */
const WORST = {
  digits: '1',
  'digits and dots': '1.',
  'digits and commas': '12,',
  blanks: ' \n',
  'blanks and digits': '1 ',
  marks: '\u0301\u0323',
  'marks on letters': 'a\u0301',
  'open brackets': '(',
  'closing brackets': ')',
  'minus signs': '-',
  'raised digits': '⁹',
  'Arabic digits': '٣',
  'mathematical digits': '𝟗',
  'half characters': '\ud800',
  'format characters': '\u200b',
  controls: '\u0000',
  '@': '@',
  'letters and @': 'a@',
  dots: '.',
  'percent signs': '%',
  'encoded text': '%40',
  entities: '&amp;',
  'numbers of entities': '&#39',
  'entities escaped twice': '&amp;amp;',
  'escapes of JSON': '\\u0026',
  backslashes: '\\',
  braces: '{{',
  'template marks': '}}{{',
  'typical letters': 'abc ',
  mailto: 'mailto:',
  newlines: '\n',
  'digits in lines': '1\n',
  'amounts in lines': '€ 1,\n',
} as const

const PLACES: Record<string, (text: string) => Raw> = {
  'a number of an order, an amount and a text that shoppers see': (text) => ({
    named: { order: { order_number: text, cart_value: text, cart_item_count: text, promo: text, other: text } },
  }),
  'an amount, a promo code, a quantity and names in data': (text) => ({
    entries: [
      {
        event: 'purchase',
        value: text,
        coupon: text,
        items: [{ id: text, name: text, description: text, price: text, quantity: text, category: text }],
      },
    ],
  }),
  'words of an e-mail': (text) => ({ emails: [text], passed: [{ email: text }] }),
  'many short words of e-mails': (text) => ({ emails: text.match(/.{1,200}/gsu) ?? [] }),
  'names of fields': (text) => ({ passed: [{ ecommerce: { [text]: text } }], unreadable: [text] }),
  'fields of a caller': (text) => ({ passed: [{ [text]: 1, cart_data: { cart_value: text, [text]: 1 } }] }),
}

const FORM = (text: string): Raw => ({
  form: [[text, text, text, text]],
  passed: [{ timezone: text, gender: text, language: text, birthdate: text, age: text }],
})

/** Each takes the text and returns the function that reads it. */
const READERS: Record<string, (text: string) => () => unknown> = {
  ...Object.fromEntries(Object.entries(PLACES).map(([place, say]) => [place, toReader('convert', say)])),
  'fields of a form': toReader('addToList', FORM),
  'an address in an event that is read already': (text) => () => Email.safeParse(`${text}@example.com`),
  'text alone': (text) => () => cleanText(text),
}

function toReader(kind: 'convert' | 'addToList', say: (text: string) => Raw) {
  return (text: string) => {
    const said = say(text)
    return () => readRaw(kind, said)
  }
}

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length))

describe.each(Object.entries(WORST))('%s', (_what, unit) => {
  test.each(Object.entries(READERS))('as %s', (_place, prepare) => {
    expectLinear((length) => prepare(fill(unit, length)))
  })
})

describe('many small things', () => {
  test.each<[string, (count: number) => Raw]>([
    ['items', (count) => ({ passed: [{ ecommerce: { items: repeat(count, () => ({ id: 'a', price: '1' })) } }] })],
    ['empty items', (count) => ({ passed: [{ ecommerce: { items: repeat(count, () => ({})) } }] })],
    [
      'rows that shoppers see',
      (count) => ({ named: { items: repeat(count, () => ({ price: '€ 1', item_qty: '× 2' })) } }),
    ],
    ['fields', (count) => ({ passed: [{ ecommerce: Object.fromEntries(repeat(count, (n) => [`f${n}`, n])) }] })],
    ['orders passed', (count) => ({ passed: repeat(count, () => ({ x: 1 })) })],
    ['names of values that JSON cannot carry', (count) => ({ unreadable: repeat(count, (n) => `f${n}`) })],
    ['nested lists', (count) => ({ passed: [{ ecommerce: { a: [[[repeat(count, () => [])]]] } }] })],
    [
      'categories',
      (count) => ({
        passed: [{ ecommerce: { items: [{ id: 'a', category: repeat(count, () => 'x') }] } }],
      }),
    ],
  ])('%s', (_what, say) => {
    expectLinear((length) => {
      const said = say(length / 16)
      return () => readRaw('convert', said)
    })
  })

  test('fields of a form', () => {
    expectLinear((length) => {
      const form = repeat(length / 16, (n): NonNullable<Raw['form']>[number] => [`f${n % 100}`, '', 'text', 'x'])
      return () => readRaw('addToList', { form })
    })
  })
})

test('no 64 KiB take more than five times as long as an ordinary order', () => {
  const size = 64 * 1024
  const ordinary = toOrdinary(size)
  const slow = Object.entries(WORST).flatMap(([what, unit]) =>
    Object.entries(PLACES).flatMap(([place, say]) => {
      const said = say(fill(unit, size / Math.max(1, JSON.stringify(say('')).split('""').length - 1)))
      const isUsual = (usual: number, worst: number) => worst < TIMES_ORDINARY * usual
      const times = measure(
        () => readRaw('convert', ordinary),
        () => readRaw('convert', said),
        isUsual,
      )
      return isUsual(...times) ? [] : [`${what} as ${place}: ${(times[1] / times[0]).toFixed(1)} times`]
    }),
  )
  expect(slow).toEqual([])
})

test('a composed text does not depend on an earlier cut', () => {
  expect(toText(fill('e\u0301', 1000))).toBe('é'.repeat(500))
})

/** An order of a grocer, in GA4's form. */
function toOrdinary(bytes: number): Raw {
  const item = {
    item_id: 'MUG-1',
    item_name: 'Blue mug',
    price: 12.99,
    quantity: 2,
    item_brand: 'Acme',
    item_category: 'Home',
    index: 1,
  }
  const items = repeat(bytes / JSON.stringify(item).length, () => item)
  return {
    emails: ['ada@example.com'],
    entries: [{ event: 'purchase', ecommerce: { transaction_id: 'T-1', value: 41.97, items } }],
  }
}

function repeat<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.floor(count) }, (_, index) => make(index))
}

/** @param prepare returns a function that reads so many characters */
function expectLinear(prepare: (length: number) => () => unknown) {
  // Times below a millisecond depend on the clock.
  const isLinear = (small: number, large: number) => large < Math.max(small * MANY * TIMES_LINEAR, 1)
  expect(measure(prepare(SMALL), prepare(SMALL * MANY), isLinear)).toSatisfy(([small, large]) => isLinear(small, large))
}

const ROUNDS = 30

/** Measures the shortest time of each in milliseconds, in as many rounds as needed until the times are as expected. */
function measure(one: () => unknown, other: () => unknown, isRight: (one: number, other: number) => boolean): Times {
  const least: Times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < ROUNDS && !isRight(...least); round += 1) {
    least[0] = Math.min(least[0], time(one))
    least[1] = Math.min(least[1], time(other))
  }
  return least
}

type Times = [one: number, other: number]

/** Measures the processor time of this process. Other programs do not count. */
function time(read: () => unknown): number {
  const start = process.cpuUsage()
  read()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
