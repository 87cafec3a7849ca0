/** Promise: one button reports how far an order of the shop's own page gets, or why not. The API converts nothing for it. */
import { type Page, test } from '@playwright/test'
import { DEFAULTS } from '../../../src/setup/choices/choices.js'
import { toEnvironment } from '../../../src/setup/texts/environment.js'
import { findBarriers } from '../../support/axe.js'
import { type CopiedShop, expect, startShop } from '../../support/setup.js'
import { LAYER, TAG, toTag } from '../../support/verified-page.js'

const NO_ANSWER = 'The page does not answer.'

/** The page → what the set-up page says of it. */
const PAGES: [what: string, html: string, says: (string | RegExp)[], policy?: string][] = [
  [
    'an order',
    LAYER + TAG,
    [
      /The proxy (has taken the last order\.|took an event before the panel was loaded \(202\)\.)/, // the order may be quicker
      'Found on the page: email, order_number, cart_value, cart_item_count, 1 item.',
      'The proxy has taken a test order with what this page says.',
      'The test order reached the API, which answered 400, as it should. Nothing was converted.',
    ],
  ],
  ['no order', TAG, ['No order was found on this page.', 'The connection works: the proxy answers']],
  ['consent that waits', LAYER + TAG.replace('data-', 'data-consent="required" data-'), ['Consent is not given yet']],
  ['a policy against the script', LAYER + TAG, [NO_ANSWER, 'script-src SHOP/ringup/'], `script-src 'none'`],
  ['a policy against events', LAYER + TAG, ['Add SHOP to connect-src.'], `connect-src 'none'`],
  ['a tag without the panel', LAYER + toTag('data-convert-on="purchase"'), [NO_ANSWER, 'Is the tag on it']],
]

/** Opens the set-up page, and presses the button for this page of the shop. */
async function verify(page: Page, setup: string, address: string, system = 'shopware-6') {
  await page.goto('about:blank')
  await page.goto(`${setup}/setup#system=${system}`)
  await page.getByLabel('Page to open').fill(address)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open my shop’s page' }).click()
  return opening
}

const LISTS = [{ name: 'newsletter', id: '42' }]
const toChoices = ({ url, apiUrl }: CopiedShop) => ({
  ...DEFAULTS,
  origin: url,
  endpoint: `${url}/ringup`,
  apiUrl,
  lists: LISTS,
})

let shop: CopiedShop
let adminUrl: string
test.beforeEach(async () => {
  shop = await startShop()
  ;({ adminUrl } = await shop.startProxy(toEnvironment(toChoices(shop))))
})
test.afterEach(() => shop.stop())

const TOKEN = 't'.repeat(32)

/** Starts the proxy again, so that an operator can sign in. */
async function startWithToken() {
  ;({ adminUrl } = await shop.startProxy(`${toEnvironment(toChoices(shop))}\nRINGUP_ADMIN_TOKEN=${TOKEN}`))
}

