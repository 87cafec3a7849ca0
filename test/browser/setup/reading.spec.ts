/** Promise: the set-up page shows what the snippet makes of a sample, runs nothing of it, and says every problem. */
import { expect, test } from '../../support/setup.js'

const SOURCES = [
  [
    'data-layer',
    { order_number: 'T-1042', cart_value: 4197, promo: 'SPRING', tax: '6.7', shipping: '4.99', currency: 'EUR' },
  ],
  ['json-ld', { order_number: 'T-1042', cart_value: 4197 }],
  ['attributes', { order_number: 'T-1042', cart_value: 4197 }],
  ['selectors', { order_number: 'T-1042', cart_value: 4197 }],
  ['call', { order_number: 'T-1042', cart_value: 4197, promo: 'SPRING' }],
] as const

test.describe('every source has an example, which the snippet itself reads', () => {
  for (const [source, cart] of SOURCES) {
    test(source, async ({ setup, page }) => {
      await setup.open(`source=${source}`)
      await setup.useExample()
      await expect(page.locator('#verdict')).toHaveText(
        'Found: order T-1042, 41.97, 2 items. It would be sent. No problems.',
      )
      expect(await setup.sent()).toMatchObject({
        email: 'ada@example.com',
        cart_data: { ...cart, cart_item_count: 3 },
        cart_items: [
          { product_id: 'MUG-1', item_qty: 2, price: 1299, qty_price: 2598 },
          { product_id: 'TEA-7', item_qty: 1, price: 1100, qty_price: 1100 },
        ],
      })
      expect(await setup.problems()).toEqual([])
    })
  }
})

test('amounts are shown in cents', async ({ setup, page }) => {
  await setup.open()
  await setup.useExample()
  await expect(page.getByRole('row', { name: 'cart_value' })).toHaveText(/4197 cents\s*41\.97/)
  await expect(page.getByRole('row', { name: 'MUG-1' })).toContainText('1299 cents')
})

const who = '<i data-ringup="email">ada@example.com</i>'
const jsonLd = (order: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Order', ...order })}</script>`
const purchase = (ecommerce: object) =>
  JSON.stringify([{ event: 'purchase', user_data: { email: 'ada@example.com' }, ecommerce }])

test.describe('a problem is a sentence', () => {
  for (const [what, source, sample, verdict, sentence] of [
    [
      'an amount on a page that does not say its language',
      'attributes',
      `${who}<b data-ringup="order_number">W-7</b> <b data-ringup="cart_value">1.299 €</b>`,
      'mixed',
      /^The value of the cart can be read in two ways: .*lang attribute/,
    ],
    [
      'an item without a product ID',
      'data-layer',
      purchase({ transaction_id: 'T-1', items: [{ item_name: 'Mug' }] }),
      'mixed',
      /^Item 1 has no product ID, so it is left out\./,
    ],
    [
      'a negative value',
      'data-layer',
      purchase({ transaction_id: 'T-1', value: -1 }),
      'mixed',
      /^The value of the cart cannot be read, .*not negative/,
    ],
    [
      'a price that is none',
      'data-layer',
      purchase({ transaction_id: 'T-1', items: [{ item_id: 'a', price: 'on request' }] }),
      'mixed',
      /^Item 1, the price cannot be read, .*one decimal sign/,
    ],
    [
      'a template that was not filled in',
      'json-ld',
      jsonLd({ orderNumber: '{{ order.number }}', price: 1, customer: { email: 'ada@example.com' } }),
      'bad',
      /^The page would not report the order by itself: without an order number/,
    ],
    [
      'an order without an e-mail address',
      'json-ld',
      jsonLd({ orderNumber: 'J-1', price: 1 }),
      'bad',
      /^No e-mail address was found, and without one nothing is sent\./,
    ],
    [
      'decimals where cents are due',
      'call',
      `convert({ email: 'ada@example.com', cart_data: { order_number: '1', cart_value: 19.99 } })`,
      'mixed',
      /^The value of the cart cannot be read, .*whole cents: 1999, not 19\.99\.$/,
    ],
    [
      'code in a script, which is never run',
      'data-layer',
      `<script>dataLayer.push({ event: 'purchase', user_data: { email: 'ada@example.com' },
        ecommerce: { transaction_id: 'T-1', value: order.total } })</script>`,
      'good',
      /^Line 2 of the script: “order\.total” is code, which is never run here/,
    ],
    [
      'JSON-LD of another type',
      'json-ld',
      '<script type="application/ld+json">{"@type":"Product"}</script>',
      'bad',
      /JSON-LD of the type Product\. Only an Order is read\.$/,
    ],
    [
      'settings of Magento',
      'data-layer',
      '<script type="text/x-magento-init">{"*":{"Magento_GoogleGtag/js/google-analytics":{"ordersTrackingData":{}}}}</script>',
      'bad',
      /text\/x-magento-init\. One of them names an order/,
    ],
    [
      'a script that is no script',
      'data-layer',
      '<script>dataLayer.push({ value: {{ total }} })</script>',
      'bad',
      /^A script in the sample cannot be read .*JSON\.stringify\(dataLayer\)/,
    ],
  ] as const) {
    test(what, async ({ setup, page }) => {
      await setup.open(`source=${source}`)
      await setup.trySample(sample)
      await expect(page.locator('#verdict')).toHaveAttribute('data-state', verdict)
      expect(await setup.problems()).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]))
    })
  }
})

