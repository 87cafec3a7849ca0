// @vitest-environment happy-dom
/** Promise: convert() and addToList() send the request in the same task. Nothing throws, and every end has a reason. */
import { describe, expect, test, vi } from 'vitest'
import { openPage, stored } from '../page.js'

const email = 'ada@example.com'
const dataLayer = [{ event: 'purchase', ecommerce: { transaction_id: 'T-1', value: 19.99, user_data: { email } } }]
const circular: Record<string, unknown> = {}
circular.self = circular
const throwing = new Proxy({}, { get: fail, ownKeys: fail })

function fail(): never {
  throw new Error('not today')
}

/** An object with one field that throws. */
const unreadable = (field: string, others: object = {}): object =>
  Object.defineProperty({ ...others }, field, { get: fail, enumerable: true })

describe('convert()', () => {
  test('alone takes everything from the page, before it returns', async () => {
    const page = openPage({ dataLayer })
    void page.convert()
    expect(page.sent()).toMatchObject([
      { kind: 'convert', body: { email, cart_data: { order_number: 'T-1', cart_value: 1999 } } },
    ])
  })

  test('without an order on the page, the page’s e-mail is still used', async () => {
    const page = openPage({ dataLayer: [{ user_data: { email } }] })
    await page.convert({ cart_data: { order_number: 'T-3' } })
    expect(page.sent()[0].body).toEqual({ email, cart_data: { order_number: 'T-3' } })
  })

  test('with a page that cannot be read, the passed values are still sent', async () => {
    const page = openPage()
    const ecommerce = unreadable('transaction_id')
    const { status, problems } = await page.convert({ email, cart_data: { order_number: 'T' }, ecommerce })
    expect([status, problems.map(({ code }) => code)]).toEqual(['accepted', ['unreadable']])
  })

  test('a data layer that is not a list does not affect the passed values', async () => {
    const page = openPage()
    Object.assign(window, { dataLayer: document.createElement('a') })
    const { status, problems } = await page.convert({ email, ecommerce: { transaction_id: 'T', value: 5 } })
    expect([status, problems]).toEqual(['accepted', []])
    expect(page.sent()[0]?.body.cart_data).toEqual({ order_number: 'T', cart_value: 500 })
  })

  test('an order without an e-mail is sent, and the proxy refuses it', async () => {
    const page = openPage()
    const { status, reason } = await page.convert({ cart_data: { order_number: 'T-9', cart_value: 1.5 } })
    expect([status, reason]).toEqual(['rejected', 'no_email'])
    expect(page.sent()).toMatchObject([{ body: { cart_data: { order_number: 'T-9' } } }])
  })
})

test('a signed order is sent although the page sends or has sent it unsigned', async () => {
  const page = openPage()
  const order = { email, cart_data: { order_number: 'A-1' } }
  const first = page.convert(order)
  expect(await page.convert({ ...order, signature: '1.x' })).toMatchObject({ status: 'accepted' })
  await first
  await page.convert({ ...order, signature: '1.y' })
  expect(page.sent().map(({ signature }) => signature)).toEqual([undefined, '1.x', '1.y'])
})

test('a passed order takes from the page only the customer that the shop has named', async () => {
  const page = openPage()
  document.body.innerHTML = `<b data-ringup="email">${email}</b><b data-ringup="cart_value">9.00</b>`
  await page.convert({ ecommerce: { transaction_id: 'T-2', value: 5 } })
  expect(page.sent()[0].body).toEqual({ email, cart_data: { order_number: 'T-2', cart_value: 500 } })
})

test('the callback of addToList() is the fourth', async () => {
  const callback = vi.fn()
  const outcome = await openPage().addToList('newsletter', { email }, {}, callback)
  await expect.poll(() => callback.mock.calls).toEqual([[outcome]])
})

