/**
 * Promise: the template for Google Tag Manager reports orders and sign-ups through the real script, once. The template's own
 * scenarios test consent and other behaviour; test/conformance/gtm-template.test.ts plays them.
 */
import type { Page } from '@playwright/test'
import { type Tag, toContainerScript } from '../support/emulators/gtm/index.js'
import { readBlock } from '../support/readme.js'
import { expect, readEffects, type Storefront, type TestOrder, test, toPage } from '../support/storefront.js'

const stub = readBlock('stub')

const ORDER: Tag = { event: 'purchase', fields: {} }

/** A page with the container, and without the script unless the page contains it. */
async function open(page: Page, storefront: Storefront, tags: Tag[], { before = '' } = {}) {
  const container = `<script>${await toContainerScript(storefront.url, tags)}</script>` // so the script is there immediately
  storefront.serve('/shop', `<!doctype html><html lang="en"><title>Shop</title>${before}${container}`)
  await page.goto('/shop')
}

const toPurchase = ({ email, cart_data: { order_number } }: TestOrder) => ({
  event: 'purchase',
  user_data: { email },
  ecommerce: { transaction_id: order_number, value: 19.99, items: [{ item_id: 'MUG-1', price: 19.99 }] },
})

const push = (page: Page, ...entries: unknown[]) =>
  page.evaluate((entries) => Object(window).dataLayer.push(...entries), entries)

/** The results that tags reported to Tag Manager, in order. */
const readResults = (page: Page) => page.evaluate(() => Object(window).container.results)

test('an order arrives once, to the cent', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await open(page, storefront, [ORDER])
  await push(page, toPurchase(order), { ecommerce: null })
  await expect.poll(() => readResults(page)).toEqual(['success'])
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(storefront.arrivals()).toMatchObject([
    {
      kind: 'convert',
      body: {
        email: order.email,
        cart_data: { order_number: order.cart_data.order_number, cart_value: 1999, cart_item_count: 1 },
        cart_items: [{ product_id: 'MUG-1', price: 1999, item_qty: 1, qty_price: 1999 }],
      },
    },
  ])
})

test('two tags of one page load the script once, and both succeed', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  const signUp = { event: 'purchase', fields: { tagType: 'signUp', list: 'newsletter', contactEmail: order.email } }
  await open(page, storefront, [ORDER, signUp])
  await push(page, toPurchase(order))
  await expect.poll(() => readResults(page)).toEqual(['success', 'success'])
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(
    storefront
      .arrivals()
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(['addToList', 'convert'])
  expect(storefront.scripts().filter((name) => name === 'ringup.js')).toHaveLength(1)
})

test('without a stub, the script accepts the order immediately or at its load', async ({ storefront, api, page }) => {
  const tags = [{ ...ORDER, fields: { script: 'page' } }]
  const numbers: string[] = []
  for (const [before, isLater] of [
    [toPage(), false],
    ['', true],
    [stub ?? '', true],
  ] as const) {
    const order = await storefront.newOrder()
    numbers.push(order.cart_data.order_number)
    await open(page, storefront, tags, { before })
    await push(page, toPurchase(order))
    if (isLater) await page.addScriptTag({ url: '/ringup/ringup.js' })
    await expect.poll(() => readResults(page)).toEqual(['success'])
    await expect.poll(() => readEffects(api)).toEqual(numbers)
  }
})

test('an element or a settings block of these names does not disturb the tag', async ({ storefront, api, page }) => {
  const [first, second] = [await storefront.newOrder(), await storefront.newOrder()]
  await open(page, storefront, [ORDER], { before: '<a id="convert">Convert to euros</a>' })
  await push(page, toPurchase(first))
  await expect.poll(() => readEffects(api)).toEqual([first.cart_data.order_number])
  const asked: string[] = []
  await page.route('**/elsewhere', (route) => {
    asked.push(route.request().postData() ?? '')
    return route.abort()
  })
  const before = '<script type="application/json" id="ringup">{ "value": "items" }</script>'
  await open(page, storefront, [{ ...ORDER, fields: { endpoint: `${storefront.url}/elsewhere` } }], { before })
  await push(page, toPurchase(second))
  await expect.poll(() => asked).toContainEqual(expect.stringContaining(second.cart_data.order_number))
})
