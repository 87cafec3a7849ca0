/** Promise: the reference API's page is for everybody: in the light, in the dark, on a phone. */
import { findBarriers } from '../support/axe.js'
import { expect, test } from '../support/shop.js'

test('nothing is in anybody’s way, in the light, in the dark and on a phone', async ({ demo, page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${demo.api.url}/docs`)
    expect(await findBarriers(page), colorScheme).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})
