// @vitest-environment happy-dom
/** Promise: of all JSON-LD in a page, only a schema.org `Order` is read. */
import { beforeEach, describe, expect, test } from 'vitest'
import { choose } from '../../../../../src/normalise/choose/index.js'
import { hasBrokenOrder, readJsonOrders } from '../../../../../src/snippet/rest/gather/json-ld.js'

const show = (...blocks: unknown[]) => {
  document.body.innerHTML = blocks
    .map((block) => (typeof block === 'string' ? block : JSON.stringify(block)))
    .map((text) => `<script type="application/ld+json">${text}</script>`)
    .join('')
}
const order = { '@type': 'Order', orderNumber: 'J-1', price: '12.50' }

/** The number of the order that the proxy chooses. */
const readFound = () => choose({ entries: readJsonOrders(document) }).order?.number

beforeEach(() => show())

test.each<[type: unknown, isOrder: boolean, reason: string]>([
  ['Order', true, 'the name'],
  ['https://schema.org/Order', true, 'the address'],
  ['schema:Order', true, 'the name after a prefix'],
  [['Thing', 'Order'], true, 'one of several types'],
  ['OrderAction', false, 'an action'],
  ['OrderItem', false, 'a line of one'],
  ['PreOrder', false, 'another word'],
  ['Product', false, 'common on shops’ pages'],
  ['Invoice', false, 'has amounts, but is not an order'],
  [undefined, false, 'no type'],
  [{ name: 'Order' }, false, 'no text'],
])('the type %j is an order: %j (%s)', (type, isOrder) => {
  show({ ...order, '@type': type })
  expect(readJsonOrders(document)).toHaveLength(isOrder ? 1 : 0)
  expect(readFound()).toBe(isOrder ? 'J-1' : undefined)
})

describe('the place of the order', () => {
  test.each<[where: string, block: unknown]>([
    ['alone', order],
    ['in a list', [{ '@type': 'WebSite' }, order]],
    ['in a graph', { '@graph': [{ '@type': 'WebSite' }, order] }],
    ['as the main entity of a page', { '@type': 'WebPage', mainEntity: order }],
  ])('%s', (_where, block) => {
    show('{ broken', { '@type': 'BreadcrumbList' }, block)
    expect(readFound()).toBe('J-1')
  })

  test('an order with neither number nor items is skipped for the next', () => {
    show({ '@type': 'Order', orderStatus: 'OrderProcessing' }, order)
    expect(readFound()).toBe('J-1')
  })

  test.each(['null', '7', '"Order"', '[]', '', '{'])('%s is ignored', (text) => {
    show(text)
    expect(readFound()).toBeUndefined()
  })
})

test.each<[text: string, isBroken: boolean, why: string]>([
  ['{"@type":"Order","orderNumber":"J-1",}', true, 'a comma after the last field'],
  ['{"@type":"https://schema.org/Order",', true, 'cut off'],
  ['{"@type":"Product",}', false, 'not an order'],
  [JSON.stringify(order), false, 'valid'],
])('%s: an order that does not parse is noticed: %j (%s)', (text, isBroken) => {
  show(text)
  expect(hasBrokenOrder(document)).toBe(isBroken)
})