test.describe('a data layer is read however it is pasted', () => {
  const entry = `{ event: 'purchase', ecommerce: { transaction_id: 'T-1', value: 5 }, user_data: { email: 'ada@example.com' } }`
  for (const [what, sample] of [
    ['JSON of the whole', purchase({ transaction_id: 'T-1', value: 5 })],
    ['a push', `window.dataLayer = window.dataLayer || []; dataLayer.push(${entry}) // the order`],
    ['a push as the first line', `(window.dataLayer = window.dataLayer || []).push(${entry})`],
    ['a list', `var dataLayer = [${entry}]`],
    ['a variable', `var dataLayer_content = ${entry}; dataLayer.push(dataLayer_content)`],
    ['a page', `<!doctype html><title>Thanks</title><script>dataLayer.push(${entry})</script>`],
    [
      'gtag()',
      `<script>function gtag() { dataLayer.push(arguments) }
        gtag('set', 'user_data', { email: 'ada@example.com' })
        gtag('event', 'purchase', { transaction_id: 'T-1', value: 5 })</script>`,
    ],
  ] as const) {
    test(what, async ({ setup }) => {
      await setup.open()
      await setup.trySample(sample)
      expect(await setup.sent()).toEqual({
        email: 'ada@example.com',
        cart_data: { order_number: 'T-1', cart_value: 500 },
      })
      expect(await setup.problems()).toEqual([])
    })
  }
})

test('the value of the cart is the sum of its items where that is chosen, and the tag says so', async ({
  setup,
  page,
}) => {
  await setup.open('source=data-layer')
  const items = [
    { item_id: 'MUG-1', price: 14.95, quantity: 2 },
    { item_id: 'TEA-7', price: 3.9 },
  ]
  await setup.trySample(purchase({ transaction_id: 'T-1', value: 38.7, items }))
  await expect(page.locator('#verdict')).toHaveText(/^Found: order T-1, 38\.70, 2 items\./)
  await page.getByText('More settings of the tag').click()
  await page.getByLabel('Value of the cart').selectOption('Sum of the items')
  await expect(page.locator('#verdict')).toHaveText(/^Found: order T-1, 33\.80, 2 items\./)
  expect(await setup.text('Script tag')).toContain('data-value="items"')
})

test('an order is found where the copy of a document never counts as loaded, as in Firefox', async ({
  setup,
  page,
}) => {
  await page.addInitScript(() => {
    const loaded = Object.getOwnPropertyDescriptor(Document.prototype, 'readyState')?.get
    Object.defineProperty(Document.prototype, 'readyState', {
      get() {
        return this.defaultView ? loaded?.call(this) : 'uninitialized'
      },
    })
  })
  await setup.open('source=json-ld')
  await setup.useExample()
  await expect(page.locator('#verdict')).toHaveText(/It would be sent\. No problems\.$/)
})

test('nothing of a pasted page is run, loaded or followed', async ({ setup, watch, page }) => {
  await setup.open('source=attributes')
  await setup.trySample(`<script>window.ran = 'script'</script>
    <img src="http://127.0.0.1:9/picture" onerror="window.top.ran = 'error'">
    <svg onload="window.top.ran = 'svg'"></svg><iframe src="javascript:top.ran=1"></iframe>
    <meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/"><link rel="stylesheet" href="http://127.0.0.1:9/style">
    <form action="javascript:top.ran=2"><button>Go</button></form><a href="javascript:top.ran=3" data-ringup="order_number">A-1</a>
    <b style="background: url(http://127.0.0.1:9/back)">${who}</b>`)
  const preview = page.frameLocator('#preview')
  await expect(preview.locator('[data-found=order_number]')).toHaveText('A-1')
  await preview.locator('[data-found=order_number]').click()
  expect(await page.evaluate('window.ran')).toBeUndefined()
  expect(await preview.locator('script, img, svg, iframe, meta, link, [style], [href], [onerror]').count()).toBe(0)
  // The policy is asked even for a document in which nothing could run, and refuses all the same.
  expect(
    watch.complaints.filter(
      (complaint) => !/^(Executing inline event handler|Applying inline style).* blocked\.$/.test(complaint),
    ),
  ).toEqual([])
  watch.complaints.length = 0
})

test('trying leaves nothing in the browser', async ({ setup, page }) => {
  await setup.open()
  await setup.useExample()
  const kept = await page.evaluate(async () => [
    Object.keys(localStorage).length,
    (await indexedDB.databases()).length,
    document.cookie,
  ])
  expect(kept).toEqual([0, 0, ''])
})
