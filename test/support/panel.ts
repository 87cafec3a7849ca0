/** A page with the debug panel. */
import type { Page } from '@playwright/test'
import { type Storefront, test as storefrontTest } from './storefront.js'

export const EMAIL = 'ada.lovelace@mail.example.com'

/** Reports an order of this customer from the page. */
export const order = (page: Page, number = '1') =>
  page.evaluate(([email, order_number]) => window.convert({ email, cart_data: { order_number } }), [
    EMAIL,
    number,
  ] as const)

/** Opens closed shadow roots, so that a test can look into the panel. Real pages cannot do this. */
export const test = storefrontTest.extend<{ panel: Panel }>({
  panel: async ({ page, storefront }, use) => {
    await page.addInitScript(() => {
      const { attachShadow } = Element.prototype
      Element.prototype.attachShadow = function (init) {
        return attachShadow.call(this, { ...init, mode: 'open' })
      }
    })
    await use(createPanel(page, storefront))
  },
})

type Panel = ReturnType<typeof createPanel>

export const loadPanel = (page: Page) =>
  page.evaluate(async () => void (await import(`${location.origin}/ringup/ringup-debug.js`)))

function createPanel(page: Page, storefront: Storefront) {
  const host = page.locator('ringup-debug')
  const badge = host.getByRole('button', { name: /^Ringup/ })
  async function open() {
    await loadPanel(page)
    await badge.click()
  }
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
    open,
    /** Opens the panel on the shop's page /case, and serves this page from now on. */
    async openOn(html: string, headers: Record<string, string> = {}) {
      storefront.serve('/case', html, headers)
      await page.goto('/case')
      await open()
    },
  }
}
