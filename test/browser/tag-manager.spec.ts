/** Promise: the template for Google Tag Manager reports orders and sign-ups through the real script, once, and not without consent. */
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

test('an order pushed before the container came arrives too', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  const before = `<script>dataLayer = [${JSON.stringify(toPurchase(order))}, { ecommerce: null }]</script>`
  await open(page, storefront, [ORDER], { before })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
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

test('an order of variables is read in decimals', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  const fields = {
    source: 'variables',
    orderNumber: order.cart_data.order_number,
    email: order.email,
    value: '1,299.50',
    coupon: 'SPRING',
    currency: 'GBP',
    items: [{ item_id: 'SOFA', price: '649.75', quantity: '2' }],
    additionalKeys: [{ name: 'store', value: 'Leeds' }],
  }
  await open(page, storefront, [{ event: 'ordered', fields }])
  await push(page, { event: 'ordered', ecommerce: { transaction_id: 'another', value: 1 } })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  expect(storefront.arrivals()[0]?.body).toEqual({
    email: order.email,
    cart_data: {
      order_number: order.cart_data.order_number,
      cart_value: 129950,
      cart_item_count: 2,
      promo: 'SPRING',
      currency: 'GBP',
      store: 'Leeds',
    },
    cart_items: [{ product_id: 'SOFA', price: 64975, item_qty: 2, qty_price: 129950 }],
  })
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

test.describe('a script that is on the page', () => {
  const tags = [{ ...ORDER, fields: { script: 'page' } }]

  test('takes the order at once', async ({ storefront, api, page }) => {
    const order = await storefront.newOrder()
    await open(page, storefront, tags, { before: toPage() })
    await push(page, toPurchase(order))
    await expect.poll(() => told(page)).toEqual(['success'])
    await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
  })

  for (const [what, head] of [
    ['without the stub', ''],
    ['with the stub', stub ?? ''],
  ]) {
    test(`takes it when it loads later, ${what}`, async ({ storefront, api, page }) => {
      const order = await storefront.newOrder()
      await open(page, storefront, tags, { before: head })
      await push(page, toPurchase(order))
      expect(await told(page)).toEqual([])
      await page.addScriptTag({ url: '/ringup/ringup.js' })
      await expect.poll(() => told(page)).toEqual(['success'])
      await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
    })
  }
})

test('an element of the name of the function does not stand in the way', async ({ storefront, api, page }) => {
  const order = await storefront.newOrder()
  await open(page, storefront, [ORDER], { before: '<a id="convert">Convert to euros</a>' })
  await push(page, toPurchase(order))
  await expect.poll(() => told(page)).toEqual(['success'])
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
})

test('an order goes to the endpoint that the tag names', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  const asked: string[] = []
  await page.route('**/elsewhere', (route) => {
    asked.push(route.request().postData() ?? '')
    return route.abort()
  })
  await open(page, storefront, [{ ...ORDER, fields: { endpoint: `${storefront.url}/elsewhere` } }])
  await push(page, toPurchase(order))
  await expect.poll(() => asked).toContainEqual(expect.stringContaining(order.cart_data.order_number))
  expect(storefront.arrivals()).toEqual([])
})

test('with debugging on, the panel is there where the page’s address asks for it', async ({ storefront, page }) => {
  for (const [path, panels] of [
    ['/shop', 0],
    ['/shop?ringup-debug', 1],
  ] as const) {
    await open(page, storefront, [{ ...ORDER, fields: { debug: true } }], { path })
    await push(page, { event: 'purchase', ecommerce: { transaction_id: 'A-1' } })
    await expect.poll(() => told(page)).toHaveLength(1)
    await expect(page.locator('ringup-debug')).toHaveCount(panels)
  }
})

test.describe('Tag Manager is told once of a failure', () => {
  test('where the script cannot be loaded', async ({ storefront, page }) => {
    const order = await storefront.newOrder()
    await page.route(SCRIPT, (route) => route.abort())
    await open(page, storefront, [ORDER])
    await push(page, toPurchase(order))
    await expect.poll(() => told(page)).toEqual(['failure'])
  })

  test('where something else is at its address', async ({ storefront, page }) => {
    const order = await storefront.newOrder()
    await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: '/* moved */' }))
    await open(page, storefront, [ORDER])
    await push(page, toPurchase(order))
    await expect.poll(() => told(page)).toEqual(['failure'])
  })

  test('where the order has no e-mail, and the console says so', async ({ storefront, page }) => {
    await open(page, storefront, [{ ...ORDER, fields: { debug: true } }])
    await push(page, { event: 'purchase', ecommerce: { transaction_id: 'A-1' } })
    await expect.poll(() => told(page)).toEqual(['failure'])
    const { logged } = await readContainer(page)
    expect(logged).toEqual([['Ringup: convert is rejected, no_email; could not read email (no_email)']])
    expect(storefront.arrivals()).toEqual([])
  })
})

