/** A page with the debug panel. */
import type { Page } from '@playwright/test'
import { test as storefrontTest } from './storefront.js'

/** Opens the roots that pages close, so that a test can see into the panel. No page can: it is asked here, and nowhere else. */
export const test = storefrontTest.extend<{ panel: Panel }>({
  panel: async ({ page }, use) => {
    await page.addInitScript(() => {
      const { attachShadow } = Element.prototype
      Element.prototype.attachShadow = function (init) {
        return attachShadow.call(this, { ...init, mode: 'open' })
      }
    })
    await use(createPanel(page))
  },
})

export type Panel = ReturnType<typeof createPanel>

export const loadPanel = (page: Page) =>
  page.evaluate(async () => void (await import(`${location.origin}/ringup/ringup-debug.js`)))

function createPanel(page: Page) {
  const host = page.locator('ringup-debug')
  const badge = host.getByRole('button', { name: /^Ringup/ })
  return {
    host,
    badge,
    content: host.locator('.panel'),
    sentence: host.locator('.sentence'),
    todo: host.locator('.headline .todo'),
    result: host.locator('.result'),
    button: (name: string) => host.getByRole('button', { name }),
    press: (name: string) => host.getByRole('button', { name }).click(),
    load: () => loadPanel(page),
    async open() {
      await loadPanel(page)
      await badge.click()
    },
  }
}
