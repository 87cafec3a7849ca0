/**
 * Promise: the reference API's own decisions where API.md is silent: refusals and their order, variants that real clients send, repeated
 * conversions, the log of conversions, the file that outlives a restart, the OpenAPI document and the start.
 */
import { spawn } from 'node:child_process'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type ApiRequest, createApi } from '../../demo/reference-api/index.js'
import { createOpenApi } from '../../demo/reference-api/openapi.js'
import { type StartedApi, startApi } from '../../demo/reference-api/start.js'
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem, Conversion } from '../../src/contract/conversion.js'
import { type ApiClient, createClient } from '../support/api.js'
import { watch } from '../support/proxy-process.js'

const AUTHORIZATION = 'Token reference'
const email = 'ada@example.com'

let started: StartedApi
let api: ApiClient
let reported: ApiRequest[]
beforeEach(async () => {
  reported = []
  started = await startApi({ authorization: AUTHORIZATION, port: 0, onRequest: (entry) => reported.push(entry) })
  api = createClient(started.baseUrl, AUTHORIZATION)
  return () => started.stop()
})

const beginSession = () => api.post('sessions/', { email })
const convert = (order: object) => api.post('customer/convert/', { email, ...order })
const convertNumber = (order_number: string, more: object = {}) => convert({ cart_data: { order_number, ...more } })
const addContact = (contact: object) => api.post('lists/42/contacts/', { email, ...contact })

