/** What the page says and what the caller passes become one order; what cannot be read is left out and named. */
import { describe, expect, test } from 'vitest'
import { toFields } from '../../../../src/snippet/fields.js'
import { toConversion } from '../../../../src/snippet/normalise/order.js'
import type { Speaker } from '../../../../src/snippet/normalise/read-fields.js'
import type { Problem } from '../../../../src/snippet/problem.js'

/** What a page has found, under the API's names. */
interface Found {
  cart_data?: object
  cart_items?: unknown
}

function normalise({ cart_data = {}, cart_items }: Found, passed: Found = {}, decimal?: '.' | ',') {
  const problems: Problem[] = []
  const page: Speaker = { is: 'page', readDecimal: () => decimal }
  const sources = [
    { cart: toFields(cart_data), items: cart_items, speaker: page },
    { cart: toFields(passed.cart_data), items: passed.cart_items, speaker: { is: 'caller' } as const },
  ]
  const conversion = toConversion(sources, 'source', problems)
  return { ...conversion, problems: problems.map(({ field, code }) => `${field}: ${code}`) }
}

describe('a passed field wins over a found one', () => {
  test('each on its own', () => {
    const found = { cart_data: { cart_value: 19.99, promo: 'PAGE', order_number: 'A' } }
    const { cart_data } = normalise(found, { cart_data: { promo: 'CALL', cart_value: 500 } })
    expect(cart_data).toEqual({ cart_value: 500, promo: 'CALL', order_number: 'A' })
  })

  test('passed items replace the found ones as a whole', () => {
    const found = { cart_items: [{ product_id: 'a' }, { product_id: 'b', name: 'B' }] }
    const { cart_items } = normalise(found, { cart_items: [{ product_id: 'b' }] })
    expect(cart_items).toEqual([{ product_id: 'b' }])
  })

  test('what is undefined or null is not passed', () => {
    const { cart_data } = normalise({ cart_data: { promo: 'PAGE' } }, { cart_data: { promo: undefined, note: null } })
    expect(cart_data).toEqual({ promo: 'PAGE' })
  })
})

describe('units', () => {
  test('the page counts in major units', () => {
    const { cart_data } = normalise({ cart_data: { cart_value: '1.299,00' } })
    expect(cart_data).toEqual({ cart_value: 129900 })
  })

  test('the caller counts in cents', () => {
    expect(normalise({}, { cart_data: { cart_value: '1999' } }).cart_data).toEqual({ cart_value: 1999 })
  })

  test('a passed 19.99 is left out with a hint', () => {
    const { cart_data, problems } = normalise({}, { cart_data: { cart_value: 19.99 } })
    expect({ cart_data, problems }).toEqual({ cart_data: {}, problems: ['cart_data.cart_value: unreadable'] })
  })

  test('"1.299" is ambiguous on a page without language', () => {
    const { cart_data, problems } = normalise({ cart_data: { cart_value: '1.299' } })
    expect({ cart_data, problems }).toEqual({ cart_data: {}, problems: ['cart_data.cart_value: ambiguous_amount'] })
  })

  test('the language decides', () => {
    expect(normalise({ cart_data: { cart_value: '1.299' } }, {}, ',').cart_data).toEqual({ cart_value: 129900 })
  })

  test('an amount that is none is unreadable, not ambiguous', () => {
    expect(normalise({ cart_data: { cart_value: 'free' } }).problems).toEqual(['cart_data.cart_value: unreadable'])
  })
})

describe('what can be counted is counted, unless it is given', () => {
  test.each<[object[], number | undefined, number | undefined, string]>([
    [[{ product_id: 'a', price: 4.5, item_qty: 3 }], 1350, 3, 'price × quantity'],
    [[{ product_id: 'a', price: 4.5, item_qty: 3, qty_price: 12 }], 1200, 3, 'given'],
    [[{ product_id: 'a', price: 4.5, item_qty: 1.5 }], undefined, undefined, 'no quantity'],
    [[{ product_id: 'a', item_qty: 2 }], undefined, 2, 'no price'],
    [[{ product_id: 'a', price: 4.5, item_qty: 0 }], 0, 0, 'none of it'],
    [[{ product_id: 'a', price: 1e13, item_qty: 1e6 }], undefined, 1e6, 'too large to be exact'],
  ])('%j costs %j for %j (%s)', (cart_items, qty_price, cart_item_count) => {
    const { cart_data, cart_items: items } = normalise({ cart_items })
    expect([items?.[0]?.qty_price, cart_data?.cart_item_count]).toEqual([qty_price, cart_item_count])
  })

  test('the number of items is the sum of quantities', () => {
    const cart_items = [
      { product_id: 'a', item_qty: 2 },
      { product_id: 'b', item_qty: '3' },
    ]
    expect(normalise({ cart_items }).cart_data?.cart_item_count).toBe(5)
  })

  test('a given number of items stays', () => {
    const { cart_data } = normalise({
      cart_data: { cart_item_count: 9 },
      cart_items: [{ product_id: 'a', item_qty: 2 }],
    })
    expect(cart_data?.cart_item_count).toBe(9)
  })

  test('a sum too large to be exact is left out', () => {
    const cart_items = [1, 2].map(() => ({ product_id: 'a', item_qty: Number.MAX_SAFE_INTEGER }))
    expect(normalise({ cart_items }).cart_data).toEqual({})
  })
})

