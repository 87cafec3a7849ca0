// @vitest-environment happy-dom
/**
 * Promise: the core alone makes the first attempt. Anything more waits for the rest, and is done without it only if it must be.
 * `core-alone.story` has the purchases of a data layer.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readRaw } from '../../../../src/normalise/index.js'
import { convert as convertAt } from '../../../../src/snippet/core/call.js'
import { importRest } from '../../../../src/snippet/core/rest.js'
import { createSnippet, type Rest } from '../../../../src/snippet/core/snippet.js'
import { start } from '../../../../src/snippet/core/start.js'
import * as rest from '../../../../src/snippet/rest/index.js'
import { accept, leavePage, openFetch, START_MS, stored } from '../page.js'

const email = 'ada@example.com'
const ecommerce = { transaction_id: '1001', items: [{ item_id: 'MUG' }] }
const purchase = { event: 'purchase', ecommerce, user_data: { email } }

/** A page with the core only. The rest arrives when `load` is called, or fails with `fail`. */
function openCore({ dataLayer = [] as unknown[], settings = {}, answer = accept } = {}) {
  leavePage()
  Object.defineProperty(window, 'dataLayer', { value: dataLayer, writable: true, configurable: true, enumerable: true })
  const snippet = createSnippet()
  const own = Object.assign(snippet.settings, { endpoint: 'https://shop.example/ringup/', ...settings })
  const fetch = openFetch(own, answer)
  let resolve: (rest: Rest | undefined) => void = () => {}
  const promise = new Promise<Rest | undefined>((settle) => {
    resolve = settle
  })
  snippet.folder = 'https://shop.example/ringup/'
  snippet.importing = promise
  const load = async () => {
    snippet.rest = rest
    rest.start(snippet)
    resolve(rest)
    await vi.advanceTimersByTimeAsync(0)
  }
  const fail = async () => {
    resolve(undefined)
    await vi.advanceTimersByTimeAsync(0)
  }
  const sent = () => fetch.mock.calls.map(([, { body }]) => JSON.parse(body))
  /** The proxy's reading of the sent orders. */
  const read = () => sent().map(({ raw }) => readRaw('convert', raw).body)
  const convert = (order = {}) => convertAt(snippet, Date.now(), order)
  return { snippet, fetch, load, fail, sent, read, convert, start: () => start(snippet) }
}

beforeEach(() => void vi.useFakeTimers({ now: START_MS }))

const hide = () => {
  vi.spyOn(Object.getPrototypeOf(document), 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('an order of a call', () => {
  test.each<[string, unknown[], object]>([
    ['a purchase that the page has pushed', [purchase], {}],
    ['a passed number and address', [], { email, cart_data: { order_number: '1001' } }],
    ['a passed GA4 object with an address', [], { email, ecommerce }],
    ...['No. 4711', '1234 Click & Collect', 'Поръчка-17', 'RE:2026+1001', 'XK-BN'].map(
      (order_number): [string, unknown[], object] => [
        `the number ${order_number}`,
        [],
        { email, cart_data: { order_number } },
      ],
    ),
  ])('leaves in the task of the call: %s', (_what, dataLayer, order) => {
    const page = openCore({ dataLayer })
    void page.convert(order)
    expect(page.sent()).toHaveLength(1)
  })

  test.each<[string, unknown[], object, object]>([
    ['without items', [{ ...purchase, ecommerce: { transaction_id: '1001' } }], {}, {}],
    ['without an address', [{ event: 'purchase', ecommerce }], {}, {}],
    ...['{{ 1 }}', 'Order #', 'ORDER_ID', '000', 'n/a', 'Not available yet'].map(
      (order_number): [string, unknown[], object, object] => [
        `with the number ${order_number}`,
        [],
        { email, cart_data: { order_number } },
        {},
      ],
    ),
    ['with a selector of the shop', [purchase], {}, { selectors: { cart_value: '#total' } }],
    ['with an e-mail setting of the shop', [purchase], {}, { email: '#mail' }],
  ])('waits for the rest %s', async (_what, dataLayer, order, settings) => {
    const page = openCore({ dataLayer, settings })
    void page.convert(order)
    expect(page.sent()).toEqual([])
    await page.load()
    expect(page.sent()).toHaveLength(1)
  })

  const withoutItems = { ...purchase, ecommerce: { transaction_id: '1001' } }
  const END: [why: string, end: (page: ReturnType<typeof openCore>) => unknown][] = [
    ['the rest cannot be loaded', (page) => page.fail()],
    ['the shopper leaves the page', () => dispatchEvent(new Event('pagehide'))],
    ['the rest has not loaded in time', () => vi.advanceTimersByTimeAsync(7_000)],
  ]

  test.each(END)('leaves as the core has read it if %s', async (_why, end) => {
    const page = openCore({ dataLayer: [withoutItems] })
    void page.convert()
    await end(page)
    await vi.advanceTimersByTimeAsync(0)
    expect(page.read()).toMatchObject([{ email, cart_data: { order_number: '1001' } }])
  })

  test.each(END.slice(1))('is not reported again by a late rest if %s', async (_why, end) => {
    const page = openCore({ dataLayer: [withoutItems] })
    const outcome = page.convert()
    await end(page)
    await page.load()
    dispatchEvent(new Event('pagehide'))
    expect([page.sent().length, (await outcome).id]).toEqual([1, page.sent()[0].id])
  })

  test('is held, not stored, if consent is missing at the time limit', async () => {
    const page = openCore({ dataLayer: [withoutItems], settings: { consent: 'required' } })
    const outcome = page.convert()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await outcome, page.sent(), stored()]).toMatchObject([{ status: 'held', reason: 'required' }, [], []])
  })
})