describe('an unreadable value costs only itself', () => {
  test.each<[string, object]>([
    ['promo', { cart_data: unreadable('promo', { order_number: 'T', cart_value: 500 }) }],
    ['coupon', { ecommerce: unreadable('coupon', { transaction_id: 'T', value: 5 }) }],
  ])('a field %s', async (name, order) => {
    const page = openPage()
    const passed = Object.defineProperties({ email }, Object.getOwnPropertyDescriptors(order))
    const { status, problems } = await page.convert(passed)
    expect([status, problems]).toEqual(['accepted', [{ field: `cart_data.${name}`, code: 'unreadable' }]])
    expect(page.sent()[0]?.body.cart_data).toEqual({ order_number: 'T', cart_value: 500 })
    expect(page.sent()[0]).not.toHaveProperty('signature')
  })

  test('an entry of the data layer', async () => {
    const ecommerce = unreadable('value', { transaction_id: 'T' })
    const entry = { event: 'purchase', user_data: { email }, ecommerce }
    const page = openPage({ dataLayer: [entry] })
    const { status, problems } = await page.convert()
    expect([status, problems.map(({ code }) => code)]).toEqual(['accepted', ['unreadable', 'no_value']])
  })

  test('a passed address is not replaced by the page’s', async () => {
    const page = openPage({ dataLayer: [{ user_data: { email } }] })
    expect(await page.convert(unreadable('email', { cart_data: { order_number: 'T' } }))).toMatchObject({
      status: 'rejected',
      reason: 'no_email',
    })
  })

  test.each<[string, () => unknown]>([
    ['text', () => 'order'],
    ['a list', () => []],
    ['a promise of text', async () => 'order'],
    ['a then that throws', () => unreadable('then')],
    ['a rejection that cannot become a text', () => Promise.reject(Object.create(null))],
  ])('an adapter that returns %s', async (_what, adapter) => {
    const page = openPage({ settings: { adapter } })
    const { status, problems } = await page.convert({ email, cart_data: { order_number: 'T' } })
    expect([status, problems]).toEqual(['accepted', [{ field: 'adapter', code: 'adapter_failed' }]])
  })
})

describe('whatever a page passes, nothing throws and nothing rejects', () => {
  test.each<[string, string, unknown]>([
    ['no_order', 'null', null],
    ['no_order', 'text', 'T-1'],
    ['unreadable', 'a getter that throws', throwing],
    ['no_email', 'items that are not a list', { cart_items: 7 }],
    ['no_email', 'a circle', { cart_data: circular }],
    ['no_email', 'an empty object', { ecommerce: null }],
  ])('convert: rejected, %s (%s)', async (reason, _why, order) => {
    const page = openPage()
    expect(await page.convert(order as never)).toMatchObject({ status: 'rejected', reason })
  })

  test.each<[string, unknown, unknown]>([
    ['no_email', 'newsletter', {}],
    ['no_email', 'newsletter', 'ada'],
    ['unreadable', 'newsletter', throwing],
  ])('addToList: rejected, %s', async (reason, list, contact) => {
    const page = openPage()
    expect(await page.addToList(list as never, contact as never)).toMatchObject({ status: 'rejected', reason })
  })
})

