/** Promise: each order goes once, with its own customer, its own amounts and the time it happened at; what is not said is not made up. */
import type { Page } from '@playwright/test'
import { expect, type Storefront, test, toPage } from '../support/storefront.js'

const toPurchase = (transaction_id: string, email?: string, value = 19.99, event = 'purchase') => ({
  event,
  ...(email && { user_data: { email } }),
  ecommerce: { transaction_id, value },
})
const toHead = (...entries: object[]) => `<script>dataLayer = ${JSON.stringify(entries)}</script>`

const readSent = (storefront: Storefront) =>
  storefront.arrivals().map(({ body }) => {
    const { email, cart_data } = Object(body)
    return [email, cart_data.order_number, cart_data.cart_value]
  })

/** Sends what follows the orders of before: had there been another, it would be there by then. */
async function sendLast(page: Page) {
  await page.evaluate(() =>
    window.convert({ email: 'last@example.com', cart_data: { order_number: 'LAST', cart_value: 1 } }),
  )
}
const LAST = ['last@example.com', 'LAST', 1]

test('convertOn takes exactly the event it names, not a purchase before it', async ({ storefront, page }) => {
  storefront.serve('/', toPage({ head: toHead(), tag: 'data-convert-on="payment_confirmed"' }))
  await page.goto('/')
  for (const [value, event] of [
    [1, 'purchase'],
    [2, 'payment_confirmed'],
  ] as const)
    await page.evaluate((entry) => window.dataLayer.push(entry), toPurchase('A-1', 'ada@example.com', value, event))
  await sendLast(page)
  expect(readSent(storefront)).toEqual([['ada@example.com', 'A-1', 200], LAST])
})

test('of two orders before the script, and of two in one push, each is sent, oldest first', async ({
  storefront,
  page,
}) => {
  const [one, two, three, four] = ['A-1', 'A-2', 'A-3', 'A-4'].map((number) => toPurchase(number, 'ada@example.com'))
  storefront.serve('/', toPage({ head: toHead(one ?? {}, two ?? {}), tag: 'data-convert-on="purchase"' }))
  await page.goto('/')
  await page.evaluate((entries) => window.dataLayer.push(...entries), [three, four])
  await sendLast(page)
  const numbers = readSent(storefront).map(([, number]) => number)
  expect(numbers).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'LAST'])
})

const MARK = '<p data-ringup="email">eve@example.com</p>'

test.describe('an order never gets the address of somebody else', () => {
  for (const [what, page, order] of [
    ['what was passed cannot be read', { body: MARK }, { email: 'not an address', cart_data: { order_number: 'A-1' } }],
    ['an older order has one', { head: toHead(toPurchase('A-1', 'eve@example.com'), toPurchase('A-2')) }, undefined],
    [
      'the setting names the only place',
      { head: toHead(toPurchase('A-1', 'eve@example.com')), tag: 'data-email="#mail"' },
      undefined,
    ],
  ] as const)
    test(what, async ({ storefront, page: tab }) => {
      storefront.serve('/', toPage(page))
      await tab.goto('/')
      const outcome = await tab.evaluate((order) => window.convert(order), order)
      expect(outcome).toMatchObject({ status: 'rejected', reason: 'no_email' })
      expect(storefront.arrivals()).toEqual([])
    })
})

test('convertOn load waits until the page has loaded, though it is hidden while it is parsed', async ({
  storefront,
  page,
}) => {
  const item = (id: string) => `<p data-ringup-item><b data-ringup="product_id">${id}</b></p>`
  const hide = `<script>
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    delete document.visibilityState
  </script>`
  const order = '<b data-ringup="order_number">A-1</b><b data-ringup="email">ada@example.com</b>'
  const body = order + item('KC-1') + hide + item('KC-2')
  storefront.serve('/', toPage({ body, tag: 'data-convert-on="load"' }))
  await page.goto('/')
  await expect
    .poll(() => storefront.arrivals().map(({ body }) => body.cart_items?.map(({ product_id }) => product_id)))
    .toEqual([['KC-1', 'KC-2']])
})

const email = 'ada@example.com'

test('a text that the page throws is no reason', async ({ page }) => {
  await page.goto('/')
  const outcome = await page.evaluate(() =>
    window.convert({
      get email(): string {
        throw 'ada@example.com'
      },
    }),
  )
  expect(outcome).toMatchObject({ status: 'rejected', reason: 'no_email' })
})

test('a call kept by the stub happened when it was made', async ({ storefront, page }) => {
  const head = `<script>
    convert = (...order) => convert.q.push(Object.assign(order, { t: Date.now() - 60000 }))
    convert.q = []
    convert({ email: '${email}', cart_data: { order_number: 'A-1' } })
  </script>`
  storefront.serve('/', toPage({ head }))
  await page.goto('/')
  await expect.poll(() => storefront.arrivals().length).toBe(1)
  expect(Object(storefront.arrivals()[0]).age).toBeGreaterThanOrEqual(60_000)
})

test('the signature that the shop’s own adapter gives goes with its order', async ({ storefront, page }) => {
  const answer = `{ email: '${email}', cart_data: { order_number: 'A-1' }, signature: 'made by the shop' }`
  storefront.serve('/', toPage({ head: `<script>ringup = { adapter: () => (${answer}) }</script>` }))
  await page.goto('/')
  await page.evaluate(() => window.convert())
  expect(storefront.arrivals()).toMatchObject([{ signature: 'made by the shop' }])
})

test('a data layer that takes the place of the first is read', async ({ storefront, page }) => {
  storefront.serve('/', toPage({ head: toHead(), tag: 'data-convert-on="purchase"' }))
  await page.goto('/')
  await page.evaluate(
    (purchase) => {
      window.dataLayer = [purchase]
    },
    toPurchase('A-1', email),
  )
  await expect.poll(() => readSent(storefront)).toEqual([[email, 'A-1', 1999]])
})

test('what others keep under the script’s prefix is no event, and stays, also when consent is denied', async ({
  page,
}) => {
  await page.goto('/elsewhere')
  await page.evaluate(() => localStorage.setItem('ringup:theme', '{"id":"x","at":1}'))
  await page.goto('/')
  await page.evaluate(() => window.ringup.flush())
  expect(await page.evaluate(() => window.ringup.status())).toMatchObject({ waiting: [] })
  await page.evaluate(() => window.ringup.consent('denied'))
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['ringup:theme'])
})
