/**
 * Promise: the template for Google Tag Manager reports orders and sign-ups through the real script, once, and not without consent. What
 * the template does by itself is in its own scenarios, played by test/conformance/gtm-template.test.ts.
 */
import type { Page } from '@playwright/test'
import { readContainer, type Tag, toContainer } from '../support/gtm/page.js'
import { readBlock } from '../support/readme.js'
import {
  expect,
  flush,
  PAGE_WITHOUT_SNIPPET,
  readEffects,
  type Storefront,
  type TestOrder,
  test,
  toPage,
} from '../support/storefront.js'

const stub = readBlock('stub')

const ORDER: Tag = { event: 'purchase', fields: {} }
const SIGN_UP: Tag = { event: 'signed_up', fields: { tagType: 'signUp', list: 'newsletter', contactEmail: '' } }
const SCRIPT = '**/ringup/ringup.js'

/** A page with the container and, unless the page has it, without the script. */
async function open(page: Page, storefront: Storefront, tags: Tag[], { path = '/shop', before = '', after = '' } = {}) {
  const container = await toContainer(storefront.url, tags)
  storefront.serve(path, `<!doctype html><html lang="en"><title>Shop</title>${before}${container}${after}`)
  await page.goto(path)
}

const toPurchase = ({ email, cart_data: { order_number } }: TestOrder) => ({
  event: 'purchase',
  user_data: { email },
  ecommerce: { transaction_id: order_number, value: 19.99, items: [{ item_id: 'MUG-1', price: 19.99 }] },
})

/** Each as it is given; a list is what gtag() is called with. */
const push = (page: Page, ...entries: unknown[]) =>
  page.evaluate((entries) => {
    const { dataLayer } = Object(window)
    const gtag: (...args: unknown[]) => void = function () {
      // biome-ignore lint/complexity/noArguments: as gtag() is written
      dataLayer.push(arguments)
    }
    for (const entry of entries) Array.isArray(entry) ? gtag(...entry) : dataLayer.push(entry)
  }, entries)

const decide = (page: Page, choice: 'granted' | 'denied') => push(page, ['consent', 'update', { ad_user_data: choice }])

const DENIED =
  "<script>dataLayer = []; (function () { dataLayer.push(arguments) })('consent', 'default', { ad_user_data: 'denied' })</script>"

const told = async (page: Page) => (await readContainer(page)).told

test('an order arrives once, to the cent', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await open(page, storefront, [ORDER])
  await push(page, toPurchase(order), { ecommerce: null })
  await expect.poll(() => told(page)).toEqual(['success'])
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

test('a sign-up arrives once, with its custom fields', async ({ storefront, api, page }) => {
  const fields = [
    { name: 'first_name', value: 'Reader' },
    { name: 'favourite_tea', value: 'Oolong' },
  ]
  const tag = { ...SIGN_UP, fields: { ...SIGN_UP.fields, contactEmail: 'reader@example.com', fields } }
  await open(page, storefront, [tag])
  await push(page, { event: 'signed_up' })
  await expect.poll(() => told(page)).toEqual(['success'])
  await expect
    .poll(() => api.customers())
    .toMatchObject([{ first_name: 'Reader', lists: [{ list_id: '42', custom_fields: { favourite_tea: 'Oolong' } }] }])
  expect(storefront.arrivals()).toHaveLength(1)
})

test('two tags of one page load the script once, and both are answered', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  const signUp = { event: 'purchase', fields: { ...SIGN_UP.fields, contactEmail: order.email } }
  await open(page, storefront, [ORDER, signUp])
  await push(page, toPurchase(order))
  await expect.poll(() => told(page)).toEqual(['success', 'success'])
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(storefront.arrivals().map(({ kind }) => kind)).toEqual(['convert', 'addToList'])
  expect(storefront.visits().filter((path) => path.endsWith('.js'))).toHaveLength(1)
})

test('without consent nothing is loaded, stored or sent, and Tag Manager goes on', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  await open(page, storefront, [ORDER], { before: DENIED })
  await push(page, toPurchase(order))
  expect(await told(page)).toEqual(['success'])
  await decide(page, 'denied')
  const kept = await page.evaluate(() => [typeof window.convert, localStorage.length, Object(window).ringup])
  expect(kept).toEqual(['undefined', 0, undefined])
  await page.goto('/elsewhere') // whatever was under way would have come by now
  expect(storefront.arrivals()).toEqual([])
  expect(storefront.visits().filter((path) => path.startsWith('/ringup'))).toEqual([])
})

test('consent given later sends the order once, though ecommerce was cleared meanwhile', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  await open(page, storefront, [ORDER], { before: DENIED })
  await push(page, toPurchase(order), { ecommerce: null })
  await decide(page, 'granted')
  await decide(page, 'granted')
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  await expect.poll(() => page.evaluate(() => window.ringup.status().waiting)).toEqual([])
  expect(storefront.arrivals()).toHaveLength(1)
  expect(await told(page)).toEqual(['success'])
})

test('a script that is on the page takes the order at once, or when it loads later, with the stub or without', async ({
  storefront,
  api,
  page,
}) => {
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
    await expect.poll(() => told(page)).toEqual(['success'])
    await expect.poll(() => readEffects(api)).toEqual(numbers)
  }
})

test('what stands in the way by its name does not: an element called as the function, settings of the page', async ({
  storefront,
  api,
  page,
}) => {
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

test('with debugging on, the panel is there where the page’s address asks for it', async ({ storefront, page }) => {
  for (const [path, panels] of [
    ['/shop', 0],
    ['/shop?ringup-debug', 1],
  ] as const) {
    await open(page, storefront, [{ ...ORDER, fields: { debug: true } }], { path })
    await push(page, { event: 'purchase', ecommerce: { transaction_id: 'A-1' } })
    await expect.poll(() => told(page)).toEqual(['failure']) // it has no e-mail
    await expect(page.locator('ringup-debug')).toHaveCount(panels)
  }
  expect(storefront.arrivals()).toEqual([])
})

test('an order that is kept is sent by the next page, whose only tag loads the script', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  storefront.takeProxyAway()
  await open(page, storefront, [ORDER])
  await push(page, toPurchase(order))
  await expect.poll(() => told(page)).toEqual(['success'])
  storefront.bringProxyBack()
  await open(page, storefront, [{ event: 'gtm.init', fields: { tagType: 'load' } }], { path: '/next' })
  await push(page, { event: 'gtm.init' })
  await expect.poll(() => told(page)).toEqual(['success'])
  await flush(page) // the next attempt is due in a while
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
})

test.describe('a page that is left in the moment of the purchase', () => {
  const leave = (page: Page, order: TestOrder) =>
    page
      .evaluate(
        ([purchase, address]) => {
          Object(window).dataLayer.push(purchase)
          location.href = address
        },
        [toPurchase(order), PAGE_WITHOUT_SNIPPET] as const,
      )
      .then(() => page.waitForURL(`**${PAGE_WITHOUT_SNIPPET}`))

  test('takes its order with it where the tag has yet to load the script', async ({ storefront, page }) => {
    await page.route(SCRIPT, () => {}) // it is a long time coming
    await open(page, storefront, [ORDER])
    await leave(page, await storefront.newOrder())
    await page.unrouteAll()
    await page.goto('/any-page-with-the-script')
    await flush(page)
    expect(storefront.arrivals()).toEqual([])
  })

  test('does not where the script is on the page', async ({ storefront, api, page }) => {
    const order = await storefront.newOrder()
    await open(page, storefront, [{ ...ORDER, fields: { script: 'page' } }], { before: toPage() })
    await leave(page, order)
    await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  })
})