describe('a request is refused in this order: path, key, method, list, media type, body', () => {
  const wrongKey = { Authorization: 'Token wrong' }
  const asText = { 'Content-Type': 'text/plain' }

  test.each<
    [status: number, method: string, path: string, headers: Record<string, string>, body: string, reason: string]
  >([
    [404, 'POST', 'customers/convert/', wrongKey, '{}', 'an unknown path, with any key'],
    [404, 'POST', 'lists//contacts/', {}, '{}', 'a list without an id'],
    [404, 'POST', 'customer/convert', wrongKey, '{}', 'no slash at the end: neither served nor redirected'],
    [404, 'POST', 'lists/42/contacts', {}, '{}', 'no slash at the end: neither served nor redirected'],
    [401, 'POST', 'customer/convert/', wrongKey, '{}', 'the wrong key'],
    [401, 'POST', 'customer/convert/', { Authorization: '' }, '{}', 'no key'],
    [401, 'POST', 'customer/convert/', { Authorization: 'token reference' }, '{}', 'the whole header counts'],
    [401, 'DELETE', 'customer/convert/', wrongKey, '{}', 'the key before the method'],
    [401, 'POST', 'lists/7/contacts/', wrongKey, '{}', 'the key before the list'],
    [401, 'POST', 'sessions/', wrongKey, '{}', 'our own endpoints need the key too'],
    [405, 'PUT', 'customer/convert/', asText, 'no JSON', 'the method before the body'],
    [405, 'DELETE', 'lists/7/contacts/', {}, '{}', 'the method before the list'],
    [405, 'POST', 'customers/', {}, '{}', 'the endpoints that read have only GET'],
    [404, 'POST', 'lists/7/contacts/', asText, 'no JSON', 'an unknown list, before the body'],
    [404, 'POST', 'lists/constructor/contacts/', {}, '{}', 'a name that every object has is not a list'],
    [415, 'POST', 'customer/convert/', asText, 'no JSON', 'the media type before the body'],
    [415, 'POST', 'customer/convert/', { 'Content-Type': 'application/jsonp' }, '{}', 'a longer media type'],
    [400, 'POST', 'customer/convert/', {}, 'no JSON', 'not JSON'],
    [400, 'POST', 'customer/convert/', {}, '', 'an empty body'],
    [400, 'POST', 'customer/convert/', {}, '[]', 'JSON, but no object'],
    [400, 'POST', 'customer/convert/', {}, 'null', 'JSON, but no object'],
    [400, 'POST', 'lists/42/contacts/', {}, '"ada@example.com"', 'JSON, but no object'],
  ])('%i for %s %s with %j and %.20s (%s)', async (status, method, path, headers, body) => {
    const answer = await api.send(method, path, body, headers)
    expect(answer).toMatchObject({ status, body: { detail: expect.stringMatching(/^[A-Z].*\.$/) } })
    expect(answer.headers.get('location')).toBeNull()
  })

  test('400 for a body that is too deep to write again', async () => {
    const nested = `{"email":"${email}","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect(await api.send('POST', 'customer/convert/', nested, {})).toMatchObject({ status: 400 })
  })

  test('an unknown list is answered {"detail":"Not found."}', async () => {
    const { body } = await api.post('lists/7/contacts/', { email })
    expect(body).toEqual({ detail: 'Not found.' })
  })
})

describe('a body is accepted as real clients send it', () => {
  test.each(['application/json', 'application/json;', 'application/json; charset=utf-8', 'Application/JSON ; a=b;'])(
    'media type %j',
    async (type) => {
      const { status } = await api.post('lists/42/contacts/', { email }, { 'Content-Type': type })
      expect(status).toBe(201)
    },
  )

  /** Sends one value, and reads what the API has kept. */
  const PLACES = {
    async cart(values: object) {
      await beginSession()
      return Object((await convert({ cart_data: values })).body).session.cart
    },
    async item(values: object) {
      await beginSession()
      return Object((await convert({ cart_items: [{ product_id: 'MUG-1', ...values }] })).body).session.cart_items[0]
    },
    async contact(values: object) {
      await addContact(values)
      return Object((await api.get('customers/')).body).customers[0]
    },
  }
  test.each<[place: keyof typeof PLACES, key: string, sent: unknown, kept: unknown, reason: string]>([
    ['cart', 'cart_value', '1999', 1999, 'digits are a number'],
    ['cart', 'cart_item_count', '0', 0, 'zero is a number'],
    ['cart', 'order_number', 1001, '1001', 'a number is text'],
    ['cart', 'promo', true, 'true', 'a boolean is text'],
    ['cart', 'promo', null, undefined, 'null is absent'],
    ['item', 'product_id', 7, '7', 'a number is text'],
    ['item', 'category', 'Mugs', ['Mugs'], 'one category needs no array'],
    ['item', 'category', ['Mugs', 7], ['Mugs', '7'], 'a number in an array is text'],
    ['item', 'price', '2299', 2299, 'digits are a number'],
    ['contact', 'age', '28', 28, 'digits are a number'],
    ['contact', 'age', 28, 28, 'a number is a number'],
    ['contact', 'age', '28.5', 28.5, 'API.md says number, not integer'],
    ['contact', 'postal_code', 10115, '10115', 'a number is text'],
    ['contact', 'email', ' ADA@Example.com ', email, 'upper case is the same customer'],
    ['contact', 'city', null, undefined, 'null is absent'],
    ['contact', 'city', 'a\u0000b', 'a\u0000b', 'the text is not cut'],
  ])('a %s with %s %j is kept with %j (%s)', async (place, key, sent, kept) => {
    expect((await PLACES[place]({ [key]: sent }))[key]).toEqual(kept)
  })

  test.each<[sent: unknown, kept: string | undefined, reason: string]>([
    ['web', 'web', 'text stays text'],
    ['', '', 'empty text too'],
    [7, '7', 'JSON form'],
    [1.5, '1.5', 'JSON form'],
    [true, 'true', 'JSON form'],
    [['a', 1], '["a",1]', 'JSON text'],
    [{ a: null }, '{"a":null}', 'JSON text'],
    [null, undefined, 'left out'],
  ])('another key with the value %j is kept as %j (%s)', async (sent, kept) => {
    const metadata = { other: kept }
    expect(await PLACES.cart({ other: sent })).toEqual({ metadata })
    expect(await PLACES.item({ other: sent })).toEqual({ product_id: 'MUG-1', metadata })
    const { body } = await addContact({ other: sent })
    expect(body).toEqual({ customer: { id: 1, email }, custom_fields: metadata })
  })

  test('keys that reach a prototype are always left out', async () => {
    await beginSession()
    const keys = '"__proto__":{"x":1},"constructor":"x","prototype":"x","toString":"kept"'
    const order = `"cart_data":{${keys}},"cart_items":[{"product_id":"A",${keys}}],${keys}`
    const { body } = await api.post('customer/convert/', `{"email":"${email}",${order}}`)
    const contact = await api.post('lists/42/contacts/', `{"email":"${email}",${keys}}`)
    expect(body).toMatchObject({ session: { cart: { metadata: {} }, cart_items: [{ metadata: {} }] } })
    expect(JSON.stringify([body, contact.body])).not.toMatch(/__proto__|constructor|prototype/)
    expect(JSON.stringify([body, contact.body]).match(/"toString":"kept"/g)).toHaveLength(3)
  })

  test('unknown keys next to cart_data and cart_items are ignored', async () => {
    await beginSession()
    const { status, body } = await convert({ event: 'purchase', cart_data: null, cart_items: null })
    expect({ status, body }).toMatchObject({ status: 200, body: { session: { cart: null, cart_items: [] } } })
  })

  test('null does not erase a stored field', async () => {
    await addContact({ city: 'London', points: '7' })
    const { body } = await addContact({ city: null, points: null })
    expect(body).toEqual({ customer: { id: 1, email, city: 'London' }, custom_fields: { points: '7' } })
  })
})

describe('the answer to a wrong body has all its problems', () => {
  const sentence = [expect.stringMatching(/^This .*\.$/)]

  test('of a conversion, nested fields by their dotted path', async () => {
    const cart_items = [{ product_id: '' }, { name: 'Mug', price: 1.5 }, 'MUG-1', { product_id: 2 ** 53 }]
    const { status, body } = await api.post('customer/convert/', { cart_data: { cart_value: -1 }, cart_items })
    expect(status).toBe(400)
    expect(body).toEqual({
      email: ['This field is required.'],
      'cart_data.cart_value': ['This must be 0 or more.'],
      'cart_items.0.product_id': ['This must not be empty.'],
      'cart_items.1.product_id': ['This field is required.'],
      'cart_items.1.price': ['This must be a whole number.'],
      'cart_items.2': ['This must be an object.'],
      'cart_items.3.product_id': ['This must be text.'],
    })
  })

  test('of a contact', async () => {
    const wrong = {
      email: 'ada',
      age: 'abc',
      gender: 'x',
      language: 'english',
      birthdate: '1815-13-10',
      city: ['London'],
    }
    const { status, body } = await addContact(wrong)
    expect(status).toBe(400)
    expect(body).toEqual(Object.fromEntries(Object.keys(wrong).map((field) => [field, sentence])))
  })

  test.each(['28 years', '', ' ', '0x1c', '1e3', '-1', 151, [28]])('age %j is not valid', async (age) => {
    const { status, body } = await addContact({ age })
    expect({ status, body }).toEqual({ status: 400, body: { age: sentence } })
  })
})

describe('a conversion without a session to convert', () => {
  const answer = { status: 404, body: { error: expect.stringMatching(/^No customer was found/) } }

  test('404 without a customer, who is not created, and without a session', async () => {
    expect(await convertNumber('A-1')).toMatchObject(answer)
    expect((await api.get('customers/')).body).toEqual({ customers: [] })
    await addContact({})
    expect(await convertNumber('A-1')).toMatchObject(answer)
  })
})

describe('converting a converted session again', () => {
  const first = { order_number: 'A-1', cart_value: 100 }
  beforeEach(async () => {
    await beginSession()
    await convert({ cart_data: first, cart_items: [{ product_id: 'A' }] })
  })

  test('with the same order number changes nothing: 200 and the old session', async () => {
    const before = await readSessions()
    const { status, body } = await convertNumber('A-1', { cart_value: 999 })
    expect(status).toBe(200)
    expect(body).toEqual({ session: before[0] })
    expect(await readSessions()).toEqual(before)
  })

  test.each<[cart_data: object | undefined, cart: unknown, reason: string]>([
    [{ order_number: 'A-2' }, { order_number: 'A-2', metadata: {} }, 'another number'],
    [{ cart_value: 5 }, { cart_value: 5, metadata: {} }, 'no number'],
    [{ order_number: '' }, { order_number: '', metadata: {} }, 'an empty number counts as missing'],
    [undefined, null, 'no cart'],
  ])('with %j replaces cart and items (%s)', async (cart_data, cart) => {
    await convert({ cart_data })
    expect(await readSessions()).toMatchObject([{ status: 'converted', cart, cart_items: [] }])
  })

  test('converts a new session of the customer, even with the same order number', async () => {
    await beginSession()
    await convertNumber('A-1')
    expect(await readSessions()).toMatchObject([{ status: 'converted' }, { status: 'converted' }])
  })
})

test('the log of conversions has every request, with the changed session', async () => {
  await convertNumber('A-1')
  await beginSession()
  await convertNumber('A-1')
  await convertNumber('A-1')
  await convertNumber('A-2')
  await convert({})
  const { body } = await api.get('conversions/')
  const entry = { at: expect.any(Number), email, idempotency_key: null }
  expect(body).toEqual({
    conversions: [
      { ...entry, order_number: 'A-1', status: 404, session: null },
      { ...entry, order_number: 'A-1', status: 200, session: 1 },
      { ...entry, order_number: 'A-1', status: 200, session: null },
      { ...entry, order_number: 'A-2', status: 200, session: 1 },
      { ...entry, order_number: null, status: 200, session: 1 },
    ],
  })
})

describe('settings of the API', () => {
  test('other lists and another base path replace the usual ones', async () => {
    const { fetch, close } = createApi({ authorization: 'k', basePath: '/v2', lists: { 'a b': 'Spaced' } })
    const headers = { Authorization: 'k', 'Content-Type': 'application/json' }
    const post = (path: string) =>
      fetch(new Request(`http://api.example${path}`, { method: 'POST', headers, body: JSON.stringify({ email }) }))
    const paths = ['/v2/lists/a%20b/contacts/', '/v2/lists/42/contacts/', '/api/v1/demo/lists/a%20b/contacts/']
    expect((await Promise.all(paths.map(post))).map(({ status }) => status)).toEqual([201, 404, 404])
    close()
  })

  test('an unusable database is named', () => {
    const open = () => createApi({ authorization: 'k', database: '/nowhere/api.db' })
    expect(open).toThrow('The database file /nowhere/api.db cannot be opened')
  })
})

