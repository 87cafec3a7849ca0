/** Promise: one button says how far an order of the shop's own page would come, or why not. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/shop.js'

/** Opens the last step for this page of the demo shop, and presses the button. */
async function verify(page: Page, setup: string, address: string) {
  await page.goto('about:blank')
  await page.goto(`${setup}/setup#system=woocommerce-classic&step=working`)
  await page.getByLabel('Page to verify').fill(address)
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Verify' }).click()
  return opening
}

test('the order of a test, a page without one, and a page without the tag', async ({ demo, shop, page, context }) => {
  await shop.checkOut()
  const order = await shop.placeOrder()
  const setup = await context.newPage()
  const verdict = setup.locator('#verify-verdict')

  await verify(setup, demo.operator.url, `${demo.shop.url}/thank-you?order=${order.number}`)
  await expect(verdict).toContainText('The order … was not sent again: this browser had it accepted')
  await expect(verdict).toContainText('The connection works: the proxy answers')
  await expect(verdict).toContainText('Found on the page: email, order_number')
  await expect(verdict).not.toContainText(order.number)
  await expect(verdict).not.toContainText('@')

  await verify(setup, demo.operator.url, `${demo.shop.url}/account`)
  await expect(verdict).toContainText('Nothing of an order is on the page.')

  const opened = await verify(setup, demo.operator.url, `${demo.api.url}/docs`)
  await opened.waitForLoadState()
  await expect(verdict).toContainText('While it stays silent, its tag is missing')
  await expect(verdict).toContainText(`npm run ringup -- check --page ${demo.api.url}/docs`)
  await page.close()
})
