// @vitest-environment happy-dom
/**
 * Promise: the keeper stores reports on a page whose script did not load. The next page with the script sends them
 * once.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KEEPER, STUB } from '../../../../src/recipes/stub.js'
import { reportKept } from '../../../../src/snippet/rest/kept.js'
import { gtag, leavePage, openPage } from '../page.js'

const email = 'ada@example.com'
const now = 1_800_000_000_000

beforeEach(() => {
  leavePage() // from now on the listeners are known
  vi.useFakeTimers({ now })
})
afterEach(() => {
  document.head.innerHTML = ''
  for (const name of ['convert', 'addToList', 'ringup', 'dataLayer']) Reflect.deleteProperty(window, name)
})

/** A page on which the script does not load, until the shopper leaves it. */
function failToLoad(happens: () => void, attributes: Record<string, string> = {}) {
  const tag = document.createElement('script')
  Object.defineProperty(tag, 'src', { value: 'https://shop.example/ringup/ringup.js' })
  Object.assign(tag.dataset, attributes)
  document.head.append(tag)
  new Function(`${STUB};${KEEPER}`)()
  tag.dispatchEvent(new Event('error'))
  happens()
  window.dispatchEvent(new Event('pagehide'))
}

function openNext(settings = {}) {
  const page = openPage({ settings })
  reportKept(page.snippet)
  return page
}

const ecommerce = { transaction_id: 'K-1', value: 19.99 }
const buy = () =>
  Object.assign(window, {
    dataLayer: [
      { event: 'view_item' },
      gtag('set', 'user_data', { email }),
      { event: 'purchase', user_data: { email }, ecommerce },
    ],
  })
const call = (name: string, ...args: unknown[]) => Reflect.get(window, name)(...args)

test('of forged pages, twenty are sent', () => {
  for (let n = 0; n < 500; n += 1)
    localStorage.setItem(`ringup:kept${now + n}`, JSON.stringify([null, [], [[{ email }]]]))
  expect(openNext().sent()).toHaveLength(20)
  localStorage.clear()
})

describe('the keeper’s stored data', () => {
  test('the event of the data layer, for a shop that converts by it', () => {
    failToLoad(buy, { convertOn: 'purchase' })
    const page = openNext({ convertOn: 'purchase' })
    expect(page.sent()).toMatchObject([{ body: { email, cart_data: { order_number: 'K-1', cart_value: 1999 } } }])
  })

  test.each([
    ['gtag', gtag('set', 'user_data', { email }), gtag('event', 'purchase', ecommerce)],
    ['another push', { user_properties: { email } }, { event: 'purchase', ecommerce }],
  ])('with the customer that %s names, among entries that are not objects', (_what, customer, purchase) => {
    failToLoad(() => Object.assign(window, { dataLayer: [undefined, null, 'x', customer, purchase] }), {
      convertOn: 'purchase',
    })
    const page = openNext({ convertOn: 'purchase' })
    expect(page.sent()).toMatchObject([{ body: { email, cart_data: { order_number: 'K-1', cart_value: 1999 } } }])
  })

  test('of each page of an outage', () => {
    failToLoad(buy, { convertOn: 'purchase' })
    vi.setSystemTime(now + 1)
    failToLoad(() => Object.assign(window, { dataLayer: [] }))
    vi.setSystemTime(now + 2)
    const purchase = { event: 'purchase', user_data: { email }, ecommerce: { transaction_id: 'K-2' } }
    failToLoad(() => Object.assign(window, { dataLayer: [purchase] }), { convertOn: 'purchase' })
    const numbers = openNext({ convertOn: 'purchase' })
      .sent()
      .map(({ body }) => body.cart_data.order_number)
    expect(numbers).toEqual(['K-1', 'K-2'])
  })

  test('also if the next page does not convert by itself', () => {
    failToLoad(buy, { convertOn: 'purchase' })
    expect(openNext().sent()).toMatchObject([{ body: { cart_data: { order_number: 'K-1' } } }])
  })

  test('a call without a time, as tag managers keep it, has the age of the page', () => {
    failToLoad(() => Object.assign(window, { convert: { q: [[{ email }]] } }))
    vi.setSystemTime(now + 60_000)
    expect(openNext().sent()).toMatchObject([{ kind: 'convert', age: 60_000 }])
  })

  test('the event for no other shop', () => {
    failToLoad(buy)
    expect(openNext().sent()).toEqual([])
  })

  test('no event without an order', () => {
    failToLoad(() => Object.assign(window, { dataLayer: [{ event: 'purchase', user_data: { email } }] }))
    expect(openNext({ convertOn: 'purchase' }).sent()).toEqual([])
  })

  test('calls with their time, and with the page’s data at that time', () => {
    failToLoad(() => {
      buy()
      call('convert')
      call('addToList', 'newsletter', { email })
    })
    vi.setSystemTime(now + 60_000)
    expect(openNext().sent()).toMatchObject([
      { kind: 'convert', age: 60_000, body: { cart_data: { order_number: 'K-1' } } },
      { kind: 'addToList', list: 'newsletter', age: 60_000, body: { email } },
    ])
  })

  test('nothing if the tag says that consent is needed', () => {
    failToLoad(buy, { consent: 'required' })
    expect(localStorage.length).toBe(0)
  })

  test('calls, if the data layer is not a list', () => {
    failToLoad(() => {
      Object.assign(window, { dataLayer: { push() {} } })
      call('convert', { email })
    })
    expect(openNext().sent()).toMatchObject([{ kind: 'convert', body: { email } }])
  })
})

describe('the report', () => {
  test('is sent once', () => {
    failToLoad(buy)
    openNext({ convertOn: 'purchase' })
    localStorage.removeItem('ringup:accepted')
    expect(
      openNext({ convertOn: 'purchase' })
        .sent()
        .filter(({ age }) => age > 0),
    ).toEqual([])
    expect(localStorage.getItem(`ringup:kept${now}`)).toBe(null)
  })

  test('is not sent after 24 h', () => {
    failToLoad(buy)
    vi.setSystemTime(now + 86_400_000)
    expect(openNext({ convertOn: 'purchase' }).sent()).toEqual([])
  })

  test('is not sent before consent, or after a denial', () => {
    failToLoad(buy)
    const page = openNext({ convertOn: 'purchase', consent: 'required' })
    expect([page.sent(), localStorage.getItem(`ringup:kept${now}`)]).toEqual([[], expect.any(String)])
    page.consent('denied')
    expect(localStorage.getItem(`ringup:kept${now}`)).toBe(null)
  })

  test.each(['{', 'null', '7', '{}', '[null,7,{},null]', '[null,null,[null],[7]]'])('does not contain %s', (text) => {
    for (const key of ['ringup:kept', 'ringup:keptx', `ringup:kept${now}`]) localStorage.setItem(key, text)
    expect(() => openNext({ convertOn: 'purchase' })).not.toThrow()
    expect(localStorage.length).toBe(0)
  })
})
