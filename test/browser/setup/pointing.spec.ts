/** Promise: on a page that nobody knows, a few clicks say where the order is. */
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/setup.js'

const PAGE = `<html lang="en"><p>Order <b id="no">W-1</b> for <i id="who">ada@example.com</i></p>
  <ul><li class="line" data-sku="MUG-1"><i>Mug</i> <b>€12.99</b></li><li class="line" data-sku="TEA-7"><i>Tea</i> <b>€11.00</b></li></ul>
  <p class="sum">Total <b>€23.99</b></p>`

/** A field of the selectors' form. */
const toField = (page: Page, name: string) => page.locator(`[id="${name}"]`)

test('a click on a product brings its row, and others number, e-mail and total', async ({ setup, page }) => {
  await setup.open('source=selectors')
  await setup.trySample(PAGE)
  const preview = page.frameLocator('#preview')
  await preview.getByText('Tea', { exact: true }).click()
  await page.getByRole('button', { name: 'These are the items' }).click()
  await expect(toField(page, 'each')).toHaveValue('li.line')
  await expect(preview.locator('[data-found=price]')).toHaveCount(2) // what is found moves the preview down
  for (const [text, words, mark] of [
    ['W-1', 'Order number', 'order_number'],
    ['ada@example.com', 'E-mail address', 'email'],
    ['€23.99', 'Value of the order', 'cart_value'],
  ] as const) {
    await preview.getByText(text).click()
    await page.getByRole('button', { name: `It is: ${words}` }).click()
    await expect(preview.locator(`[data-found=${mark}]`)).toHaveText(text)
  }
  await expect(page.locator('#verdict')).toHaveText('Found: order W-1, 23.99, 2 items. It would be sent. No problems.')
  expect(await setup.sent()).toMatchObject({
    email: 'ada@example.com',
    cart_items: [
      { product_id: 'MUG-1', name: 'Mug', price: 1299 },
      { product_id: 'TEA-7', name: 'Tea', price: 1100 },
    ],
  })
})

test('a click counts also when the marks change while the button is down', async ({ setup, page }) => {
  await setup.open('source=selectors')
  await setup.trySample(PAGE)
  const preview = page.frameLocator('#preview')
  await preview.getByText('W-1').hover()
  await page.mouse.down()
  // `fill` would scroll the page under the mouse.
  await toField(page, 'cart.email').evaluate((field) => {
    Object.assign(field, { value: '#who' }).dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(preview.locator('[data-found=email]')).toHaveText('ada@example.com')
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'It is: Order number' })).toBeVisible()
})