describe('the OpenAPI document', () => {
  const document = createOpenApi('/api/v1/demo')

  test('is valid OpenAPI 3.1, and is served at the root, without a key', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const response = await fetch(`${started.url}/openapi.json`)
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)))
  })

  test.each([
    ['Conversion', Conversion.shape],
    ['Contact', Contact.shape],
    ['Cart', CartData.shape],
    ['Item', CartItem.shape],
  ] as const)('%s names every field of the contract', (name, shape) => {
    const { properties } = document.components.schemas[name] as { properties: object } // made by zod, which has a wider type for it
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(shape)))
  })

  test('its paths are those of the server, with exactly their methods', async () => {
    const served = Object.entries(document.paths).filter(([path]) => path !== '/openapi.json')
    const allowed = await Promise.all(
      served.map(async ([path]) =>
        (await api.send('DELETE', path.slice(1).replace('{list_id}', '42'))).headers.get('allow'),
      ),
    )
    const documented = served.map(([, methods]) => Object.keys(methods).join(', ').toUpperCase())
    expect(documented).toEqual(allowed.map((allow) => allow?.replace('HEAD, ', '').replace(', HEAD', '')))
  })
})

describe('npm run api', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its address, serves, and stops with exit code 0 on %s',
    async (signal) => {
      const { child, said, ended } = run({ API_PORT: '0', API_BASE_PATH: '/v9', API_LISTS: '{"7":"Seven"}' })
      await expect.poll(said).toMatch(/stops it/)
      const [, baseUrl = ''] = /RINGUP_API_URL=(\S+)/.exec(said()) ?? []
      expect(said()).toMatch(/^RINGUP_API_AUTHORIZATION=Token demo\nRINGUP_LISTS={"newsletter":{"id":"7"}}\n/m)
      const { status } = await createClient(baseUrl, 'Token demo').post('lists/7/contacts/', { email })
      child.kill(signal)
      expect({ status, code: await ended }).toEqual({ status: 201, code: 0 })
      expect(said()).toMatch(/description +http:\/\/127\.0\.0\.1:\d+\/openapi.json/)
      expect(said()).toContain('/v9')
    },
  )

  test('every wrong setting is named together: exit code 1', async () => {
    const wrong = { API_PORT: '80800', API_BASE_PATH: 'api/', API_AUTHORIZATION: ' Token', API_LISTS: '["42"]' }
    const { said, ended } = run(wrong)
    expect(await ended).toBe(1)
    expect(said().match(/^API_[A-Z_]+ must be .*\.$/gm)).toHaveLength(4)
  })

  function run(environment: Record<string, string>) {
    const child = spawn(process.execPath, ['dist/demo/api.js'], { env: { PATH: process.env.PATH, ...environment } })
    onTestFinished(() => void child.kill('SIGKILL'))
    return watch(child)
  }
})

async function readSessions(): Promise<unknown[]> {
  return ((await api.get('sessions/')).body as { sessions: unknown[] }).sessions // api.test.ts checks the form
}