test('an order that is kept because the proxy is away is a success', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  storefront.takeProxyAway()
  await open(page, storefront, [ORDER])
  await push(page, toPurchase(order))
  await expect.poll(() => told(page)).toEqual(['success'])
  expect(await page.evaluate(() => window.ringup.status().waiting)).toMatchObject([{ kind: 'convert' }])
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

test('an element of the name of the settings does not turn them off', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  const asked: string[] = []
  await page.route('**/elsewhere', (route) => {
    asked.push(route.request().postData() ?? '')
    return route.abort()
  })
  const before = '<script type="application/json" id="ringup">{ "value": "items" }</script>'
  await open(page, storefront, [{ ...ORDER, fields: { endpoint: `${storefront.url}/elsewhere` } }], { before })
  await push(page, toPurchase(order))
  await expect.poll(() => asked).toContainEqual(expect.stringContaining(order.cart_data.order_number))
})

test('the cart of an earlier event is not the order of a purchase that has none', async ({ storefront, page }) => {
  const { email } = await storefront.newOrder()
  await open(page, storefront, [{ ...ORDER, fields: { email } }])
  await push(page, { event: 'view_item', ecommerce: { value: 999, items: [{ item_id: 'SOFA', price: 999 }] } })
  await push(page, { event: 'purchase' })
  await expect.poll(() => told(page)).toEqual(['failure'])
  expect(storefront.arrivals()).toEqual([])
})

test('of two orders on a page each has its own customer', async ({ storefront, page }) => {
  const [first, second] = [await storefront.newOrder(), await storefront.newOrder()]
  await open(page, storefront, [ORDER])
  await push(page, toPurchase(first), { ...toPurchase(second), user_data: undefined })
  await expect.poll(async () => (await told(page)).sort()).toEqual(['failure', 'success'])
  expect(storefront.arrivals()).toMatchObject([{ body: { email: first.email } }])
})

test('the e-mail may stand anywhere in the event', async ({ storefront, api, page }) => {
  const { email, ...order } = await storefront.newOrder()
  await open(page, storefront, [{ ...ORDER, fields: { emailPath: 'orderData.customer.billing.email' } }])
  const purchase = { ...toPurchase({ email, ...order }), user_data: { sha256_email_address: 'c0ffee' } }
  await push(page, { ...purchase, orderData: { customer: { billing: { email } } } })
  await expect.poll(() => readEffects(api)).toEqual([order.cart_data.order_number])
})

test('consent that is taken back erases the order that is kept', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  storefront.takeProxyAway()
  await open(page, storefront, [ORDER])
  await push(page, toPurchase(order))
  await expect.poll(() => told(page)).toEqual(['success'])
  await decide(page, 'denied')
  expect(await page.evaluate(() => window.ringup.status())).toMatchObject({ consent: 'denied', waiting: [] })
})

test('a tag for consent denied erases what an earlier page has left', async ({ storefront, page }) => {
  const order = await storefront.newOrder()
  storefront.takeProxyAway()
  await open(page, storefront, [ORDER])
  await push(page, toPurchase(order))
  await expect.poll(() => told(page)).toEqual(['success'])
  await open(page, storefront, [{ event: 'refused', fields: { tagType: 'denied' } }], { path: '/next' })
  await push(page, { event: 'refused' })
  await expect.poll(() => told(page)).toEqual(['success'])
  expect(await page.evaluate(() => window.ringup.status())).toMatchObject({ consent: 'denied', waiting: [] })
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /event/.test(key)))).toEqual([])
})

test('an order that the script holds for its own consent is no failure', async ({ storefront, page }) => {
  const before = '<script type="application/json" id="ringup">{ "consent": "required" }</script>'
  await open(page, storefront, [ORDER], { before })
  await push(page, toPurchase(await storefront.newOrder()))
  await expect.poll(() => told(page)).toEqual(['success'])
  expect(await page.evaluate(() => window.ringup.status().held)).toBe(1)
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