describe('how a page gets the outcome', () => {
  const item = Object.fromEntries(Array.from({ length: 40 }, (_, key) => [`key ${key}`, 'x'.repeat(60)]))
  const cart_items = Array.from({ length: 60 }, (_, id) => ({ product_id: `P${id}`, ...item }))

  test.each<[string, string[], object]>([
    ['no_email', ['email'], {}],
    ['too_large', [], { email, cart_items }],
  ])('%s is a problem of %j', async (reason, fields, order) => {
    const { problems, ...outcome } = await openPage().convert(order as never)
    expect([outcome.reason, problems]).toEqual([reason, fields.map((field) => ({ field, code: reason }))])
  })

  test('a callback gets the outcome, once', async () => {
    const callback = vi.fn()
    const outcome = await openPage({ dataLayer }).convert({}, callback)
    await expect.poll(() => callback.mock.calls).toEqual([[outcome]])
  })

  test('an acknowledgement with problems of another shape is not a rejection in the page', async () => {
    const rejected = vi.fn()
    process.on('unhandledRejection', rejected)
    const page = openPage({
      answer: async (_url, { body }) =>
        Response.json({ ok: true, id: JSON.parse(body).id, problems: 'none' }, { status: 202 }),
    })
    expect(await page.convert({ email })).toMatchObject({ status: 'accepted' })
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.off('unhandledRejection', rejected)
    expect(rejected).not.toHaveBeenCalled()
  })

  test('a callback that throws does not stop anything', async () => {
    const page = openPage({ dataLayer })
    expect(await page.convert({}, fail)).toMatchObject({ status: 'accepted' })
    expect(await page.convert({}, 7 as never)).toMatchObject({ status: 'accepted' })
  })

  test('a DOM event without personal data', async () => {
    const page = openPage({ dataLayer })
    const { id } = await page.convert({ cart_data: { cart_value: 1.5 } })
    const problems = [{ field: 'cart_data.cart_value', code: 'not_cents' }]
    expect(page.heard).toEqual([{ id, kind: 'convert', status: 'accepted', problems }])
  })

  test('a sign-up’s DOM event names the list', async () => {
    const page = openPage()
    await page.addToList('newsletter', { email })
    expect(page.heard).toMatchObject([{ kind: 'addToList', list: 'newsletter', status: 'accepted' }])
  })

  test('a missing endpoint is reported, and the event is not stored', async () => {
    const page = openPage({ dataLayer, settings: { endpoint: '' } })
    expect(await page.convert()).toMatchObject({ status: 'rejected', reason: 'no_endpoint' })
    expect([page.sent(), stored()]).toEqual([[], []])
  })
})

test.each<[string, object, object, string]>([
  ['of the tag, if the order has none', { signature: '1.tag' }, { email }, '1.tag'],
  ['of the shop’s own adapter', { adapter: () => ({ email, signature: '1.a' }) }, {}, '1.a'],
  [
    'that is passed, before the adapter’s',
    { adapter: () => ({ email, signature: '1.a' }) },
    { signature: '1.b' },
    '1.b',
  ],
])('an order goes with the signature %s', async (_what, settings, order, signature) => {
  const page = openPage({ settings })
  await page.convert(order)
  expect(page.sent()).toMatchObject([{ signature }])
})

describe('the shop’s own adapter', () => {
  test('its answer replaces the page’s elements, except the customer’s address', async () => {
    document.body.innerHTML = `<b data-ringup="email">${email}</b><b data-ringup="cart_value">9.00</b>`
    const page = openPage({ settings: { adapter: () => ({ cart_data: { order_number: 'A-1' } }) } })
    await page.convert()
    expect(page.sent()[0].body).toEqual({ email, cart_data: { order_number: 'A-1' } })
  })

  const settings = { adapter: () => new Promise(() => {}) }

  test('fails after 3 s', async () => {
    vi.useFakeTimers()
    const page = openPage({ settings })
    const outcome = page.convert({ email })
    await vi.advanceTimersByTimeAsync(2999)
    expect(page.sent()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect((await outcome).problems).toEqual([{ field: 'adapter', code: 'adapter_failed' }])
  })

  test('does not delay the passed values when the shopper leaves the page', async () => {
    vi.useFakeTimers()
    const page = openPage({ settings })
    void page.convert({ email })
    dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(0)
    const problems = [{ field: 'adapter', code: 'adapter_failed' }]
    expect(page.sent()).toMatchObject([{ body: { email }, raw: { problems } }])
  })

  test('an immediate answer is sent immediately', async () => {
    const page = openPage({ settings: { adapter: () => ({ email }) } })
    void page.convert()
    expect(page.sent()).toHaveLength(1)
  })
})