describe('quantities are whole', () => {
  test.each<[unknown, number | undefined, string]>([
    [2, 2, 'a number'],
    ['2', 2, 'digits as text'],
    [1.5, undefined, 'fractional'],
    [-1, undefined, 'negative'],
    ['two', undefined, 'no number'],
    ['  ', undefined, 'blank is not zero'],
    [true, undefined, 'no number'],
  ])('%j is %j (%s)', (item_qty, quantity) => {
    expect(normalise({ cart_items: [{ product_id: 'a', item_qty }] }).cart_items?.[0]?.item_qty).toBe(quantity)
  })
})

describe('categories are a list', () => {
  test.each<[unknown, string[] | undefined, string]>([
    ['Home / Kitchen/Mugs', ['Home', 'Kitchen', 'Mugs'], 'a path alone'],
    [['Home', 'A/C units'], ['Home', 'A/C units'], 'several are taken as they are'],
    [['Home', '', null, undefined], ['Home'], 'without blanks'],
    [[null], undefined, 'left out, never "null"'],
    ['/', undefined, 'left out'],
    [5, ['5'], 'text'],
  ])('%j is %j (%s)', (category, names) => {
    expect(normalise({ cart_items: [{ product_id: 'a', category }] }).cart_items?.[0]?.category).toEqual(names)
  })
})

describe('items', () => {
  test('one without product_id is left out, the others stay', () => {
    const { cart_items, problems } = normalise({ cart_items: [{ name: 'Mug' }, { product_id: 7 }] })
    expect({ cart_items, problems }).toEqual({
      cart_items: [{ product_id: '7', item_qty: 1 }],
      problems: ['cart_items.0: no_product_id'],
    })
  })

  test('one that is no object is left out', () => {
    expect(normalise({ cart_items: ['Mug', null, []] }).cart_items).toEqual([])
  })

  test('one alone need not be in a list', () => {
    expect(normalise({ cart_items: { product_id: 'a' } }).cart_items).toEqual([{ product_id: 'a', item_qty: 1 }])
  })
})

describe('additional keys travel as text', () => {
  test.each<[unknown, string | undefined, string]>([
    [12.5, '12.5', 'numbers in JSON form'],
    [false, 'false', 'booleans in JSON form'],
    [{ a: [1] }, '{"a":[1]}', 'nested values as JSON text'],
    [null, undefined, 'null is left out'],
    ['', undefined, 'blank is left out'],
    [() => 1, undefined, 'functions are left out'],
  ])('%o is %j (%s)', (value, text) => {
    expect(normalise({ cart_data: { extra: value } }).cart_data?.extra).toBe(text)
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString'])('never %s, on any level', (key) => {
    const nasty = JSON.parse(`{"${key}": "x", "fine": "y"}`)
    const { cart_data, cart_items } = normalise({ cart_data: nasty, cart_items: [{ product_id: 'a', ...nasty }] })
    expect([cart_data, cart_items].map((each) => JSON.stringify(each))).toEqual([
      '{"fine":"y","cart_item_count":1}',
      '[{"product_id":"a","item_qty":1,"fine":"y"}]',
    ])
  })
})

describe('a field that cannot be read is left out, and the order still goes', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const throwing = {
    get promo(): string {
      throw new Error('not today')
    },
    currency: 'EUR',
  }

  test.each<[string, string, object]>([
    ['cart_data.note: unreadable', 'circular', { note: circular, currency: 'EUR' }],
    ['cart_data.note: unreadable', 'JSON does not know it', { note: 10n, currency: 'EUR' }],
    ['cart_data.promo: unreadable', 'a getter that throws', throwing],
    ['cart_data.order_number: no_order_number', 'a template', { order_number: '{{ id }}', currency: 'EUR' }],
    ['cart_data.order_number: no_order_number', 'empty is none', { order_number: '', currency: 'EUR' }],
  ])('%s (%s)', (problem, _why, cart_data) => {
    const { cart_data: cart, problems } = normalise({}, { cart_data })
    expect({ cart, problems }).toEqual({ cart: { currency: 'EUR' }, problems: [problem] })
  })
})
