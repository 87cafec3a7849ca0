// @vitest-environment happy-dom
/** An event is stored, sent, and only then removed; what was not delivered is sent again by the next page. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Waiting } from '../../../src/snippet/outbox.js'
import { accept, openPage, stored } from './page.js'

const at = 1_800_000_000_000
const hour = 3_600_000
const payload = (id: string) => ({ id, kind: 'convert' as const, body: { email: 'ada@example.com' } })
const order = (id: string): Waiting => ({ ...payload(id), at, attempts: 0 })
const key = (id: string) => `ringup:${id}`
const keep = (id: string, event: object = {}) =>
  localStorage.setItem(key(id), JSON.stringify({ ...order(id), at, ...event }))
/** IndexedDB as far as a page uses it that reads its copies. */
const toDatabase = (result: string[]) => {
  const copies = { getAll: () => toRequest(result), delete: () => toRequest(undefined) }
  const transaction = () => ({ objectStore: () => copies })
  return { open: () => toRequest({ transaction, close: () => {} }) }
}
const toRequest = (result: unknown) => {
  const request = { result, onsuccess: () => {} }
  queueMicrotask(() => request.onsuccess())
  return request
}
const away = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => void vi.useFakeTimers({ now: at }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

describe('store, send, verify, delete', () => {
  test('the event is stored before it is sent', async () => {
    const seen: string[][] = []
    const page = await openPage({ answer: (...request) => seen.push(stored()) && accept(...request) })
    await page.post(order('a'))
    expect(seen).toEqual([[key('a')]])
  })

  test('it is sent before post() returns', async () => {
    const page = await openPage()
    void page.post(order('a'))
    expect(page.sent()).toEqual([{ v: 1, ...payload('a'), age: 0 }])
  })

  test('it is forgotten after the acknowledgement', async () => {
    await (await openPage()).post(order('a'))
    expect(stored()).toEqual([])
  })

  test('it is kept while nobody has answered', async () => {
    void (await openPage({ answer: () => new Promise(() => {}) })).post(order('a'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(stored()).toEqual([key('a')])
  })

  test.each([
    [away, 'no network'],
    [async () => new Response('<html>'), 'a captive portal'],
    [async () => new Response('', { status: 503 }), 'a busy proxy'],
    [async () => new Response('', { status: 404 }), 'a bad deploy'],
  ])('it is kept after %o (%s)', async (answer) => {
    const page = await openPage({ answer })
    const [status] = await page.post(order('a'))
    expect([status, stored()]).toEqual(['queued', [key('a')]])
  })

  test('it is forgotten when it is refused', async () => {
    const page = await openPage({ answer: async () => Response.json({ ok: false, code: 'shape' }, { status: 422 }) })
    const [status] = await page.post(order('a'))
    expect([status, stored()]).toEqual(['rejected', []])
  })

  test('one too large is refused, neither stored nor sent', async () => {
    const page = await openPage()
    const body = { email: 'ada@example.com', note: 'ü'.repeat(25_000) }
    expect(() => page.post({ ...order('a'), kind: 'addToList', body })).toThrow('too_large')
    expect([stored(), page.sent()]).toEqual([[], []])
  })
})

describe('an order longer than aimed at', () => {
  const item = {
    product_id: 'KC-1',
    name: 'Mug',
    product_url: 'https://shop.example/mug',
    category: ['Kitchen', 'Mugs'],
  }
  const long = { ...item, description: 'Moss green', image_url: 'https://shop.example/mug.jpg', brand: 'Kiln' }
  const toBody = (text: string) => ({
    email: 'ada@example.com',
    cart_data: { order_number: 'A-1', cart_item_count: 60, currency: 'EUR', impressions: text },
    cart_items: [{ ...long, layers: text }, ...Array(59).fill(long)],
  })

  test('goes without descriptions, pictures, other long texts and the items past the fiftieth', async () => {
    const page = await openPage()
    await page.post({ ...order('a'), body: toBody('[{"id":1}]'.repeat(4_000)) as never })
    const kept = { ...item, brand: 'Kiln' }
    expect(page.sent()).toMatchObject([
      {
        body: {
          email: 'ada@example.com',
          cart_data: {
            order_number: 'A-1',
            cart_item_count: 60,
            currency: 'EUR',
            truncated: 'items,texts',
          },
          cart_items: Array(50).fill(kept),
        },
      },
    ])
    const [{ body }] = page.sent()
    expect([Object.keys(body.cart_data), Object.keys(body.cart_items[0])]).toEqual([
      ['order_number', 'cart_item_count', 'currency', 'truncated'],
      Object.keys(kept),
    ])
  })

  test('is stored as it is sent', async () => {
    const page = await openPage({ answer: away })
    await page.post({ ...order('a'), body: toBody('x'.repeat(20_000)) as never })
    const [sent] = page.sent()
    expect(JSON.parse(localStorage.getItem(key('a')) ?? '').body).toEqual(sent.body)
  })

  test('one no longer than that goes as it is', async () => {
    const page = await openPage()
    const body = { ...toBody('x'.repeat(2_000)), cart_items: [long] }
    await page.post({ ...order('a'), body: body as never })
    expect(page.sent()).toMatchObject([{ body }])
  })
})

describe('storage that refuses', () => {
  const storages: [string, () => void][] = [
    ['full', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail)],
    ['not removing', () => vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(fail)],
    ['missing', () => vi.stubGlobal('localStorage', undefined)],
    ['null', () => vi.stubGlobal('localStorage', null)],
    ['throwing', () => vi.stubGlobal('localStorage', new Proxy({}, { get: fail, ownKeys: fail }))],
  ]
  function fail(): never {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }

  test.each(storages)('%s: the event is still sent', async (_name, spoil) => {
    const page = await openPage()
    spoil()
    expect(await page.post(order('a'))).toEqual(['accepted'])
  })

  test.each(storages.filter(([name]) => name !== 'not removing'))(
    '%s: this page sends it again',
    async (_name, spoil) => {
      const page = await openPage({ answer: away })
      spoil()
      await page.post(order('a'))
      page.fetch.mockImplementation(accept)
      await page.drain()
      expect(page.sent().map(({ id }) => id)).toEqual(['a', 'a'])
    },
  )
})

describe('the drain', () => {
  test('sends what earlier pages could not, oldest first', async () => {
    keep('new', { at: at - 1 })
    keep('old', { at: at - hour })
    const page = await openPage()
    await page.drain()
    expect(page.sent().map(({ id, age }) => [id, age])).toEqual([['old', hour], ['new', 1]]) // biome-ignore format: a row
  })

  test('runs once at a time', async () => {
    keep('a')
    const page = await openPage()
    await Promise.all([page.drain(), page.drain()])
    expect(page.sent()).toHaveLength(1)
  })

  test('does nothing where there is no endpoint: the request would go to the page itself', async () => {
    keep('a')
    const page = await openPage({ settings: { endpoint: '' } })
    await page.drain()
    expect([page.sent(), stored()]).toEqual([[], [key('a')]])
  })

  test('says what was accepted at last, without personal data', async () => {
    keep('a')
    const page = await openPage()
    await page.drain()
    expect(page.heard).toEqual([{ id: 'a', kind: 'convert', status: 'accepted', problems: [] }])
  })

  test('what has ended on this page is not taken from its copy, which may be read before it is deleted', async () => {
    const page = await openPage()
    await page.post(order('a'))
    vi.stubGlobal('indexedDB', toDatabase([JSON.stringify(order('a')), JSON.stringify(order('b'))]))
    page.drainCopies()
    await vi.advanceTimersByTimeAsync(0)
    expect(page.sent().map(({ id }) => id)).toEqual(['a', 'b'])
  })

  test('what is no event is left alone, and holds up nothing', async () => {
    for (const text of ['{"id":"x"}', '{', 'null', '"text"']) localStorage.setItem(key(`not ours ${text}`), text)
    keep('z')
    const page = await openPage()
    await page.drain()
    expect([page.sent().map(({ id }) => id), localStorage.length]).toEqual([['z'], 4])
  })

  test('another tab’s event is sent and forgotten too', async () => {
    const page = await openPage()
    keep('other-tab')
    await page.drain()
    expect([page.sent().map(({ id }) => id), stored()]).toEqual([['other-tab'], []])
  })
})

test('consent denied while the event is on its way, and nobody takes it: blocked', async () => {
  const page = await openPage({ answer: async () => new Response(null, { status: 503 }) })
  const result = page.post(order('a'))
  page.consent('denied')
  expect([await result, stored()]).toEqual([['blocked', 'denied'], []])
})

test('the marks of accepted orders are deleted after 30 days, and nothing else is', async () => {
  const marks = { '-1': at - 720 * hour - 1, '42': at - 720 * hour, '7': at }
  for (const [hash, acceptedAt] of Object.entries(marks)) localStorage.setItem(key(hash), String(acceptedAt))
  localStorage.setItem('of another script', '0')
  keep('a')
  const page = await openPage({ answer: () => new Promise(() => {}) })
  void page.drain()
  expect(Object.keys(localStorage).sort()).toEqual(['of another script', key('42'), key('7'), key('a')].sort())
})

describe('what is too old or unreadable is dropped, and said to be', () => {
  test.each([
    ['convert', 24 * hour, 'accepted', undefined],
    ['convert', 24 * hour + 1, 'dropped', 'expired'],
    ['addToList', 72 * hour, 'accepted', undefined],
    ['addToList', 72 * hour + 1, 'dropped', 'expired'],
  ])('%s after %d ms: %s, reason %s', async (kind, age, status, reason) => {
    keep('a', { kind, list: kind === 'addToList' ? 'newsletter' : undefined, at: at - age })
    const page = await openPage()
    await page.drain()
    expect(page.heard).toMatchObject([{ id: 'a', kind, status, reason }])
  })
})

describe('clocks', () => {
  test('one set back a little makes the event new, never from the future', async () => {
    keep('a', { at: at + 60_000 })
    const page = await openPage()
    await page.drain()
    expect(page.sent()).toMatchObject([{ age: 0 }])
  })

  test('an event stored by one that was far ahead happened when this page sends it', async () => {
    keep('a', { at: at + 10 * 24 * hour })
    const page = await openPage({ answer: away })
    await page.drain()
    vi.setSystemTime(at + 60_000)
    await page.drain(true)
    // Each twice: with keepalive, and once more without.
    expect(page.sent().map(({ age }) => age)).toEqual([0, 0, 60_000, 60_000])
  })
})
