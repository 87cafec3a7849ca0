/**
 * Promise: an API implements API.md. These are its sentences as tests over HTTP, against any API:
 *
 *   API_URL=https://host/path API_AUTHORIZATION='Token …' API_LISTS=42,43 npm run test:api
 *
 * `API_LISTS` are the ids of two lists. Without `API_URL` the reference API is tested. Each test adds its own customer, so use a test
 * account. API.md does not show how to read stored data. Tests that read it have their own describes. They are skipped if the API lacks
 * `POST sessions/`. Then `API_EMAIL` names a customer with a session to convert.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { startApi } from '../../demo/reference-api/start.js'
import { Contact } from '../../src/contract/contact.js'
import { CartData, CartItem } from '../../src/contract/conversion.js'
import { type ApiClient, createClient, newEmail } from '../support/api.js'

/** One value for each field of the contract. A new field needs one too: the tests enumerate the schemas. */
const EXAMPLES = {
  contact: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    phone: '+44 20 7946 0000',
    timezone: 'Europe/London',
    age: 36,
    gender: 'f',
    language: 'en',
    address1: '12 St James’s Square',
    address2: 'Second floor',
    city: 'London',
    state: 'Greater London',
    postal_code: 'SW1Y 4JH',
    country: 'United Kingdom',
    birthdate: '1815-12-10',
  },
  cart_data: {
    cart_value: 4598,
    cart_item_count: 2,
    promo: 'SPRING',
    order_number: 'A-1001',
    return_url: 'https://shop.example/cart?restore=1',
  },
  cart_item: {
    product_id: 'MUG-1',
    name: 'Mug, blue',
    price: 2299,
    description: 'Holds 300 ml',
    category: ['Kitchen', 'Mugs'],
    item_qty: 2,
    qty_price: 4598,
    product_url: 'https://shop.example/mug',
    image_url: 'https://shop.example/mug.jpg',
  },
} satisfies Record<string, Record<string, unknown>>

const api = await openApi()
afterAll(() => api.stop())

const [list, otherList] = api.lists
const addTo = (listId: string, contact: object) => api.post(`lists/${encodeURIComponent(listId)}/contacts/`, contact)
const convert = (conversion: object) => api.post('customer/convert/', conversion)

describe('adding a contact to a list (API.md 4.2)', () => {
  test('a new contact of a list is 201, an update is 200, and another list is 201 again', async () => {
    const email = newEmail()
    const answers = [await addTo(list, { email }), await addTo(list, { email }), await addTo(otherList, { email })]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201])
  })

  test('the answer is the customer: id, e-mail address, custom fields, and nothing else', async () => {
    const email = newEmail()
    const { body } = await addTo(list, { email })
    expect(body).toEqual({ customer: expect.objectContaining({ id: expect.anything(), email }), custom_fields: {} })
  })

  test('the customer keeps the id', async () => {
    const email = newEmail()
    const { id } = toCustomer(await addTo(list, { email }))
    expect(toCustomer(await addTo(otherList, { email })).id).toEqual(id)
  })

  test.each(Object.keys(Contact.shape))('the answer shows the field %s as it was sent', async (field) => {
    const examples: Record<string, unknown> = { email: newEmail(), ...EXAMPLES.contact }
    expect(examples, 'each field of the contract has an example').toHaveProperty(field)
    const { body } = await addTo(list, { email: examples.email, [field]: examples[field] })
    expect(body).toMatchObject({ customer: { [field]: examples[field] }, custom_fields: {} })
  })

  test.each<[what: string, first: object, second: object, then: object]>([
    [
      'the answer is the entire contact, not only the sent fields',
      { first_name: 'Ada', points: '7' },
      { city: 'London' },
      { customer: { first_name: 'Ada', city: 'London' }, custom_fields: { points: '7' } },
    ],
    ['a field replaces the old value', { city: 'London' }, { city: 'Paris' }, { customer: { city: 'Paris' } }],
    [
      'existing custom fields are kept, and new ones added',
      { points: '7', colour: 'blue' },
      { colour: 'red', size: 'L' },
      { custom_fields: { points: '7', colour: 'red', size: 'L' } },
    ],
  ])('of an update: %s', async (_what, first, second, then) => {
    const email = newEmail()
    await addTo(list, { email, ...first })
    expect((await addTo(list, { email, ...second })).body).toMatchObject(then)
  })

  test('a customer field that is set through one list changes for all lists', async () => {
    const email = newEmail()
    await addTo(list, { email, first_name: 'Ada' })
    await addTo(otherList, { email, first_name: 'Augusta' })
    const { body } = await addTo(list, { email })
    expect(body).toMatchObject({ customer: { first_name: 'Augusta' } })
  })

  test.each<[sent: unknown, kept: string, reason: string]>([
    ['39', '39', 'text stays text'],
    [39, '39', 'a number becomes text'],
  ])('another key with the value %j is the custom field %j (%s)', async (sent, kept) => {
    const answer = await addTo(list, { email: newEmail(), shoe_size: sent })
    expect(answer.body).toMatchObject({ custom_fields: { shoe_size: kept } })
    expect(toCustomer(answer), 'it is not a field of the customer').not.toHaveProperty('shoe_size')
  })

  test('custom fields belong to the contact of one list', async () => {
    const email = newEmail()
    await addTo(list, { email, points: '7' })
    const { body } = await addTo(otherList, { email })
    expect(body).not.toHaveProperty('custom_fields.points')
  })

  test.each<[contact: object, reason: string]>([
    [{ first_name: 'Ada' }, 'the e-mail address is required'],
    [{ email: 'ada@example.com', gender: 'x' }, 'gender is "m" or "f"'],
    [{ email: 'ada@example.com', age: 'abc' }, 'age is a number'],
  ])('the contact %j is refused (%s)', async (contact) => {
    const { status } = await addTo(list, contact)
    expect(status).toSatisfy(isRefusal)
  })
})

