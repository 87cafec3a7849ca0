/** Promise: the set-up page is for everybody: by keyboard, with a screen reader, on a phone, in the dark. */
import type { Page } from '@playwright/test'
import { RECIPES } from '../../../src/recipes/index.js'
import { findBarriers, findSmallText } from '../../support/axe.js'
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
      const ringed = activeElement.closest('.choice') ?? activeElement // the ring goes round the whole of it
      const { width, height } = ringed.getBoundingClientRect()
      return {
        what:
          activeElement.id ||
          activeElement.getAttribute('aria-label') ||
          activeElement.textContent ||
          activeElement.getAttribute('value') ||
          '',
        isShown: getComputedStyle(ringed).outlineStyle !== 'none' && width > 0 && height > 0,
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

test('everything can be reached by keyboard, and where the focus is shows', async ({ setup, page }) => {
  await setup.open('source=attributes')
  await setup.takeExample()
  await untilPreviewed(page)
  await page.locator('.skip').focus()
  const stops = await tabThrough(page)
  expect(stops.filter(({ isShown }) => !isShown).map(({ what }) => what)).toEqual(['preview']) // shows it within
  expect(stops.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Addresses', 'preview', 'sample', 'use-example', 'Next: Sign-up form']),
  )
})

test('the preview can be scrolled by keyboard', async ({ setup, page }) => {
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

/** Every step of the way that asks most, and what looks otherwise elsewhere. */
const VIEWS: ((page: Page, setup: SetupPage) => Promise<void>)[] = [
  (_page, setup) => setup.open('system='),
  (_page, setup) => setup.open('step=shop&origin=wrong&list=A%20B'),
  (page, setup) => openExample(page, setup, 'source=data-layer'),
  async (page, setup) => {
    await openExample(page, setup, 'source=selectors')
    await page.frameLocator('#preview').getByText('Blue mug').click()
    await expect(page.locator('#pointed')).toBeVisible()
  },
  (page, setup) => openExample(page, setup, 'step=form'),
  ...['system=shopify', 'system=shopify&step=shop', 'system=tag-manager&step=paste', `system=${RECIPES[0]?.name}`].map(
    (hash) => (_page: Page, setup: SetupPage) => setup.open(hash),
  ),
  (_page, setup) => setup.open('step=server'),
  (_page, setup) => setup.open('step=working'),
]

async function openExample(page: Page, setup: SetupPage, hash: string) {
  await setup.open(hash)
  await page.getByRole('button', { name: 'Use an example' }).click()
  await expect(page.locator('.verdict[data-state=empty]')).toHaveCount(0)
}

const openDetails = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const each of all) each.setAttribute('open', '')
  })

test('nothing is in anybody’s way, in the light, in the dark and on a phone', async ({ setup, page }) => {
  for (const open of VIEWS) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, setup)
    await openDetails(page)
    expect(await findBarriers(page, { iframes: false }), page.url()).toEqual([])
    await expect(page.locator('.card:empty')).toHaveCount(0)

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate('document.documentElement.scrollWidth'), page.url()).toBe(390)
    expect(await findSmallText(page)).toEqual([])
    expect(await page.locator('.choice:visible').evaluateAll(findOverfull)).toEqual([])
  }
})

/** Runs in the page. */
const findOverfull = (choices: Element[]): string[] =>
  choices
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ textContent }) => String(textContent))