describe('an order next to values that cannot be read', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const settings = { convertOn: 'purchase' }

  const throwing = { get: () => expect.unreachable(), enumerable: true }

  test.each<[string, unknown]>([
    ['has a revoked proxy', { event: 'add_to_cart', ecommerce: proxy }],
    ['is a revoked proxy', proxy],
    ['is a list of revoked proxies', [proxy]],
    ['has a getter that throws', Object.defineProperty({}, 'event', throwing)],
    ['has an order that throws', Object.defineProperty({ event: 'view' }, 'ecommerce', throwing)],
  ])('leaves if an earlier event %s', async (_what, earlier) => {
    const page = openCore({ dataLayer: [earlier, purchase], settings })
    page.start()
    expect(page.sent()).toHaveLength(1)
    await page.load()
    window.dataLayer.push({ ...purchase, ecommerce: { ...ecommerce, transaction_id: '1002' } })
    expect(page.sent()).toHaveLength(2)
  })

  test('leaves with its number if it has no items and contains itself', async () => {
    const order = { event: 'purchase', ecommerce: { transaction_id: '1001' }, user_data: { email } }
    const page = openCore({ dataLayer: [Object.assign(order, { order })], settings })
    page.start()
    await page.load()
    hide()
    expect(page.read()).toMatchObject([{ cart_data: { order_number: '1001' } }])
  })

  test('is read once, however many entries follow', () => {
    const read = vi.fn(() => '1001')
    const own = Object.defineProperty({}, 'transaction_id', { get: read, enumerable: true })
    const page = openCore({ dataLayer: [{ event: 'view', ecommerce: own }], settings })
    page.start()
    const count = read.mock.calls.length
    for (let index = 0; index < 20; index += 1) window.dataLayer.push({ event: `view_${index}` })
    expect([count, read.mock.calls.length]).toEqual([1, 1])
  })

  test('waits for the customer that digitalData gets later', () => {
    Object.assign(window, { digitalData: {} })
    const page = openCore({ dataLayer: [{ event: 'purchase', ecommerce }], settings })
    page.start()
    Object.assign(Reflect.get(window, 'digitalData'), { user: [{ profile: [{ profileInfo: { email } }] }] })
    const before = page.sent().length
    window.dataLayer.push({ event: 'view' })
    Reflect.deleteProperty(window, 'digitalData')
    expect([before, page.read().map((each) => each.email)]).toEqual([0, [email]])
  })

  test('leaves if another address cannot become a text', () => {
    const others = { ...purchase, user_data: { email: Object.create(null) } }
    const page = openCore({ dataLayer: [others], settings })
    page.start()
    window.dataLayer.push({ ...purchase, ecommerce: { ...ecommerce, transaction_id: '1002' } })
    expect(page.sent()).toHaveLength(1)
  })
})

describe('lists of products that other events have shown make room first', () => {
  const settings = { convertOn: 'purchase' }
  const user = { user_data: { email } }
  const order = { event: 'purchase', ecommerce }
  const lists = Array.from({ length: 25 }, (_, index) => ({
    event: 'view_item_list',
    ecommerce: { items: [{ item_id: `P${index}` }] },
  }))

  test.each<[string, unknown[]]>([
    ['the customer and the order', [user, ...lists, order]],
    ['the order and the customer', [order, ...lists, user]],
    ['the order of no event', [user, { ecommerce }, ...lists, { event: 'purchase' }]],
  ])('for %s', async (_what, dataLayer) => {
    const page = openCore({ dataLayer, settings })
    page.start()
    await page.load()
    hide()
    expect(page.read()).toMatchObject([{ email, cart_data: { order_number: '1001' } }])
  })

  test('they are sent if there is room', async () => {
    const page = openCore({ dataLayer: [...lists.slice(0, 18), user, order], settings })
    page.start()
    expect(page.sent()[0].raw.entries).toHaveLength(20)
  })

  test('an entry that is not sent does not complete the order', () => {
    const users = Array.from({ length: 20 }, (_, index) => ({ user_id: index }))
    const page = openCore({ dataLayer: [user, ...users, order], settings })
    page.start()
    expect(page.sent()).toEqual([])
  })
})

test('a call has its outcome within 10 s, even while the rest is loading', async () => {
  const page = openCore({ dataLayer: [{ event: 'purchase', ecommerce }], answer: () => new Promise(() => {}) })
  const outcome = page.convert()
  await vi.advanceTimersByTimeAsync(10_000)
  const { id, ...rest } = await outcome
  expect([rest, stored()]).toMatchObject([{ status: 'queued', reason: 'timeout' }, [id]])
})

test('a script that does not know its folder does not ask for the rest', async () => {
  const snippet = createSnippet()
  expect(await importRest(snippet)).toBeUndefined()
  expect(snippet.failedImports).toBe(0)
})

test('a file that could not be imported is fetched before the next import', async () => {
  vi.stubGlobal('REST_FILE', 'ringup-rest.js')
  const { snippet, fetch } = openCore({ answer: () => new Promise(() => {}) })
  snippet.importing = undefined
  void importRest(snippet)
  // The loader of modules refuses the first import in real time. vi.waitFor() would wait for 1 s only.
  await expect.poll(() => fetch.mock.calls).toEqual([['https://shop.example/ringup/ringup-rest.js?1']])
  expect(snippet.failedImports).toBe(1) // the second import waits for the answer
})