async function signIn(page: Page) {
  await page.locator('[name=token]').fill(TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

const serve = (html: string, policy = '', headers = {}) =>
  shop.serve('/thank-you', `<!doctype html><html lang="en"><title>Shop</title>${html}`, policy, headers)

test('every kind of page is told apart', async ({ page }) => {
  const verdict = page.locator('#verify-verdict')
  for (const [what, html, says, policy] of PAGES) {
    serve(html, policy)
    const opened = await verify(page, adminUrl, `${shop.url}/thank-you`)
    for (const each of says) {
      const sentence = typeof each === 'string' ? each.replace('SHOP', shop.url) : each
      await expect(verdict, what).toContainText(sentence)
    }
    await expect(verdict, what).not.toContainText(/@|A-1/)
    await opened.close()
    expect(await findBarriers(page), what).toEqual([])
  }
  serve(LAYER + TAG)
  await verify(page, adminUrl, `${shop.url.replace('127.0.0.1', 'localhost')}/thank-you`)
  await expect(verdict).toContainText('The proxy refuses this page’s origin (403)')
  const customers = (await shop.api.conversions()).flatMap(({ email }) => email ?? [])
  expect(customers).toEqual(['ada@example.com'])
})

test('a verified tag has its steps done, and hides the running proxy’s lines', async ({ page }) => {
  serve(LAYER + TAG)
  await verify(page, adminUrl, `${shop.url}/thank-you`)
  const states = page.locator('.state')
  await expect(states).toHaveText(['done', 'done', 'done'])
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['1 Your shop', '2 On your pages', '3 Verify'])
})

test('Verify follows the shopper’s way from the home page to the thank-you page', async ({ page }) => {
  const link = (path: string) => `<a href="${path}">Go on</a>`
  const toPage = (html: string) => `<!doctype html><html lang="en"><title>Shop</title>${html}`
  shop.serve('/home', toPage(link('/thank-you') + TAG), '')
  serve(LAYER + TAG + link('/home'))
  const opened = await verify(page, adminUrl, `${shop.url}/home`)
  const verdict = page.locator('#verify-verdict')
  await expect(verdict).toContainText('Place a test order in that window: this page follows it.')
  await opened.getByRole('link').click()
  await expect(verdict).toContainText('It works.')
  await opened.getByRole('link').click()
  await expect(opened.locator('ringup-debug')).toBeAttached()
  await expect(verdict).toContainText('It works.')
})

test.describe('a page that cannot answer has a way through', () => {
  test('windows kept apart: the settings are pasted', async ({ page }) => {
    serve(TAG, '', { 'cross-origin-opener-policy': 'same-origin' })
    await verify(page, adminUrl, `${shop.url}/thank-you`, 'other')
    await expect(page.locator('#verify-verdict')).toContainText('Cross-Origin-Opener-Policy')
    await page.getByText('paste them from the panel').click()
    expect(await findBarriers(page)).toEqual([])
    await page.getByLabel('Settings of the tag').fill(`data-selectors='{"order_number": ".no", "cart_value": ".sum"}'`)
    await page.getByRole('button', { name: 'Use these settings in the tag' }).click()
    await expect(page.locator('#tag-text')).toContainText(
      /data-convert-on="load"\s+data-selectors='\{\s+"order_number": ".no"/,
    )
  })

  test('a blocked window: a link opens the page, which answers', async ({ page }) => {
    serve(LAYER + TAG)
    await page.addInitScript(() => {
      window.open = () => null
    })
    await page.goto(`${adminUrl}/setup#system=shopware-6`)
    await page.getByLabel('Page to open').fill(`${shop.url}/thank-you`)
    await page.getByRole('button', { name: 'Open my shop’s page' }).click()
    expect(await findBarriers(page)).toEqual([])
    await page.locator('#verify-verdict a').click()
    await expect(page.locator('#verify-verdict')).toContainText('It works.')
  })
})

test('settings that a person makes on the shop’s page are kept at the proxy on a click', async ({ page }) => {
  await startWithToken()
  serve(`<main><p>Order <b class="order-no">1001</b></p><p>Total: <b class="sum">€ 9.50</b></p></main>${TAG}`)
  await page.context().addInitScript(() => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (init) {
      return attachShadow.call(this, { ...init, mode: 'open' })
    }
  })
  const opened = await verify(page, adminUrl, `${shop.url}/thank-you`, 'other')
  const panel = opened.locator('ringup-debug')
  for (const [what, at] of [
    ['the order number', '.order-no'],
    ['the total', '.sum'],
  ] as const) {
    await panel.getByRole('button', { name: `Point at ${what}` }).click()
    await opened.locator(at).click()
  }
  const proposal = page.locator('#proposal')
  await expect(proposal).toContainText('.sum')
  const keep = proposal.getByRole('button', { name: 'Keep these settings at the proxy' })
  await keep.click()
  const link = proposal.getByRole('link', { name: 'Sign in' })
  await expect(link).toBeVisible()
  expect(await findBarriers(page)).toEqual([])
  const opening = page.waitForEvent('popup')
  await link.click()
  await signIn(await opening)
  await keep.click()
  await expect(page.locator('#tag-text')).toHaveText(/<script async src="\/ringup\/ringup\.js"><\/script>$/)
  const script = await (await page.request.get(`${shop.url}/ringup/ringup.js`)).text()
  expect(JSON.parse(/"ringup:served"\]=(\{.*?\});/.exec(script)?.[1] ?? '')).toEqual({
    convertOn: 'load',
    selectors: { order_number: '.order-no', cart_value: '.sum' },
    debug: 'ask',
  })
})

test('a page that Verify opens has the settings that the proxy has just kept', async ({ page, context }) => {
  await startWithToken()
  serve(
    '<b data-ringup="order_number">A-1</b> <i data-ringup="email">ada@example.com</i><script async src="/ringup/ringup.js"></script>',
  )
  const other = await context.newPage()
  await other.goto(`${adminUrl}/sign-in`)
  await signIn(other)
  await page.goto(`${adminUrl}/setup#system=other`)
  const keep = async () => {
    await page.locator('#keep').getByRole('button').click()
    await expect(page.locator('#kept')).toBeVisible()
  }
  await keep()
  const opened = await verify(page, adminUrl, `${shop.url}/thank-you`, 'other')
  await expect(page.locator('#verify-verdict')).toContainText('The page itself shows an order.')
  await opened.close()
  await page.getByLabel('An order is reported when').selectOption('load')
  await keep()
  await page.getByRole('button', { name: 'Open my shop’s page' }).click()
  await expect(page.locator('#verify-verdict')).toContainText('It works')
})

test('for Shopify an order is waited for, of whichever checkout', async ({ page }) => {
  const report = async (email: string, number: string) => {
    await shop.beginSession(email)
    const body = { email, cart_data: { order_number: number, cart_value: 1999 } }
    const data = { v: 3, id: crypto.randomUUID(), kind: 'convert', age: 0, raw: { passed: [body] } }
    const answer = await page.request.post(`${shop.url}/ringup`, { headers: { origin: shop.url }, data })
    expect(answer.status()).toBe(202)
  }
  await report('before@example.com', '1')
  const elsewhere = `${shop.url.replace('127.0.0.1', 'localhost')}/ringup`
  const hash = new URLSearchParams({ system: 'shopify', endpoint: elsewhere, myshopify: 'tea.myshopify.com' })
  await page.goto(`${adminUrl}/setup#${hash}`)
  const told = page.waitForResponse(/verify\/since/)
  await page.getByRole('button', { name: 'Wait for an order' }).click()
  await told
  const verdict = page.locator('#verify-verdict')
  await expect(verdict).toContainText('Waiting for the order')
  await report('ada@example.com', '2')
  await expect(verdict).toContainText(/An event has come\. Taken .*, delivered .*\(200\)\./)
})
