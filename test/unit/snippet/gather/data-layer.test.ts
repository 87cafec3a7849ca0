// @vitest-environment happy-dom
/** The latest order in the data layer is found as the page said it, under the API's names. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Conversion } from '../../../../src/contract/conversion.js'
import { readSaid } from '../../../../src/normalise/index.js'
import { gather } from '../../../../src/snippet/gather/index.js'
import { saysOrder } from '../../../../src/snippet/gather/order.js'
import { readPage } from '../../../../src/snippet/snippet.js'
import { gtag, openPage } from '../page.js'

// Test files share a document.
beforeEach(() => document.body.replaceChildren())

const purchase = { event: 'purchase', ecommerce: { transaction_id: 'A', value: 19.99 } }
const cart = { order_number: 'A', cart_value: 1999 }

function wrappedInItself(): object {
  const ecommerce: Record<string, unknown> = { value: 5 }
  ecommerce.order = ecommerce
  return { event: 'purchase', ecommerce }
}

/** What is sent of it, by the adapter `data-layer` alone; undefined where there is no order. */
function readOrder(dataLayer: unknown[], settings = {}) {
  const page = openPage({ dataLayer, settings: { adapter: 'data-layer', ...settings } })
  const { said } = gather(readPage(page.snippet))
  return saysOrder(said) ? (readSaid('convert', said).body as Conversion) : undefined
}

describe('which entry is the order', () => {
  test.each<[string, unknown[], object | undefined]>([
    ['as tag managers push it', [purchase], cart],
    ['the latest of two', [{ event: 'purchase', ecommerce: { transaction_id: 'old' } }, purchase], cart],
    ['a later ecommerce: null hides nothing', [purchase, { ecommerce: null }], cart],
    ['a later event hides nothing', [purchase, { event: 'view_item', ecommerce: { items: [{}] } }], cart],
    ['gtag arguments', [gtag('event', 'purchase', { transaction_id: 'A', value: 19.99 })], cart],
    ['gtag’s own event model', [{ event: 'purchase', eventModel: { transaction_id: 'A', value: 19.99 } }], cart],
    [
      'an entry that throws is passed over',
      [
        purchase,
        new Proxy(
          {},
          {
            get: () => {
              throw new Error()
            },
          },
        ),
      ],
      cart,
    ],
    [
      'items that no text can be made of are passed over',
      [purchase, { event: 'purchase', ecommerce: { items: [Object.create(null)] } }],
      cart,
    ],
    ['an order that is wrapped in itself is passed over', [purchase, wrappedInItself()], cart],
    ['entries that are no objects are passed over', [purchase, null, undefined, 'event', 7], cart],
    ['a refund is no order', [{ event: 'refund', ecommerce: { transaction_id: 'A' } }], undefined],
    ['an entry without event is no order', [{ ecommerce: { transaction_id: 'A' } }], undefined],
    ['neither order number nor items', [{ event: 'purchase', ecommerce: { value: 5 } }], undefined],
    ['nothing', [], undefined],
    [
      'a template not filled in hides none',
      [purchase, { event: 'purchase', ecommerce: { transaction_id: '{{ id }}', value: 0, items: [{}] } }],
      cart,
    ],
  ])('%s', (_why, dataLayer, expected) => {
    expect(readOrder(dataLayer)?.cart_data).toEqual(expected)
  })

  test('items without an order number are an order', () => {
    const found = readOrder([{ event: 'purchase', ecommerce: { items: [{ item_id: 'a' }] } }])
    expect(found?.cart_items).toEqual([expect.objectContaining({ product_id: 'a' })])
  })

  test('an event of another name when convertOn says so', () => {
    const found = readOrder([{ ...purchase, event: 'order_complete' }], { convertOn: 'order_complete' })
    expect(found?.cart_data).toEqual(cart)
  })

  test('a data layer of another name', () => {
    Object.assign(window, { layer: [purchase] })
    expect(readOrder([], { dataLayer: 'layer' })?.cart_data).toEqual(cart)
  })
})

describe('names', () => {
  test('what GA4 has no name for travels under its own, the customer’s does not', () => {
    const ecommerce = {
      transaction_id: 'A',
      coupon: 'X',
      tax: 3,
      currency: 'EUR',
      user_data: { email: 'a@b' },
    }
    const found = readOrder([{ event: 'purchase', ecommerce }])
    expect(found?.cart_data).toEqual({ order_number: 'A', promo: 'X', tax: '3', currency: 'EUR' })
  })

  test.each<[string, object, object]>([
    ['item_id and item_name', { item_id: 'a', item_name: 'Mug' }, { product_id: 'a', name: 'Mug' }],
    ['id and name', { item_id: undefined, id: 'a', name: 'Mug' }, { product_id: 'a', name: 'Mug' }],
    ['item_id before id', { id: 'b', item_id: 'a' }, { product_id: 'a' }],
    ['a quantity', { quantity: 3 }, { item_qty: 3 }],
    ['none of it', { quantity: 0 }, { item_qty: 0 }],
    ['a missing quantity is 1', {}, { item_qty: 1 }],
    ['categories in order', { item_category2: 'b', item_category: 'a' }, { category: ['a', 'b'] }],
    ['the page’s own', { item_brand: 'Acme', price: 4 }, { item_brand: 'Acme', price: 400 }],
  ])('%s', (_why, item, expected) => {
    const found = readOrder([{ event: 'purchase', ecommerce: { items: [{ item_id: 'a', ...item }] } }])
    expect(found?.cart_items).toMatchObject([{ product_id: 'a', ...expected }])
  })
})

describe('e-mail', () => {
  const withUser = (user: object) => ({ ...purchase, ...user })
  const set = gtag('set', 'user_data', { email: 'set@b' })
  const properties = { event: 'login', user_properties: { email: 'property@b' } }

  test.each<[string, unknown[], unknown]>([
    ['of the event', [withUser({ user_data: { email: 'event@b' } }), set], 'event@b'],
    ['of the event, under its other name', [withUser({ user_data: { email_address: 'event@b' } }), set], 'event@b'],
    [
      'within ecommerce',
      [{ event: 'purchase', ecommerce: { transaction_id: 'A', user_data: { email: 'event@b' } } }],
      'event@b',
    ],
    [
      'in gtag’s event',
      [gtag('event', 'purchase', { transaction_id: 'A', user_data: { email: 'event@b' } }), set],
      'event@b',
    ],
    ['else the latest gtag set', [gtag('set', 'user_data', { email: 'old@b' }), set, purchase], 'set@b'],
    ['also after the order', [purchase, set], 'set@b'],
    ['before user properties, even later ones', [set, purchase, properties], 'set@b'],
    ['else user properties', [properties, purchase], 'property@b'],
    ['else none', [purchase], undefined],
    ...[{}, null, undefined, '', { email: null }].map((blank): [string, unknown[], undefined] => [
      `none once it was set to ${JSON.stringify(blank)}`,
      [set, gtag('set', 'user_data', blank), purchase],
      undefined,
    ]),
    ['a user of another form takes nothing back', [set, { user: { id: 7 } }, purchase], 'set@b'],
    [
      'never that of another order, both without a number',
      [
        { event: 'purchase', ecommerce: { items: [{ item_id: 'a' }] }, user_data: { email: 'other@b' } },
        { event: 'purchase', ecommerce: { items: [{ item_id: 'b' }] } },
      ],
      undefined,
    ],
  ])('%s', (_why, dataLayer, email) => {
    expect(readOrder(dataLayer)?.email).toBe(email)
  })
})
