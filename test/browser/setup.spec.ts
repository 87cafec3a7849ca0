/** Promise: the set-up page shows what the snippet makes of a sample, and what is copied from it works. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { readSnippetFiles } from '../../src/proxy/run/snippet-files.js'
import { DOM } from '../examples/dom.js'
import type { Example } from '../examples/example.js'
import { GA4 } from '../examples/ga4.js'
import { JSON_LD } from '../examples/json-ld.js'
import { PASSED } from '../examples/passed.js'
import { UNIVERSAL_ANALYTICS } from '../examples/universal-analytics.js'
import { readBlock, readNames } from '../support/readme.js'
import { type CopiedShop, expect, type SetupPage, test } from '../support/setup.js'
import { test as demoTest } from '../support/shop.js'
import { readConverted } from '../support/storefront.js'

const toUrl = (path: string) => new URL(`../../${path}`, import.meta.url)

const find = (examples: Example[], name: string) => examples.find((example) => example.name === name)?.sent

base.describe('the file', () => {
  base('holds the built snippet as it is, and its integrity', async () => {
    const page = readFileSync('dist/setup.html', 'utf8')
    const { file, integrity } = await readSnippetFiles(toUrl('dist/ringup.js'))
    expect(page).toContain(readFileSync('dist/ringup.js', 'utf8'))
    expect(page).toContain(JSON.stringify({ file, integrity }).slice(1, -1))
  })
})

test.describe('every source has an example, which the snippet itself reads', () => {
  for (const [source, sent] of [
    ['ga4', find(GA4, 'GA4 as tag managers push it')],
    ['universal-analytics', find(UNIVERSAL_ANALYTICS, 'Universal Analytics, with an event of its own')],
    ['json-ld', find(JSON_LD, 'JSON-LD as mail programs take it: one accepted offer, a price as text')],
    ['attributes', find(DOM, 'a page marked by attributes')],
    ['call', find(PASSED, 'every field of a cart, as given')],
  ] as const) {
    test(source, async ({ setup, page }) => {
      await setup.open(`source=${source}`)
      await setup.useExample()
      await expect(page.locator('#verdict')).toHaveText(/^Found: order .+\. It would be sent\. No problems\.$/)
      expect(await setup.sent()).toEqual(sent)
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
      'ga4',
      purchase({ transaction_id: 'T-1', items: [{ item_name: 'Mug' }] }),
      'mixed',
      /^Item 1 has no product ID, so it is left out\./,
    ],
    [
      'a negative value',
      'ga4',
      purchase({ transaction_id: 'T-1', value: -1 }),
      'mixed',
      /^The value of the cart cannot be read, .*not negative/,
    ],
    [
      'a price that is none',
      'ga4',
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
      'ga4',
      `<script>dataLayer.push({ event: 'purchase', user_data: { email: 'ada@example.com' },
        ecommerce: { transaction_id: 'T-1', value: order.total } })</script>`,
      'good',
      /^Line 2 of the script: “order\.total” is code, which is never run here/,
    ],
    [
      'a script that is no script',
      'ga4',
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

test('an order that is elsewhere is pointed at', async ({ setup, page }) => {
  await setup.open('source=ga4')
  await setup.trySample(jsonLd({ orderNumber: 'J-1', price: 1, customer: { email: 'ada@example.com' } }))
  await expect(page.locator('#verdict')).toHaveText(
    'No purchase is found in the data layer.There is one in JSON-LD: choose that in step 3.',
  )
  await page.getByRole('radio', { name: /^JSON-LD/ }).check()
  await expect(page.locator('#verdict')).toHaveText('Found: order J-1, 1.00, 0 items. It would be sent. No problems.')
})

test('the value of the cart is the sum of its items where that is chosen, and the tag says so', async ({
  setup,
  page,
}) => {
  await setup.open('source=ga4')
  const items = [
    { item_id: 'MUG-1', price: 14.95, quantity: 2 },
    { item_id: 'TEA-7', price: 3.9 },
  ]
  await setup.trySample(purchase({ transaction_id: 'T-1', value: 38.7, items }))
  await expect(page.locator('#verdict')).toHaveText(/^Found: order T-1, 38\.70, 2 items\./)
  await page.getByText('When something is read wrongly').click()
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

test.describe('selectors', () => {
  const sample = `<html lang="en"><p>Order <b id="no">W-1</b></p>
    <ul><li class="line" data-sku="MUG-1"><i>Mug</i> <b>€12.99</b></li><li class="line" data-sku="TEA-7"><i>Tea</i> <b>€11.00</b></li></ul>`

  test('each says what it names, until it is right', async ({ setup, page }) => {
    await setup.open('source=selectors')
    await setup.trySample(sample)
    const [number, each, id] = ['order_number', 'each', 'product_id'].map((name) =>
      page.getByLabel(name, { exact: true }),
    ) as [ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>]
    await number.fill('#order')
    await expect(number).toHaveAccessibleDescription('Nothing in the sample.')
    await number.fill('#no..')
    await expect(number).toHaveAccessibleDescription('This is no CSS selector.')
    await number.fill('#no')
    await expect(number).toHaveAccessibleDescription('1 element: “W-1”')
    await each.fill('li.line')
    await expect(each).toHaveAccessibleDescription(/^2 elements: “Mug/)
    await id.fill('@data-sku')
    await expect(id).toHaveAccessibleDescription('2 elements: “MUG-1”')
  })

  test('what they name is marked in the preview', async ({ setup, page }) => {
    await setup.open('source=selectors&cart.order_number=%23no&each=li.line&item.price=b')
    await setup.trySample(sample)
    const marked = page.frameLocator('#preview').locator('[data-found]')
    await expect(marked).toHaveText(['W-1', /Mug/, '€12.99', /Tea/, '€11.00'])
  })

  test('there are suggestions for what is in the sample', async ({ setup, page }) => {
    await setup.open('source=selectors&each=li.line')
    await setup.trySample(sample)
    await expect(page.locator('#cart-suggestions option[value="#no"]')).toHaveText('W-1')
    await expect(page.locator('#row-suggestions option[value="li.line"]')).toHaveText('2 elements')
    await expect(page.locator('#item-suggestions option[value="@data-sku"]')).toHaveText('MUG-1')
  })

  test('the order is found by them', async ({ setup, page }) => {
    await setup.open('source=selectors')
    await setup.useExample()
    await expect(page.locator('#verdict')).toHaveText(
      'Found: order W-1, 41.97, 2 items. It would be sent. No problems.',
    )
    expect(await setup.sent()).toEqual({
      email: 'ada@example.com',
      cart_data: { order_number: 'W-1', cart_value: 4197, cart_item_count: 3 },
      cart_items: [
        { product_id: 'MUG-1', name: 'Blue mug', price: 1299, item_qty: 2, qty_price: 2598 },
        { product_id: 'TEA-7', name: 'Green tea', price: 1100, item_qty: 1, qty_price: 1100 },
      ],
    })
    await page.getByLabel('cart_value', { exact: true }).fill('.nowhere')
    await expect(page.locator('#verdict')).toHaveText('Found: order W-1, 2 items. It would be sent. No problems.')
    expect(await setup.problems()).toEqual([expect.stringMatching(/^The page would wait for what is missing, 30 s/)])
  })

  test('they are written into the tag', async ({ setup }) => {
    await setup.open('source=selectors&cart.order_number=%23no&each=li.line&item.product_id=%40data-sku')
    expect(await setup.text('Script tag')).toContain(
      `data-selectors='{"order_number":"#no","items":{"each":"li.line","product_id":"@data-sku"}}'`,
    )
  })
})

test('a sign-up form shows what would be read, and the proxy’s settings let it through', async ({ setup, page }) => {
  await setup.open()
  await page.locator('#use-form-example').click()
  await expect(page.locator('#sign-up-verdict')).toHaveText('3 fields would be read for the list newsletter.')
  await expect(page.locator('#sign-up-problems')).toHaveText(/not marked yet: add data-add-to-list="newsletter"/)
  await expect(page.getByRole('group', { name: 'The sign-up', exact: true })).not.toContainText('password')
  expect(await setup.text('Settings of the proxy')).toContain(
    'RINGUP_LISTS={"newsletter":{"id":"42","fields":["first_name","favourite_tea"]}}',
  )
})

test('a mistake in an address is said at the field', async ({ setup, page }) => {
  await setup.open()
  const origin = page.getByLabel('The shop’s address')
  await origin.fill('shop.example')
  await expect(origin).toHaveAttribute('aria-invalid', 'true')
  await expect(origin).toHaveAccessibleDescription(/^An origin such as https:\/\/shop\.example/)
  await setup.useExample() // which is tried all the same
  await origin.fill('https://tea.example')
  await expect(origin).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByLabel('Endpoint')).toHaveValue('https://tea.example/ringup')
})

test.describe('each platform gets what belongs there', () => {
  test('Google Tag Manager: the template’s fields, and no hash, which it cannot give', async ({ setup, page }) => {
    await setup.open('platform=tag-manager&consent=required')
    expect(await setup.text('What to do there')).toContain('Import in the menu at the top right: dist/gtm/template.tpl')
    expect(await setup.text('What to do there')).toContain('Tag type: Load on every page\n')
    expect(await setup.text('What to do there')).toContain('Trigger: Initialization - All Pages\n')
    expect(await setup.text('What to do there')).toContain('Injects scripts: https://shop.example/ringup/* in place')
    expect(await setup.text('What to do there')).toContain('Script address: https://shop.example/ringup/ringup.js\n')
    expect(await setup.text('What to do there')).toContain('Consent required: ad_user_data')
    expect(await setup.text('Entry for PCI DSS 6.4.3')).toContain('not checked by the browser')
    await expect(page.getByRole('region', { name: 'Script tag' })).toBeHidden()
    // A sign-up is a tag's, too: a form that is marked would be reported twice.
    await expect(page.getByRole('region', { name: 'Attribute of the sign-up form' })).toBeHidden()
    await expect(page.getByRole('region', { name: 'The sign-up form' })).toBeHidden()
    expect(await setup.text('Entry for PCI DSS 6.4.3')).toContain('of a sign-up, the variables that its tag names.')
  })

  test('Google Tag Manager with the script on the page: a tag with its hash', async ({ setup }) => {
    await setup.open('platform=tag-manager&onPage=yes')
    expect(await setup.text('What to do there')).toContain('Where the script comes from: It is already on the page\n')
    expect(await setup.text('Script tag')).toContain('integrity="sha384-')
    expect(await setup.text('Script tag')).not.toContain('data-convert-on')
    expect(await setup.text('Attribute of the sign-up form')).toBe('data-add-to-list="newsletter"')
  })

  test('Shopify: the theme’s line, the pixel’s settings, a subdomain, and frames without an origin', async ({
    setup,
    page,
  }) => {
    await setup.open('platform=shopify')
    expect(await setup.text('Line for the theme')).toBe(
      `{% render 'ringup', endpoint: 'https://events.shop.example/ringup', list: 'newsletter' %}`,
    )
    expect(await setup.text('Settings of the pixel')).toContain(`endpoint: 'https://events.shop.example/ringup'`)
    expect(await setup.text('Settings of the proxy')).toContain('RINGUP_ALLOW_OPAQUE_ORIGIN=1')
    expect(await setup.text('What to do there')).toContain('Permission Not required.')
    await expect(page.getByRole('region', { name: 'The sign-up form' })).toBeHidden()
    await page.getByLabel('Wait for consent').check()
    await expect.poll(() => setup.text('What to do there')).toContain('Permission Required, with Marketing ticked.')
    await page.getByLabel('Endpoint').fill('https://shop.example/ringup')
    await expect(page.getByLabel('Endpoint')).toHaveAccessibleDescription(/use a subdomain/)
  })
})

test('the inventory’s entry names what was found, the hash and the one host', async ({ setup }) => {
  await setup.open('endpoint=https://events.shop.example/ringup')
  await setup.useExample()
  const { file, integrity } = await readSnippetFiles(toUrl('dist/ringup.js'))
  const entry = await setup.text('Entry for PCI DSS 6.4.3')
  expect(entry).toContain(`https://events.shop.example/ringup/${file}.`)
  expect(entry).toContain(`Integrity: ${integrity}; checked by the browser`)
  const [, order = '', item = ''] = /Of an order: (.*?), of each item (.*?);/.exec(entry) ?? []
  expect(order.split(', ').sort()).toEqual(
    'e-mail address, order_number, cart_value, promo, tax, shipping, currency, cart_item_count'.split(', ').sort(),
  )
  expect(item.split(', ')).toEqual(expect.arrayContaining(['product_id', 'name', 'price', 'item_qty', 'qty_price']))
  expect(entry).toContain('Hosts contacted: events.shop.example (the proxy), and no other.')
})

test.describe('the inventory’s entry says how a new version comes', () => {
  for (const [hash, change] of [
    ['platform=script-tag', 'a new name and a new hash'],
    ['platform=tag-manager&onPage=yes', 'a new name and a new hash'],
    ['platform=tag-manager', 'under the same address'],
    ['platform=shopify', 'under the same address'],
  ] as const) {
    test(hash, async ({ setup }) => {
      await setup.open(hash)
      expect(await setup.text('Entry for PCI DSS 6.4.3')).toContain(change)
    })
  }
})

test('every choice that goes into the tag is a setting that the snippet knows', async ({ setup, page }) => {
  await setup.open('source=ga4&endpoint=https://events.shop.example/ringup&dataLayer=layer&consent=required')
  await page.getByText('When something is read wrongly').click()
  const details = page.locator('#reading-details')
  for (const input of await details.getByRole('textbox').all()) await input.fill('customer.email')
  for (const select of await details.getByRole('combobox').all()) await select.selectOption({ index: 1 })
  const known = readNames('attribute of the tag')
  await expect.poll(() => setup.text('Script tag')).toContain('data-decimal')
  const named = (await setup.text('Script tag')).match(/data-[a-z-]+/g) ?? []
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('the line before the tag is the README’s', async ({ setup }) => {
  await setup.open('source=call')
  expect(await setup.text('Line before the tag')).toBe(readBlock('stub'))
})

test('choices are in the address and survive a reload, samples do not', async ({ setup, page }) => {
  await setup.open()
  await page.getByRole('radio', { name: /^JSON-LD/ }).check()
  await page.getByLabel('The shop’s address').fill('https://tea.example')
  await page.getByLabel('Wait for consent').check()
  await setup.useExample()
  await expect(page).toHaveURL(/#source=json-ld|source=json-ld/)
  await page.reload()
  await expect(page.getByRole('radio', { name: /^JSON-LD/ })).toBeChecked()
  await expect(page.getByLabel('The shop’s address')).toHaveValue('https://tea.example')
  await expect(page.getByLabel('Endpoint')).toHaveValue('https://tea.example/ringup')
  await expect(page.getByLabel('Wait for consent')).toBeChecked()
  await expect(page.locator('#sample')).toHaveValue('')
})

/** Everything copied for this shop, with the choices given. */
async function install(setup: SetupPage, shop: CopiedShop, choices: Record<string, string>) {
  const own = { origin: shop.url, endpoint: `${shop.url}/ringup`, apiUrl: shop.apiUrl }
  await setup.open(new URLSearchParams({ ...own, ...choices }).toString())
  await shop.startProxy(await setup.copy('Settings of the proxy'))
  return {
    tag: await setup.copy('Script tag'),
    // The shop's own scripts have its nonce; it has no policy for anything else.
    policy: `default-src 'none'; ${(await setup.copy('Content-Security-Policy')).replace('script-src', `script-src 'nonce-shop'`)}`,
  }
}

