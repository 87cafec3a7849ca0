// @vitest-environment happy-dom
/**
 * Promise: every order of exactly this event is reported by itself, in each shape of entry and whatever the page does with its data
 * layer. `purchases.story` has the time of a report.
 */
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { gtag, openPage } from '../../page.js'

const email = 'ada@example.com'
const toPurchase = (transaction_id: unknown, more: object = { user_data: { email } }) => ({
  event: 'purchase',
  ecommerce: { transaction_id, value: 19.99 },
  ...more,
})
const FIRST_NAMES = { transactionId: '1', transactionTotal: 5, user_data: { email } }
const throwing = new Proxy({}, { get: fail })
function fail(): never {
  throw new Error('not today')
}

const push = (...entries: unknown[]): unknown => Reflect.get(window, 'dataLayer').push(...entries)
const hide = (state: string) => {
  vi.spyOn(Object.getPrototypeOf(document), 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState)
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
    ['no order without number and items', [], [toPurchase(undefined)], []],
    ['Universal Analytics, whatever the event', [{ event: 'done', ...toUniversal('1') }], [], ['1']],
    ['gtag', [], [gtag('event', 'purchase', { transaction_id: '1', user_data: { email } })], ['1']],
    ['never a refund', [{ event: 'refund', ...toUniversal('1') }], [{ event: 'refund', ...FIRST_NAMES }], []],
    ['Tag Manager’s first names, without an event', [], [FIRST_NAMES], ['1']],
    ['not with another name either', [], [{ event: 'shipped', ...FIRST_NAMES }], []],
    ['an entry that throws does not stop others', [throwing], [throwing, toPurchase('1')], ['1']],
    ['entries that are not objects', [null, 7, 'purchase', Symbol('x')], [Symbol('y'), toPurchase('1')], ['1']],
  ])('%s', async (_why, before, after, expected) => {
    const page = await start('purchase', before)
    for (const entry of after) push(entry)
    expect([page.numbers(), page.lacking()]).toEqual([expected, []])
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
})

test('an order of Universal Analytics does not count for another event', async () => {
  expect((await start('payment_confirmed', [toUniversal('1')])).numbers()).toEqual([])
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

describe('an order', () => {
  test('in JSON-LD that does not parse is reported, and its text stays in the page', async () => {
    document.body.innerHTML = '<script type="application/ld+json">{"@type": "Order", "orderNumber": "secret",}</script>'
    const page = await start('load')
    hide('hidden')
    const [{ raw }] = page.sent()
    expect(raw.problems).toContainEqual({ field: 'json_ld', code: 'unreadable' })
    expect(JSON.stringify(raw)).not.toContain('secret')
  })

  test('of another type in JSON-LD that does not parse is not reported', async () => {
    document.body.innerHTML = '<script type="application/ld+json">{"@type": "Product", "name": "Mug",}</script>'
    const page = await start('load')
    hide('hidden')
    expect(page.sent()).toEqual([])
  })
})

describe('load', () => {
  const list = { event: 'view_item_list', ecommerce: { items: [{ item_id: 'MUG' }, { item_id: 'CUP' }] } }
  test.each<[string, object, number]>([
    ['not report the products of a page without the named number', { order_number: '.order-no' }, 0],
    ['not report them on a page without the named rows', { items: { each: '.line', product_id: '@data-id' } }, 0],
    ['report the page with the named number', { order_number: '.number' }, 1],
    ['report an order in the data if only the address is named', { email: '.mail' }, 1],
  ])('does %s', async (_what, selectors, count) => {
    document.body.innerHTML = '<b class="number">1001</b> <b class="mail">ada@example.com</b>'
    const page = await start('load', [list], { selectors })
    hide('hidden')
    expect(page.sent()).toHaveLength(count)
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
})

function toUniversal(id: string) {
  return { ecommerce: { purchase: { actionField: { id } } }, user_data: { email } }
}