describe('converting a customer (API.md 4.1)', () => {
  test.each<[order: object, reason: string]>([
    [{}, 'an e-mail address alone is enough'],
    [{ cart_data: {} }, 'all cart fields are optional'],
    [{ cart_items: [] }, 'a cart may have no items'],
    [{ cart_data: {}, cart_items: [] }, 'both may be empty'],
    [{ cart_items: [{ product_id: 'MUG-1' }] }, 'an item needs only its product_id'],
    [{ cart_data: { channel: 'web' } }, 'the cart accepts other keys'],
    [{ cart_items: [{ product_id: 'MUG-1', colour: 'blue' }] }, 'an item accepts other keys'],
    [{ cart_data: EXAMPLES.cart_data, cart_items: [EXAMPLES.cart_item, EXAMPLES.cart_item] }, 'every field'],
  ])('%j is accepted (%s)', async (order) => {
    const { ok } = await convert({ email: await api.customerWithSession(), ...order })
    expect(ok).toBe(true)
  })

  test.each<[conversion: object, reason: string]>([
    [{ email: undefined }, 'the e-mail address is required'],
    [{ cart_items: [{ name: 'Mug' }] }, 'an item needs its product_id'],
    [{ cart_items: [{ product_id: 'MUG-1' }, { name: 'Mug' }] }, 'each item needs one'],
    [{ cart_data: { cart_value: 'much' } }, 'the cart value is an integer'],
    [{ cart_data: 'A-1001' }, 'cart_data is an object'],
    [{ cart_items: { product_id: 'MUG-1' } }, 'cart_items is an array'],
  ])('%j is refused (%s)', async (conversion) => {
    const { status } = await convert({ email: await api.customerWithSession(), ...conversion })
    expect(status).toSatisfy(isRefusal)
  })
})

describe.skipIf(!api.offersSessions)('the stored data of a conversion', () => {
  test('the latest session is the one converted', async () => {
    const email = await api.customerWithSession()
    await api.post('sessions/', { email })
    await convert({ email, cart_data: { order_number: 'A-1001' } })
    expect(await readSessions(email)).toMatchObject([
      { status: 'open', cart: null },
      { status: 'converted', cart: { order_number: 'A-1001' } },
    ])
  })

  test("another customer's session does not change, also if it is the later one", async () => {
    const email = await api.customerWithSession()
    const bystander = await api.customerWithSession()
    await convert({ email })
    expect(await readSessions(bystander)).toMatchObject([{ status: 'open' }])
  })

  test.each(Object.keys(CartData.shape))('the cart keeps the field %s as it was sent', async (field) => {
    const email = await api.customerWithSession()
    await convert({ email, cart_data: cartWith(field) })
    expect(await readSessions(email)).toMatchObject([{ cart: { ...cartWith(field), metadata: {} } }])
  })

  test.each(Object.keys(CartItem.shape))('an item keeps the field %s as it was sent', async (field) => {
    const email = await api.customerWithSession()
    await convert({ email, cart_items: [itemWith(field)] })
    expect(await readSessions(email)).toMatchObject([{ cart_items: [{ ...itemWith(field), metadata: {} }] }])
  })

  test.each<[what: string, order: object, stored: object]>([
    [
      'items keep their order and their number',
      { cart_items: ['B', 'A', 'B'].map((product_id) => ({ product_id })) },
      { cart: null, cart_items: ['B', 'A', 'B'].map((product_id) => ({ product_id, metadata: {} })) },
    ],
    [
      'other keys of the cart are strings in its metadata',
      { cart_data: { promo: 'SPRING', channel: 'web', tax: 399 } },
      { cart: { promo: 'SPRING', metadata: { channel: 'web', tax: '399' } }, cart_items: [] },
    ],
    [
      'other keys of an item are strings in its metadata',
      { cart_items: [{ product_id: 'A', colour: 'blue', weight: 300 }] },
      { cart: null, cart_items: [{ product_id: 'A', metadata: { colour: 'blue', weight: '300' } }] },
    ],
  ])('%s', async (_what, order, stored) => {
    const email = await api.customerWithSession()
    await convert({ email, ...order })
    expect(await readSessions(email)).toEqual([expect.objectContaining(stored)])
  })

  test('a refused order converts nothing', async () => {
    const email = await api.customerWithSession()
    await convert({ email, cart_items: [{ name: 'Mug' }] })
    expect(await readSessions(email)).toMatchObject([{ status: 'open' }])
  })
})

