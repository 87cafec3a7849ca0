/** Promise: the set-up page is for everybody: by keyboard, with a screen reader, on a phone, in the dark. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { RECIPES } from '../../../src/recipes/index.js'
import { expect, type SetupPage, test } from '../../support/setup.js'

/** Tab by tab from the top, until nothing new has the focus: what has it, and whether that shows. */
async function tabThrough(page: Page): Promise<{ what: string; isShown: boolean }[]> {
  const stops = []
  for (let count = 0; count < 200; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(async () => {
      await new Promise(requestAnimationFrame) // what the press has set off is drawn
      const { activeElement } = document
      if (!activeElement || activeElement === document.body) return undefined
      const card = activeElement.closest('.card') ?? activeElement // the ring goes round the whole card
      const { width, height } = card.getBoundingClientRect()
      return {
        what:
          activeElement.id ||
          activeElement.getAttribute('aria-label') ||
          activeElement.textContent ||
          activeElement.getAttribute('value') ||
          '',
        isShown: getComputedStyle(card).outlineStyle !== 'none' && width > 0 && height > 0,
      }
    })
    if (!stop) break
    stops.push(stop)
  }
  return stops
}

/** The frame is filled after the verdict is there. */
const untilPreviewed = (page: Page) =>
  expect(page.frameLocator('#preview').locator('[data-found]').first()).toBeAttached()

test.describe('from the keyboard', () => {
  test('everything can be reached, and where the focus is shows', async ({ setup, page }) => {
    await setup.open('source=attributes')
    await setup.useExample()
    await untilPreviewed(page)
    await page.locator('.skip').focus()
    const stops = await tabThrough(page)
    expect(stops.filter(({ isShown }) => !isShown).map(({ what }) => what)).toEqual(['preview']) // shows it within
    expect(stops.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'origin',
        'preview',
        'sample',
        'use-example',
        'sign-up-sample',
        'Entry for PCI DSS 6.4.3: text',
      ]),
    )
  })

  test('the preview can be scrolled', async ({ setup, page }) => {
    await setup.open('source=attributes')
    await setup.trySample(`<b data-ringup="order_number">A-1</b>${'<p>More of the page</p>'.repeat(40)}`)
    await untilPreviewed(page)
    await page.getByRole('radio', { name: /^The page, by attributes/ }).focus()
    await page.keyboard.press('Tab')
    const preview = page.frameLocator('#preview')
    await expect(preview.locator('body')).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('End')
    await expect(preview.getByText('More of the page').last()).toBeInViewport()
  })

  test('an installation is chosen, tried and copied', async ({ setup, page }) => {
    await setup.open()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter') // skips to the content
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: /^Google Tag Manager/ })).toBeChecked()
    await page.keyboard.press('ArrowRight')
    await page.locator('#use-example').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'would be sent' })).toHaveText(/^Found: order T-1042/)
    await page.getByRole('button', { name: 'Copy: Script tag' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('status').filter({ hasText: 'copied' })).toHaveText('Script tag copied.')
  })
})

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Each with all that there is to see. */
const VIEWS: Record<string, (page: Page, setup: SetupPage) => Promise<void>> = {
  'the first question': (_page, setup) => setup.open('system='),
  'a data layer': (page, setup) => openExample(page, setup, 'source=data-layer'),
  'a page without an e-mail address': async (page, setup) => {
    await setup.open()
    await setup.trySample(
      `<p>you@example.com<script>dataLayer.push({ event: 'purchase', ecommerce: { transaction_id: '1' } })</script>`,
    )
    await expect(page.locator('#email-first')).toContainText('data-email')
  },
  'selectors, and an element that is pointed at': async (page, setup) => {
    await openExample(page, setup, 'source=selectors')
    await page.frameLocator('#preview').getByText('Blue mug').click()
    await expect(page.locator('#pointed')).toBeVisible()
  },
  'an own call, and mistakes': (page, setup) => openExample(page, setup, 'source=call&origin=wrong&list=A%20B'),
  'a recipe': (_page, setup) => setup.open(`system=${RECIPES[0]?.name}`),
  'Google Tag Manager': (page, setup) => openExample(page, setup, 'system=tag-manager'),
  Shopify: (_page, setup) => setup.open('system=shopify'),
}

async function openExample(page: Page, setup: SetupPage, hash: string) {
  await setup.open(hash)
  for (const button of await page.getByRole('button', { name: 'Use an example' }).all()) await button.click()
  await expect(page.locator('.verdict[data-state=empty]')).toHaveCount(0)
}

const openDetails = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const each of all) each.setAttribute('open', '')
  })

for (const [name, open] of Object.entries(VIEWS)) {
  test(`nothing is in anybody’s way, in the light, in the dark and on a phone: ${name}`, async ({ setup, page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, setup)
    await openDetails(page)
    await page.evaluate(AXE)
    expect(await findBarriers(page, {})).toEqual([])

    await page.emulateMedia({ colorScheme: 'dark' }) // other colours, and nothing else
    expect(await findBarriers(page, { runOnly: ['color-contrast'] })).toEqual([])

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await page.locator('body *:visible').evaluateAll(findSmallText)).toEqual([])
    expect(await page.locator('.card:visible').evaluateAll(findOverfull)).toEqual([])
  })
}

async function findBarriers(page: Page, options: RunOptions) {
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify({ iframes: false, ...options })})`)
  return violations.map(({ id, impact, nodes }) => [id, impact, nodes.map(({ html }) => html)])
}

/** Runs in the page. */
function findSmallText(elements: Element[]): string[] {
  return elements
    .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 14)
    .map(({ outerHTML }) => outerHTML.slice(0, 80))
}

/** Runs in the page. */
const findOverfull = (cards: Element[]): string[] =>
  cards
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => String(textContent))

test('it is dark where the system is', async ({ setup, page }) => {
  const readColour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await setup.open()
  expect(await readColour()).toBe('rgb(245, 245, 243)')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await readColour()).toBe('rgb(19, 21, 23)')
})
