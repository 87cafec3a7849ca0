/** Promise: with `convertOn` a push to the data layer is an order reported, once per order number, whenever it comes. */
import type { Page } from '@playwright/test'
import { expect, readEffects, type Storefront, type TestOrder, test, toPage } from '../support/storefront.js'

const TAG = 'data-convert-on="purchase"'

const toPurchase = ({ email, cart_data: { order_number } }: TestOrder) => ({
  event: 'purchase',
  ecommerce: { transaction_id: order_number, value: 19.99 },
  user_data: { email },
})

const toPush = (order: TestOrder) =>
  `(window.dataLayer = window.dataLayer || []).push({ ecommerce: null }, ${JSON.stringify(toPurchase(order))})`

const push = (page: Page, order: TestOrder) => page.evaluate(toPush(order))

const toNumbers = (...orders: TestOrder[]) => orders.map(({ cart_data: { order_number } }) => order_number)

const openShop = async (storefront: Storefront, page: Page, head = '') => {
  storefront.serve('/shop', toPage({ tag: TAG, head }))
  await page.goto('/shop')
}

test('an order pushed three times is reported once, and each other order of a shop that loads no other page', async ({
  storefront,
  api,
  page,
}) => {
  const [before, after] = [await storefront.newOrder(), await storefront.newOrder()]
  await openShop(storefront, page, `<script>${toPush(before)}</script>`)
  await push(page, before)
  await page.evaluate(() => history.pushState(null, '', '/thank-you/1'))
  await push(page, before)
  await push(page, after)
  await page.evaluate(() => history.pushState(null, '', '/thank-you/2'))
  await expect.poll(async () => (await readEffects(api)).sort()).toEqual(toNumbers(before, after))
  expect(storefront.arrivals()).toHaveLength(2)
})

test('an order in the head is reported whose e-mail stands further down the page', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  const { user_data, ...purchase } = toPurchase(order)
  storefront.serve(
    '/shop',
    toPage({
      head: `<script>dataLayer = [${JSON.stringify(purchase)}]</script>`,
      tag: `${TAG} data-email="#mail"`,
      body: `<p>Thank you, <b id="mail">${user_data.email}</b></p>`,
    }),
  )
  await page.goto('/shop')
  await expect.poll(() => readEffects(api)).toEqual(toNumbers(order))
})
