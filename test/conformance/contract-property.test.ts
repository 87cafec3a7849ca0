// @vitest-environment happy-dom
/** Promise: for any page and any passed order, the snippet sends a body that the contract's schema accepts. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem, Conversion } from '../../src/contract/conversion.js'
import { RawEvent } from '../../src/contract/event.js'
import { gtag, openPage } from '../rules/snippet/page.js'
import { toRounds } from '../support/long.js'

const email = 'ada@example.com'
const circular: Record<string, unknown> = { name: 'circle' }
circular.self = [circular]
const throwing = {
  get value(): never {
    throw new Error('not today')
  },
  toJSON: () => {
    throw new Error('not today')
  },
  toString: null,
}

/** Values that no field expects, and values that are nearly right for a field. */
const ODD: unknown[] = [
  ...['__proto__', 'constructor', '\ud800', 'a\udfffb', '\u0000', ' ', '', '{{x}}', '%X%', 'undefined', 'e\u0301'],
  ...['1.299', '-1', '1e9', '19,99 €', '٣', '9'.repeat(400), 'a/b/c', '/', '0x10', 'Infinity', '1990-02-30'],
  ...['0000-01-01', '10000-01-01', '2000-02-29', 'm', 'female', 'en-GB', 'EN', 'UTC', 'Europe/Berlin', 'a@b@c'],
  ...[0, -0, -1, 0.5, 1.005, 36, 151, 1e21, 5e-324, 2 ** 53, 2 ** 53 - 1, Number.NaN, Number.POSITIVE_INFINITY],
  ...[null, undefined, true, false, 10n, Symbol('x'), () => 7, [], {}, [[]], [null], ['a', 1, null], new Map([[1, 2]])],
  ...[new Date(0), new Date(Number.NaN), /x/, circular, throwing, Object.create(null), new Proxy({}, {}), [circular]],
]
const odd = fc.constantFrom(...ODD)
const value = fc.oneof(
  { arbitrary: odd, weight: 4 },
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.maxSafeInteger(),
)
const anyName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'toJSON'), fc.string())
const fields = (...names: string[]) =>
  fc.dictionary(fc.oneof(fc.constantFrom(...names), anyName), value, { maxKeys: 12 })
const listOf = (each: fc.Arbitrary<unknown>) => fc.oneof(fc.array(fc.oneof(each, value), { maxLength: 5 }), value)
const address = fc.oneof(fc.constantFrom(email, ' Ada@Example.COM\n'), fc.emailAddress(), value)

const cart = fields(...Object.keys(CartData.shape))
const item = fields(...Object.keys(CartItem.shape))
const contact = fields(...Object.keys(Contact.shape))

const ga4 = fc.record(
  {
    ...{ transaction_id: value, value, coupon: value, tax: value },
    user_data: fc.oneof(fc.record({ email: address }), value),
    items: listOf(fields('item_id', 'id', 'item_name', 'price', 'quantity', 'item_category', 'item_category2')),
  },
  { requiredKeys: [] },
)
const universal = fc.record({
  purchase: fc.record({
    actionField: fields('id', 'revenue', 'coupon', 'tax'),
    products: listOf(fields('id', 'name', 'price', 'quantity', 'category')),
  }),
})
const offer = fc.record({
  itemOffered: fields('sku', 'productID', 'name', 'url', 'image', 'description', 'category'),
  ...{ price: value, eligibleQuantity: fc.oneof(fc.record({ value }), value) },
})
const jsonLd = fc.record(
  {
    '@type': fc.constantFrom('Order', 'https://schema.org/Order', ['Thing', 'Order'], 'Product'),
    ...{ orderNumber: value, price: value, discountCode: value, customer: fc.record({ email: address }) },
    ...{ acceptedOffer: listOf(offer), orderedItem: listOf(offer), merchant: value },
    partOfInvoice: fc.oneof(fc.record({ totalPaymentDue: fields('price') }), value),
  },
  { requiredKeys: ['@type'] },
)
const entry = fc.oneof(
  fc.record({ event: fc.constant('purchase'), ecommerce: fc.oneof(ga4, universal, value) }),
  fc.record({ ecommerce: universal, user_data: fc.record({ email: address }) }),
  ga4.map((ecommerce) => gtag('event', 'purchase', ecommerce)),
  fc.record({ email: address }).map((user) => gtag('set', 'user_data', user)),
  jsonLd,
  value,
)
const page = fc.record(
  {
    dataLayer: fc.oneof(fc.array(entry, { maxLength: 4 }), value),
    cartValue: fc.constantFrom('source', 'items'), // the setting `value`
  },
  { requiredKeys: [] },
)
const passed = fc.oneof(
  fc.record(
    {
      ...{ email: address, cart_data: fc.oneof(cart, value), cart_items: listOf(item) },
      ...{ ecommerce: fc.oneof(ga4, value), signature: fc.oneof(fc.constant('1.x'), fc.string()) },
    },
    { requiredKeys: [] },
  ),
  fc.constant(undefined),
)

