/** A page with the debug panel. */
import type { Page } from '@playwright/test'
import { type Storefront, test as storefrontTest } from './storefront.js'

export const EMAIL = 'ada.lovelace@mail.example.com'

/** Has the page report an order of this customer. */
export const order = (page: Page, number = '1') =>
  page.evaluate(([email, order_number]) => window.convert({ email, cart_data: { order_number } }), [
    EMAIL,
    number,
  ] as const)

/** Opens the roots that pages close, so that a test can see into the panel. No page can: it is asked here, and nowhere else. */
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
    /** On a page of the shop, /case, that is served from now on. */
    async openOn(html: string, headers: Record<string, string> = {}) {
      storefront.serve('/case', html, headers)
      await page.goto('/case')
      await open()
    },
  }
}
