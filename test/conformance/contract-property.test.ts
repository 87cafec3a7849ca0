// @vitest-environment happy-dom
/** Promise: for any page and any passed order, the snippet sends a body that the contract's schema accepts. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
const entry = fc.oneof(
  fc.record({ event: fc.constant('purchase'), ecommerce: fc.oneof(ga4, universal, value) }),
  fc.record({ ecommerce: universal, user_data: fc.record({ email: address }) }),
  ga4.map((ecommerce) => gtag('event', 'purchase', ecommerce)),
  fc.record({ email: address }).map((user) => gtag('set', 'user_data', user)),
  value,
)
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
const marked = (names: string[]) =>
  fc.dictionary(fc.constantFrom(...names), fc.oneof(odd.map(toText), fc.string({ unit: 'binary' })), { maxKeys: 6 })
const elements = fc.record({
  cart: marked([...Object.keys(CartData.shape), 'email', '__proto__', 'note']),
  items: fc.array(marked([...Object.keys(CartItem.shape), 'constructor', 'size']), { maxLength: 3 }),
})
const page = fc.record(
  {
    dataLayer: fc.oneof(fc.array(entry, { maxLength: 4 }), value),
    ...{ jsonLd, elements },
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
  const { cartValue, elements: markup, jsonLd: block, ...globals } = has
  snippet.settings.value = cartValue === 'items' ? 'items' : 'source'
  Object.assign(window, { dataLayer: [], ...globals })
  document.body.replaceChildren(...toElements(markup), ...toScript(block))
  snippet.fetch.mockClear()
  await call(snippet)
  return snippet.sent() as Sent[]
}

type Snippet = Awaited<ReturnType<typeof openPage>>
let snippet: Snippet

function toElements(markup: unknown): Element[] {
  const { cart: ofCart = {}, items = [] } = Object(markup)
  const rows = items.map((each: object) => {
    const row = document.createElement('div')
    row.setAttribute('data-ringup-item', '')
    row.append(...toMarked(each))
    return row
  })
  return [...toMarked(ofCart), ...rows]
}

function toMarked(values: object): Element[] {
  return Object.entries(values).map(([name, text]) => {
    const element = document.createElement('b')
    element.setAttribute('data-ringup', name)
    element.textContent = text
    return element
  })
}

function toScript(block: unknown): Element[] {
  try {
    const script = document.createElement('script')
    script.type = 'application/ld+json'
    script.textContent = JSON.stringify(block) ?? '{'
    return [script]
  } catch {
    return [] // a page's JSON-LD cannot contain values that JSON lacks
  }
}

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
  test('for any page and any passed order', async () => {
    const counted = vi.fn()
    const property = fc.asyncProperty(page, passed, async (has, order) => {
      const events = await visit(has, ({ convert }) => convert(order as never))
      expect(readErrors(events)).toEqual([])
      events.filter(({ body }) => body.email !== undefined).forEach(counted)
    })
    const numRuns = toRounds(300, 1500)
    await fc.assert(property, { numRuns })
    expect(counted.mock.calls.length).toBeGreaterThan(numRuns / 10) // otherwise the property would hold for nothing
  })

  test('for any contact', async () => {
    const counted = vi.fn()
    const property = fc.asyncProperty(address, contact, async (who, has) => {
      const events = await visit({}, ({ addToList }) => addToList('newsletter', { ...has, email: who } as never))
      expect(readErrors(events)).toEqual([])
      events.filter(({ body }) => body.email !== undefined).forEach(counted)
    })
    const numRuns = toRounds(200, 1000)
    await fc.assert(property, { numRuns })
    expect(counted.mock.calls.length).toBeGreaterThan(numRuns / 10)
  })

  test('for any field of a form', async () => {
    const counted = vi.fn()
    const field = fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(Contact.shape)), anyName), odd.map(toText))
    const property = fc.asyncProperty(fc.array(field, { maxLength: 6 }), async (inputs) => {
      const form = document.createElement('form')
      for (const [name, text] of [['email', email] as const, ...inputs]) {
        form.append(Object.assign(document.createElement('input'), { name, value: text }))
      }
      const events = await visit({}, ({ addToList }) => addToList('newsletter', form))
      expect(readErrors(events)).toEqual([])
      events.filter(({ body }) => body.email !== undefined).forEach(counted)
    })
    const numRuns = toRounds(100, 300)
    await fc.assert(property, { numRuns })
    expect(counted.mock.calls.length).toBeGreaterThan(numRuns / 10)
  })
})