test.skipIf(!api.offersSessions)('one customer is on two lists, with different custom fields', async () => {
  const email = newEmail()
  await addTo(list, { email, first_name: 'Ada', points: '7' })
  await addTo(otherList, { email, points: '8' })
  const { customers } = (await api.get('customers/')).body as { customers: { email: string }[] }
  const lists = [list, otherList].map((list_id, at) => ({ list_id, custom_fields: { points: ['7', '8'][at] } }))
  const stored = { id: expect.anything(), email, first_name: 'Ada', lists }
  expect(customers.filter((customer) => customer.email === email)).toEqual([stored])
})

test.skipIf(!api.offersSessions)('beginning a session creates an unknown customer: 201', async () => {
  const email = newEmail()
  const { status, body } = await api.post('sessions/', { email })
  expect({ status, body }).toMatchObject({ status: 201, body: { session: { email, status: 'open' } } })
})

interface StoredSession {
  email: string
  cart: unknown
  cart_items: unknown
}

async function readSessions(email: string): Promise<StoredSession[]> {
  const { sessions } = (await api.get('sessions/')).body as { sessions: StoredSession[] } // the tests above check the form
  return sessions.filter((session) => session.email === email)
}

function toCustomer({ body }: { body: unknown }): Record<string, unknown> {
  return (body as { customer: Record<string, unknown> }).customer // a test above checks the form
}

function cartWith(field: string): object {
  expect(EXAMPLES.cart_data, 'each field of the contract has an example').toHaveProperty(field)
  return { [field]: new Map<string, unknown>(Object.entries(EXAMPLES.cart_data)).get(field) }
}

function itemWith(field: string): object {
  expect(EXAMPLES.cart_item, 'each field of the contract has an example').toHaveProperty(field)
  return { product_id: 'MUG-1', [field]: new Map<string, unknown>(Object.entries(EXAMPLES.cart_item)).get(field) }
}

/** API.md does not show the status of a refusal. It calls a field required, so the request is at fault. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 404, 405, 429].includes(status)
}

interface TestedApi extends ApiClient {
  lists: [string, string]
  /** True if the API has our own `POST sessions/` and our endpoints that read. */
  offersSessions: boolean
  /** The e-mail address of a customer who has a session. */
  customerWithSession(): Promise<string>
  stop(): Promise<void>
}

/** Opens the API that `API_URL` names, or the reference API. */
async function openApi(environment = process.env): Promise<TestedApi> {
  const { API_URL, API_AUTHORIZATION = 'Token test', API_LISTS = '42,43', API_EMAIL } = environment
  const started = API_URL ? undefined : await startApi({ authorization: API_AUTHORIZATION, port: 0 })
  const client = createClient(API_URL ?? started?.baseUrl ?? '', API_AUTHORIZATION)
  const [list, other] = API_LISTS.split(',')
  if (!list || !other) throw new Error('API_LISTS must name two lists of the API by their ids: API_LISTS=42,43')
  // No API begins a session for an empty object. An API that has sessions names the missing field.
  const { status, body } = await client.post('sessions/', {})
  const offersSessions = status === 400 && typeof body === 'object' && body !== null && 'email' in body
  return {
    ...client,
    lists: [list, other],
    offersSessions,
    async customerWithSession() {
      if (!offersSessions) return API_EMAIL ?? fail('API_EMAIL must name a customer of this API who has a session.')
      const email = newEmail()
      await client.post('sessions/', { email })
      return email
    },
    stop: async () => started?.stop(),
  }
}

function fail(sentence: string): never {
  throw new Error(sentence)
}
