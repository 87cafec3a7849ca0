/**
 * Promise: of an event, only fields that it may write are stored, in their clean form. Others are left out and named,
 * without their values. A report that cannot become an event is refused and kept.
 */
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Accepted } from '../../../../src/contract/event.js'
import { TEST_QUERY } from '../../../../src/contract/test-order.js'
import { newOrder, newServerOrder, newServerSignUp, newSignUp, toRequest } from '../../../support/proxy.js'
import { openClient } from './client.js'

const OF_SERVER = { authorization: 'Bearer token-of-the-back-end' }
const email = 'ada@example.com'

let client: ReturnType<typeof openClient>
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  client = openClient({ serverTokens: ['token-of-the-back-end'] })
})

const send = (event: unknown, headers: Record<string, string> = {}) => client.send(toRequest(event, headers))
const ofPage = (raw: unknown) => newOrder({}, { raw })
const toBodies = () => client.stored.map(({ body }) => body)

describe('an event of another shape is refused', () => {
  test.each<[fields: string[] | undefined, reason: string, event: unknown]>([
    [undefined, 'not an object', []],
    [undefined, 'not an object', null],
    [undefined, 'not an object', '"s3cret"'],
    [['v'], 'another version', newServerOrder({}, { v: 2 })],
    [['id'], 'not a UUID', newServerOrder({}, { id: 's3cret' })],
    [['kind'], 'not a kind', newServerOrder({}, { kind: 's3cret' })],
    [['age'], 'not a number', newServerOrder({}, { age: '1' })],
    [['age'], 'beyond every number', JSON.stringify(newServerOrder()).replace('"age":0', '"age":1e999')],
    [['signature'], 'not text', newServerOrder({}, { signature: 1 })],
    [['list'], 'orders have no list', newServerOrder({}, { list: 'newsletter' })],
    [['body'], 'missing', newServerOrder({}, { body: undefined })],
    [['body.email'], 'not an e-mail address', newServerOrder({ email: 's3cret' })],
    [['body.email'], 'a control character', newServerOrder({ email: `\0${email}` })],
    [['body.email'], 'missing', newServerOrder({ email: undefined })],
    [['body.other'], 'unknown next to cart_data and cart_items', newServerOrder({ other: 's3cret' })],
    [['body.cart_data.cart_value'], 'not whole cents', newServerOrder({ cart_data: { cart_value: 19.99 } })],
    [['body.cart_data.cart_value'], 'negative', newServerOrder({ cart_data: { cart_value: -1 } })],
    [['body.cart_data.note'], 'additional keys are text', newServerOrder({ cart_data: { note: 7 } })],
    [['body.cart_items'], 'not an array', newServerOrder({ cart_items: {} })],
    [['body.cart_items.0'], 'not an object', newServerOrder({ cart_items: ['s3cret'] })],
    [['body.cart_items.0.price'], 'not a number', newServerOrder({ cart_items: [{ product_id: 'A', price: 'x' }] })],
    [['body.cart_items.1.product_id'], 'its place', newServerOrder({ cart_items: [{}, { product_id: 5 }] })],
    [['body.age'], 'too old', newServerSignUp({ age: 151 })],
    [['body.gender'], 'not m or f', newServerSignUp({ gender: 's3cret' })],
    [['body.language'], 'not two letters', newServerSignUp({ language: 'english' })],
    [['body.birthdate'], 'not a date', newServerSignUp({ birthdate: '1815-13-10' })],
    [['body.points'], 'custom fields are text', newServerSignUp({ points: 7 })],
    [['list'], 'sign-ups have a list', newServerSignUp({}, { list: undefined })],
    [['list'], 'not an alias', newServerSignUp({}, { list: '42!' })],
    [['id', 'age', 'body.email'], 'all of them', newServerOrder({ email: 's3cret' }, { id: 1, age: null })],
    [['raw'], 'missing', ofPage(undefined)],
    [['raw.emails'], 'not an array', ofPage({ emails: email })],
    [['raw.platform.name'], 'an unknown platform', ofPage({ platform: { name: 'elsewhere', order: {} } })],
    [['raw.entries.0'], 'not an object', ofPage({ entries: [[]] })],
    [['raw.passed.0'], 'not an object', ofPage({ passed: [7] })],
    [['raw.form.0.3'], 'not text', ofPage({ form: [['email', '', 'email', 7]] })],
  ])('and the answer names %j: %s', async (fields, _reason, event) => {
    const { body } = await client.expectRefusal(toRequest(event, OF_SERVER), 422, { code: 'shape' })
    expect(body).toEqual({ ok: false, code: 'shape', ...(fields && { fields }) })
  })

  test.each(['unknown', 'constructor', 'hasownproperty', 'valueof', '42'])('and a list %s', async (list) => {
    const refusal = { code: 'unknown_list', fields: ['list'] }
    await client.expectRefusal(toRequest(newSignUp({}, { list })), 422, refusal)
  })

  test.each([newServerOrder(), newServerSignUp()])(
    'if a page sends a $kind in the form of a back end',
    async (event) => {
      await client.expectRefusal(toRequest(event), 422, { code: 'shape', fields: ['v'] })
      expect(await send(event, OF_SERVER)).toMatchObject({ status: 202 })
    },
  )
})

