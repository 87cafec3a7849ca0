/** Promise: an order that was read from the wrong place is doubted, and other orders are not. */
import { expect, test } from 'vitest'
import { findDoubts } from '../../../src/examine/doubts.js'

const UNFIT = /^The total does not fit the items/
const ONE_ID = /^All items have the same product ID/
const EXCHANGED = /^The price of one piece and the price of the line are exchanged/

const mug = { product_id: 'MUG', name: 'Mug', price: 1000, item_qty: 2, qty_price: 2000 }
const tea = { product_id: 'TEA', name: 'Tea', price: 500, item_qty: 1, qty_price: 500 }

test.each<[what: string, value: number | undefined, items: object[], doubt: RegExp | undefined]>([
  ['an order', 2500, [mug, tea], undefined],
  ['shipping', 2990, [mug, tea], undefined],
  ['a discount', 2000, [mug, tea], undefined],
  ['an order without items', 2500, [], undefined],
  ['an order without a total', undefined, [mug, tea], undefined],
  ['an order without amounts', undefined, [{ product_id: 'MUG', item_qty: 2 }], undefined],
  ['a total of a third', 800, [tea, mug], UNFIT],
  ['a total of twice and more', 5500, [mug, tea], UNFIT],
  ['one product ID in all rows', 2500, [mug, { ...tea, product_id: 'MUG' }], ONE_ID],
  ['two rows of one variant', 4000, [mug, mug], undefined],
  ['exchanged prices', 2500, [{ ...mug, price: 2000, qty_price: 1000 }, tea], EXCHANGED],
  ['one amount for both', 2500, [{ ...mug, qty_price: 1000 }, tea], EXCHANGED],
  ['the price of the line as that of one', 2500, [{ ...mug, price: 2000, qty_price: 4000 }, tea], EXCHANGED],
  ['the price of one as that of the line', 2500, [{ ...mug, price: undefined, qty_price: 1000 }, tea], EXCHANGED],
])('%s: a total of %j beside %j gives %s', (_what, cart_value, cart_items, doubt) => {
  const doubts = findDoubts({ cart_data: { cart_value }, cart_items })
  expect(doubts).toEqual(doubt ? [expect.stringMatching(doubt)] : [])
})
