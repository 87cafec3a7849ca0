/** Promise: the set-up page works by keyboard, with a screen reader, on a phone and in the dark. */
import { findBarriers, findSmallText } from '../../support/axe.js'
import { expect, test } from '../../support/setup.js'

test('by keyboard alone: a platform is chosen, its line copied, and a page opened', async ({ setup, page }) => {
  await setup.open()
  await page.getByLabel('Shop platform').focus()
  await page.keyboard.type('Shopware')
  await page.getByRole('button', { name: 'Copy: Line for every page' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveText('Line for every page: copied.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^<script async src="\/ringup\/ringup\.js"/)
  await page.getByLabel('Page to open').focus()
  await page.keyboard.press('Tab')
  const opening = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  await opening
})

test('the focus shows wherever it is', async ({ setup, page }) => {
  await setup.open('platform=woocommerce')
  await page.locator('.skip').focus()
  const hidden: string[] = []
  for (let count = 0; count < 40; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(readFocus)
    if (!stop) break
    if (!stop.isShown) hidden.push(stop.what)
  }
  expect(hidden).toEqual([])
})

/** Runs in the page. */
async function readFocus() {
  await new Promise(requestAnimationFrame)
  const { activeElement: element } = document
  if (!element || element === document.body) return undefined
  const ringed = element.closest('.choice') ?? element // the ring goes around the whole of it
  const { width, height } = ringed.getBoundingClientRect()
  const isShown = getComputedStyle(ringed).outlineStyle !== 'none' && width > 0 && height > 0
  return { what: element.id || element.outerHTML.slice(0, 80), isShown }
}

for (const platform of ['other', 'woocommerce', 'shopify', 'tag-manager', 'opencart-4'])
  test(`axe finds nothing for ${platform}, in the light, in the dark and on a phone`, async ({ setup, page }) => {
    await setup.open(`platform=${platform}`)
    await page.locator('details').evaluateAll((all) => {
      for (const each of all) each.setAttribute('open', '')
    })
    expect(await findBarriers(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await findSmallText(page)).toEqual([])
  })
