/** Promise: one question at a time leads any shop to what it has to paste, with few words, and by keyboard alone. */
import { readFile } from 'node:fs/promises'
import { toSystems } from '../../../src/setup/choices/systems.js'
import { isLong } from '../../support/long.js'
import { expect, test } from '../../support/setup.js'

const WORDS_AT_ONCE = 350

test('from the first question to a copied tag, by keyboard', async ({ setup, page }) => {
  await setup.open('system=')
  await expect(page.getByRole('button', { name: /^Next/ })).toHaveCount(0)
  await page.getByLabel('Search').focus()
  await page.keyboard.type('woo')
  await expect(page.getByRole('radio')).toHaveCount(2)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  for (const title of ['Shop and proxy', 'Paste this']) {
    await page.getByRole('button', { name: /^Next/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: title })).toBeFocused()
  }
  await page.getByRole('button', { name: 'Copy: Script tag' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveText('Script tag copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('src="/ringup/ringup.js"')
})

test('no step of any shop system shows more than 350 words at once', async ({ setup, page }) => {
  const systems = toSystems().flatMap(({ id, recipes }) => (recipes[0] ? recipes.map(({ name }) => name) : id))
  for (const system of systems.filter((_, index) => isLong || index % 6 === 0)) {
    await setup.open(`system=${system}&step=system`)
    for (;;) {
      for (const example of await page.getByRole('button', { name: 'Use an example' }).all()) await example.click()
      const words = (await page.locator('#main').innerText()).split(/\s+/)
      expect(words.length, `${system}: ${await page.locator('h2').innerText()}`).toBeLessThanOrEqual(WORDS_AT_ONCE)
      const next = page.getByRole('button', { name: /^Next/ })
      if ((await next.count()) === 0) break
      await next.click()
    }
    await expect(page.getByRole('heading', { name: 'Is it working?' })).toBeVisible()
  }
})

test('a file is downloaded as it is copied, with the settings in it', async ({ setup, page }) => {
  await setup.open('system=shopify')
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download custom-pixel.js' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('custom-pixel.js')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toBe(await setup.copy('custom-pixel.js'))
  expect(text).toContain(`endpoint: 'https://events.shop.example/ringup'`)
})