/** Opens the shop's page, and answers what its policy has refused. */
async function openShopPage(
  page: Page,
  shop: CopiedShop,
  { tag, policy }: { tag: string; policy: string },
  body: string,
) {
  const watch = `<script nonce="shop">violations = []
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))</script>`
  shop.serve(
    '/thank-you',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${watch}${body}${tag}`,
    policy,
  )
  await page.goto(`${shop.url}/thank-you`)
  return async () => (await page.evaluate('violations')) as string[]
}

const EMAIL = 'ada@example.com'
const ORDER = { email: EMAIL, order_number: 'A-1', cart_value: 1999 }

test.describe('what is copied works: tag with hash, policy, and the proxy’s settings', () => {
  const layer = { event: 'purchase', user_data: { email: EMAIL }, ecommerce: { transaction_id: 'A-1', value: 19.99 } }
  const schema = { orderNumber: 'A-1', price: '19.99', customer: { email: EMAIL } }
  const marks = `<b data-ringup="order_number">A-1</b> <b data-ringup="cart_value">€19.99</b> ${who}`
  for (const [source, body] of [
    ['ga4', `<script nonce="shop">dataLayer = [${JSON.stringify(layer)}]</script>`],
    ['json-ld', jsonLd(schema)],
    ['attributes', marks],
  ] as const) {
    test(source, async ({ setup, shop, shopPage }) => {
      await shop.beginSession(EMAIL)
      const copies = await install(setup, shop, { source })
      const violations = await openShopPage(shopPage, shop, copies, body)
      await expect.poll(() => readConverted(shop.api)).toMatchObject([ORDER])
      expect(await violations()).toEqual([])
    })
  }

  test('own call, made before the script has loaded', async ({ setup, shop, shopPage }) => {
    await shop.beginSession(EMAIL)
    const copies = await install(setup, shop, { source: 'call' })
    const stub = await setup.copy('Line before the tag')
    const call = (await setup.copy('Your call')).replace('<script>', '<script nonce="shop">')
    const violations = await openShopPage(shopPage, shop, copies, stub + call)
    await expect
      .poll(() => readConverted(shop.api))
      .toMatchObject([{ email: EMAIL, order_number: '1001', cart_value: 5880, items: [['MUG-1', 1299, 2, 2598]] }])
    expect(await violations()).toEqual([])
  })

  test('another path of the proxy', async ({ setup, shop, shopPage }) => {
    await shop.beginSession(EMAIL)
    const copies = await install(setup, shop, { source: 'json-ld', endpoint: `${shop.url}/api/orders` })
    const violations = await openShopPage(shopPage, shop, copies, jsonLd(schema))
    await expect.poll(() => readConverted(shop.api)).toMatchObject([ORDER])
    expect(await violations()).toEqual([])
  })

  test('an endpoint on an origin of its own', async ({ setup, shop, shopPage }) => {
    await shop.beginSession(EMAIL)
    // The same server by another name is another origin to a browser.
    const endpoint = `${shop.url.replace('127.0.0.1', 'localhost')}/ringup`
    const copies = await install(setup, shop, { source: 'json-ld', endpoint })
    const violations = await openShopPage(shopPage, shop, copies, jsonLd(schema))
    await expect.poll(() => readConverted(shop.api)).toMatchObject([ORDER])
    expect(await violations()).toEqual([])
  })

  test('a sign-up with the fields of the pasted form', async ({ setup, shop, page, shopPage }) => {
    await setup.open(
      new URLSearchParams({ origin: shop.url, endpoint: `${shop.url}/ringup`, apiUrl: shop.apiUrl }).toString(),
    )
    await page.locator('#use-form-example').click()
    await expect(page.locator('#sign-up-verdict')).toHaveAttribute('data-state', 'good')
    await shop.startProxy(await setup.copy('Settings of the proxy'))
    const mark = await setup.copy('Attribute of the sign-up form')
    const copies = { tag: await setup.copy('Script tag'), policy: await setup.copy('Content-Security-Policy') }
    const form = `<form ${mark} action="/thank-you"><input type="email" name="EMAIL"><input name="favourite_tea"><button>Go</button></form>`
    copies.policy = copies.policy.replace('script-src', `script-src 'nonce-shop'`)
    await openShopPage(shopPage, shop, copies, form)
    await shopPage.locator('[name=EMAIL]').fill(EMAIL)
    await shopPage.locator('[name=favourite_tea]').fill('Oolong')
    await shopPage.getByRole('button').click()
    await expect
      .poll(() => shop.api.customers())
      .toMatchObject([{ email: EMAIL, lists: [{ list_id: '42', custom_fields: { favourite_tea: 'Oolong' } }] }])
  })

  test('a script that is not the one of the hash is refused', async ({ setup, shop, shopPage }) => {
    const copies = await install(setup, shop, { source: 'json-ld' })
    shop.changeScripts((script) => `${script};`)
    const refused = shopPage.waitForEvent('console', (message) => /integrity/.test(message.text()))
    await openShopPage(shopPage, shop, copies, jsonLd(schema))
    await refused
    expect(await shopPage.evaluate('typeof convert')).toBe('undefined')
  })
})

/** Tab by tab from the top, until nothing new has the focus: what has it, and whether that shows. */
async function tabThrough(page: Page): Promise<{ what: string; isShown: boolean }[]> {
  const stops = []
  for (let count = 0; count < 200; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame) // what the press has set off is drawn
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) return undefined
      const card = activeElement.closest('.card') ?? activeElement // the ring goes round the whole card
      const { width, height } = card.getBoundingClientRect()
      return {
        what: activeElement.id || activeElement.textContent || activeElement.getAttribute('value') || '',
        isShown: getComputedStyle(card).outlineStyle !== 'none' && width > 0 && height > 0,
      }
    })
    if (!stop) break
    stops.push(stop)
  }
  return stops
}

/** The frame loads after the verdict is there; what has the focus in it goes then. */
const untilPreviewed = (page: Page) =>
  expect(page.frameLocator('#preview').locator('[data-found]').first()).toBeAttached()

test.describe('from the keyboard', () => {
  test('everything can be reached, and where the focus is shows', async ({ setup, page }) => {
    await setup.open('source=attributes')
    await setup.useExample()
    await untilPreviewed(page)
    await page.locator('.skip').focus()
    const stops = await tabThrough(page)
    expect(stops.filter(({ isShown }) => !isShown).map(({ what }) => what)).toEqual(['preview']) // shows it within
    expect(stops.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['origin', 'preview', 'sample', 'use-example', 'sign-up-sample', 'inventory-text']),
    )
  })

  test('the preview can be scrolled', async ({ setup, page }) => {
    await setup.open('source=attributes')
    await setup.trySample(`<b data-ringup="order_number">A-1</b>${'<p>More of the page</p>'.repeat(40)}`)
    await untilPreviewed(page)
    await page.locator('#sample').focus()
    await page.keyboard.press('Tab')
    const preview = page.frameLocator('#preview')
    await expect(preview.locator('body')).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('End')
    await expect(preview.getByText('More of the page').last()).toBeInViewport()
  })

  test('an installation is chosen, tried and copied', async ({ setup, page }) => {
    await setup.open()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter') // skips to the content
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^Google Tag Manager/ })).toBeChecked()
    await page.keyboard.press('ArrowLeft')
    await page.locator('#use-example').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'would be sent' })).toHaveText(/^Found: order T-1042/)
    await page.getByRole('button', { name: 'Copy: Script tag' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveText('Script tag copied.')
  })
})

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

test.describe('axe finds nothing', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const hash of ['source=ga4', 'source=selectors', 'source=call', 'platform=tag-manager', 'platform=shopify']) {
      test(`${hash}, ${colorScheme}`, async ({ setup, page }) => {
        await page.emulateMedia({ colorScheme })
        await setup.open(hash)
        for (const button of await page.getByRole('button', { name: 'Use an example' }).all()) await button.click()
        await expect(page.locator('.verdict:not([data-state=good]):visible')).toHaveCount(0)
        await page.locator('details').evaluateAll((all) => {
          for (const each of all) each.setAttribute('open', '')
        })
        await page.evaluate(AXE)
        const { violations } = await page.evaluate<AxeResults>('axe.run({ iframes: false })')
        expect(violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)])).toEqual([])
      })
    }
  }
})

test.describe('on a phone', () => {
  for (const hash of ['source=ga4', 'source=selectors', 'source=call', 'platform=tag-manager', 'platform=shopify']) {
    test(`${hash}: nothing is wider than the screen`, async ({ setup, page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await setup.open(hash)
      for (const button of await page.getByRole('button', { name: 'Use an example' }).all()) await button.click()
      await expect(page.locator('.verdict:not([data-state=good]):visible')).toHaveCount(0)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    })
  }
})

test('it is dark where the system is', async ({ setup, page }) => {
  const readColour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await setup.open()
  expect(await readColour()).toBe('rgb(244, 245, 246)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await readColour()).toBe('rgb(20, 23, 26)')
})

demoTest('the demo serves it, with links to shop and inspector', async ({ shop, page }) => {
  await shop.open('/setup')
  await expect(page.getByRole('heading', { name: 'Write the installation' })).toBeVisible()
  await page.getByRole('link', { name: 'Inspector' }).click()
  await page.getByRole('link', { name: 'Set-up' }).click()
  await expect(page.getByRole('heading', { name: 'Write the installation' })).toBeVisible()
})
