/**
 * Promise: with a real consent banner, the page does not store or send an event before consent, loses none after it, and erases all after a
 * denial. The other banners have emulators in test/support/emulators/consent.ts.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { quote } from '../../src/contract/tag.js'
import { findConsentRecipe } from '../../src/recipes/consent/index.js'
import { convert, expect, readEffects, readWaiting, test, toPage } from '../support/storefront.js'

const require = createRequire(import.meta.url)
const BANNER = readFileSync(require.resolve('vanilla-cookieconsent'), 'utf8')

const texts = { acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all', title: 'Cookies' }
const config = {
  hideFromBots: false, // an automated browser counts as a bot
  categories: { necessary: { readOnly: true }, marketing: {} },
  language: {
    default: 'en',
    translations: { en: { consentModal: texts, preferencesModal: { ...texts, sections: [] } } },
  },
}

test.beforeEach(({ storefront }) => {
  const recipe = findConsentRecipe('cookieconsent')
  if (!recipe || 'script' in recipe) throw new Error('The recipe has no places.')
  const head = `<script src="/banner.js"></script>
<script>addEventListener('DOMContentLoaded', () => CookieConsent.run(${JSON.stringify(config)}))</script>`
  storefront.serve('/banner.js', BANNER, { 'content-type': 'text/javascript' })
  storefront.serve('/', toPage({ head, tag: `data-consent=${quote(JSON.stringify(recipe.places))}` }))
})

const answer = (page: Page, button: 'Accept all' | 'Reject all') => page.getByText(button).first().click()
const readConsent = (page: Page) => page.evaluate(async () => (await window.ringup.status()).consent)

test('consent sends, also on the next page; a denial erases and blocks there too', async ({
  storefront,
  api,
  page,
}) => {
  const orders = [await storefront.newOrder(), await storefront.newOrder(), await storefront.newOrder()] as const
  const numbers = orders.map(({ cart_data }) => cart_data.order_number)
  await page.goto('/')
  expect(await convert(page, orders[0])).toMatchObject({ status: 'held', reason: 'required' })
  expect([storefront.arrivals(), await page.evaluate(() => localStorage.length)]).toEqual([[], 0])
  await answer(page, 'Accept all')
  await expect.poll(() => readEffects(api)).toEqual(numbers.slice(0, 1))

  await page.goto('/')
  expect(['accepted', 'held']).toContain((await convert(page, orders[1])).status)
  await expect.poll(() => readEffects(api)).toEqual(numbers.slice(0, 2))

  storefront.takeProxyAway()
  expect(await convert(page, orders[2])).toMatchObject({ status: 'queued' })
  await page.evaluate('CookieConsent.show(true)')
  await answer(page, 'Reject all')
  await expect.poll(() => readWaiting(page)).toEqual([])
  await expect.poll(() => readConsent(page)).toBe('denied')
  await page.goto('/')
  await expect.poll(() => readConsent(page)).toBe('denied')
  expect(await convert(page, orders[2])).toMatchObject({ status: 'blocked' })
  expect(await readEffects(api)).toEqual(numbers.slice(0, 2))
})