describe('data of a page', () => {
  const entries = [{ event: 'purchase', ecommerce: { transaction_id: 'T-1', value: '19.99', tax: 'free' } }]

  test('is read into the API’s own fields, and unknown data is skipped', async () => {
    const { status, body } = await send(ofPage({ emails: ['Ada@example.com'], entries, weather: 'fine' }))
    expect([status, Object.keys(body)]).toEqual([202, ['ok', 'id']])
    const cart_data = { order_number: 'T-1', cart_value: 1999, tax: 'free' }
    expect(client.stored).toMatchObject([{ kind: 'convert', body: { email, cart_data }, problems: [] }])
  })

  test('that cannot be read is named, in the answer and in the event', async () => {
    const problems = [{ field: 'cart_data.cart_value', code: 'not_cents' }]
    const { body } = await send(ofPage({ emails: [email], passed: [{ cart_data: { cart_value: 5.5 } }] }))
    expect(body).toMatchObject({ ok: true, problems })
    expect(Accepted.safeParse(body).data).toEqual(body)
    expect(client.stored).toMatchObject([{ problems }])
  })

  const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf']
  test.each(KEYS)('may have a key %s by chance, which is dropped', async (key) => {
    const order = { KEY: { a: 1 }, note: 'x', value: { KEY: 1 }, orderStatus: { KEY: 1 } }
    const raw = { emails: [email], entries: [{ '@type': { KEY: 1 } }], passed: [{ ecommerce: order }] }
    expect(await send(JSON.stringify(ofPage(raw)).replaceAll('KEY', key))).toMatchObject({ status: 202 })
    expect(toBodies()).toEqual([{ email, cart_data: { note: 'x', orderStatus: '{}' } }])
  })
})

describe('a report that cannot become an event is refused, and stored for the operator', () => {
  const order = {
    entries: [{ event: 'purchase', ecommerce: { transaction_id: 'T-1', value: '19.99' } }],
    passed: [{ cart_items: [{ product_id: 'CUP', product_url: 'https://evil.example' }] }],
  }
  const lacking = (field: string, code: string) => ({
    emails: [email],
    ...order,
    entries: [],
    problems: [{ field, code }],
  })

  test.each<[code: string, said: object, problem?: string]>([
    ['no_email', order, 'no_email'],
    ['no_email', { ...order, emails: ['a***@example.com'] }, 'masked_email'],
    ['no_email', { ...order, emails: ['a@example.com', 'b@example.com'] }, 'two_emails'],
    ['no_order', { emails: [email], problems: [{ field: 'order', code: 'no_order' }] }],
    ['no_order', { event: 'purchase', entries: [{ email }, { transactionTotal: '9' }, { transactionId: '7' }] }],
    ['no_order_number', lacking('order_number', 'no_order_number')],
    [
      'not_current',
      { emails: [email], entries: [{ '@type': 'Order', orderNumber: 'J-1', orderStatus: 'OrderCancelled' }] },
    ],
    ['not_current', { emails: [email], entries: [{ '@type': 'Order', orderNumber: 'J-1', orderDate: '2020-11-20' }] }],
  ])('%s: %j', async (code, said, problem) => {
    const problems = problem ? { problems: expect.arrayContaining([{ field: 'email', code: problem }]) } : {}
    await client.expectRefusal(toRequest(ofPage(said)), 422, { code, ...problems })
    expect(client.refused).toMatchObject([{ kind: 'convert', reason: code }])
  })

  test('without its customer and its cart, with its number and network', async () => {
    const report = ofPage(order)
    await client.send(toRequest(report), { address: '203.0.113.7' })
    expect(JSON.stringify(client.refused)).not.toMatch(/ada@|evil/)
    expect(client.refused).toMatchObject([{ number: 'T-1', network: '203.0.113.7' }])
  })

  test('unless the proxy finds the number that the page has missed', async () => {
    const problems = [{ field: 'order_number', code: 'no_order_number' }]
    expect(await send(ofPage({ ...order, emails: [email], problems }))).toMatchObject({ status: 202 })
    expect(client.refused).toEqual([])
  })

  test('unless a caller reports an order without its cart', async () => {
    expect(await send(ofPage({ emails: [email], passed: [{}] }))).toMatchObject({ status: 202 })
  })

  test('except a test of the debug panel, and a sign-up for an unknown list', async () => {
    await client.send(new Request(`http://proxy.example/ringup?${TEST_QUERY}`, toRequest(ofPage(order))))
    await send({ v: 3, id: randomUUID(), kind: 'addToList', list: 'no-such-list', age: 0, raw: {} })
    expect(client.refused).toEqual([])
  })
})

