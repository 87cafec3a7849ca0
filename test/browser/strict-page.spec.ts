/** Promise: a page with the strictest policy needs no exception for Ringup, and has no violation. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { VERSION } from '../../src/contract/limits.js'
import { readBlock } from '../support/readme.js'
import { expect, readConverted, test, toPage } from '../support/storefront.js'

const NONCE = 'c2hvcA'
const HASH = createHash('sha384').update(readFileSync('dist/ringup-whole.js')).digest()
const FILE = `ringup-${VERSION}-${HASH.toString('hex', 0, 8)}.js`
const INTEGRITY = `sha384-${HASH.toString('base64')}`

/** The guide's policy. It requires Trusted Types. */
const POLICY = readBlock('content security policy').replace('Content-Security-Policy: ', '').replace('…', NONCE)
const STRICT_DYNAMIC = POLICY.replace(`'nonce-${NONCE}'`, `'nonce-${NONCE}' 'strict-dynamic'`)

const watch = `<script nonce="${NONCE}">
  window.violations = []
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    violations.push(violatedDirective + ' ' + blockedURI)
  })
</script>`

/** The tag's attributes, the policy, and whether the page may load the rest. */
const TAGS: [what: string, file: string, attributes: string, policy: string, hasRest: boolean][] = [
  ['a nonce', 'ringup.js', '', POLICY, true],
  ['a nonce and ‘strict-dynamic’', 'ringup.js', '', STRICT_DYNAMIC, true],
  ['a nonce and `integrity`', FILE, `integrity="${INTEGRITY}"`, POLICY, false],
]

/** Leaves out the icon, which the policy does not allow. */
const toStrictPage = ({ file = FILE, tag = `integrity="${INTEGRITY}"`, body = '' } = {}) =>
  toPage({ head: watch, tag: `nonce="${NONCE}" ${tag}`, body })
    .replace(/<link .*>/, '')
    .replace('/ringup/ringup.js', `/ringup/${file}`)

const inline = (script: string) => `<script nonce="${NONCE}">${script}</script>`

const FORM = `<form data-add-to-list="newsletter">
    <input type="email" name="email" value="reader@example.com"><button>Sign up</button>
  </form>${inline(`document.forms[0].addEventListener('submit', (event) => event.preventDefault())`)}`

/** Collects the document's events and the console's messages. */
async function openWatched(page: Page, path: string): Promise<() => Promise<unknown[]>> {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(path)
  return async () => [...((await page.evaluate('violations')) as string[]), ...said]
}

const PAGES: [what: string, tag: string, needsRest: boolean, body: string][] = [
  [
    'convert()',
    '',
    false,
    inline(`convert({ email: 'shopper-1@example.com', cart_data: { order_number: 'A-1', cart_value: 1999 } })`),
  ],
  [
    'a data layer that converts by itself',
    'data-convert-on="purchase"',
    true, // it has no items
    inline(`(window.dataLayer = window.dataLayer || []).push({
      event: 'purchase',
      ecommerce: { transaction_id: 'A-1', value: 19.99 },
      user_data: { email: 'shopper-1@example.com' },
    })`),
  ],
  [
    'the DOM adapter',
    'data-adapter="dom" data-convert-on="load"',
    true,
    `<p>Order <b data-ringup="order_number">A-1</b> for <b data-ringup="email">shopper-1@example.com</b></p>
     <p>Total <b data-ringup="cart_value">€19.99</b></p>
     <ul><li data-ringup-item><b data-ringup="product_id">mug</b> <b data-ringup="price">€19.99</b></li></ul>`,
  ],
]

for (const [what, file, attributes, policy, hasRest] of TAGS)
  test(`a strict page sends orders and sign-ups without a violation, with ${what}`, async ({
    storefront,
    api,
    page,
  }) => {
    for (const [index, [source, tag, needsRest, body]] of PAGES.entries()) {
      const { email, cart_data } = await storefront.newOrder()
      const own = body.replaceAll('shopper-1@example.com', email).replaceAll('A-1', cart_data.order_number)
      const html = toStrictPage({ file, tag: `${attributes} ${tag}`, body: own })
      storefront.serve('/strict', html, { 'content-security-policy': policy })
      const violations = await openWatched(page, '/strict')
      await expect.poll(async () => (await readConverted(api)).length, source).toBe(index + 1)
      expect((await readConverted(api))[index], source).toMatchObject({ email, ...cart_data })
      expect(await violations(), source).toEqual([])
      expect(await readScripts(page), source).toEqual(
        expect.arrayContaining([file, ...(needsRest && hasRest ? [expect.stringMatching(/^ringup-rest-/)] : [])]),
      )
      if (!hasRest) expect(await readScripts(page), source).toEqual([file])
    }
    storefront.serve('/form', toStrictPage({ file, tag: attributes, body: FORM }), {
      'content-security-policy': policy,
    })
    const violations = await openWatched(page, '/form')
    await page.evaluate(() => window.addToList('newsletter', { email: 'caller@example.com' }))
    await page.getByRole('button').click()
    const readEmails = async () => (await api.customers()).map(({ email }) => email)
    await expect.poll(readEmails).toEqual(expect.arrayContaining(['caller@example.com', 'reader@example.com']))
    expect(await violations()).toEqual([])
  })

/** The script's files that the page has loaded. */
const readScripts = async (page: Page): Promise<(string | undefined)[]> => {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return urls.filter((url) => url.endsWith('.js')).map((url) => url.split('/').pop())
}
