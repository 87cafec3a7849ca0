/** Promise: what is read and is probably wrong is said, with what to do; what is right is not doubted. */
import { describe, expect, test } from 'vitest'
import type { Choices } from '../../../../src/setup/choices/choices.js'
import { toDoubts, toHints } from '../../../../src/setup/try/doubts.js'
import type { Body } from '../../../../src/setup/try/try-out.js'
import { createChoices } from '../create-choices.js'

type Row = [product_id: string, name: string, price: number, item_qty: number, qty_price: number]
const toBody = (cart_data: Record<string, unknown>, rows: Row[] = []): Body => ({
  cart_data,
  cart_items: rows.map(([product_id, name, price, item_qty, qty_price]) => ({
    product_id,
    name,
    price,
    item_qty,
    qty_price,
  })),
})
const MUGS: Row = ['MUG-1', 'Blue mug', 1299, 2, 2598]
const TEA: Row = ['TEA-7', 'Green tea', 1100, 1, 1100]
const bySelectors = (selectors: Choices['selectors']) => createChoices({ source: 'selectors', selectors })
const ONE_PRICE = bySelectors({ 'item.price': '.price', 'item.item_qty': '.qty' })
const ONE_LINE = bySelectors({ 'item.qty_price': '.price', 'item.item_qty': '.qty' })
const BOTH = bySelectors({ 'item.price': '.one', 'item.qty_price': '.line' })

test.each<[what: string, body: Body, choices: Choices, words: RegExp]>([
  [
    'a number with words',
    toBody({ order_number: 'Your number is #88' }),
    ONE_PRICE,
    /read as “Your number is #88”.*pattern/,
  ],
  [
    'a marked number with words',
    toBody({ order_number: 'Order 88' }),
    createChoices({ source: 'attributes' }),
    /data-ringup-value/,
  ],
  [
    'one ID for two products',
    toBody(
      {},
      [MUGS, TEA].map(([, ...row]): Row => ['index.php', ...row]),
    ),
    createChoices(),
    /^All 2 items have the product ID “index\.php”/,
  ],
  [
    'the line’s price as that of one',
    toBody({ cart_value: 121250 }, [
      ['LAMP', 'Lamp', 119300, 2, 238600],
      ['BULB', 'Bulb', 950, 1, 950],
    ]),
    ONE_PRICE,
    /^The items come to 2,395\.50, and the order to 1,212\.50\..*comes to 1,202\.50: name it as “Price of the line”/,
  ],
  [
    'the same of a data layer',
    toBody({ cart_value: 3000 }, [['MUG-1', 'Blue mug', 2598, 2, 5196]]),
    createChoices(),
    /the page gives the price of the line where that of one piece belongs/,
  ],
  [
    'the price of one as the line’s',
    toBody({ cart_value: 3698 }, [['MUG-1', 'Blue mug', 650, 2, 1299], TEA]),
    ONE_LINE,
    /name it as “Price of one” \(price\)/,
  ],
  ['prices exchanged', toBody({}, [['MUG-1', 'Blue mug', 2598, 2, 1299]]), BOTH, /look exchanged/],
  ['one amount for both', toBody({}, [['MUG-1', 'Blue mug', 1299, 2, 1299]]), BOTH, /are the same amount/],
  [
    'a total that is counted to',
    toBody({ cart_value: 1 }),
    bySelectors({ 'cart.cart_value': 'tr:nth-child(3) > td:nth-child(2)' }),
    /^“Value of the order” is found by counting, with “tr:nth-child\(3\)/,
  ],
])('is doubted: %s', (_what, body, choices, words) => {
  expect(toDoubts(body, choices)).toEqual([expect.stringMatching(words)])
})

test.each<[what: string, body: Body, choices: Choices]>([
  ['an order that fits', toBody({ order_number: 'A-1', cart_value: 4197 }, [MUGS, TEA]), ONE_PRICE],
  ['two of one product in two rows', toBody({}, [MUGS, MUGS]), ONE_PRICE],
  ['a discount where both prices are named', toBody({ cart_value: 2000 }, [MUGS, TEA]), BOTH],
  ['shipping', toBody({ cart_value: 5999 }, [MUGS, TEA]), ONE_LINE],
  ['a number of a data layer with a space', toBody({ order_number: 'R 1042' }), createChoices()],
  ['counting cells of a row', toBody({}, [MUGS]), bySelectors({ 'item.price': 'td:nth-child(2)' })],
  ['counting from the end', toBody({ cart_value: 1 }), bySelectors({ 'cart.cart_value': 'dl > div:last-of-type dd' })],
  [
    'selectors of a source that is not chosen',
    toBody({}),
    createChoices({ selectors: { 'cart.cart_value': 'p:nth-child(2)' } }),
  ],
])('is not doubted: %s', (_what, body, choices) => {
  expect(toDoubts(body, choices)).toEqual([])
})

describe('to bear in mind', () => {
  test('an order of single pieces does not tell one piece from the line', () => {
    expect(toHints(toBody({}, [TEA]), ONE_PRICE)).toEqual([
      expect.stringMatching(/^Every quantity in this sample is 1/),
    ])
    expect(toHints(toBody({}, [MUGS, TEA]), ONE_PRICE)).toEqual([])
  })

  test('a page whose products nobody has pointed at', () => {
    expect(toHints(toBody({}), bySelectors({}))).toEqual([
      expect.stringMatching(/^No products are named: point at one/),
    ])
    expect(toHints(toBody({}), createChoices())).toEqual([])
  })

  test('a word in a pattern is of one language', () => {
    const choices = bySelectors({ 'cart.cart_value': 'dl /Total\\D*([\\d.,]+)/', 'cart.order_number': 'p /#(\\S+)/' })
    expect(toHints(toBody({}, [MUGS]), choices)).toEqual([expect.stringMatching(/^“Total” in a pattern/)])
  })
})

test.each<[total: number, items: number[], doubts: unknown[]]>([
  [123950, [23460], [expect.stringContaining('The order comes to 1,239.50, and its items to 234.60.')]],
  [9900, [23460], [expect.stringContaining('products are missing')]],
  [28410, [23460], []], // shipping and tax
  [15000, [23460], []], // a discount
])('a total of %d with items of %j has the doubts %j', (cart_value, prices, doubts) => {
  const cart_items = prices.map((qty_price, index) => ({
    product_id: `P-${index}`,
    item_qty: 1,
    price: qty_price,
    qty_price,
  }))
  expect(
    toDoubts({ cart_data: { order_number: '1', cart_value }, cart_items }, createChoices({ source: 'selectors' })),
  ).toEqual(doubts)
})
