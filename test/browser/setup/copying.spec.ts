/** Promise: what is copied from the set-up page works: tag with hash, policy, and the proxy's settings. */
import { readFileSync } from 'node:fs'
import { test as base, type Page } from '@playwright/test'
import { readSnippetFiles } from '../../../src/proxy/run/snippet-files.js'
import { type CopiedShop, expect, type SetupPage, test } from '../../support/setup.js'
import { readConverted } from '../../support/storefront.js'

const toUrl = (path: string) => new URL(`../../../${path}`, import.meta.url)

base.describe('the file', () => {
  base('names the built snippet, and its integrity', async () => {
    const page = readFileSync('dist/setup.html', 'utf8')
    const { file, integrity } = await readSnippetFiles(toUrl('dist/ringup.js'))
    expect(page).toContain(JSON.stringify({ file, integrity }).slice(1, -1))
  })
})

const who = '<i data-ringup="email">ada@example.com</i>'
const jsonLd = (order: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Order', ...order })}</script>`

/** Everything copied for this shop, with the choices given. */
async function install(setup: SetupPage, shop: CopiedShop, choices: Record<string, string>) {
  const own = { origin: shop.url, endpoint: `${shop.url}/ringup`, apiUrl: shop.apiUrl }
  await setup.open(new URLSearchParams({ ...own, ...choices }).toString())
  await shop.startProxy(await setup.copy('Lines of ringup.env'))
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
  for (const [source, body, choices] of [
    ['data-layer', `<script nonce="shop">dataLayer = [${JSON.stringify(layer)}]</script>`, { payment: 'yes' }],
    ['attributes', marks, {}],
  ] as const) {
    test(source, async ({ setup, shop, shopPage }) => {
      await shop.beginSession(EMAIL)
      const copies = await install(setup, shop, { source, ...choices })
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

  test('an endpoint on an origin of its own', async ({ setup, shop, shopPage }) => {
    await shop.beginSession(EMAIL)
    // The same server by another name is another origin to a browser.
    const endpoint = `${shop.url.replace('127.0.0.1', 'localhost')}/ringup`
    const copies = await install(setup, shop, { source: 'json-ld', endpoint, payment: 'yes' })
    const violations = await openShopPage(shopPage, shop, copies, jsonLd(schema))
    await expect.poll(() => readConverted(shop.api)).toMatchObject([ORDER])
    expect(await violations()).toEqual([])
  })

  test('a sign-up with the fields of the pasted form', async ({ setup, shop, page, shopPage }) => {
    const own = { origin: shop.url, endpoint: `${shop.url}/ringup`, apiUrl: shop.apiUrl, step: 'form' }
    await setup.open(new URLSearchParams(own).toString())
    await page.locator('#use-form-example').click()
    await expect(page.locator('#sign-up-verdict')).toHaveAttribute('data-state', 'good')
    await shop.startProxy(await setup.copy('Lines of ringup.env'))
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
    const copies = await install(setup, shop, { source: 'json-ld', payment: 'yes' })
    await shopPage.route('**/*.js', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()};` })
    })
    const refused = shopPage.waitForEvent('console', (message) => /integrity/.test(message.text()))
    await openShopPage(shopPage, shop, copies, jsonLd(schema))
    await refused
    expect(await shopPage.evaluate('typeof convert')).toBe('undefined')
  })
})
