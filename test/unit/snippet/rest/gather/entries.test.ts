// @vitest-environment happy-dom
/**
 * Promise: the latest order in the data layer is found, whatever else is there. test/examples shows how each form is
 * read.
 */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Conversion } from '../../../../../src/contract/conversion.js'
import { readSaid } from '../../../../../src/normalise/index.js'
import { gather } from '../../../../../src/snippet/rest/gather/index.js'
import { saysOrder } from '../../../../../src/snippet/rest/gather/order.js'
import { readPage } from '../../../../../src/snippet/rest/gather/page.js'
import { gtag, openPage } from '../../page.js'

// Test files share a document.
beforeEach(() => document.body.replaceChildren())

const purchase = { event: 'purchase', ecommerce: { transaction_id: 'A', value: 19.99 } }
const cart = { order_number: 'A', cart_value: 1999 }

function wrappedInItself(): object {
  const ecommerce: Record<string, unknown> = { value: 5 }
  ecommerce.order = ecommerce
  return { event: 'purchase', ecommerce }
}

/** The sent data, with the adapter `data-layer` only. Undefined without an order. */
function readOrder(dataLayer: unknown[], settings = {}) {
  const page = openPage({ dataLayer, settings: { adapter: 'data-layer', ...settings } })
  const { said } = gather(readPage(page.snippet))
  return saysOrder(said) ? (readSaid('convert', said).body as Conversion) : undefined
}

describe('the entry that counts as the order', () => {
  test.each<[string, unknown[], object | undefined]>([
    [
      'an entry that throws is skipped',
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
      'items that cannot become text are skipped',
      [purchase, { event: 'purchase', ecommerce: { items: [Object.create(null)] } }],
      cart,
    ],
    ['an order that contains itself is skipped', [purchase, wrappedInItself()], cart],
    ['entries that are not objects are skipped', [purchase, null, undefined, 'event', 7], cart],
    ['a refund is not an order', [{ event: 'refund', ecommerce: { transaction_id: 'A' } }], undefined],
    ['an entry without event is not an order', [{ ecommerce: { transaction_id: 'A' } }], undefined],
    ['neither order number nor items', [{ event: 'purchase', ecommerce: { value: 5 } }], undefined],
    ['nothing', [], undefined],
    [
      'a template not filled in does not hide an order',
      [purchase, { event: 'purchase', ecommerce: { transaction_id: '{{ id }}', value: 0, items: [{}] } }],
      cart,
    ],
  ])('%s', (_why, dataLayer, expected) => {
    expect(readOrder(dataLayer)?.cart_data).toEqual(expected)
  })

  test('an event of another name, if convertOn names it', () => {
    const found = readOrder([{ ...purchase, event: 'order_complete' }], { convertOn: 'order_complete' })
    expect(found?.cart_data).toEqual(cart)
  })
})

test('GA4’s current name counts before its earlier one', () => {
  const found = readOrder([{ event: 'purchase', ecommerce: { items: [{ id: 'b', item_id: 'a' }] } }])
  expect(found?.cart_items).toEqual([{ product_id: 'a', item_qty: 1 }])
})

describe('e-mail', () => {
  const set = gtag('set', 'user_data', { email: 'set@b' })
  const properties = { event: 'login', user_properties: { email: 'property@b' } }

  test.each<[string, unknown[], unknown]>([
    ['from gtag set, also after the order', [purchase, set], 'set@b'],
    ['before user properties, even later ones', [set, purchase, properties], 'set@b'],
    ['else none', [purchase], undefined],
    ...[{}, null, undefined, '', { email: null }].map((blank): [string, unknown[], undefined] => [
      `none once it was set to ${JSON.stringify(blank)}`,
      [set, gtag('set', 'user_data', blank), purchase],
      undefined,
    ]),
    ['a user in another form does not remove it', [set, { user: { id: 7 } }, purchase], 'set@b'],
    [
      'never from another order, if both have no number',
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

describe('forms besides one entry with its event', () => {
  const ecommerce = { transaction_id: 'A', value: 19.99 }
  const orderContext = { purchaseID: 'A', grandTotal: 19.99 }
  test.each<[string, unknown[]]>([
    ['the order first, and its event alone', [{ ecommerce }, { event: 'purchase' }]],
    ['Adobe’s context before its event', [{ orderContext }, { event: 'place-order' }]],
    ['Adobe’s context beside its event', [{ event: 'place-order', orderContext }]],
    ['Adobe’s context alone', [{ orderContext }]],
  ])('a call finds %s', (_what, dataLayer) => {
    expect(readOrder(dataLayer)?.cart_data).toMatchObject({ order_number: 'A' })
  })

  test('an earlier order of another event does not belong to an event without one', () => {
    expect(readOrder([{ event: 'begin_checkout', ecommerce }, { event: 'purchase' }])).toBeUndefined()
  })

  // Some programs push all entries of a page in one call (github.com/spatie/laravel-googletagmanager/issues/27).
  test('a purchase that is not the first in a list of entries is reported at once', () => {
    const user_data = { email: 'ada@example.com' }
    const items = [{ item_id: 'MUG', price: 19.99 }]
    const entries = [
      { event: 'remove_from_cart' },
      { event: 'purchase', user_data, ecommerce: { ...ecommerce, items } },
    ]
    const page = openPage({ dataLayer: [entries], settings: { convertOn: 'purchase' } })
    page.convertOn()
    expect(page.sent()).toMatchObject([{ body: { email: 'ada@example.com', cart_data: cart } }])
  })
})

describe('the customer', () => {
  const config = (email: string) => gtag('config', 'G-1', { user_data: { email } })
  test.each<[string, unknown[], string]>([
    [
      'from Universal Analytics’ purchase',
      [{ ecommerce: { purchase: { actionField: { id: 'A' }, customer: { email: 'ada@example.com' } } } }],
      'ada@example.com',
    ],
    ['of gtag’s config', [config('ada@example.com'), purchase], 'ada@example.com'],
    [
      'from gtag set, before its config',
      [gtag('set', 'user_data', { email: 'ada@example.com' }), config('grace@example.com'), purchase],
      'ada@example.com',
    ],
  ])('%s', (_what, dataLayer, email) => {
    expect(readOrder(dataLayer)?.email).toBe(email)
  })
})
