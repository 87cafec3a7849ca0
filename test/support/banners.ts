/** Real consent banners, from the registry, served by a shop of bare pages. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { quote } from '../../src/contract/tag.js'
import { findConsentRecipe } from '../../src/recipes/consent/index.js'
import { expect, type Storefront, toPage } from './storefront.js'

export interface Banner {
  /** The name of its consent recipe. */
  name: string
  /** The HTML that the shop adds to its head to load the banner. The shop serves each file of the banner. */
  install(storefront: Storefront): string
  /** Clicks an answer in the banner. */
  answer(page: Page, choice: 'yes' | 'no'): Promise<void>
  /** Opens the banner's settings later and withdraws consent. */
  withdraw(page: Page): Promise<void>
}

const require = createRequire(import.meta.url)
const COOKIECONSENT = require.resolve('vanilla-cookieconsent')
const TARTEAUCITRON = require.resolve('tarteaucitronjs')

const serveScript = (storefront: Storefront, path: string, file: string, type = 'text/javascript') =>
  storefront.serve(path, readFileSync(file, 'utf8'), { 'content-type': type })

const cookieconsent: Banner = {
  name: 'cookieconsent',
  install(storefront) {
    serveScript(storefront, '/banner.js', COOKIECONSENT)
    const texts = { acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all', title: 'Cookies' }
    const config = {
      hideFromBots: false, // an automated browser counts as a bot
      categories: { necessary: { readOnly: true }, marketing: {} },
      language: {
        default: 'en',
        translations: { en: { consentModal: texts, preferencesModal: { ...texts, sections: [] } } },
      },
    }
    return `<script src="/banner.js"></script>
<script>addEventListener('DOMContentLoaded', () => CookieConsent.run(${JSON.stringify(config)}))</script>`
  },
  answer: (page, choice) =>
    page
      .getByText(choice === 'yes' ? 'Accept all' : 'Reject all')
      .first()
      .click(),
  async withdraw(page) {
    await page.evaluate('CookieConsent.show(true)')
    await page.getByText('Reject all').first().click()
  },
}

const tarteaucitron: Banner = {
  name: 'tarteaucitron',
  install(storefront) {
    const files = ['tarteaucitron.services.js', 'lang/tarteaucitron.en.js', 'css/tarteaucitron.css']
    serveScript(storefront, '/banner/tarteaucitron.js', TARTEAUCITRON)
    for (const file of files)
      serveScript(
        storefront,
        `/banner/${file}?v=1.34.0`,
        join(TARTEAUCITRON, '..', file),
        file.endsWith('css') ? 'text/css' : undefined,
      )
    return `<script src="/banner/tarteaucitron.js"></script>
<script>
tarteaucitron.init({ highPrivacy: true, AcceptAllCta: true, DenyAllCta: true, adblocker: false })
tarteaucitron.services.ringup = { key: 'ringup', type: 'ads', name: 'Ringup', needConsent: true, cookies: [], js() {} }
tarteaucitron.job = tarteaucitron.job ?? []
tarteaucitron.job.push('ringup')
</script>`
  },
  async answer(page, choice) {
    const button = page.locator(choice === 'yes' ? '#tarteaucitronPersonalize2' : '#tarteaucitronAllDenied2')
    await button.waitFor()
    // The banner ignores clicks in its first half second.
    await expect(async () => {
      if (await button.isVisible()) await button.click()
      expect(await button.isVisible()).toBe(false)
    }).toPass()
  },
  async withdraw(page) {
    await page.evaluate('tarteaucitron.userInterface.openPanel()')
    await expect(async () => {
      await page.locator('#tarteaucitronAllDenied').click()
      expect(await page.evaluate('tarteaucitron.state.ringup')).toBe(false)
    }).toPass()
  },
}

export const BANNERS: readonly Banner[] = [cookieconsent, tarteaucitron]

/** A page with this banner, and the tag as its recipe writes it. */
export function toPageWith(banner: Banner, storefront: Storefront): string {
  const recipe = findConsentRecipe(banner.name)
  if (!recipe) throw new Error(`The recipe ${banner.name} does not exist.`)
  const consent = 'script' in recipe ? 'required' : JSON.stringify(recipe.places)
  return toPage({
    head: banner.install(storefront),
    tag: `data-consent=${quote(consent)}`,
    body: 'script' in recipe ? `<script>${recipe.script}</script>` : '',
  })
}
