/** Promise: what is copied from the set-up page works: tag with hash, policy, and the proxy's settings. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test as base, type Page } from '@playwright/test'
import { readSnippetFiles } from '../../../src/proxy/run/snippet-files.js'
import { type CopiedShop, expect, type SetupPage, test } from '../../support/setup.js'
import { readConverted } from '../../support/storefront.js'

const toUrl = (path: string) => new URL(`../../../${path}`, import.meta.url)

base('the file names the built snippet, and its integrity', async () => {
  const page = readFileSync('dist/setup.html', 'utf8')
  const { file, integrity } = await readSnippetFiles(toUrl('dist/ringup.js'))
  expect(page).toContain(JSON.stringify({ file, integrity }).slice(1, -1))
})

const EMAIL = 'ada@example.com'
const ORDER = { email: EMAIL, order_number: 'A-1', cart_value: 1999 }
const LAYER = { event: 'purchase', user_data: { email: EMAIL }, ecommerce: { transaction_id: 'A-1', value: 19.99 } }
const SCHEMA = { '@type': 'Order', orderNumber: 'A-1', price: '19.99', customer: { email: EMAIL } }
const toJsonLd = () => `<script type="application/ld+json">${JSON.stringify(SCHEMA)}</script>`
const LOAD = { settings: '{"convertOn":"load"}' }

/** Copies everything for this shop. */
async function install(setup: SetupPage, shop: CopiedShop, choices: Record<string, string>) {
  const own = { origin: shop.url, apiUrl: shop.apiUrl }
  await setup.open(new URLSearchParams({ ...own, ...choices }).toString())
  await shop.startProxy(await setup.copy('Lines of ringup.env'))
  return {
    tag: await setup.copy('Script tag'),
    // The shop's own scripts have its nonce. Its policy allows nothing else.
    policy: `default-src 'none'; ${(await setup.copy('Content-Security-Policy')).replace('script-src', `script-src 'nonce-shop'`)}`,
  }
}

/** Opens the shop's page. @returns reads what its policy has refused */
async function openShopPage(page: Page, shop: CopiedShop, copies: { tag: string; policy: string }, body: string) {
  const watch = `<script nonce="shop">violations = []
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective))</script>`
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${watch}${body}${copies.tag}`
  shop.serve('/thank-you', html, copies.policy)
  await page.goto(`${shop.url}/thank-you`)
  return async () => (await page.evaluate('violations')) as string[]
}

test.describe('what is copied works: tag with hash, policy, and the proxy’s settings', () => {
  const marks = `<b data-ringup="order_number">A-1</b> <b data-ringup="cart_value">€19.99</b> <i data-ringup="email">${EMAIL}</i>`
  for (const [what, body, choices] of [
    ['a data layer', `<script nonce="shop">dataLayer = [${JSON.stringify(LAYER)}]</script>`, { payment: 'yes' }],
    ['a marked page, with the keeper’s line', marks, LOAD],
  ] as const) {
    test(what, async ({ setup, shop, shopPage }) => {
      await shop.beginSession(EMAIL)
      const copies = await install(setup, shop, choices)
      const readViolations = await openShopPage(shopPage, shop, copies, body)
      await expect.poll(() => readConverted(shop.api)).toMatchObject([ORDER])
      expect(await readViolations()).toEqual([])
    })
  }

  test('an own call, made before the script has loaded', async ({ setup, shop, shopPage }) => {
    await shop.beginSession(EMAIL)
    const copies = await install(setup, shop, { settings: '{"convertOn":""}' })
    const stub = await setup.copy('Line before the tag')
    const call = (await setup.copy('Your call')).replace('<script>', '<script nonce="shop">')
    const readViolations = await openShopPage(shopPage, shop, copies, stub + call)
    await expect
      .poll(() => readConverted(shop.api))
      .toMatchObject([{ email: EMAIL, order_number: '1001', cart_value: 5880, items: [['MUG-1', 1299, 2, 2598]] }])
    expect(await readViolations()).toEqual([])
  })

  test('an endpoint on an origin of its own', async ({ setup, shop, shopPage }) => {
    await shop.beginSession(EMAIL)
    // The same server by another name is another origin to a browser.
    const endpoint = `${shop.url.replace('127.0.0.1', 'localhost')}/ringup`
    const copies = await install(setup, shop, { ...LOAD, endpoint, payment: 'yes' })
    const readViolations = await openShopPage(shopPage, shop, copies, toJsonLd())
    await expect.poll(() => readConverted(shop.api)).toMatchObject([ORDER])
    expect(await readViolations()).toEqual([])
  })

  test('a sign-up by a marked form', async ({ setup, shop, shopPage }) => {
    const copies = await install(setup, shop, {})
    const mark = await setup.copy('Attribute of the sign-up form')
    const form = `<form ${mark} action="/thank-you"><input type="email" name="EMAIL"><input name="FNAME"><button>Go</button></form>`
    await openShopPage(shopPage, shop, copies, form)
    await shopPage.locator('[name=EMAIL]').fill(EMAIL)
    await shopPage.locator('[name=FNAME]').fill('Ada')
    await shopPage.getByRole('button').click()
    await expect
      .poll(() => shop.api.customers())
      .toMatchObject([{ email: EMAIL, first_name: 'Ada', lists: [{ list_id: '42' }] }])
  })

  test('a script that is not the one of the hash is refused', async ({ setup, shop, shopPage }) => {
    const copies = await install(setup, shop, { payment: 'yes' })
    await shopPage.route('**/*.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()};` })
    })
    const refused = shopPage.waitForEvent('console', (message) => /integrity/.test(message.text()))
    await openShopPage(shopPage, shop, copies, toJsonLd())
    await refused
    expect(await shopPage.evaluate('typeof convert')).toBe('undefined')
  })
})

test('a file is downloaded as it is copied, with the settings in it', async ({ setup, page }) => {
  await setup.open('system=shopify&myshopify=tea.myshopify.com')
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download custom-pixel.js' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('custom-pixel.js')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toBe(await setup.copy('custom-pixel.js'))
  expect(text).toContain(`endpoint: 'https://events.shop.example/ringup'`)
})
