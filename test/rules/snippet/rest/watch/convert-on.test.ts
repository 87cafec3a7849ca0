// @vitest-environment happy-dom
/**
 * Promise: every order of exactly this event is reported by itself, once per number. The proxy is told of the others.
 */
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { gtag, openPage, refuse } from '../../page.js'

const email = 'ada@example.com'
const toPurchase = (transaction_id: unknown, more: object = { user_data: { email } }) => ({
  event: 'purchase',
  ecommerce: { transaction_id, value: 19.99 },
  ...more,
})
const throwing = new Proxy({}, { get: fail })
function fail(): never {
  throw new Error('not today')
}

const push = (...entries: unknown[]): unknown => Reflect.get(window, 'dataLayer').push(...entries)
const hide = (state: string) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  hide('hidden') // so this page's orders do not wait any more
  await vi.runAllTimersAsync()
})

async function start(convertOn: string, dataLayer: unknown[] = [], settings = {}) {
  const page = openPage({ dataLayer, settings: { convertOn, ...settings } })
  page.convertOn()
  /** Orders that the proxy accepts. It refuses orders without an e-mail or a number. */
  const whole = () => page.sent().filter(({ body, raw }) => body.email && !/"no_order/.test(JSON.stringify(raw)))
  const numbers = () => whole().map(({ body }) => body.cart_data.order_number)
  const lacking = () => page.sent().filter((event) => !whole().some(({ id }) => id === event.id))
  return { ...page, numbers, lacking }
}

describe('the orders that are reported', () => {
  test.each<[string, unknown[], unknown[], string[]]>([
    ['before the script', [toPurchase('1')], [], ['1']],
    ['after the script', [], [toPurchase('1')], ['1']],
    [
      'no order without number and items',
      [],
      [{ event: 'purchase', ecommerce: { value: 19.99 }, user_data: { email } }],
      [],
    ],
    ['once per order number', [toPurchase('1')], [toPurchase('1')], ['1']],
    ['each order number', [toPurchase('1')], [toPurchase('2')], ['1', '2']],
    ['two before the script, oldest first', [toPurchase('1'), toPurchase('2')], [], ['1', '2']],
    ['Universal Analytics, whatever the event', [{ event: 'done', ...toUniversal('1') }], [], ['1']],
    ['gtag', [], [gtag('event', 'purchase', { transaction_id: '1', user_data: { email } })], ['1']],
    [
      'never a refund',
      [{ event: 'refund', ...toUniversal('1') }],
      [{ event: 'refund', transactionId: '1', transactionTotal: 5, user_data: { email } }],
      [],
    ],
    [
      'Tag Manager’s first names, without an event',
      [],
      [{ transactionId: '1', transactionTotal: 5, user_data: { email } }],
      ['1'],
    ],
    [
      'not with another name either',
      [],
      [{ event: 'shipped', transactionId: '1', transactionTotal: 5, user_data: { email } }],
      [],
    ],
    ['no other event', [], [{ event: 'view_item', ecommerce: { transaction_id: '1', user_data: { email } } }], []],
    ['an entry that throws does not stop others', [throwing], [throwing, toPurchase('1')], ['1']],
    ['entries that are not objects', [null, 7, 'purchase', Symbol('x')], [Symbol('y'), toPurchase('1')], ['1']],
  ])('%s', async (_why, before, after, expected) => {
    const page = await start('purchase', before)
    for (const entry of after) push(entry)
    expect(page.numbers()).toEqual(expected)
  })

  test('the same object, changed and pushed again', async () => {
    const page = await start('purchase')
    const entry = toPurchase('1')
    push(entry)
    entry.ecommerce.transaction_id = '2'
    push(entry)
    expect(page.numbers()).toEqual(['1', '2'])
  })

  test('a listener that pushes an order for each outcome does not freeze the page', async () => {
    const page = await start('purchase')
    const again = vi.fn(() => push(toPurchase('{{ id }}', {})))
    document.addEventListener('ringup', again)
    push(toPurchase('{{ id }}', {}))
    await vi.advanceTimersByTimeAsync(1000)
    document.removeEventListener('ringup', again)
    expect(again.mock.calls.length).toBeLessThanOrEqual(20)
    expect(page.numbers()).toEqual([])
  })

  test('a number counts, however many orders without a number wait or came before', async () => {
    const page = await start('purchase')
    for (let count = 0; count < 20; count += 1) push(toPurchase('{{ id }}', {}))
    const numbers = Array.from({ length: 25 }, (_, index) => `${index + 1}`)
    for (const number of numbers) push(toPurchase(number))
    expect(page.numbers()).toEqual(numbers)
  })

  test('a second order whose number a selector names', async () => {
    const show = (number: string) => (document.body.innerHTML = `<b id="number">${number}</b>`)
    show('1')
    const page = await start('purchase', [], { selectors: { order_number: '#number' } })
    push({ event: 'purchase', items: [{ item_id: 'x' }], user_data: { email } })
    await vi.advanceTimersByTimeAsync(5_000)
    show('2')
    push({ event: 'purchase', items: [{ item_id: 'x' }], user_data: { email } })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(page.numbers()).toEqual(['1', '2'])
  })

  test('the same object, pushed again with its number', async () => {
    const page = await start('purchase')
    const entry = { event: 'purchase', items: [{ item_id: 'x' }], user_data: { email } }
    push(entry)
    push(Object.assign(entry, { transaction_id: '1' }))
    expect(page.numbers()).toEqual(['1'])
  })

  test.each([
    ['a frame', () => runInNewContext(`(${JSON.stringify(toPurchase('1'))})`)],
    ['an object without a prototype', () => Object.assign(Object.create(null), toPurchase('1'))],
  ])('the order of %s', async (_what, toEntry) => {
    const page = await start('purchase', [toEntry()])
    expect(page.numbers()).toEqual(['1'])
  })

  test('both orders of one push', async () => {
    const page = await start('purchase')
    push(toPurchase('1'), toPurchase('2'))
    expect(page.numbers()).toEqual(['1', '2'])
  })

  test.each<[string, unknown]>([
    ['GA4’s own', toPurchase('1')],
    ['Universal Analytics', toUniversal('1')],
  ])('a purchase does not count for another event (%s)', async (_what, entry) => {
    const page = await start('payment_confirmed', [entry])
    push({ ...toPurchase('2'), event: 'payment_confirmed' })
    expect(page.numbers()).toEqual(['2'])
  })

  test('never with the address of another order', async () => {
    const page = await start('purchase', [toPurchase('1'), toPurchase('2', {})])
    expect(page.numbers()).toEqual(['1'])
  })
})

describe('whatever the page does with its data layer', () => {
  test('another layer in its place', async () => {
    const page = await start('purchase')
    Object.assign(window, { dataLayer: [toPurchase('1')] })
    push(toPurchase('2'))
    expect(page.numbers()).toEqual(['1', '2'])
  })

  test.each<[string, unknown]>([
    ['frozen', Object.freeze([toPurchase('1')])],
    ['sealed against pushes', Object.assign([toPurchase('1')], { push: undefined })],
  ])('a layer that is %s', async (_what, layer) => {
    const page = openPage({ settings: { convertOn: 'purchase' } })
    Object.assign(window, { dataLayer: layer })
    page.convertOn()
    expect(page.sent()).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['text', 'purchase'],
    ['an object', {}],
    ['nothing', null],
    ['an element', document.createElement('a')],
  ])('%s as data layer does not stop anything', async (_what, layer) => {
    const page = openPage({ settings: { convertOn: 'purchase' } })
    Object.assign(window, { dataLayer: layer })
    expect(() => page.convertOn()).not.toThrow()
  })

  test('a listener that forwards every outcome does not recurse', async () => {
    const page = await start('purchase')
    const forward = vi.fn(() => push({ event: 'ringup' }))
    document.addEventListener('ringup', forward)
    push(toPurchase('1'))
    await vi.advanceTimersByTimeAsync(1000)
    document.removeEventListener('ringup', forward)
    expect([page.numbers(), forward.mock.calls.length]).toEqual([['1'], 1])
  })

  test.each<[string, () => unknown]>([
    ['a blocker’s stand-in, whose push stores nothing', () => Object.assign([], { push: () => 0 })],
    ['an object with only push', () => ({ push: () => 0 })],
    [
      'an array whose class throws',
      () => new Proxy([], { get: (layer, name) => (name === 'constructor' ? fail() : Reflect.get(layer, name)) }),
    ],
    ['a push that throws, as it does without this script', () => ({ push: fail })],
  ])('each push is kept when it is made: %s', async (_what, toLayer) => {
    const page = openPage({ settings: { convertOn: 'purchase' } })
    Object.assign(window, { dataLayer: toLayer() })
    page.convertOn()
    try {
      push(toPurchase('1', {}))
    } catch {} // its own
    try {
      push({ event: 'customer', user_data: { email } })
    } catch {}
    expect(page.sent().map(({ body }) => [body.email, body.cart_data.order_number])).toEqual([[email, '1']])
  })

  test('a push function that is assigned later, and does not store', async () => {
    const page = await start('purchase')
    Object.assign(Reflect.get(window, 'dataLayer'), { push: () => 0 })
    push(toPurchase('1'))
    expect(page.numbers()).toEqual(['1'])
  })

  test('a push function that is assigned later and calls the old one is heard once', async () => {
    const page = await start('purchase')
    const layer = Reflect.get(window, 'dataLayer')
    const before = layer.push
    layer.push = (...entries: unknown[]) => before.apply(layer, entries)
    push(toPurchase('1'))
    push(toPurchase('2', {}))
    expect([page.numbers(), layer.length]).toEqual([['1'], 2])
    await vi.advanceTimersByTimeAsync(30_001)
    expect(page.heard.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })

  test('other scripts’ push keeps its this and its result', async () => {
    const page = openPage({ settings: { convertOn: 'purchase' } })
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
})

describe('an order with its own time', () => {
  test('takes no address that comes after 30 s', async () => {
    const page = await start('purchase')
    push(toPurchase('1', {}))
    await vi.advanceTimersByTimeAsync(30_001)
    push({ event: 'login', user_data: { email } })
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.sent().map(({ body }) => body.email)).toEqual([undefined])
    expect(page.heard).toMatchObject([{ status: 'rejected', reason: 'no_email' }])
  })

  test.each([29_000, 60_000])('is watched for 30 s even if another was there %d ms before', async (ms) => {
    const page = await start('purchase')
    push(toPurchase('1', {}))
    await vi.advanceTimersByTimeAsync(ms)
    push(toPurchase('2', {}))
    await vi.advanceTimersByTimeAsync(5000)
    document.body.innerHTML = `<b data-ringup="email">${email}</b>`
    await vi.advanceTimersByTimeAsync(5000)
    expect(page.numbers()).toEqual(['2'])
  })

  test('takes no mark of a later order, even if that one was sent', async () => {
    const page = await start('purchase')
    push(toPurchase('1', {}))
    push(toPurchase('2'))
    document.body.innerHTML = '<b data-ringup="email">bob@example.com</b>'
    await vi.advanceTimersByTimeAsync(40_000)
    expect(page.numbers()).toEqual(['2'])
  })

  test('two customers before the script: each order has its own address', async () => {
    const bob = { user_data: { email: 'bob@example.com' } }
    const page = await start('purchase', [{ user_data: { email } }, toPurchase('1', {}), bob, toPurchase('2', {})])
    expect(page.sent().map(({ body }) => body.email)).toEqual([email, 'bob@example.com'])
  })
})

describe('a browser or page without a feature does not stop anything', () => {
  test('no MutationObserver', async () => {
    vi.stubGlobal('MutationObserver', undefined)
    const page = await start('purchase', [toPurchase('1', {})])
    push({ user_data: { email } })
    expect(page.numbers()).toEqual(['1'])
  })

  test('a data layer that throws', async () => {
    const page = openPage({ settings: { convertOn: 'purchase' } })
    Object.defineProperty(window, 'dataLayer', { get: fail, configurable: true })
    expect(() => page.convertOn()).not.toThrow()
  })
})

describe('an order that is not complete', () => {
  test('takes the e-mail that is pushed after it', async () => {
    const page = await start('purchase')
    push(toPurchase('1', {}))
    expect(page.numbers()).toEqual([])
    push({ event: 'customer', user_data: { email } })
    expect(page.sent()).toMatchObject([{ body: { email, cart_data: { order_number: '1' } } }])
  })

  test('is gathered again as the page changes', async () => {
    const page = await start('purchase', [toPurchase('15', {})], { selectors: { order_number: '#no', email: '#mail' } })
    document.body.innerHTML = '<b id="no">XKBK</b>'
    await vi.advanceTimersByTimeAsync(500)
    expect(page.numbers()).toEqual([])
    document.body.innerHTML += `<b id="mail">to ${email}.</b>`
    await vi.advanceTimersByTimeAsync(500)
    expect(page.sent()).toMatchObject([{ body: { email, cart_data: { order_number: 'XKBK' } } }])
  })

  test('is sent as it is when the page is hidden', async () => {
    const page = await start('purchase', [toPurchase('15')], { selectors: { order_number: '#no' } })
    expect(page.numbers()).toEqual([])
    hide('hidden')
    expect(page.numbers()).toEqual(['15'])
  })

  test('is sent as it is after 30 s', async () => {
    const page = await start('purchase', [toPurchase('15')], { selectors: { order_number: '#no' } })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(page.numbers()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(page.numbers()).toEqual(['15'])
  })

  test('is not lost when a single-page shop moves on', async () => {
    document.body.innerHTML = '<b id="no">A-1</b>'
    const page = await start('load', [], { selectors: { order_number: '#no', cart_value: '#total' }, email: '#mail' })
    document.body.innerHTML = `<b id="no">A-1</b><b id="total">5,00</b><i id="mail"></i>`
    await vi.advanceTimersByTimeAsync(500)
    document.body.innerHTML = `<b id="no">A-1</b><b id="total">5,00</b><i id="mail">${email}</i>`
    await vi.advanceTimersByTimeAsync(500)
    document.body.innerHTML = '<h1>Welcome</h1>'
    await vi.advanceTimersByTimeAsync(500)
    expect(page.numbers()).toEqual(['A-1'])
  })

  test('does not wait for a promo code that is missing', async () => {
    const page = await start('purchase', [toPurchase('1')], { selectors: { promo: '#code' } })
    expect(page.numbers()).toEqual(['1'])
  })

  test.each<[what: string, code: string | undefined, entry: unknown]>([
    ['an unfilled template', 'no_order_number', toPurchase('{{ id }}')],
    ['an amount alone', 'no_order_number', { event: 'purchase', value: 19.99 }],
    ['an event alone', 'no_order', { event: 'purchase' }],
    ['an event with its customer', 'no_order', { event: 'purchase', user_data: { email } }],
    ['an order without a customer', undefined, toPurchase('1', {})],
  ])('tells the proxy what %s lacks: %s', async (_what, code, entry) => {
    const page = await start('purchase', [entry])
    hide('hidden')
    expect(page.lacking().map(({ raw }) => raw.problems?.[0].code)).toEqual([code])
  })

  test.each<[string, (order: unknown, ads: unknown) => unknown[]]>([
    ['before the order', (order, ads) => [ads, order]],
    ['behind the order', (order, ads) => [order, ads]],
  ])('tells nothing of a tag for ads %s, which repeats the event without a number', async (_where, toLayer) => {
    const ads = gtag('event', 'purchase', { send_to: 'AW-1', ecomm_pagetype: 'purchase', ecomm_totalvalue: 19.99 })
    const page = await start('purchase', toLayer(toPurchase('1'), ads))
    hide('hidden')
    expect([page.numbers(), page.lacking()]).toEqual([['1'], []])
  })

  test.each<[string, unknown, string]>([
    ['no_order_number', toPurchase('{{ id }}'), 'a template'],
    ['no_email', toPurchase('1', {}), 'nobody'],
    ['no_order', { event: 'purchase' }, 'an event alone'],
  ])('is reported once when the shopper leaves the page: %s (%s)', async (reason, entry) => {
    const page = await start('purchase', [entry], {})
    page.fetch.mockImplementation(refuse(422, reason))
    expect(page.sent()).toEqual([])
    hide('hidden')
    hide('hidden')
    await vi.advanceTimersByTimeAsync(0)
    expect([page.lacking().length, page.heard]).toMatchObject([1, [{ status: 'rejected', reason }]])
  })
})

describe('an order that comes late', () => {
  test('is looked for as long as the page is open', async () => {
    const page = await start('load')
    await vi.advanceTimersByTimeAsync(600_000)
    document.body.innerHTML = `<b data-ringup="order_number">L-1</b><i data-ringup="email">${email}</i>`
    await vi.advanceTimersByTimeAsync(3000)
    expect(page.numbers()).toEqual(['L-1'])
  })

  test('is completed by its number, if its items came before', async () => {
    const items = '<ul data-ringup-item><li data-ringup="product_id">MUG</li></ul>'
    document.body.innerHTML = items
    const page = await start('load')
    await vi.advanceTimersByTimeAsync(60_000)
    document.body.innerHTML = `${items}<b data-ringup="order_number">L-1</b><i data-ringup="email">${email}</i>`
    await vi.advanceTimersByTimeAsync(3000)
    expect(page.numbers()).toEqual(['L-1'])
  })

  test('then it has 30 s for its e-mail, and takes none after that', async () => {
    const page = await start('load')
    await vi.advanceTimersByTimeAsync(60_000)
    document.body.innerHTML = '<b data-ringup="order_number">L-1</b>'
    await vi.advanceTimersByTimeAsync(33_000)
    document.body.innerHTML += `<i data-ringup="email">${email}</i>`
    await vi.advanceTimersByTimeAsync(3000)
    expect(page.numbers()).toEqual([])
  })
})

describe('load', () => {
  test('an order that is rendered while the page is hidden', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const page = await start('load')
    document.body.innerHTML = `<b data-ringup="order_number">L-1</b><i data-ringup="email">${email}</i>`
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.numbers()).toEqual(['L-1'])
  })

  test('on a page without a data layer, the event of a later tag is still heard', async () => {
    const page = openPage({ settings: { convertOn: 'load' } })
    Reflect.deleteProperty(window, 'dataLayer')
    page.convertOn()
    page.settings.convertOn = 'purchase'
    page.convertOn()
    Object.assign(window, { dataLayer: [] })
    push(toPurchase('1'))
    expect(page.sent()).toHaveLength(1)
  })

  test('a second thank-you page in one document converts too, the first not again', async () => {
    const show = (number: string) => {
      document.body.innerHTML = `<b data-ringup="order_number">${number}</b><i data-ringup="email">${email}</i>`
    }
    show('S-1')
    const page = await start('load')
    document.body.innerHTML = '<h1>Shop</h1>'
    await vi.advanceTimersByTimeAsync(60_000)
    show('S-2')
    await vi.advanceTimersByTimeAsync(3000)
    show('S-1')
    await vi.advanceTimersByTimeAsync(3000)
    expect(page.numbers()).toEqual(['S-1', 'S-2'])
  })

  test('does not wait for a hanging picture when the shopper leaves', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    const page = await start('load', [toPurchase('1')])
    expect(page.numbers()).toEqual([])
    hide('hidden')
    expect(page.numbers()).toEqual(['1'])
  })

  test('never before the page has loaded', async () => {
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
    const page = await start('load', [toPurchase('1')])
    hide('hidden')
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.numbers()).toEqual([])
    state.mockReturnValue('complete')
    window.dispatchEvent(new Event('load'))
    await vi.advanceTimersByTimeAsync(1)
    expect(page.numbers()).toEqual(['1'])
  })

  test('an order that is rendered later', async () => {
    const page = await start('load')
    await vi.advanceTimersByTimeAsync(1000)
    document.body.innerHTML = `<b data-ringup="order_number">L-1</b><i data-ringup="email">${email}</i>`
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.numbers()).toEqual(['L-1'])
  })
})

function toUniversal(id: string) {
  return { ecommerce: { purchase: { actionField: { id } } }, user_data: { email } }
}