describe('fields that the settings do not allow are left out and named', () => {
  const fill = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, 'x']))

  test('fields of a list', async () => {
    const signUp = newSignUp({ email, first_name: 'Ada', phone: '1', points: '7' })
    const { status, body } = await send(signUp)
    expect([status, body]).toEqual([202, { ok: true, id: signUp.id, ignored: ['phone', 'points'] }])
    expect(toBodies()).toEqual([{ email, first_name: 'Ada' }])
  })

  test.each<[list: string, count: number, problems: object]>([
    ['everything', 50, []],
    ['everything', 51, [{ field: 'field_50', code: 'too_many' }]],
    ['newsletter', 60, expect.anything()],
  ])('of the list %s, %i additional fields leave the person, with problems %j', async (list, count, problems) => {
    const { status, body } = await send(newSignUp(fill(count), { list }))
    expect([status, body.problems ?? []]).toEqual([202, problems])
    expect(toBodies()).toMatchObject([{ first_name: 'Ada' }])
  })

  test.each<[item: unknown, reason: string]>([
    [{}, 'missing'],
    [{ product_id: '' }, 'empty'],
    [{ product_id: null }, 'null'],
    [null, 'not an item'],
  ])('an item %j without product_id (%s)', async (item) => {
    const { body } = await send(newOrder({ cart_items: [{ product_id: 'A' }, item, { product_id: 'B' }] }))
    expect(body).toMatchObject({ ok: true, problems: [{ field: 'cart_items.1', code: 'no_product_id' }] })
    expect(toBodies()).toMatchObject([{ cart_items: [{ product_id: 'A' }, { product_id: 'B' }] }])
  })
})

describe('links of an order to other sites', () => {
  const image_url = 'http://cdn.example/a'
  const cart_data = { return_url: 'https://evil.example/', order_number: '1001' }
  const order = () => newOrder({ cart_data, cart_items: [{ product_id: 'a', image_url }] })

  test('are removed and named if the order is unsigned', async () => {
    const { body } = await send(order())
    const fields = ['cart_data.return_url', 'cart_items.0.image_url']
    const problems = fields.map((field) => ({ field, code: 'foreign_link' }))
    expect(body).toMatchObject({ ok: true, problems })
    expect(client.stored).toMatchObject([{ body: { cart_data: { order_number: '1001' } }, problems }])
    expect(JSON.stringify(client.stored)).not.toMatch(/evil|cdn/)
  })

  test('are named by the place of their item in the request', async () => {
    const items = ['', 'b'].map((product_id) => ({ product_id, image_url }))
    const { body } = await send(newOrder({ cart_items: items }))
    expect(body.problems).toContainEqual({ field: 'cart_items.1.image_url', code: 'foreign_link' })
  })

  test('stay if the shop’s back end sends them', async () => {
    const { body } = await send(order(), OF_SERVER)
    expect(body).not.toHaveProperty('problems')
    expect(toBodies()).toMatchObject([{ cart_data }])
  })
})

describe('text is composed, without controls and halves of characters', () => {
  const store = async (fields: object) => {
    const { status, body } = await send(newServerSignUp(fields, { list: 'everything' }), OF_SERVER)
    const { email: _email, first_name: _name, ...rest } = Object(client.stored[0]?.body)
    return { status, rest, ignored: body.ignored }
  }

  test.each<[text: string, clean: string]>([
    ['Zoe\u0308', 'Zoë'],
    ['a\0b', 'a b'],
    ['a\ud800b', 'a b'],
    ['\0', ''],
  ])('%j is stored as %j', async (text, clean) => {
    expect(await store({ note: text, city: text })).toMatchObject({ status: 202, rest: { note: clean, city: clean } })
  })

  test.each<[name: string, rest: object, ignored: string[] | undefined, reason: string]>([
    ['gro\u0308\u00dfe', { größe: 'x' }, undefined, 'composed'],
    ['a\0b', { 'a b': 'x' }, undefined, 'cleaned'],
    ['\0', {}, ['\0'], 'no character is left'],
    ['first_name\0', {}, ['first_name\0'], 'the name of another field'],
    ['__proto__\0', {}, ['__proto__\0'], 'dangerous'],
  ])('the name %j (%4$s)', async (name, rest, ignored) => {
    expect(await store({ [name]: 'x' })).toEqual({ status: 202, rest, ignored })
  })

  test('in items, their categories and the e-mail address too', async () => {
    const cart_items = [{ product_id: 'MUG\0', category: ['a\u0000b'] }]
    await send(newServerOrder({ email: ' ADA@Example.com ', cart_items }), OF_SERVER)
    expect(toBodies()).toMatchObject([{ email, cart_items: [{ product_id: 'MUG', category: ['a b'] }] }])
  })
})
