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

test('a mistake is said at its field, and nothing is to be copied that has it', async ({ setup, page }) => {
  await setup.open('step=shop')
  const origin = page.getByLabel('The shop’s address')
  await origin.fill('shop.example')
  await expect(origin).toHaveAccessibleDescription(/^An origin such as https:\/\/shop\.example/)
  await origin.fill('https://tea.example')
  await expect(origin).toHaveAttribute('aria-invalid', 'false')
  await expect(page.getByLabel('Endpoint')).toHaveValue('https://tea.example/ringup')
  await page.getByLabel('List', { exact: true }).fill('My list')
  await setup.go('On the server')
  await expect(page.getByText('Correct the list’s name under “Addresses” first.')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Copy: Settings of the proxy' })).toHaveCount(0)
})

test('choices and step are in the address and survive a reload, samples do not', async ({ setup, page }) => {
  await setup.open('origin=https://tea.example')
  await setup.trySample('<p>Thank you')
  await page.getByRole('radio', { name: /^JSON-LD/ }).check()
  await expect(page).toHaveURL(/source=json-ld/)
  await page.reload()
  await expect(page.getByRole('radio', { name: /^JSON-LD/ })).toBeChecked()
  await expect(page.locator('#sample')).toHaveValue('')
  await setup.go('Addresses')
  await expect(page.getByLabel('The shop’s address')).toHaveValue('https://tea.example')
  await expect(page).toHaveURL(/step=shop/)
})
