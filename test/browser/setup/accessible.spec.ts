/** Promise: the set-up page works by keyboard, with a screen reader, on a phone and in the dark. */
import type { Page } from '@playwright/test'
import { RECIPES } from '../../../src/recipes/index.js'
import { findBarriers, findSmallText } from '../../support/axe.js'
import { expect, type SetupPage, test } from '../../support/setup.js'

test('from the first answer to a copied tag, by keyboard alone', async ({ setup, page }) => {
  await setup.open('system=&origin=&lists=[]')
  const type = async (label: string, text: string) => {
    await page.getByLabel(label).focus()
    await page.keyboard.type(text)
  }
  await type('Platform', 'Shopware')
  await type('Shop’s address', 'https://tea.example')
  await page.getByRole('button', { name: 'Add a list' }).focus()
  await page.keyboard.press('Enter')
  await type('Public name', 'club')
  await type('ID at the API', '7')
  await expect(page.locator('#shop')).toContainText('done')
  await page.getByRole('button', { name: 'Copy: Script tag' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveText('Script tag: copied.')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^<script>addEventListener.*<\/script>\n<script async\n {2}src="\/ringup\/ringup\.js"/)
  expect(await setup.text('Lines of ringup.env')).toContain('RINGUP_LISTS={"club":{"id":"7"}}')
})

test('the focus shows wherever it is', async ({ setup, page }) => {
  await setup.open()
  await page.locator('.skip').focus()
  const hidden: string[] = []
  for (let count = 0; count < 60; count += 1) {
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
  const ringed = element.closest('.choice') ?? element // the ring goes round the whole of it
  const { width, height } = ringed.getBoundingClientRect()
  const isShown = getComputedStyle(ringed).outlineStyle !== 'none' && width > 0 && height > 0
  return { what: element.id || element.outerHTML.slice(0, 80), isShown }
}

/** Every kind of platform, with and without wrong answers. */
const VIEWS = [
  'system=&origin=',
  'origin=wrong&lists=[{"name":"A B","id":"1"}]',
  'system=other&consent=tcf&settings={"convertOn":""}',
  'system=tag-manager&consent=cookiebot',
  'system=shopify&myshopify=tea.myshopify.com',
  `system=${RECIPES[0]?.name}`,
  'system=opencart-4&payment=yes',
]

const openDetails = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const each of all) each.setAttribute('open', '')
  })

async function show(setup: SetupPage, page: Page, hash: string) {
  await page.setViewportSize({ width: 1280, height: 800 })
  await setup.open(hash)
  await openDetails(page)
}

test('axe finds nothing, in the light, in the dark and on a phone', async ({ setup, page }) => {
  for (const hash of VIEWS) {
    await show(setup, page, hash)
    expect(await findBarriers(page), hash).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth'), hash).toBe(390)
    expect(await findSmallText(page), hash).toEqual([])
  }
})

test('settings that were typed are a proposal, with a warning where it needs one', async ({ setup, page }) => {
  await show(setup, page, '')
  await page.getByLabel('Settings of the tag').fill('{"order_number":"strong","email":".mail"}')
  const proposal = page.locator('#typed-proposal')
  await expect(proposal).toContainText('“strong” has no class, id or attribute')
  expect(await setup.text('Script tag')).not.toContain('strong')
  expect(await findBarriers(page)).toEqual([])
  await proposal.getByRole('button', { name: 'Use these settings in the tag' }).click()
  expect(await setup.text('Script tag')).toContain('"order_number": "strong"')
  await expect(proposal.getByRole('status')).toContainText('Copy it into your pages again.')
})
