// @vitest-environment happy-dom
/** convert() and addToList(): the request leaves in the same task, nothing throws, every end has a reason. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPage, stored } from './page.js'

const email = 'ada@example.com'
const dataLayer = [{ event: 'purchase', ecommerce: { transaction_id: 'T-1', value: 19.99, user_data: { email } } }]
const circular: Record<string, unknown> = {}
circular.self = circular
const throwing = new Proxy({}, { get: fail, ownKeys: fail })

function fail(): never {
  throw new Error('not today')
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('convert()', () => {
  test('alone takes everything from the page, before it returns', async () => {
    const page = await openPage({ dataLayer })
    void page.convert()
    expect(page.sent()).toMatchObject([
      { kind: 'convert', body: { email, cart_data: { order_number: 'T-1', cart_value: 1999 } } },
    ])
  })

  test('resolves to accepted once the proxy has it', async () => {
    const page = await openPage({ dataLayer })
    expect(await page.convert()).toEqual({ id: page.sent()[0].id, kind: 'convert', status: 'accepted', problems: [] })
  })

  test('the id is a random UUID', async () => {
    const { id } = await (await openPage({ dataLayer })).convert()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('a raw GA4 object is read in place of the page, and the fields beside it win', async () => {
    const page = await openPage({ dataLayer })
    const ecommerce = { transaction_id: 'T-2', value: 5, coupon: 'X' }
    await page.convert({ ecommerce, cart_data: { cart_value: 499 } })
    expect(page.sent()[0].body.cart_data).toEqual({ order_number: 'T-2', cart_value: 499, promo: 'X' })
  })

  test('without an order on the page, its e-mail is used all the same', async () => {
    const page = await openPage({ dataLayer: [{ user_data: { email } }] })
    await page.convert({ cart_data: { order_number: 'T-3' } })
    expect(page.sent()[0].body).toEqual({ email, cart_data: { order_number: 'T-3' } })
  })

  test.each([
    ['de', 129900],
    ['en', 130],
    ['fr-CH', 130],
    ['en-DK', 129900],
    ['', undefined],
    ['not a language', undefined],
  ])('in the language %j "1.299" is %j', async (lang, value) => {
    const page = await openPage({ lang })
    await page.convert({ email, ecommerce: { transaction_id: 'T', value: '1.299' } })
    expect(page.sent()[0].body.cart_data.cart_value).toBe(value)
  })

  test('a page that cannot be read stops nothing: what was passed still goes', async () => {
    const page = await openPage()
    const ecommerce = {
      get transaction_id() {
        throw new Error('the page’s own')
      },
    }
    const { status, problems } = await page.convert({ email, cart_data: { order_number: 'T' }, ecommerce })
    expect([status, problems.map(({ code }) => code)]).toEqual(['accepted', []])
  })

  test('a data layer that is none takes nothing from what was passed', async () => {
    const page = await openPage()
    Object.assign(window, { dataLayer: document.createElement('a') })
    const { status, problems } = await page.convert({ email, ecommerce: { transaction_id: 'T', value: 5 } })
    expect([status, problems]).toEqual(['accepted', []])
    expect(page.sent()[0]?.body.cart_data).toEqual({ order_number: 'T', cart_value: 500 })
  })

  test('without a readable e-mail it is rejected for that, whatever else is wrong', async () => {
    const page = await openPage()
    const { status, reason } = await page.convert({ cart_data: { cart_value: 1.5 } })
    expect([status, reason, page.sent()]).toEqual(['rejected', 'no_email', []])
  })
})

describe('addToList()', () => {
  test('sends the contact to the list', async () => {
    const page = await openPage()
    await page.addToList('newsletter', { email, first_name: 'Ada' })
    expect(page.sent()).toMatchObject([{ kind: 'addToList', list: 'newsletter', body: { email, first_name: 'Ada' } }])
  })

  test('without a contact it is the e-mail of the page only', async () => {
    const page = await openPage({ dataLayer })
    await page.addToList('newsletter')
    expect(page.sent()[0].body).toEqual({ email })
  })

  test('takes a form', async () => {
    const page = await openPage()
    document.body.innerHTML = `<form><input type="email" name="mail" value="${email}"></form>`
    await page.addToList('newsletter', document.forms[0])
    expect(page.sent()[0].body).toEqual({ email })
  })

  test('the callback is the fourth', async () => {
    const callback = vi.fn()
    const outcome = await (await openPage()).addToList('newsletter', { email }, {}, callback)
    await vi.waitFor(() => expect(callback.mock.calls).toEqual([[outcome]]))
  })
})

describe('whatever a page passes, nothing throws and nothing rejects', () => {
  test.each<[string, string, unknown]>([
    ['no_order', 'null', null],
    ['no_order', 'text', 'T-1'],
    ['unreadable', 'a getter that throws', throwing],
    ['no_email', 'items that are none', { cart_items: 7 }],
    ['no_email', 'a circle', { cart_data: circular }],
    ['no_email', 'nothing in it', { ecommerce: null }],
  ])('convert: rejected, %s (%s)', async (reason, _why, order) => {
    const page = await openPage()
    expect(await page.convert(order as never)).toMatchObject({ status: 'rejected', reason })
  })

  test.each<[string, unknown, unknown]>([
    ['no_email', 'newsletter', {}],
    ['no_email', 'newsletter', 'ada'],
    ['unreadable', 'newsletter', throwing],
  ])('addToList: rejected, %s', async (reason, list, contact) => {
    const page = await openPage()
    expect(await page.addToList(list as never, contact as never)).toMatchObject({ status: 'rejected', reason })
  })
})

describe('how a page learns of it', () => {
  const notes = Array.from({ length: 100 }, (_, index) => [`note_${index}`, 'x'.repeat(900)])

  test.each<[string, string[], object]>([
    ['no_email', ['email'], {}],
    ['unreadable', [], { email: throwing, cart_data: throwing }],
    ['too_large', [], { email, cart_data: Object.fromEntries(notes) }],
  ])('%s is a problem of %j', async (reason, fields, order) => {
    const { problems, ...outcome } = await (await openPage()).convert(order as never)
    expect([outcome.reason, problems]).toEqual([reason, fields.map((field) => ({ field, code: reason }))])
  })

  test('a callback gets the outcome, once', async () => {
    const callback = vi.fn()
    const outcome = await (await openPage({ dataLayer })).convert({}, callback)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(callback.mock.calls).toEqual([[outcome]])
  })

  test('a callback that throws stops nothing', async () => {
    const page = await openPage({ dataLayer })
    expect(await page.convert({}, fail)).toMatchObject({ status: 'accepted' })
  })

  test('a DOM event without personal data', async () => {
    const page = await openPage({ dataLayer })
    const { id } = await page.convert({ cart_data: { cart_value: 1.5 } })
    const problems = [{ field: 'cart_data.cart_value', code: 'unreadable' }]
    expect(page.heard).toEqual([{ id, kind: 'convert', status: 'accepted', problems }])
  })

  test('a sign-up’s DOM event names the list', async () => {
    const page = await openPage()
    await page.addToList('newsletter', { email })
    expect(page.heard).toMatchObject([{ kind: 'addToList', list: 'newsletter', status: 'accepted' }])
  })

  test('no endpoint is said, and nothing is stored', async () => {
    const page = await openPage({ dataLayer, settings: { endpoint: '' } })
    expect(await page.convert()).toMatchObject({ status: 'rejected', reason: 'no_endpoint' })
    expect([page.sent(), stored()]).toEqual([[], []])
  })

  test('a refusal names its fields', async () => {
    const refusal = { ok: false, code: 'shape', fields: ['cart_data'] }
    const page = await openPage({ dataLayer, answer: async () => Response.json(refusal, { status: 422 }) })
    const problems = [{ field: 'cart_data', code: 'shape' }]
    expect(await page.convert()).toMatchObject({ status: 'rejected', reason: 'shape', problems })
  })

  test('a foreign server’s idea of fields rejects nothing', async () => {
    const page = await openPage({
      dataLayer,
      answer: async () => Response.json({ code: 4, fields: 5 }, { status: 400 }),
    })
    expect(await page.convert()).toMatchObject({ status: 'rejected', reason: 4 })
  })
})

describe('convertOn', () => {
  const purchase = dataLayer[0]
  const push = (entry: unknown): unknown => Reflect.get(window, 'dataLayer').push(entry)

  test.each<[string, unknown[], unknown[], number]>([
    ['before the script', [purchase], [], 1],
    ['after the script', [], [purchase], 1],
    ['once per order number', [purchase], [purchase], 1],
    ['each order number', [purchase], [{ ...purchase, ecommerce: { transaction_id: 'T-2', user_data: { email } } }], 2],
    ['no other event', [], [{ event: 'view_item', ecommerce: { items: [{}] } }], 0],
    ['an entry that throws stops nothing', [throwing], [throwing, purchase], 1],
  ])('%s', async (_why, before, after, orders) => {
    const page = await openPage({ dataLayer: before, settings: { convertOn: 'purchase' } })
    page.convertOn()
    after.forEach(push)
    expect(page.sent()).toHaveLength(orders)
  })

  test('an order whose e-mail is pushed after it', async () => {
    const page = await openPage({ settings: { convertOn: 'purchase' } })
    page.convertOn()
    push({ event: 'purchase', ecommerce: { transaction_id: 'T-3' } })
    expect(page.sent()).toEqual([])
    push({ event: 'customer', user_data: { email } })
    push({ event: 'gtm.load' })
    expect(page.sent()).toMatchObject([{ body: { email, cart_data: { order_number: 'T-3' } } }])
  })

  test('a data layer that is none stops nothing', async () => {
    const page = await openPage({ settings: { convertOn: 'purchase' } })
    Object.assign(window, { dataLayer: {} })
    expect(() => page.convertOn()).not.toThrow()
  })

  test('other scripts’ push is kept, with its this and its answer', async () => {
    const page = await openPage({ settings: { convertOn: 'purchase' } })
    const theirs = vi.fn().mockReturnValue('handled')
    const layer = Reflect.get(window, 'dataLayer')
    layer.push = theirs
    page.convertOn()
    expect([layer.push('a', 'b'), theirs.mock.calls, theirs.mock.contexts[0] === layer]).toEqual([
      'handled',
      [['a', 'b']],
      true,
    ])
  })

  test('an order without a number does not convert by itself', async () => {
    const page = await openPage({ settings: { convertOn: 'purchase' } })
    page.convertOn()
    push({ event: 'purchase', ecommerce: { transaction_id: '{{ id }}', user_data: { email } } })
    expect(page.sent()).toEqual([])
  })
})