function toText(from: unknown): string {
  return typeof from === 'string' ? from : typeof from
}

/** Makes the generated page and calls the snippet. @returns all requests that left the page */
async function visit(has: Record<string, unknown>, call: (snippet: Snippet) => Promise<unknown>) {
  const { cartValue, ...globals } = has
  snippet.settings.value = cartValue === 'items' ? 'items' : 'source'
  Object.assign(window, { dataLayer: [], ...globals })
  snippet.fetch.mockClear()
  await call(snippet)
  return snippet.sent() as Sent[]
}

type Snippet = Awaited<ReturnType<typeof openPage>>
let snippet: Snippet

const errorsOf = (schema: z.ZodMiniType, events: unknown[]) =>
  events.flatMap((event) => schema.safeParse(event).error?.issues ?? [])

/**
 * Lists the proxy's objections: to the sent envelope, and to the order that it has read. Without a readable e-mail, this is the only one.
 */
const readErrors = (events: Sent[]) =>
  events.flatMap(({ body, ...envelope }) => {
    const schema = envelope.kind === 'convert' ? Conversion : Contact
    return [...errorsOf(RawEvent, [envelope]), ...(body.email === undefined ? [] : errorsOf(schema, [body]))]
  })

interface Sent {
  kind: 'convert' | 'addToList'
  body: { email?: string }
}

// A page ends with its test.
beforeEach(async () => {
  snippet = await openPage()
})
afterEach(() => void localStorage.clear())

describe('the contract accepts every sent event', () => {
  /** Visits a page for each input. Without readable addresses the property would hold for nothing. */
  async function check<Input>(numRuns: number, inputs: fc.Arbitrary<Input>, send: (input: Input) => Promise<Sent[]>) {
    let read = 0
    const property = fc.asyncProperty(inputs, async (input) => {
      const events = await send(input)
      expect(readErrors(events)).toEqual([])
      read += events.filter(({ body }) => body.email !== undefined).length
    })
    await fc.assert(property, { numRuns })
    expect(read).toBeGreaterThan(numRuns / 10)
  }

  test('for any page and any passed order', () =>
    check(toRounds(300, 1500), fc.tuple(page, passed), ([has, order]) =>
      visit(has, ({ convert }) => convert(order as never)),
    ))

  test('for any contact', () =>
    check(toRounds(200, 1000), fc.tuple(address, contact), ([who, has]) =>
      visit({}, ({ addToList }) => addToList('newsletter', { ...has, email: who } as never)),
    ))

  test('for any field of a form', () => {
    const field = fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(Contact.shape)), anyName), odd.map(toText))
    return check(toRounds(100, 300), fc.array(field, { maxLength: 6 }), (inputs) => {
      const form = document.createElement('form')
      for (const [name, text] of [['email', email] as const, ...inputs])
        form.append(Object.assign(document.createElement('input'), { name, value: text }))
      return visit({}, ({ addToList }) => addToList('newsletter', form))
    })
  })
})
