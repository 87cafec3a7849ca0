/** Promise: the demo runs. An order of its shop arrives once, the inspector shows its way, and both are accessible. */
import { findBarriers, findSmallText } from '../support/axe.js'
import { expect, readEffects, test } from '../support/shop.js'

const PAGES = ['/', '/products/tea-sencha', '/cart', '/checkout', '/checkout/review', '/choices', '/nothing-here']

test('an order waits while the API answers 503, then arrives once', async ({ demo, page, api }) => {
  await page.goto(`${demo.shop.url}/inspector`)
  await expect(page.locator('#statement')).toHaveText('The shop has no orders yet.')
  const choose = (choice: string) =>
    page.getByRole('group', { name: 'The API' }).getByText(choice, { exact: true }).click()
  await choose('503')
  await expect.poll(() => demo.faults.read().api).toBe('503')
  await page.getByRole('button', { name: 'Place an order' }).click()
  await expect(page.locator('#events')).toContainText('Waits in the proxy')
  await choose('fine')
  await expect(page.locator('#statement')).toHaveText(
    '1 order in the shop, 1 at the API once and to the cent. Nothing lost, nothing doubled.',
  )
  await expect(page.locator('#events')).toContainText('At the API')
  expect(await readEffects(api)).toHaveLength(1)
  for (const summary of await page.locator('summary').all()) await summary.click()
  expect(await findBarriers(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findSmallText(page)).toEqual([])
})

test('every page of the shop has no barrier, light or dark, and fits a phone', async ({ shop, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await shop.checkOut()
  for (const path of PAGES) {
    await shop.open(path)
    expect([path, await findBarriers(page)]).toEqual([path, []])
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390])
  }
})
