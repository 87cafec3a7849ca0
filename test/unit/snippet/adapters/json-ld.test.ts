// @vitest-environment happy-dom
/** Of all JSON-LD in a page only a schema.org `Order` is read. */
import { beforeEach, describe, expect, test } from 'vitest'
import { readJsonLd, readJsonOrders } from '../../../../src/snippet/adapters/json-ld.js'

const show = (...blocks: unknown[]) => {
  document.body.innerHTML = blocks
    .map((block) => (typeof block === 'string' ? block : JSON.stringify(block)))
    .map((text) => `<script type="application/ld+json">${text}</script>`)
    .join('')
}
const order = { '@type': 'Order', orderNumber: 'J-1', price: '12.50' }

beforeEach(() => show())

describe('what is an order', () => {
  test.each<[type: unknown, isOrder: boolean, reason: string]>([
    ['Order', true, 'the name'],
    ['https://schema.org/Order', true, 'the address'],
    ['schema:Order', true, 'the name behind a prefix'],
    [['Thing', 'Order'], true, 'one of several types'],
    ['OrderAction', false, 'an action'],
    ['OrderItem', false, 'a line of one'],
    ['PreOrder', false, 'another word'],
    ['Product', false, 'what a shop’s pages are full of'],
    ['Invoice', false, 'has amounts, is no order'],
    [undefined, false, 'no type'],
    [{ name: 'Order' }, false, 'no text'],
  ])('of type %j: %j (%s)', (type, isOrder) => {
    show({ ...order, '@type': type })
    expect(readJsonOrders()).toHaveLength(isOrder ? 1 : 0)
    expect(readJsonLd()?.number).toBe(isOrder ? 'J-1' : undefined)
  })
})

describe('where it stands', () => {
  test.each<[where: string, block: unknown]>([
    ['alone', order],
    ['in a list', [{ '@type': 'WebSite' }, order]],
    ['in a graph', { '@graph': [{ '@type': 'WebSite' }, order] }],
  ])('%s', (_where, block) => {
    show('{ broken', { '@type': 'BreadcrumbList' }, block)
    expect(readJsonLd()?.number).toBe('J-1')
  })

  test('an order with neither number nor items is passed over for the next', () => {
    show({ '@type': 'Order', orderStatus: 'OrderProcessing' }, order)
    expect(readJsonLd()?.number).toBe('J-1')
  })

  test.each(['null', '7', '"Order"', '[]', '', '{'])('%s is nothing', (text) => {
    show(text)
    expect(readJsonLd()).toBeUndefined()
  })
})

test('the total of the invoice stands in for one that the order lacks, and never before its own', () => {
  const partOfInvoice = { totalPaymentDue: { price: '29.90' } }
  show({ '@type': 'Order', orderNumber: 'J-1', partOfInvoice })
  expect(readJsonLd()?.cart.price).toBe('29.90')
  show({ ...order, partOfInvoice })
  expect(readJsonLd()?.cart.price).toBe('12.50')
})
