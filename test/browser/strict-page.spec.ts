/** Promise: a page with the strictest of policies needs no exception for Ringup, and reports no violation. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readBlock } from '../support/readme.js'
import { expect, readConverted, test, toPage } from '../support/storefront.js'

const NONCE = 'c2hvcA'
const INTEGRITY = `sha384-${createHash('sha384').update(readFileSync('dist/ringup.js')).digest('base64')}`

/** The one that the README names. */
const POLICY = readBlock('content security policy').replace('Content-Security-Policy: ', '').replace('…', NONCE)

const watch = `<script nonce="${NONCE}">
  window.violations = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    violations.push(violatedDirective + ' ' + blockedURI)
  })
</script>`

/** Without the icon, which the policy does not allow. */
const toStrictPage = ({ tag = '', body = '' } = {}) =>
  toPage({ head: watch, tag: `nonce="${NONCE}" integrity="${INTEGRITY}" ${tag}`, body }).replace(/<link .*>/, '')

const inline = (script: string) => `<script nonce="${NONCE}">${script}</script>`

/** What the document was told, and what the console said besides. */
async function openWatched(page: Page, path: string): Promise<() => Promise<unknown[]>> {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(path)
  return async () => [...((await page.evaluate('violations')) as string[]), ...said]
}

const ORDER = { order_number: 'A-1', cart_value: 1999 }
const CONVERTED = { email: 'shopper-1@example.com', ...ORDER }

for (const [what, tag, body] of [
  [
    'convert()',
    '',
    inline(`convert({ email: 'shopper-1@example.com', cart_data: { order_number: 'A-1', cart_value: 1999 } })`),
  ],
  [
    'a data layer that converts by itself',
    'data-convert-on="purchase"',
    inline(`(window.dataLayer = window.dataLayer || []).push({
      event: 'purchase',
      ecommerce: { transaction_id: 'A-1', value: 19.99 },
      user_data: { email: 'shopper-1@example.com' },
    })`),
  ],
  [
    'the JSON-LD adapter',
    'data-adapter="json-ld" data-convert-on="load"',
    `<script type="application/ld+json">{
      "@context": "https://schema.org", "@type": "Order", "orderNumber": "A-1", "price": "19.99", "priceCurrency": "EUR",
      "customer": { "@type": "Person", "email": "shopper-1@example.com" },
      "acceptedOffer": { "@type": "Offer", "price": "19.99", "itemOffered": { "@type": "Product", "sku": "mug", "name": "Mug" } }
    }</script>`,
  ],
  [
    'the DOM adapter',
    'data-adapter="dom" data-convert-on="load"',
    `<p>Order <b data-ringup="order_number">A-1</b> for <b data-ringup="email">shopper-1@example.com</b></p>
     <p>Total <b data-ringup="cart_value">€19.99</b></p>
     <ul><li data-ringup-item><b data-ringup="product_id">mug</b> <b data-ringup="price">€19.99</b></li></ul>`,
  ],
] as const) {
  test(`${what} works on a strict page without a violation`, async ({ storefront, api, page }) => {
    await storefront.newOrder() // for the session of shopper-1
    storefront.serve('/strict', toStrictPage({ tag, body }), { 'content-security-policy': POLICY })
    const violations = await openWatched(page, '/strict')
    await expect.poll(() => readConverted(api)).toMatchObject([CONVERTED])
    expect(await violations()).toEqual([])
  })
}

for (const [what, act] of [
  ['addToList()', (page: Page) => page.evaluate(() => window.addToList('newsletter', { email: 'reader@example.com' }))],
  ['a marked form', (page: Page) => page.getByRole('button').click()],
] as const) {
  test(`${what} works on a strict page without a violation`, async ({ storefront, api, page }) => {
    const form = `<form data-add-to-list="newsletter">
      <input type="email" name="email" value="reader@example.com"><button>Sign up</button>
    </form>`
    const stay = inline(`document.forms[0].addEventListener('submit', (event) => event.preventDefault())`)
    storefront.serve('/strict', toStrictPage({ body: form + stay }), { 'content-security-policy': POLICY })
    const violations = await openWatched(page, '/strict')
    await act(page)
    await expect.poll(() => api.customers()).toMatchObject([{ email: 'reader@example.com' }])
    expect(await violations()).toEqual([])
  })
}

test('an event kept by a strict page is sent by the next one without a violation', async ({
  storefront,
  api,
  page,
}) => {
  const order = await storefront.newOrder()
  storefront.serve('/strict', toStrictPage(), { 'content-security-policy': POLICY })
  await page.goto('/strict')
  storefront.takeProxyAway()
  await page.evaluate((order) => window.convert(order), order)
  storefront.bringProxyBack()
  const violations = await openWatched(page, '/strict')
  await expect.poll(() => readConverted(api)).toMatchObject([CONVERTED])
  expect(await violations()).toEqual([])
})

test('a script without the nonce would be seen', async ({ storefront, page }) => {
  storefront.serve('/strict', toStrictPage({ body: '<script>1</script>' }), { 'content-security-policy': POLICY })
  const violations = await openWatched(page, '/strict')
  expect(await violations()).toEqual(['script-src-elem inline', expect.stringContaining('Content Security Policy')])
})
