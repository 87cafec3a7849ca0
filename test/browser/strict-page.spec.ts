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

/** Leaves out the icon, which the policy does not allow. */
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

const PAGES: [what: string, tag: string, body: string][] = [
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
]

test('an order is read and sent without a violation, wherever it stands on a strict page', async ({
  storefront,
  api,
  page,
}) => {
  for (const [index, [what, tag, body]] of PAGES.entries()) {
    const { email, cart_data } = await storefront.newOrder()
    const own = body.replaceAll('shopper-1@example.com', email).replaceAll('A-1', cart_data.order_number)
    storefront.serve('/strict', toStrictPage({ tag, body: own }), { 'content-security-policy': POLICY })
    const violations = await openWatched(page, '/strict')
    await expect.poll(async () => (await readConverted(api)).length, what).toBe(index + 1)
    expect((await readConverted(api))[index], what).toMatchObject({ email, ...cart_data })
    expect(await violations(), what).toEqual([])
  }
})

test('sign-ups by call and by form go from a strict page without a violation', async ({ storefront, api, page }) => {
  const form = `<form data-add-to-list="newsletter">
    <input type="email" name="email" value="reader@example.com"><button>Sign up</button>
  </form>`
  const stay = inline(`document.forms[0].addEventListener('submit', (event) => event.preventDefault())`)
  storefront.serve('/strict', toStrictPage({ body: form + stay }), { 'content-security-policy': POLICY })
  const violations = await openWatched(page, '/strict')
  await page.evaluate(() => window.addToList('newsletter', { email: 'caller@example.com' }))
  await page.getByRole('button').click()
  const readEmails = async () => (await api.customers()).map(({ email }) => email).sort()
  await expect.poll(readEmails).toEqual(['caller@example.com', 'reader@example.com'])
  expect(await violations()).toEqual([])
})

test('a script without the nonce would be seen', async ({ storefront, page }) => {
  storefront.serve('/strict', toStrictPage({ body: '<script>1</script>' }), { 'content-security-policy': POLICY })
  const violations = await openWatched(page, '/strict')
  expect(await violations()).toEqual(['script-src-elem inline', expect.stringContaining('Content Security Policy')])
})
