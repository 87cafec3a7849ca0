/** Promise: one button says how far an order of the shop's own page would come, or why not; the API converts nothing for it. */
import { type Page, test } from '@playwright/test'
import { DEFAULTS } from '../../../src/setup/choices/choices.js'
import { toEnvironment } from '../../../src/setup/texts/environment.js'
import { findBarriers } from '../../support/axe.js'
import { type CopiedShop, expect, startShop } from '../../support/setup.js'
import { LAYER, TAG, toTag } from '../../support/verified-page.js'

/** What the page is → what the set-up page says of it. */
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
  ['a policy against the script', LAYER + TAG, ['this browser blocks the script'], `script-src 'none'`],
  ['a policy against events', LAYER + TAG, ['Add SHOP to connect-src.'], `connect-src 'none'`],
  ['a tag without the panel', LAYER + toTag('data-convert-on="purchase"'), ['Its tag lacks data-debug="ask"']],
]

/** Opens the last step for this page of the shop, and presses the button. */
async function verify(page: Page, setup: string, address: string, system = 'woocommerce-classic') {
  await page.goto('about:blank')
  await page.goto(`${setup}/setup#system=${system}&step=working`)
  await page.getByLabel('Page to verify').fill(address)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Verify' }).click()
  return opening
}

const toSettings = (shop: CopiedShop) =>
  toEnvironment({ ...DEFAULTS, origin: shop.url, endpoint: `${shop.url}/ringup`, apiUrl: shop.apiUrl }, [])

let shop: CopiedShop
test.beforeEach(async () => {
  shop = await startShop()
})
test.afterEach(() => shop.stop())

test('every kind of page is told apart', async ({ page }) => {
  const { adminUrl } = await shop.startProxy(toSettings(shop))
  const verdict = page.locator('#verify-verdict')
  for (const [what, html, says, policy = ''] of PAGES) {
    shop.serve('/thank-you', `<!doctype html><html lang="en"><title>Shop</title>${html}`, policy)
    const opened = await verify(page, adminUrl, `${shop.url}/thank-you`)
    for (const each of says) {
      const sentence = typeof each === 'string' ? each.replace('SHOP', shop.url) : each
      await expect(verdict, what).toContainText(sentence)
    }
    await expect(verdict, what).not.toContainText(/@|A-1/)
    await opened.close()
    expect(await findBarriers(page), what).toEqual([])
  }
  shop.serve('/thank-you', LAYER + TAG, '')
  const other = shop.url.replace('127.0.0.1', 'localhost')
  await verify(page, adminUrl, `${other}/thank-you`)
  await expect(verdict).toContainText('The proxy refuses this page’s origin (403)')
  const customers = (await shop.api.conversions()).flatMap(({ email }) => email ?? [])
  expect(customers).toEqual(['ada@example.com'])
})

test('settings that a person makes on the shop’s page come back, and are used on a click', async ({ page }) => {
  const { adminUrl } = await shop.startProxy(toSettings(shop))
  const body = '<main><p>Order <b class="order-no">1001</b></p><p>Total: <b class="sum">€ 9.50</b></p></main>'
  shop.serve('/thank-you', `<!doctype html><html lang="en"><title>Shop</title>${body}${TAG}`, '')
  await page.context().addInitScript(() => {
    const { attachShadow } = Element.prototype
    Element.prototype.attachShadow = function (init) {
      return attachShadow.call(this, { ...init, mode: 'open' })
    }
  })
  const opened = await verify(page, adminUrl, `${shop.url}/thank-you`, 'other')
  const panel = opened.locator('ringup-debug')
  await panel.getByRole('button', { name: /^Ringup/ }).click()
  await panel.getByRole('button', { name: 'Point at the order number' }).click()
  await opened.locator('.order-no').click()
  await panel.getByRole('button', { name: 'Point at the total' }).click()
  await opened.locator('.sum').click()
  const proposal = page.locator('#proposal')
  await expect(proposal).toContainText('.order-no')
  await proposal.getByRole('button', { name: 'Use these settings' }).click()
  await expect(proposal.getByRole('button')).toContainText('Used')
  expect(decodeURIComponent(page.url())).toContain('cart.order_number=.order-no&cart.cart_value=.sum')
  expect(await findBarriers(page)).toEqual([])
})

test('for Shopify an order is waited for, of whichever checkout', async ({ page }) => {
  const { adminUrl } = await shop.startProxy(toSettings(shop))
  const report = async (email: string, number: string) => {
    await shop.beginSession(email)
    const body = { email, cart_data: { order_number: number, cart_value: 1999 } }
    const data = { v: 1, id: crypto.randomUUID(), kind: 'convert', age: 0, body }
    const answer = await page.request.post(`${shop.url}/ringup`, { headers: { origin: shop.url }, data })
    expect(answer.status()).toBe(202)
  }
  await report('before@example.com', '1')
  await page.goto(`${adminUrl}/setup#system=shopify&step=working`)
  const told = page.waitForResponse(/verify\/since/)
  await page.getByRole('button', { name: 'Wait for an order' }).click()
  await told
  const verdict = page.locator('#verify-verdict')
  await expect(verdict).toContainText('Waiting for the order')
  await report('ada@example.com', '2')
  await expect(verdict).toContainText(/An event has come\. Taken .*, delivered .*\(200\)\./)
})
